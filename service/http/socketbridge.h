// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "service/gate/head.h"
#include "service/operation/reply.h"

#include <QtCore/QObject>
#include <QtWebSockets/QWebSocket>

#include <memory>

namespace Cofferdam::Http {

/// Joins one QWebSocket and the session behind it. Never queues more than the limit: a message past it closes with 4413. Deletes
/// itself after the socket is gone; lives on its worker's thread.
class SocketBridge final : public QObject, public SocketSink
{
public:
    SocketBridge(std::unique_ptr<QWebSocket> socket, std::unique_ptr<SocketSession> session, const Gate::SocketLimits &limits, QObject *parent);
    ~SocketBridge() override;

    void sendText(const QByteArray &utf8) override;
    void sendBinary(const QByteArray &bytes) override;
    void close(int code, const QByteArray &reason) override;
    [[nodiscard]] qint64 bytesToWrite() const override { return m_socket->bytesToWrite(); }

private:
    [[nodiscard]] bool hasRoom(qsizetype bytes);
    void ended();

    const std::unique_ptr<QWebSocket> m_socket;
    std::unique_ptr<SocketSession> m_session;
    const qint64 m_queueBytes;
    bool m_closing = false;
};

} // namespace Cofferdam::Http
