// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/client/consoleclient.h"

#include "common/client/httptransport.h"

#include <QtCore/QDeadlineTimer>
#include <QtCore/QHash>
#include <QtCore/QJsonDocument>
#include <QtCore/QPromise>
#include <QtCore/QTimer>
#include <QtNetwork/QNetworkProxy>
#include <QtNetwork/QNetworkRequest>
#include <QtWebSockets/QWebSocket>

#include <algorithm>
#include <chrono>
#include <utility>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace Cofferdam::Client {

namespace {

constexpr int knownProtocol = 1;
constexpr auto firstPause = 500ms;
constexpr auto longestPause = 8000ms;
constexpr auto handshakeLimit = 10s; ///< connecting and hello together
constexpr auto pingPeriod = 15s; ///< a peer silent for two of them is gone
constexpr quint64 messageCap = 64u << 20;

using Reply = Result<QJsonValue>;

Error rpcError(const QJsonObject &error)
{
    QJsonObject data = error.value("data"_L1).toObject();
    const QByteArray code = data.take("code"_L1).toString(u"internal_error"_s).toUtf8();
    data.insert("status"_L1, error.value("code"_L1));
    return {code, error.value("message"_L1).toString(), data, {}};
}

struct Pending {
    std::shared_ptr<QPromise<Reply>> promise;
    QDeadlineTimer deadline;
};

void answer(const Pending &pending, Reply reply)
{
    pending.promise->addResult(std::move(reply));
    pending.promise->finish();
}

} // namespace

struct ConsoleClient::Private {
    explicit Private(ConsoleClient *owner);

    void connectNow();
    void lost(const QString &why);
    void refuse(const QString &why);
    void probe();
    void enter(State next, const QString &text);
    void receive(const QString &text);
    void takeHello(const QJsonObject &hello);
    void takeReply(const QJsonObject &message);
    void failPending(const Error &error);
    void sweep();
    void beat();

    ConsoleClient *q;
    QWebSocket socket;
    std::unique_ptr<HttpTransport> transport;
    QTimer retry, handshake, sweeper, pinger;
    QUrl url;
    QByteArray token;
    QHash<int, Pending> pending;
    QJsonObject hello;
    QString text;
    State state = State::Idle;
    std::chrono::milliseconds pause = firstPause;
    std::chrono::milliseconds callLimit = 30s;
    int nextId = 1;
    int silentBeats = 0;
    quint64 attempt = 0; ///< a late answer of an earlier attempt is recognised by it
    quint64 probedAttempt = 0;
};

ConsoleClient::Private::Private(ConsoleClient *owner) : q(owner)
{
    socket.setProxy(QNetworkProxy::NoProxy);
    socket.setMaxAllowedIncomingMessageSize(messageCap);
    socket.setMaxAllowedIncomingFrameSize(messageCap);
    retry.setSingleShot(true);
    handshake.setSingleShot(true);
    sweeper.setInterval(100ms);
    pinger.setInterval(pingPeriod);
    connect(&retry, &QTimer::timeout, q, [this] { connectNow(); });
    connect(&handshake, &QTimer::timeout, q, [this] { lost(u"the service did not greet in time"_s); });
    connect(&sweeper, &QTimer::timeout, q, [this] { sweep(); });
    connect(&pinger, &QTimer::timeout, q, [this] { beat(); });
    connect(&socket, &QWebSocket::textMessageReceived, q, [this](const QString &message) { receive(message); });
    connect(&socket, &QWebSocket::pong, q, [this] { silentBeats = 0; });
    connect(&socket, &QWebSocket::disconnected, q, [this] {
        if (state == State::Connected)
            lost(u"the service closed the connection"_s);
    });
    connect(&socket, &QWebSocket::errorOccurred, q, [this] {
        if (state == State::Connected)
            lost(socket.errorString());
        else if (state == State::Connecting)
            probe();
    });
}

void ConsoleClient::Private::enter(State next, const QString &why)
{
    state = next;
    text = why;
    Q_EMIT q->stateChanged();
}

void ConsoleClient::Private::connectNow()
{
    ++attempt;
    retry.stop();
    socket.abort();
    QUrl target = url;
    target.setScheme(u"ws"_s);
    target.setPath(u"/console"_s);
    QNetworkRequest request(target);
    request.setRawHeader("Authorization", "Bearer " + token);
    handshake.start(handshakeLimit);
    enter(State::Connecting, u"connecting to %1"_s.arg(url.authority()));
    socket.open(request);
}

void ConsoleClient::Private::lost(const QString &why)
{
    handshake.stop();
    pinger.stop();
    retry.start(pause);
    pause = std::min<std::chrono::milliseconds>(pause * 2, longestPause);
    enter(State::Waiting, why);
    socket.abort();
    failPending({"no_service", why, {}, {}});
}

void ConsoleClient::Private::refuse(const QString &why)
{
    handshake.stop();
    pinger.stop();
    enter(State::Refused, why);
    socket.abort();
    failPending({"no_service", why, {}, {}});
}

