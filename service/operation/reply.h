// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/base/result.h"
#include "common/base/uniquefd.h"
#include "service/gate/head.h"

#include <QtCore/QFuture>
#include <QtCore/QJsonObject>

#include <memory>
#include <variant>

namespace Cofferdam {

/// What a WebSocket session may do to its socket. Lives on the connection's worker thread, as does everything that uses it.
class SocketSink
{
public:
    virtual ~SocketSink() = default;
    virtual void sendText(const QByteArray &utf8) = 0;
    virtual void sendBinary(const QByteArray &bytes) = 0;
    virtual void close(int code, const QByteArray &reason) = 0;
    [[nodiscard]] virtual qint64 bytesToWrite() const = 0;
};

/// One WebSocket conversation, made by an operation. Owned by the server; destroyed after closed().
class SocketSession
{
public:
    virtual ~SocketSession() = default;
    /// The socket is open: sink stays valid until closed().
    virtual void opened(SocketSink &sink) = 0;
    virtual void textReceived(const QByteArray &utf8) = 0;
    virtual void binaryReceived(const QByteArray &bytes) = 0;
    /// What was queued has partly gone out: bytesToWrite() is lower.
    virtual void drained() { }
    virtual void closed() = 0;
};

/// What an operation answers. Exactly one of body, file, socket and error is the content. Move-only.
struct Reply {
    int status = 200;
    QList<Gate::HeaderField> headers;
    QByteArray contentType = "application/json";
    QByteArray body;
    UniqueFd file; ///< sent with sendfile from fileOffset, fileLength bytes
    qint64 fileOffset = 0;
    qint64 fileLength = 0;
    std::unique_ptr<SocketSession> socket; ///< for an upgrade
    std::optional<Error> error; ///< mapped to status and body in one place

    [[nodiscard]] static Reply json(const QJsonObject &object, int status = 200);
    [[nodiscard]] static Reply jsonText(QByteArray utf8, int status = 200);
    [[nodiscard]] static Reply noContent();
    [[nodiscard]] static Reply failed(Error error);
};

/// An operation answers at once or later.
using Outcome = std::variant<Reply, QFuture<Reply>>;

} // namespace Cofferdam
