// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/fakeconsole.h"

#include "tests/support/fakedata.h"

#include <QtCore/QJsonDocument>
#include <QtCore/QPointer>
#include <QtNetwork/QTcpSocket>
#include <QtWebSockets/QWebSocket>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Cofferdam::Testing {

namespace {

constexpr int backlog = 300;

QByteArray compact(const QJsonObject &object)
{
    return QJsonDocument(object).toJson(QJsonDocument::Compact);
}

int statusOf(const Error &error)
{
    return error.details.value("status"_L1).toInt(400);
}

/// {code, message, data} of JSON-RPC; the status rides in details.status.
QJsonObject rpcError(const Error &error)
{
    QJsonObject data = error.details;
    data.remove("status"_L1);
    data.insert("code"_L1, QString::fromUtf8(error.code));
    return {{u"code"_s, statusOf(error)}, {u"message"_s, error.message}, {u"data"_s, data}};
}

bool authorised(const QByteArray &head)
{
    const qsizetype field = head.toLower().indexOf("\r\nauthorization: bearer ");
    return field >= 0 && head.sliced(field + 24).startsWith(FakeConsole::token() + "\r\n");
}

void reply(QTcpSocket *socket, int status, const QByteArray &body)
{
    socket->write("HTTP/1.1 " + QByteArray::number(status) + " Answer\r\nContent-Type: application/json\r\nContent-Length: "
        + QByteArray::number(body.size()) + "\r\nConnection: close\r\n\r\n" + body);
    socket->disconnectFromHost();
}

} // namespace

FakeConsole::FakeConsole(QObject *parent)
    : QObject(parent), m_upgrader(u"fake"_s, QWebSocketServer::NonSecureMode), m_policyText(FakeData::policyText()),
      m_records(FakeData::records(1, backlog))
{
    store(m_policyText, m_policyFormat, u"first policy"_s);
    installPolicyMethods();
    installAuditMethods();
    connect(&m_listener, &QTcpServer::newConnection, this, &FakeConsole::accept);
    connect(&m_upgrader, &QWebSocketServer::newConnection, this, &FakeConsole::welcome);
}

FakeConsole::~FakeConsole()
{
    for (QWebSocket *client : std::as_const(m_clients))
        client->disconnect(this);
}

bool FakeConsole::listen()
{
    const bool ok = m_listener.listen(QHostAddress::LocalHost, m_port);
    m_port = m_listener.serverPort();
    return ok;
}

void FakeConsole::stop()
{
    m_listener.close();
    dropConnections();
}

void FakeConsole::dropConnections()
{
    const QList<QWebSocket *> clients = std::exchange(m_clients, {});
    m_subscriptions.clear();
    for (QWebSocket *client : clients) {
        client->disconnect(this);
        client->abort();
        client->deleteLater();
    }
}

QUrl FakeConsole::url() const
{
    return QUrl(u"http://127.0.0.1:%1"_s.arg(m_port));
}

QByteArray FakeConsole::token()
{
    return "fake-operator-token-0123456789abcdef";
}

QString FakeConsole::revision() const
{
    return FakeData::revisionOf(m_policyText);
}

void FakeConsole::setHandler(const QString &method, Handler handler)
{
    m_handlers.insert(method, std::move(handler));
}

void FakeConsole::setSilent(const QString &method)
{
    m_handlers.insert(method, [](const QJsonObject &) -> Result<QJsonValue> { return failure("silent", {}); });
}

void FakeConsole::accept()
{
    while (QTcpSocket *socket = m_listener.nextPendingConnection()) {
        connect(socket, &QTcpSocket::readyRead, this, [this, socket] { readHead(socket); });
        connect(socket, &QTcpSocket::disconnected, socket, &QObject::deleteLater);
    }
}

/// The bytes are only peeked at, so that QWebSocketServer still finds an upgrade whole.
void FakeConsole::readHead(QTcpSocket *socket)
{
    const QByteArray seen = socket->peek(1 << 20);
    const qsizetype end = seen.indexOf("\r\n\r\n");
    if (end < 0)
        return;
    const QByteArray head = seen.first(end + 4);
    if (!authorised(head)) {
        reply(socket, 401, compact({{u"error"_s, u"the token is not known"_s}, {u"code"_s, u"auth_invalid"_s}}));
        return;
    }
    if (head.startsWith("GET /console ")) {
        socket->disconnect(this);
        socket->disconnect(SIGNAL(disconnected()), socket, SLOT(deleteLater()));
        m_upgrader.handleConnection(socket);
        return;
    }
    const qsizetype field = head.toLower().indexOf("\r\ncontent-length:");
    const qsizetype length = field < 0 ? 0 : head.mid(field + 17, head.indexOf('\r', field + 2) - field - 17).trimmed().toLongLong();
    if (seen.size() >= end + 4 + length)
        answerHttp(socket, head, seen.mid(end + 4, length));
}

