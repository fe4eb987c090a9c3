// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/policyeditor/fakesession.h"

#include "common/base/ids.h"
#include "common/policy/engine.h"

using namespace Qt::StringLiterals;

namespace Cofferdam::Testing {

namespace {

std::shared_ptr<const Policy::CompiledPolicy> compiled(const QByteArray &text)
{
    const Policy::LoadResult loaded = Policy::loadDocument(text, Policy::Format::Yaml, "/etc/policy.yaml");
    if (!loaded.ok())
        return nullptr;
    Policy::CompileInputs inputs;
    inputs.baseDir = "/home/user";
    const auto policy = Policy::CompiledPolicy::compile(*loaded.document, inputs);
    return policy ? *policy : nullptr;
}

} // namespace

FakeSession::FakeSession(const QByteArray &text, QObject *parent)
    : Session({}, parent)
    , m_history { { text, u"operator"_s, u"first"_s } }
{
    setHandler(u"policy.get"_s, [this](const QJsonObject &) -> Result<QJsonValue> { return policyObject(); });
    setHandler(u"policy.validate"_s, [this](const QJsonObject &params) { return validate(params); });
    setHandler(u"policy.apply"_s, [this](const QJsonObject &params) { return apply(params); });
    setHandler(u"policy.revert"_s, [this](const QJsonObject &params) { return revert(params); });
    setHandler(u"policy.history"_s, [this](const QJsonObject &params) { return history(params); });
}

QFuture<Result<QJsonValue>> FakeSession::call(const QString &method, const QJsonObject &params)
{
    if (!isConnected())
        return QtFuture::makeReadyValueFuture(Result<QJsonValue>(failure("no_service", u"not connected"_s)));
    m_asked.append(method);
    m_lastParams = params;
    const auto handler = m_handlers.constFind(method);
    return QtFuture::makeReadyValueFuture(handler == m_handlers.constEnd() ? Result<QJsonValue>(QJsonObject()) : (*handler)(params));
}

void FakeSession::connectNow(const QString &role) { acceptHello({ { u"protocol"_s, 1 }, { u"role"_s, role } }); }

QString FakeSession::revisionOf(const QByteArray &text) { return QString::fromLatin1(sha256Hex(text)); }

QJsonObject FakeSession::policyObject() const
{
    const QByteArray text = runningText();
    return { { u"text"_s, QString::fromUtf8(text) }, { u"format"_s, u"yaml"_s }, { u"source"_s, u"config"_s }, { u"path"_s, u"/etc/policy.yaml"_s },
        { u"revision"_s, revisionOf(text) }, { u"preset"_s, u"default"_s }, { u"editable"_s, m_editable },
        { u"not_editable_reason"_s, m_notEditableReason }, { u"stale"_s, false }, { u"effective"_s, QJsonObject { { u"base_dir"_s, u"/home/user"_s } } } };
}

Result<QJsonValue> FakeSession::validate(const QJsonObject &params) const
{
    const auto before = compiled(runningText());
    const auto after = compiled(params["text"_L1].toString().toUtf8());
    if (!after)
        return QJsonObject { { u"ok"_s, false }, { u"errors"_s, QJsonArray { QJsonObject { { u"message"_s, u"not a policy"_s }, { u"line"_s, 1 } } } } };
    QJsonArray difference;
    for (const Policy::Difference &entry : Policy::difference(*before, *after))
        difference.append(entry.toJson());
    return QJsonObject { { u"ok"_s, true }, { u"errors"_s, QJsonArray() }, { u"difference"_s, difference }, { u"revision"_s, u"abc"_s } };
}

QJsonObject FakeSession::store(const QByteArray &text, const QString &actor, const QString &reason)
{
    m_history.append({ text, actor, reason });
    return { { u"revision"_s, revisionOf(text) }, { u"entry"_s, u"e%1"_s.arg(m_history.size()) } };
}

Result<QJsonValue> FakeSession::apply(const QJsonObject &params)
{
    if (params["if_revision"_L1].toString() != revisionOf(runningText()))
        return failure("precondition_failed", u"another policy is in force"_s, { { u"actor"_s, m_history.constLast().actor } });
    const QJsonObject result = store(params["text"_L1].toString().toUtf8(), u"operator"_s, params["reason"_L1].toString());
    acceptNotification(u"policy.changed"_s, { { u"revision"_s, result["revision"_L1] }, { u"actor"_s, u"operator"_s } });
    return result;
}

Result<QJsonValue> FakeSession::revert(const QJsonObject &params)
{
    const QString wanted = params["entry"_L1].toString();
    const qsizetype index = wanted.isEmpty() ? m_history.size() - 2 : wanted.sliced(1).toInt() - 1;
    if (index < 0 || index >= m_history.size())
        return failure("not_found", u"no such entry"_s);
    const QJsonObject result = store(QByteArray(m_history[index].text), u"operator"_s, params["reason"_L1].toString());
    acceptNotification(u"policy.changed"_s, { { u"revision"_s, result["revision"_L1] }, { u"actor"_s, u"operator"_s } });
    return result;
}

Result<QJsonValue> FakeSession::history(const QJsonObject &params) const
{
    QJsonArray heads;
    for (qsizetype i = m_history.size() - 1; i >= 0; --i) {
        QJsonObject head { { u"entry"_s, u"e%1"_s.arg(i + 1) }, { u"time"_s, u"2026-11-30T08:%1:00.000Z"_s.arg(i + 10) },
            { u"actor"_s, m_history[i].actor }, { u"reason"_s, m_history[i].reason }, { u"revision"_s, revisionOf(m_history[i].text) },
            { u"current"_s, i == m_history.size() - 1 } };
        if (params["entry"_L1] == head["entry"_L1]) {
            head.insert("text"_L1, QString::fromUtf8(m_history[i].text));
            return head;
        }
        heads.append(head);
    }
    return QJsonObject { { u"entries"_s, heads } };
}

void FakeSession::changeFromOutside(const QByteArray &text, const QString &actor)
{
    const QJsonObject result = store(text, actor, u"from elsewhere"_s);
    acceptNotification(u"policy.changed"_s, { { u"revision"_s, result["revision"_L1] }, { u"actor"_s, actor } });
}

} // namespace Cofferdam::Testing