/// QWebSocket does not tell the status of a refused upgrade (it calls it "connection refused"), so a plain call with the same
/// credential asks for the reason.
void ConsoleClient::Private::probe()
{
    if (std::exchange(probedAttempt, attempt) == attempt)
        return;
    transport = std::make_unique<HttpTransport>(url, token);
    HttpRequest request {.verb = "POST", .path = "/admin/service/info", .query = {}, .headers = {}, .contentType = "application/json", .body = "{}",
        .source = nullptr, .sink = {}, .progress = {}, .silenceMs = 5000};
    transport->send(std::move(request)).then(q, [this, asked = attempt](const Result<HttpAnswer> &reply) {
        if (asked != attempt || state != State::Connecting)
            return;
        const int status = reply ? 200 : reply.error().details.value("status"_L1).toInt();
        if (status == 401 || status == 403)
            refuse(u"the service refused this credential: %1"_s.arg(reply.error().message));
        else
            lost(reply ? u"the service did not open the operator's channel"_s : reply.error().message);
    });
}

void ConsoleClient::Private::receive(const QString &message)
{
    silentBeats = 0;
    const QJsonObject object = QJsonDocument::fromJson(message.toUtf8()).object();
    if (object.contains("id"_L1)) {
        takeReply(object);
        return;
    }
    const QString method = object.value("method"_L1).toString();
    const QJsonObject params = object.value("params"_L1).toObject();
    if (method == "hello"_L1)
        takeHello(params);
    else if (!method.isEmpty() && state == State::Connected)
        Q_EMIT q->notificationReceived(method, params);
}

void ConsoleClient::Private::takeHello(const QJsonObject &greeting)
{
    const QJsonValue protocol = greeting.value("protocol"_L1);
    if (protocol.toInt() != knownProtocol) {
        refuse(u"this service speaks protocol %1 of the operator's channel, this program knows %2; update the older of the two"_s
                   .arg(protocol.isDouble() ? QString::number(protocol.toInt()) : u"?"_s)
                   .arg(knownProtocol));
        return;
    }
    handshake.stop();
    pause = firstPause;
    silentBeats = 0;
    pinger.start();
    hello = greeting;
    enter(State::Connected, u"connected to %1"_s.arg(url.authority()));
    Q_EMIT q->helloReceived(hello);
}

void ConsoleClient::Private::takeReply(const QJsonObject &message)
{
    const auto found = pending.constFind(message.value("id"_L1).toInt());
    if (found == pending.cend())
        return;
    const Pending call = *found;
    pending.erase(found);
    const QJsonValue error = message.value("error"_L1);
    if (error.isObject())
        answer(call, failure(rpcError(error.toObject())));
    else
        answer(call, message.value("result"_L1));
}

void ConsoleClient::Private::failPending(const Error &error)
{
    const QHash<int, Pending> open = std::exchange(pending, {});
    sweeper.stop();
    for (const Pending &call : open)
        answer(call, failure(error));
}

void ConsoleClient::Private::sweep()
{
    QList<Pending> late;
    for (auto it = pending.begin(); it != pending.end();) {
        if (it->deadline.hasExpired()) {
            late.append(*it);
            it = pending.erase(it);
        } else {
            ++it;
        }
    }
    if (pending.isEmpty())
        sweeper.stop();
    for (const Pending &call : std::as_const(late))
        answer(call, failure("time_out", u"the service did not answer in time"_s));
}

void ConsoleClient::Private::beat()
{
    if (++silentBeats > 2)
        lost(u"the service fell silent"_s);
    else
        socket.ping();
}

ConsoleClient::ConsoleClient(QObject *parent) : QObject(parent), d(std::make_unique<Private>(this)) { }

ConsoleClient::~ConsoleClient()
{
    d->socket.disconnect(this);
    d->failPending({"cancelled", u"the client was closed"_s, {}, {}});
}

void ConsoleClient::open(const QUrl &httpUrl, const QByteArray &operatorToken)
{
    d->url = httpUrl;
    d->token = operatorToken;
    d->pause = firstPause;
    d->connectNow();
}

void ConsoleClient::close()
{
    ++d->attempt;
    d->retry.stop();
    d->handshake.stop();
    d->pinger.stop();
    d->enter(State::Idle, {});
    d->socket.abort();
    d->failPending({"no_service", u"the connection was closed"_s, {}, {}});
}

ConsoleClient::State ConsoleClient::state() const
{
    return d->state;
}

QString ConsoleClient::stateText() const
{
    return d->text;
}

QJsonObject ConsoleClient::hello() const
{
    return d->hello;
}

void ConsoleClient::setCallLimit(std::chrono::milliseconds limit)
{
    d->callLimit = limit;
}

QFuture<Result<QJsonValue>> ConsoleClient::call(const QString &method, const QJsonObject &params)
{
    Pending call {std::make_shared<QPromise<Reply>>(), QDeadlineTimer(d->callLimit)};
    call.promise->start();
    QFuture<Reply> future = call.promise->future();
    if (d->state != State::Connected) {
        answer(call, failure("no_service", u"not connected to a service"_s));
        return future;
    }
    const int id = d->nextId++;
    const QJsonObject message {{u"jsonrpc"_s, u"2.0"_s}, {u"id"_s, id}, {u"method"_s, method}, {u"params"_s, params}};
    d->pending.insert(id, std::move(call));
    d->socket.sendTextMessage(QString::fromUtf8(QJsonDocument(message).toJson(QJsonDocument::Compact)));
    if (!d->sweeper.isActive())
        d->sweeper.start();
    return future;
}

} // namespace Cofferdam::Client
