// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "service/gate/connectiontable.h"
#include "service/gate/gateserver.h"
#include "service/http/handlerjudge.h"
#include "service/http/listener.h"

#include <QtCore/QObject>
#include <QtCore/QPointer>

namespace Cofferdam::Http {

class SocketBridge;

/// One thread's share of the connections: a QtHttpServer behind a gate of its own. Made anywhere, moved to its thread before begin();
/// everything after that happens there.
class Worker final : public QObject
{
public:
    Worker(CallHandler &handler, Gate::ConnectionTable &table, const Clock &clock, const Gate::Deadlines &deadlines);
    ~Worker() override;

    void begin();
    void adopt(Listener::Accepted accepted, std::shared_ptr<Gate::ConnectionEntry> entry, bool crowded);
    void giveWay(const std::shared_ptr<Gate::ConnectionEntry> &entry);
    /// Idle connections end, busy ones after their request, WebSockets with 1001.
    void drain();
    /// Everything ends now; the server objects are gone afterwards.
    void end();

private:
    class Face;
    void socketOpened();

    HandlerJudge m_judge;
    Gate::ConnectionTable &m_table;
    const Clock &m_clock;
    const Gate::Deadlines m_deadlines;
    std::unique_ptr<Face> m_face;
    Gate::GateServer *m_gate = nullptr; ///< owned by m_face
    QList<QPointer<SocketBridge>> m_bridges;
    bool m_draining = false;
};

} // namespace Cofferdam::Http
