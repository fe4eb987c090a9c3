// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "service/http/socketbridge.h"

namespace Cofferdam::Http {

namespace {

constexpr int SlowConsumer = 4413;

} // namespace

SocketBridge::SocketBridge(
    std::unique_ptr<QWebSocket> socket, std::unique_ptr<SocketSession> session, const Gate::SocketLimits &limits, QObject *parent)
    : QObject(parent), m_socket(std::move(socket)), m_session(std::move(session)), m_queueBytes(limits.queueBytes)
{
    // Qt's own limits are near 2 GiB. The gate stops a longer message first; these hold should it ever not.
    m_socket->setMaxAllowedIncomingFrameSize(quint64(limits.maxMessageBytes));
    m_socket->setMaxAllowedIncomingMessageSize(quint64(limits.maxMessageBytes));
    connect(m_socket.get(), &QWebSocket::textMessageReceived, this, [this](const QString &text) {
        if (m_session && !m_closing)
            m_session->textReceived(text.toUtf8());
    });
    connect(m_socket.get(), &QWebSocket::binaryMessageReceived, this, [this](const QByteArray &bytes) {
        if (m_session && !m_closing)
            m_session->binaryReceived(bytes);
    });
    connect(m_socket.get(), &QWebSocket::bytesWritten, this, [this] {
        if (m_session && !m_closing)
            m_session->drained();
    });
    connect(m_socket.get(), &QWebSocket::disconnected, this, &SocketBridge::ended);
    m_session->opened(*this);
}

SocketBridge::~SocketBridge()
{
    m_socket->disconnect(this);
    if (m_session)
        m_session->closed();
}

bool SocketBridge::hasRoom(qsizetype bytes)
{
    if (m_closing)
        return false;
    if (bytesToWrite() + bytes <= m_queueBytes)
        return true;
    close(SlowConsumer, "slow_consumer");
    return false;
}

void SocketBridge::sendText(const QByteArray &utf8)
{
    if (hasRoom(utf8.size()))
        m_socket->sendTextMessage(QString::fromUtf8(utf8));
}

void SocketBridge::sendBinary(const QByteArray &bytes)
{
    if (hasRoom(bytes.size()))
        m_socket->sendBinaryMessage(bytes);
}

void SocketBridge::close(int code, const QByteArray &reason)
{
    if (std::exchange(m_closing, true))
        return;
    m_socket->close(QWebSocketProtocol::CloseCode(code), QString::fromUtf8(reason));
}

void SocketBridge::ended()
{
    m_closing = true;
    if (const auto session = std::move(m_session))
        session->closed();
    deleteLater();
}

} // namespace Cofferdam::Http
