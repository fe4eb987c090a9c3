// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "service/gate/connectiontable.h"
#include "service/http/listener.h"
#include "service/http/worker.h"

#include <QtCore/QObject>
#include <QtCore/QSocketNotifier>
#include <QtCore/QTimer>

#include <memory>
#include <vector>

namespace Cofferdam::Http {

/// Accepts on every listener and hands the connections to the workers in turn. Lives on the first worker's thread, so that a
/// service with one worker passes nothing between threads; made and destroyed there.
class Acceptor final : public QObject
{
public:
    Acceptor(std::vector<Listener> listeners, std::vector<Worker *> workers, Gate::ConnectionTable &table);

private:
    void accept(const Listener &listener);
    void hand(Listener::Accepted accepted);
    [[nodiscard]] bool makeRoom();
    void rest();

    const std::vector<Listener> m_listeners;
    const std::vector<Worker *> m_workers;
    Gate::ConnectionTable &m_table;
    std::vector<std::unique_ptr<QSocketNotifier>> m_notifiers;
    QTimer m_resume;
    size_t m_next = 0;
};

} // namespace Cofferdam::Http
