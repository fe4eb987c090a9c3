// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/base/result.h"
#include "common/base/uniquefd.h"

#include <QtCore/QByteArray>
#include <QtCore/QList>

#include <functional>
#include <memory>
#include <optional>

namespace Cofferdam::Gate {

struct HeaderField {
    QByteArray name; ///< lower case
    QByteArray value; ///< trimmed
};

struct Peer {
    QByteArray text; ///< "127.0.0.1:50123" or "unix:uid=1000": what the audit log shows
    bool isUnix = false;
    bool isLoopback = false;
    int uid = -1; ///< of a Unix peer (SO_PEERCRED); -1 unknown
    QByteArray bucket; ///< the address without port: what failures are counted by
    QByteArray localAddress; ///< "127.0.0.1:9000": the listener's own
    int descriptor = -1; ///< the connection's, for the socket look-up of anonymous mode; borrowed, valid during judge() only
};

/// A request head the gate has parsed and bounded (http.md 1): one Host, origin-form target, no Transfer-Encoding.
struct Head {
    QByteArray method;
    QByteArray target; ///< as sent
    QByteArray path; ///< percent-decoded once, starts with one '/'
    QByteArray query; ///< raw text after '?', escapes checked, not decoded
    QList<HeaderField> headers;
    qint64 contentLength = -1; ///< -1: no Content-Length
    bool upgrade = false; ///< a WebSocket upgrade with a good key and version
    bool expectContinue = false;
    Peer peer;
    qint64 receivedNs = 0; ///< monotonic

    /// The only value of a header; empty where absent. name in lower case.
    [[nodiscard]] QByteArray header(QByteArrayView name) const;
    [[nodiscard]] int headerCount(QByteArrayView name) const;
};

/// A whole plain answer.
struct Answer {
    int status = 200;
    QList<HeaderField> headers;
    QByteArray contentType = "application/json";
    QByteArray body;
    bool close = false;
};

/// A request body as the gate received it, exactly Content-Length bytes: in memory, or in a file opened by Exchange::openSpool().
struct Body {
    QByteArray bytes;
    UniqueFd file; ///< valid: the bytes are here, position unspecified
    qint64 size = 0;
};

/// What becomes of an accepted upgrade request: status 101 lets it on to QtHttpServer (headers are added to the 101), any other
/// answer is sent as plain HTTP. Ignored once the exchange has finished.
using UpgradeDecision = std::move_only_function<void(Answer)>;

/// One accepted request, from the end of its head to the last byte of its answer. Owned by the gate; every call comes on the
/// connection's worker thread, from its event loop. Destroyed when the answer is complete or the peer is gone.
class Exchange
{
public:
    virtual ~Exchange() = default;
    /// A new unlinked file for a body beyond 64 KiB. An error refuses the request with that code.
    [[nodiscard]] virtual Result<UniqueFd> openSpool() = 0;
    /// The body is whole (empty where there is none). Called once, before the request reaches QtHttpServer.
    virtual void bodyReceived(Body body) = 0;
    /// Instead of bodyReceived(), for an upgrade: decide now or later.
    virtual void upgradeRequested(UpgradeDecision decide) = 0;
    /// The gate refuses this very exchange (request_timeout, disk_full …): the answer's body. finished() follows with the code.
    [[nodiscard]] virtual Answer refusal(const Error &error) = 0;
    /// The last event: the answer was sent (complete) or the peer vanished or hit a deadline first. status is what was sent, 0 if nothing;
    /// code the gate's own refusal ("request_timeout"), else empty.
    virtual void finished(qint64 bytesOut, int status, bool complete, const QByteArray &code) = 0;
};

struct SocketLimits {
    qint64 maxMessageBytes = 8 << 20;
    qint64 queueBytes = 1 << 20;
    int maxFragments = 1024;
};

/// Refused with an answer, or accepted with an exchange; exactly one is set.
struct Verdict {
    std::optional<Answer> refusal;
    std::unique_ptr<Exchange> exchange;
    SocketLimits socket; ///< for an upgrade
};

/// Judges heads: the pipeline's first part behind the gate. Thread-safe: every worker calls it; must not block.
class Judge
{
public:
    virtual ~Judge() = default;
    [[nodiscard]] virtual Verdict judge(Head &&head) = 0;
    /// The gate refused by itself (bad_http, headers_too_large, request_timeout …): returns the answer's body and audits it.
    [[nodiscard]] virtual Answer refused(const Error &error, const Peer &peer) = 0;
};

} // namespace Cofferdam::Gate