void FakeConsole::answerHttp(QTcpSocket *socket, const QByteArray &head, const QByteArray &body)
{
    socket->disconnect(this);
    const QByteArray target = head.mid(head.indexOf(' ') + 1, head.indexOf(" HTTP/") - head.indexOf(' ') - 1);
    const QString method = QString::fromUtf8(target.mid(7)).replace(u'/', u'.');
    const Result<QJsonValue> result = dispatch(method, QJsonDocument::fromJson(body).object());
    if (result) {
        reply(socket, 200, compact(result->toObject()));
        return;
    }
    QJsonObject object = rpcError(result.error()).value("data"_L1).toObject();
    object.insert("error"_L1, result.error().message);
    reply(socket, statusOf(result.error()), compact(object));
}

void FakeConsole::welcome()
{
    QWebSocket *client = m_upgrader.nextPendingConnection();
    client->setParent(this);
    m_clients.append(client);
    connect(client, &QWebSocket::textMessageReceived, this, [this, client](const QString &text) { receive(client, text); });
    connect(client, &QWebSocket::disconnected, this, [this, client] {
        m_clients.removeAll(client);
        m_subscriptions.remove(client);
        client->deleteLater();
    });
    const QJsonObject hello {{u"service_version"_s, u"0.1.0"_s}, {u"protocol"_s, m_protocol}, {u"revision"_s, revision()},
        {u"role"_s, m_role}, {u"started"_s, u"2026-11-30T08:00:00.000Z"_s}};
    client->sendTextMessage(QString::fromUtf8(compact({{u"jsonrpc"_s, u"2.0"_s}, {u"method"_s, u"hello"_s}, {u"params"_s, hello}})));
    Q_EMIT clientConnected();
}

void FakeConsole::receive(QWebSocket *socket, const QString &text)
{
    const QJsonObject message = QJsonDocument::fromJson(text.toUtf8()).object();
    m_caller = socket;
    const QPointer<QWebSocket> guard(socket);
    const Result<QJsonValue> result = dispatch(message.value("method"_L1).toString(), message.value("params"_L1).toObject());
    m_caller = nullptr;
    if (!guard || (!result && result.error().code == "silent"))
        return;
    QJsonObject answer {{u"jsonrpc"_s, u"2.0"_s}, {u"id"_s, message.value("id"_L1)}};
    if (result)
        answer.insert("result"_L1, *result);
    else
        answer.insert("error"_L1, rpcError(result.error()));
    guard->sendTextMessage(QString::fromUtf8(compact(answer)));
}

Result<QJsonValue> FakeConsole::dispatch(const QString &method, const QJsonObject &params)
{
    m_calls.append({method, params});
    Q_EMIT called(method, params);
    const auto found = m_handlers.constFind(method);
    if (found == m_handlers.cend())
        return failure("route_not_found", u"no method %1"_s.arg(method), {{u"status"_s, 404}});
    return (*found)(params);
}

void FakeConsole::notify(const QString &method, const QJsonObject &params)
{
    const QString text = QString::fromUtf8(compact({{u"jsonrpc"_s, u"2.0"_s}, {u"method"_s, method}, {u"params"_s, params}}));
    for (QWebSocket *client : std::as_const(m_clients))
        client->sendTextMessage(text);
}

void FakeConsole::addRecords(const QJsonArray &records)
{
    for (const QJsonValue &record : records)
        m_records.append(record);
    for (auto it = m_subscriptions.cbegin(); it != m_subscriptions.cend(); ++it) {
        for (const QString &id : it.value()) {
            const QJsonObject params {{u"subscription"_s, id}, {u"records"_s, records}};
            it.key()->sendTextMessage(
                QString::fromUtf8(compact({{u"jsonrpc"_s, u"2.0"_s}, {u"method"_s, u"audit.event"_s}, {u"params"_s, params}})));
        }
    }
}

} // namespace Cofferdam::Testing
