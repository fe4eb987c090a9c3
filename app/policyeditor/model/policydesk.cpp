// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/policyeditor/model/policydesk.h"

#include <chrono>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace Cofferdam::PolicyEditor {

namespace {

/// A text widget knows only line feeds; comparing must not trip over that.
QString withLineFeeds(QString text) { return text.replace("\r\n"_L1, "\n"_L1).replace(u'\r', u'\n'); }

QString formatName(Policy::Format format) { return format == Policy::Format::Json ? u"json"_s : u"yaml"_s; }

RunningPolicy runningFromJson(const QJsonObject &object)
{
    RunningPolicy running;
    running.text = withLineFeeds(object["text"_L1].toString());
    running.format = object["format"_L1].toString() == "json"_L1 ? Policy::Format::Json : Policy::Format::Yaml;
    running.revision = object["revision"_L1].toString().toLatin1();
    running.source = object["source"_L1].toString().toLatin1();
    running.path = object["path"_L1].toString().toUtf8();
    running.preset = object["preset"_L1].toString().toUtf8();
    running.baseDir = object["effective"_L1]["base_dir"_L1].toString().toUtf8();
    running.editable = object["editable"_L1].toBool();
    running.notEditableReason = object["not_editable_reason"_L1].toString();
    running.stale = object["stale"_L1].toBool();
    running.staleReason = object["stale_reason"_L1].toString();
    running.loaded = !object.isEmpty();
    return running;
}

} // namespace

PolicyDesk::PolicyDesk(App::Session &session, DraftStore store, QObject *parent)
    : QObject(parent)
    , m_session(session)
    , m_store(std::move(store))
{
    m_saveDelay.setSingleShot(true);
    m_saveDelay.setInterval(400ms);
    connect(&m_saveDelay, &QTimer::timeout, this, &PolicyDesk::saveDraft);
    connect(&session, &App::Session::policyChanged, this, &PolicyDesk::takeRunning);
    connect(&session, &App::Session::stateChanged, this, &PolicyDesk::stateChanged);
    connect(&session, &App::Session::notificationReceived, this, &PolicyDesk::noteChange);
    connect(&m_checker, &DraftChecker::checked, this, &PolicyDesk::shareDraft);
    takeRunning();
}

PolicyDesk::~PolicyDesk() { saveDraft(); }

Draft PolicyDesk::checkable() const
{
    Draft draft;
    draft.text = m_draft.toUtf8();
    draft.format = m_running.format;
    draft.fileName = m_running.path;
    draft.inputs.baseDir = m_running.baseDir.isEmpty() ? QByteArray("/home/user") : m_running.baseDir;
    draft.facts.policyFile = m_running.path;
    return draft;
}

QString PolicyDesk::whyNotApplicable() const
{
    if (!m_running.loaded)
        return tr("No policy has been read from the service yet.");
    if (!differs())
        return tr("The draft equals the running policy: there is nothing to apply.");
    if (!m_session.isConnected())
        return tr("Not connected to the service. The draft is kept.");
    if (m_session.isObserver())
        return tr("This connection may only read.");
    if (!m_running.editable)
        return m_running.notEditableReason.isEmpty() ? tr("The running policy cannot be changed from here.") : m_running.notEditableReason;
    if (m_checker.isPending())
        return tr("The draft is being checked.");
    if (!m_checker.latest().secrets.isEmpty())
        return tr("The draft holds a secret. Store it as a digest or name a variable first.");
    if (!m_checker.latest().isApplicable())
        return tr("%n problem(s) must be corrected first.", nullptr, m_checker.latest().errors);
    if (m_outside)
        return tr("The running policy was changed by someone else. Compare, reload or keep yours first.");
    return {};
}

void PolicyDesk::shareDraft()
{
    const bool usable = differs() && m_checker.latest().isApplicable();
    m_session.setDraft(usable ? QJsonObject { { u"text"_s, m_draft }, { u"format"_s, formatName(m_running.format) } } : QJsonObject());
    Q_EMIT stateChanged();
}

void PolicyDesk::setDraft(const QString &text)
{
    if (text == m_draft && m_checker.hasDraft())
        return;
    m_draft = text;
    m_checker.setDraft(checkable());
    m_saveDelay.start();
    if (m_outside && !differs()) {
        m_outside = false;
        m_base = m_running.revision;
    }
    Q_EMIT stateChanged();
}

