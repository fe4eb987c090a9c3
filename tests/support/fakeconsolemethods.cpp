// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/fakeconsole.h"

#include "tests/support/fakedata.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Cofferdam::Testing {

namespace {

/// The canned reader knows one mistake: a line with "files_dowload".
bool hasMistake(const QJsonObject &params)
{
    return params.value("text"_L1).toString().contains("files_dowload"_L1);
}

std::unexpected<Error> refusal(int status, const QByteArray &code, const QString &message, QJsonObject details = {})
{
    details.insert("status"_L1, status);
    return failure(code, message, details);
}

/// The word of a decision:… filter, empty without one: enough for tests of paging.
bool matches(const QJsonObject &record, const QString &filter)
{
    if (filter.startsWith("decision:"_L1))
        return record.value("decision"_L1).toString() == filter.sliced(9);
    return true;
}

} // namespace

void FakeConsole::store(const QString &text, const QString &format, const QString &reason)
{
    m_policyText = text;
    m_policyFormat = format;
    m_history.append({u"entry-%1"_s.arg(m_history.size() + 1), text, format, reason, FakeData::revisionOf(text)});
}

QJsonArray FakeConsole::history() const
{
    QJsonArray heads;
    for (auto it = m_history.crbegin(); it != m_history.crend(); ++it) {
        heads.append(QJsonObject {{u"entry"_s, it->id}, {u"time"_s, u"2026-11-30T08:00:00.000Z"_s}, {u"actor"_s, u"operator:console"_s},
            {u"reason"_s, it->reason}, {u"revision"_s, it->revision}, {u"current"_s, it == m_history.crbegin()}});
    }
    return heads;
}

Result<QJsonValue> FakeConsole::apply(const QJsonObject &params)
{
    if (hasMistake(params))
        return refusal(422, "policy_invalid", u"the policy has 1 error"_s, {{u"errors"_s, FakeData::syntaxErrors()}});
    if (params.value("if_revision"_L1).toString() != revision()) {
        return refusal(412, "precondition_failed", u"another policy is in force"_s,
            {{u"revision"_s, revision()}, {u"text"_s, m_policyText}, {u"actor"_s, u"operator:ctl"_s}});
    }
    store(params.value("text"_L1).toString(), params.value("format"_L1).toString(), params.value("reason"_L1).toString());
    notify(u"policy.changed"_s, {{u"revision"_s, revision()}, {u"actor"_s, u"operator:console"_s}, {u"reason"_s, m_history.last().reason}});
    return QJsonObject {{u"revision"_s, revision()}, {u"entry"_s, m_history.last().id}};
}

Result<QJsonValue> FakeConsole::revert(const QJsonObject &params)
{
    const QString wanted = params.value("entry"_L1).toString();
    const auto found = std::find_if(m_history.cbegin(), m_history.cend(), [&](const Entry &entry) { return entry.id == wanted; });
    if (wanted.isEmpty() ? m_history.size() < 2 : found == m_history.cend())
        return refusal(404, "route_not_found", u"no such entry"_s);
    const Entry target = wanted.isEmpty() ? m_history.at(m_history.size() - 2) : *found;
    store(target.text, target.format, params.value("reason"_L1).toString(u"revert to %1"_s.arg(target.id)));
    notify(u"policy.changed"_s, {{u"revision"_s, revision()}, {u"actor"_s, u"operator:console"_s}, {u"reason"_s, m_history.last().reason}});
    return QJsonObject {{u"revision"_s, revision()}, {u"entry"_s, m_history.last().id}};
}

