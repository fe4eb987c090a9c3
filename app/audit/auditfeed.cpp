// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/audit/auditfeed.h"

#include "app/audit/auditmodel.h"
#include "app/connection/session.h"

using namespace Qt::StringLiterals;

namespace Cofferdam::App {

namespace {
constexpr int resumeLimit = 10'000; // the most the service gives in one answer
}

AuditFeed::AuditFeed(Session &session, AuditModel &model, QObject *parent) : QObject(parent), m_session(session), m_model(model)
{
    connect(&session, &Session::connected, this, [this] { begin(m_loaded && m_model.newestSeq() >= 0); });
    connect(&session, &Session::notificationReceived, this, [this](const QString &method, const QJsonObject &params) {
        if (method == "audit.event"_L1) acceptEvent(params);
    });
    connect(&session, &Session::stateChanged, this, [this] {
        if (m_session.isConnected()) return;
        m_subscription.clear();
        m_loading = m_loadingOlder = false;
        Q_EMIT changed();
    });
    if (session.isConnected()) begin(false);
}

void AuditFeed::setFilter(const QString &filter)
{
    m_filter = filter;
    if (m_session.isConnected()) begin(false);
}

void AuditFeed::begin(bool resume)
{
    ++m_generation;
    if (!m_subscription.isEmpty()) m_session.ask(u"audit.unsubscribe"_s, {{u"subscription"_s, m_subscription}}, this, [](const Result<QJsonValue> &) { });
    m_subscription.clear();
    m_early.clear();
    m_problem.clear();
    m_loading = true;
    m_loadingOlder = false;
    if (!resume) {
        m_loaded = false;
        m_missed = 0;
        m_cursor.clear();
    }
    Q_EMIT changed();
    subscribe(resume);
}

void AuditFeed::subscribe(bool resume)
{
    m_session.ask(u"audit.subscribe"_s, {{u"filter"_s, m_filter}, {u"backlog"_s, 0}}, this,
        [this, resume, generation = m_generation](const Result<QJsonValue> &result) {
            if (generation != m_generation) {
                if (result) // the filter changed meanwhile: nobody reads this subscription
                    m_session.ask(u"audit.unsubscribe"_s, {{u"subscription"_s, result->toObject().value("subscription"_L1)}}, this, [](const Result<QJsonValue> &) { });
                return;
            }
            if (!result) return fail(result.error());
            m_subscription = result->toObject().value("subscription"_L1).toVariant().toString();
            queryNewest(resume);
        });
}

void AuditFeed::queryNewest(bool resume)
{
    QString filter = m_filter;
    if (resume) {
        const QString since = u"seq:>%1"_s.arg(m_model.newestSeq());
        filter = m_filter.trimmed().isEmpty() ? since : u"(%1) %2"_s.arg(m_filter, since);
    }
    m_session.ask(u"audit.query"_s, {{u"filter"_s, filter}, {u"limit"_s, resume ? resumeLimit : firstPage}}, this,
        [this, resume, generation = m_generation](const Result<QJsonValue> &result) {
            if (generation != m_generation) return;
            if (!result) return fail(result.error());
            acceptNewest(result->toObject(), resume);
        });
}

void AuditFeed::acceptNewest(const QJsonObject &answer, bool resume)
{
    const bool more = !answer.value("cursor"_L1).toVariant().toString().isEmpty();
    if (resume && more) return begin(false); // too much happened meanwhile to append it without a hole
    const QList<AuditRow> rows = rowsOf(answer.value("records"_L1).toArray());
    if (resume) {
        m_model.append(rows);
    } else {
        m_cursor = answer.value("cursor"_L1).toVariant().toString();
        m_model.reset(rows);
    }
    const qint64 newest = rows.isEmpty() ? (resume ? m_model.newestSeq() : -1) : rows.last().seq;
    QList<AuditRow> early;
    for (const AuditRow &row : std::as_const(m_early)) {
        if (row.seq > newest) early.append(row);
    }
    m_early.clear();
    m_model.append(early);
    m_loading = false;
    m_loaded = true;
    Q_EMIT changed();
}

void AuditFeed::acceptEvent(const QJsonObject &params)
{
    const QString subscription = params.value("subscription"_L1).toVariant().toString();
    if (m_subscription.isEmpty() ? !m_loading : subscription != m_subscription) return;
    const QList<AuditRow> rows = rowsOf(params.value("records"_L1).toArray());
    const qint64 missed = params.value("missed"_L1).toInteger();
    m_missed += missed;
    if (m_loading) m_early += rows;
    else m_model.append(rows);
    if (missed > 0) Q_EMIT changed();
}

void AuditFeed::loadOlder()
{
    if (m_cursor.isEmpty() || m_loadingOlder || m_loading || m_model.isFull()) return;
    m_loadingOlder = true;
    Q_EMIT changed();
    m_session.ask(u"audit.query"_s, {{u"filter"_s, m_filter}, {u"cursor"_s, m_cursor}, {u"limit"_s, olderPage}}, this,
        [this, generation = m_generation](const Result<QJsonValue> &result) {
            if (generation != m_generation) return;
            m_loadingOlder = false;
            if (!result) return fail(result.error());
            m_cursor = result->toObject().value("cursor"_L1).toVariant().toString();
            m_model.prepend(rowsOf(result->toObject().value("records"_L1).toArray()));
            Q_EMIT changed();
        });
}

void AuditFeed::fail(const Error &error)
{
    m_loading = m_loadingOlder = false;
    m_problem = error.message.isEmpty() ? QString::fromUtf8(error.code) : error.message;
    Q_EMIT changed();
}

QList<AuditRow> AuditFeed::rowsOf(const QJsonArray &records)
{
    QList<AuditRow> rows;
    rows.reserve(records.size());
    for (const QJsonValue &value : records)
        rows.append(AuditRow::fromJson(value.toObject()));
    return rows;
}

} // namespace Cofferdam::App
