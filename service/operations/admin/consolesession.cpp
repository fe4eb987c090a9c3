// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "service/operations/admin/consolesession.h"

#include "common/base/ids.h"
#include "common/protocol/errorcodes.h"
#include "common/protocol/jsonparser.h"

#include <QtCore/QJsonDocument>
#include <QtCore/QPromise>

#include <limits>

using namespace Qt::StringLiterals;

namespace Cofferdam::Admin {

namespace {

constexpr int TickMs = 50;
constexpr qint64 MostQueuedBytes = 4 << 20;
constexpr int MostInFlight = 64;
constexpr qsizetype MostSubscriptions = 16;
constexpr qsizetype MostLinesAMessage = 5'000;

QJsonObject errorObject(const Error &error)
{
    QJsonObject data = error.details;
    data.insert("code"_L1, QString::fromUtf8(error.code));
    return {{"code"_L1, errorCodeInfo(error.code).status}, {"message"_L1, error.message}, {"data"_L1, data}};
}

/// The number of an audit line, which begins with it.
qint64 sequenceOf(const QByteArray &line)
{
    constexpr QByteArrayView start("{\"seq\":");
    const qsizetype end = line.indexOf(',');
    return line.startsWith(start) && end > 0 ? QByteArrayView(line).sliced(start.size(), end - start.size()).toLongLong() : std::numeric_limits<qint64>::max();
}

} // namespace

void LineQueue::add(const QList<QByteArray> &lines)
{
    const std::lock_guard lock(m_mutex);
    for (const QByteArray &line : lines) {
        if (m_lines.size() < MostLines)
            m_lines.append(line);
        else
            ++m_missed;
    }
}

QList<QByteArray> LineQueue::take(qint64 &missed)
{
    const std::lock_guard lock(m_mutex);
    missed = std::exchange(m_missed, 0);
    if (m_lines.size() <= MostLinesAMessage)
        return std::exchange(m_lines, {});
    QList<QByteArray> first = m_lines.first(MostLinesAMessage);
    m_lines.remove(0, MostLinesAMessage);
    return first;
}

ConsoleSession::ConsoleSession(AdminService &service, Caller caller, Correlation correlation, QByteArray peer)
    : m_service(service)
    , m_caller(std::move(caller))
    , m_correlation(std::move(correlation))
    , m_peer(std::move(peer))
{
    m_tick.setInterval(TickMs);
    connect(&m_tick, &QTimer::timeout, this, &ConsoleSession::flush);
    connect(&m_service, &AdminService::notified, this, &ConsoleSession::notify);
}

ConsoleSession::~ConsoleSession() { closed(); }

void ConsoleSession::opened(SocketSink &sink)
{
    m_sink = &sink;
    notify(u"hello"_s, m_service.hello(m_caller));
}

void ConsoleSession::closed()
{
    m_sink = nullptr;
    m_tick.stop();
    for (const Subscription &subscription : std::as_const(m_subscriptions))
        m_service.auditAccess().unsubscribe(subscription.inLog);
    m_subscriptions.clear();
}

void ConsoleSession::binaryReceived(const QByteArray &) { m_sink->close(1003, "text frames only"); }

void ConsoleSession::textReceived(const QByteArray &utf8)
{
    const auto parsed = parseJson(utf8, ParseLimits {.maxBytes = 8 << 20, .maxDepth = 32, .maxNodes = 100'000});
    if (!parsed || !parsed->isMap()) {
        answer(QJsonValue::Null, failure("invalid_json", parsed ? u"expected an object"_s : parsed.error().message));
        return;
    }
    const QJsonObject message = parsed->toJson().toObject();
    const QJsonValue id = message.value("id"_L1);
    const QString method = message.value("method"_L1).toString();
    const QJsonValue params = message.value("params"_L1);
    if (message.value("jsonrpc"_L1) != "2.0"_L1 || method.isEmpty() || (!id.isString() && !id.isDouble()) || (!params.isUndefined() && !params.isObject())) {
        answer(id.isUndefined() ? QJsonValue::Null : id, failure("invalid_request", u"expected a JSON-RPC 2.0 request with an id and an object of params"_s));
        return;
    }
    if (method == "audit.subscribe"_L1)
        return subscribe(id, params.toObject());
    if (method == "audit.unsubscribe"_L1)
        return unsubscribe(id, params.toObject());
    if (m_inFlight >= MostInFlight) {
        answer(id, failure("concurrency_limited", u"too many requests of this console are unanswered"_s, {{"retry_after"_L1, 1}}));
        return;
    }
    ++m_inFlight;
    Correlation correlation = m_correlation;
    correlation.requestId = newId();
    m_service.call({method.toUtf8(), params.toObject(), m_caller, correlation, m_peer}).then(this, [this, id](const Result<QJsonValue> &result) {
        --m_inFlight;
        answer(id, result);
    });
}

void ConsoleSession::subscribe(const QJsonValue &id, const QJsonObject &params)
{
    if (m_subscriptions.size() >= MostSubscriptions)
        return answer(id, failure("resource_exhausted", u"too many subscriptions on this console"_s));
    for (const QString &key : params.keys()) {
        if (key != "filter"_L1 && key != "backlog"_L1)
            return answer(id, failure("invalid_request", "audit.subscribe knows no \""_L1 + key + '"'_L1));
    }
    const QByteArray filter = params.value("filter"_L1).toString().toUtf8();
    const qint64 backlog = std::min<qint64>(params.value("backlog"_L1).toInteger(0), 10'000);
    auto queue = std::make_shared<LineQueue>();
    auto inLog = m_service.auditAccess().subscribe(filter, [queue](const QList<QByteArray> &lines) { queue->add(lines); });
    if (!inLog)
        return answer(id, failure(inLog.error()));
    const qint64 number = m_nextSubscription++;
    m_subscriptions.insert(number, {*inLog, queue});
    answer(id, QJsonValue(QJsonObject {{"subscription"_L1, number}, {"backlog"_L1, backlog}}));
    if (backlog <= 0) {
        m_tick.start();
        return;
    }
    // The tick starts when the past has been sent, so that it comes first; lines that both hold are sent once.
    auto promise = std::make_shared<QPromise<Result<AuditAccess::Page>>>();
    promise->start();
    promise->future().then(this, [this, number](const Result<AuditAccess::Page> &page) {
        if (page && !page->lines.isEmpty() && m_sink && m_subscriptions.contains(number))
            m_sink->sendText("{\"jsonrpc\":\"2.0\",\"method\":\"audit.event\",\"params\":{\"subscription\":" + QByteArray::number(number) + ",\"records\":["
                + page->lines.join(',') + "]}}");
        if (const auto found = m_subscriptions.find(number); found != m_subscriptions.end() && page && !page->lines.isEmpty())
            found->sentThrough = sequenceOf(page->lines.last());
        m_tick.start();
    });
    m_service.pool().start([&access = m_service.auditAccess(), promise, filter, backlog] {
        promise->addResult(access.query(filter, {}, int(backlog)));
        promise->finish();
    });
}

void ConsoleSession::unsubscribe(const QJsonValue &id, const QJsonObject &params)
{
    const auto found = m_subscriptions.find(params.value("subscription"_L1).toInteger(-1));
    if (found == m_subscriptions.end())
        return answer(id, failure("invalid_request", u"there is no such subscription"_s));
    m_service.auditAccess().unsubscribe(found->inLog);
    m_subscriptions.erase(found);
    answer(id, QJsonValue(QJsonObject {}));
}

void ConsoleSession::flush()
{
    for (auto it = m_subscriptions.cbegin(); it != m_subscriptions.cend(); ++it) {
        if (!m_sink || m_sink->bytesToWrite() > MostQueuedBytes)
            return;
        qint64 missed = 0;
        QList<QByteArray> lines = it->queue->take(missed);
        lines.removeIf([&](const QByteArray &line) { return sequenceOf(line) <= it->sentThrough; });
        if (lines.isEmpty() && missed == 0)
            continue;
        m_sink->sendText("{\"jsonrpc\":\"2.0\",\"method\":\"audit.event\",\"params\":{\"subscription\":" + QByteArray::number(it.key())
            + (missed > 0 ? ",\"missed\":" + QByteArray::number(missed) : QByteArray()) + ",\"records\":[" + lines.join(',') + "]}}");
    }
}

void ConsoleSession::answer(const QJsonValue &id, const Result<QJsonValue> &result)
{
    QJsonObject message {{"jsonrpc"_L1, "2.0"_L1}, {"id"_L1, id}};
    if (result)
        message.insert("result"_L1, *result);
    else
        message.insert("error"_L1, errorObject(result.error()));
    send(message);
}

void ConsoleSession::notify(const QString &method, const QJsonObject &params)
{
    send({{"jsonrpc"_L1, "2.0"_L1}, {"method"_L1, method}, {"params"_L1, params}});
}

void ConsoleSession::send(const QJsonObject &message)
{
    if (m_sink)
        m_sink->sendText(QJsonDocument(message).toJson(QJsonDocument::Compact));
}

} // namespace Cofferdam::Admin
