// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/base/uniquefd.h"

#include <QtCore/QObject>

namespace Cofferdam::Main {

/// Turns SIGTERM, SIGINT and SIGHUP into signals of the main thread. Make one before any thread starts: it blocks them for all.
class Signals final : public QObject
{
    Q_OBJECT
public:
    explicit Signals(QObject *parent = nullptr);

Q_SIGNALS:
    void stopAsked();
    void reloadAsked();

private:
    UniqueFd m_descriptor;
};

} // namespace Cofferdam::Main
