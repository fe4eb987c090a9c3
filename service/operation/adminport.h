// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "service/operation/reply.h"
#include "service/operation/requestcontext.h"

#include <QtCore/QFuture>
#include <QtCore/QJsonValue>

namespace Cofferdam {

/// One call of the operator's channel, whichever door it came by.
struct AdminCall {
    QByteArray method; ///< "policy.apply"
    QJsonObject params;
    Caller caller;
    Correlation correlation;
    QByteArray peer;
};

/// The operator's methods (console.md 1). Thread-safe: work happens on the main thread, answers come through the future.
class AdminPort
{
public:
    virtual ~AdminPort() = default;
    [[nodiscard]] virtual bool knows(QByteArrayView method) const = 0;
    /// True for a method that changes something: refused to observers, always audited.
    [[nodiscard]] virtual bool changes(QByteArrayView method) const = 0;
    [[nodiscard]] virtual QFuture<Result<QJsonValue>> call(AdminCall call) = 0;
    /// The conversation of one console; made and used on the connection's worker thread.
    [[nodiscard]] virtual std::unique_ptr<SocketSession> openConsole(const Caller &caller, const Correlation &correlation, const QByteArray &peer) = 0;
};

} // namespace Cofferdam