void PolicyDesk::saveDraft()
{
    m_saveDelay.stop();
    if (!m_running.loaded)
        return;
    if (!differs()) {
        m_store.remove(m_running.path);
        return;
    }
    const QByteArray text = m_draft.toUtf8();
    const QList<Secret> secrets = findSecrets(text, m_running.format);
    const Result<void> saved = m_store.save(m_running.path, { withoutSecrets(text, secrets), m_running.format, m_base, !secrets.isEmpty() });
    if (!saved)
        Q_EMIT draftNotSaved(saved.error().message);
}

void PolicyDesk::show(const QString &text)
{
    m_draft = text;
    m_checker.setDraft(checkable());
    m_checker.flush();
    Q_EMIT textReplaced(text);
}

void PolicyDesk::takeFirst()
{
    m_base = m_running.revision;
    const std::optional<StoredDraft> stored = m_store.load(m_running.path);
    const QString text = stored ? QString::fromUtf8(stored->text) : QString();
    if (!stored || stored->format != m_running.format || text == m_running.text) {
        show(m_running.text);
        return;
    }
    m_recovered = true;
    m_recoveredWithoutSecrets = stored->secretsTakenOut;
    m_base = stored->baseRevision;
    m_outside = m_base != m_running.revision;
    show(text);
}

void PolicyDesk::takeRunning()
{
    const RunningPolicy before = m_running;
    const RunningPolicy now = runningFromJson(m_session.policy());
    if (!now.loaded)
        return;
    m_running = now;
    if (!before.loaded) {
        takeFirst();
    } else if (m_draft == before.text && m_draft != now.text) {
        m_base = now.revision;
        show(now.text);
    } else if (m_draft == now.text) {
        m_base = now.revision;
        m_outside = false;
        saveDraft();
    } else if (!m_sent.isNull() && now.text == m_sent) {
        m_base = now.revision;
    } else if (before.text != now.text || before.revision != now.revision) {
        m_outside = true;
    }
    Q_EMIT stateChanged();
}

void PolicyDesk::noteChange(const QString &method, const QJsonObject &params)
{
    if (method != "policy.changed"_L1)
        return;
    m_outsideActor = params["actor"_L1].toString();
    if (m_outside)
        Q_EMIT stateChanged();
}

void PolicyDesk::reload()
{
    m_base = m_running.revision;
    m_outside = false;
    m_recovered = false;
    show(m_running.text);
    saveDraft();
    Q_EMIT stateChanged();
}

void PolicyDesk::keepMine()
{
    m_base = m_running.revision;
    m_outside = false;
    saveDraft();
    Q_EMIT stateChanged();
}

void PolicyDesk::dismissRecovered()
{
    m_recovered = false;
    Q_EMIT stateChanged();
}

void PolicyDesk::validate(Answer answer)
{
    m_session.ask(u"policy.validate"_s, { { u"text"_s, m_draft }, { u"format"_s, formatName(m_running.format) } },
        this, std::move(answer));
}

void PolicyDesk::apply(const QString &reason, Answer answer)
{
    m_sent = m_draft;
    const QJsonObject params {
        { u"text"_s, m_draft },
        { u"format"_s, formatName(m_running.format) },
        { u"if_revision"_s, QString::fromLatin1(m_base) },
        { u"reason"_s, reason },
    };
    m_session.ask(u"policy.apply"_s, params, this, [this, answer = std::move(answer)](const Result<QJsonValue> &result) {
        if (result) {
            m_base = (*result)["revision"_L1].toString().toLatin1();
            m_recovered = false;
            m_session.refreshPolicy();
        } else if (result.error().code == "precondition_failed") {
            m_outsideActor = result.error().details["actor"_L1].toString();
            m_outside = true;
            m_session.refreshPolicy();
        }
        answer(result);
        Q_EMIT stateChanged();
    });
}

void PolicyDesk::revert(const QByteArray &entry, const QString &reason, Answer answer)
{
    QJsonObject params;
    if (!entry.isEmpty())
        params.insert("entry"_L1, QString::fromUtf8(entry));
    if (!reason.isEmpty())
        params.insert("reason"_L1, reason);
    m_session.ask(u"policy.revert"_s, params, this, [this, answer = std::move(answer)](const Result<QJsonValue> &result) {
        if (result)
            m_session.refreshPolicy();
        answer(result);
    });
}

} // namespace Cofferdam::PolicyEditor