void FakeConsole::installPolicyMethods()
{
    setHandler(u"policy.get"_s, [this](const QJsonObject &) -> Result<QJsonValue> {
        return QJsonObject {{u"text"_s, m_policyText}, {u"format"_s, m_policyFormat}, {u"source"_s, u"config"_s},
            {u"path"_s, u"/home/user/.config/cofferdam/policy.yaml"_s}, {u"revision"_s, revision()}, {u"preset"_s, u"default"_s},
            {u"editable"_s, true}, {u"stale"_s, false}, {u"effective"_s, FakeData::effective(revision())}, {u"lint"_s, FakeData::lint()},
            {u"history"_s, history()}};
    });
    setHandler(u"policy.validate"_s, [this](const QJsonObject &params) -> Result<QJsonValue> {
        if (hasMistake(params))
            return QJsonObject {{u"ok"_s, false}, {u"errors"_s, FakeData::syntaxErrors()}, {u"lint"_s, QJsonArray {}}};
        const QString text = params.value("text"_L1).toString();
        const QString draft = FakeData::revisionOf(text);
        return QJsonObject {{u"ok"_s, true}, {u"errors"_s, QJsonArray {}}, {u"lint"_s, FakeData::lint()}, {u"revision"_s, draft},
            {u"effective"_s, FakeData::effective(draft)}, {u"difference"_s, text == m_policyText ? QJsonArray {} : FakeData::difference()}};
    });
    setHandler(u"policy.apply"_s, [this](const QJsonObject &params) { return apply(params); });
    setHandler(u"policy.revert"_s, [this](const QJsonObject &params) { return revert(params); });
    setHandler(u"policy.history"_s, [this](const QJsonObject &params) -> Result<QJsonValue> {
        const QString wanted = params.value("entry"_L1).toString();
        if (wanted.isEmpty())
            return QJsonObject {{u"entries"_s, history()}};
        for (const Entry &entry : std::as_const(m_history)) {
            if (entry.id == wanted)
                return QJsonObject {{u"entry"_s, entry.id}, {u"time"_s, u"2026-11-30T08:00:00.000Z"_s}, {u"actor"_s, u"operator:console"_s},
                    {u"reason"_s, entry.reason}, {u"revision"_s, entry.revision}, {u"text"_s, entry.text}, {u"format"_s, entry.format}};
        }
        return refusal(404, "route_not_found", u"no such entry"_s);
    });
    setHandler(u"policy.explain"_s, [](const QJsonObject &params) -> Result<QJsonValue> { return FakeData::explanation(params); });
    setHandler(u"policy.matrix"_s, [](const QJsonObject &) -> Result<QJsonValue> { return FakeData::matrix(); });
    setHandler(u"policy.preset"_s, [](const QJsonObject &params) -> Result<QJsonValue> {
        return QJsonObject {{u"name"_s, params.value("name"_L1)}, {u"text"_s, u"version: 1\n"_s}};
    });
    setHandler(u"catalogue.get"_s, [](const QJsonObject &) -> Result<QJsonValue> { return FakeData::catalogue(); });
}

void FakeConsole::installAuditMethods()
{
    setHandler(u"audit.query"_s, [this](const QJsonObject &params) -> Result<QJsonValue> {
        const QString filter = params.value("filter"_L1).toString();
        const qsizetype limit = params.value("limit"_L1).toInt(200);
        qsizetype at = params.contains("cursor"_L1) ? params.value("cursor"_L1).toString().toLongLong() : m_records.size();
        QJsonArray page;
        while (at > 0 && page.size() < limit) {
            const QJsonObject record = m_records.at(--at).toObject();
            if (matches(record, filter))
                page.prepend(record);
        }
        QJsonObject result {{u"records"_s, page}, {u"truncated"_s, at > 0}};
        if (at > 0)
            result.insert("cursor"_L1, QString::number(at));
        return result;
    });
    setHandler(u"audit.subscribe"_s, [this](const QJsonObject &params) -> Result<QJsonValue> {
        if (!m_caller)
            return refusal(400, "invalid_request", u"subscriptions need the WebSocket"_s);
        const QString id = u"sub-%1"_s.arg(m_nextSubscription++);
        m_subscriptions[m_caller].append(id);
        const qsizetype backlogSize = std::min<qsizetype>(params.value("backlog"_L1).toInt(), m_records.size());
        if (backlogSize > 0) {
            QJsonArray first;
            for (qsizetype i = m_records.size() - backlogSize; i < m_records.size(); ++i)
                first.append(m_records.at(i));
            QMetaObject::invokeMethod(
                this, [this, id, first] { notify(u"audit.event"_s, {{u"subscription"_s, id}, {u"records"_s, first}}); }, Qt::QueuedConnection);
        }
        return QJsonObject {{u"subscription"_s, id}};
    });
    setHandler(u"audit.unsubscribe"_s, [this](const QJsonObject &params) -> Result<QJsonValue> {
        for (QStringList &ids : m_subscriptions)
            ids.removeAll(params.value("subscription"_L1).toString());
        return QJsonObject {};
    });
    setHandler(u"audit.verify"_s, [this](const QJsonObject &) -> Result<QJsonValue> {
        return QJsonObject {{u"ok"_s, true}, {u"files"_s, 1}, {u"records"_s, m_records.size()},
            {u"note"_s, u"a chain shows changes inside the log; it cannot show records cut off its end"_s}};
    });
    setHandler(u"identities.list"_s, [](const QJsonObject &) -> Result<QJsonValue> { return QJsonObject {{u"identities"_s, FakeData::identities()}}; });
    setHandler(u"service.info"_s,
        [this](const QJsonObject &) -> Result<QJsonValue> { return FakeData::serviceInfo(revision(), m_records.size()); });
}

} // namespace Cofferdam::Testing
