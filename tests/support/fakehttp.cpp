// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/fakehttp.h"

#include <QtNetwork/QTcpSocket>

using namespace Qt::StringLiterals;

namespace Cofferdam::Testing {

namespace {

/// The head of a request; the body's length is left in content-length.
FakeHttp::Request parseHead(const QByteArray &head)
{
    FakeHttp::Request request;
    const QList<QByteArray> lines = head.split('\n');
    const QList<QByteArray> start = lines.first().trimmed().split(' ');
    request.method = start.value(0);
    request.target = start.value(1);
    for (const QByteArray &line : lines.sliced(1)) {
        const qsizetype colon = line.indexOf(':');
        if (colon > 0)
            request.headers.insert(line.first(colon).toLower(), line.sliced(colon + 1).trimmed());
    }
    return request;
}

} // namespace

FakeHttp::FakeHttp(Handler handler, QObject *parent) : QObject(parent), m_handler(std::move(handler))
{
    connect(&m_server, &QTcpServer::newConnection, this, [this] {
        while (QTcpSocket *socket = m_server.nextPendingConnection()) {
            connect(socket, &QTcpSocket::readyRead, this, [this, socket] { read(socket); });
            connect(socket, &QTcpSocket::disconnected, socket, &QObject::deleteLater);
        }
    });
    m_server.listen(QHostAddress::LocalHost);
}

QUrl FakeHttp::url() const
{
    return QUrl(u"http://127.0.0.1:%1"_s.arg(m_server.serverPort()));
}

void FakeHttp::read(QTcpSocket *socket)
{
    const QByteArray seen = socket->peek(64 << 20);
    const qsizetype end = seen.indexOf("\r\n\r\n");
    if (end < 0)
        return;
    Request request = parseHead(seen.first(end));
    const qint64 length = request.headers.value("content-length").toLongLong();
    if (seen.size() < end + 4 + length)
        return;
    socket->skip(seen.size());
    request.body = seen.mid(end + 4, length);
    m_requests.append(request);
    const Answer answer = m_handler(request);
    if (answer.silent)
        return;
    QByteArray reply = "HTTP/1.1 " + QByteArray::number(answer.status) + " Answer\r\nContent-Length: " + QByteArray::number(answer.body.size())
        + "\r\nConnection: close\r\n";
    for (const QByteArray &line : answer.headers)
        reply += line + "\r\n";
    reply += "\r\n" + (answer.cutAfter < 0 ? answer.body : answer.body.first(answer.cutAfter));
    socket->write(reply);
    socket->disconnectFromHost();
}

} // namespace Cofferdam::Testing
