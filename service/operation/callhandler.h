// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/base/result.h"
#include "common/base/uniquefd.h"
#include "service/gate/head.h"
#include "service/operation/reply.h"

#include <functional>
#include <memory>
#include <optional>

namespace Cofferdam {

/// One admitted request, from its head to the last byte of its answer. Every call comes on the worker thread of its connection, in
/// the order openSpool() (large bodies only), run(), finished(). A peer that vanishes makes finished() come early, perhaps before run().
class PendingCall
{
public:
    virtual ~PendingCall() = default;
    /// The value of X-Request-Id; also goes into error bodies made from Reply::error.
    [[nodiscard]] virtual QByteArray requestId() const = 0;
    /// A new unlinked file for a body beyond 64 KiB. An error refuses the request with that code and closes.
    [[nodiscard]] virtual Result<UniqueFd> openSpool() = 0;
    /// The body is whole: do it. done() must be called on the same worker thread, inside run() or later, at most once; after finished()
    /// it is ignored. A done() that is destroyed uncalled answers internal_error.
    virtual void run(Gate::Body body, std::move_only_function<void(Reply)> done) = 0;
    /// The last event, exactly once: the answer is out (complete), or the peer vanished or hit a deadline (give up the work soon).
    /// status is what was sent, 0 for nothing; bytesOut counts body bytes (of a WebSocket: everything after the 101);
    /// code is the gate's own refusal ("request_timeout", "bad_http"), else empty.
    virtual void finished(qint64 bytesOut, int status, bool complete, const QByteArray &code) = 0;
};

/// Refused with an answer, or admitted with a call; exactly one is set.
struct Admission {
    std::optional<Gate::Answer> refusal;
    std::shared_ptr<PendingCall> call;
    Gate::SocketLimits socket; ///< for an upgrade
};

/// What stands behind service/http: the pipeline. Thread-safe: every worker calls it. Must not block.
class CallHandler
{
public:
    virtual ~CallHandler() = default;
    /// The first part of the judgement, at the end of the head, before any byte of the body (policy.md 8).
    [[nodiscard]] virtual Admission admit(Gate::Head &&head) = 0;
    /// The gate refused a request by itself (bad_http, headers_too_large, request_timeout …): audits it and makes the answer.
    [[nodiscard]] virtual Gate::Answer refused(const Error &error, const Gate::Peer &peer) = 0;
};

} // namespace Cofferdam
