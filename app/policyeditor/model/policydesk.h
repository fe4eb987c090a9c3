// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/connection/session.h"
#include "app/policyeditor/model/draftcheck.h"
#include "app/policyeditor/model/draftstore.h"

#include <functional>

namespace Cofferdam::PolicyEditor {

/// The policy in force, as policy.get says it.
struct RunningPolicy {
    QString text;
    Policy::Format format = Policy::Format::Yaml;
    QByteArray revision, source, path, preset, baseDir;
    bool editable = false;
    QString notEditableReason;
    bool stale = false;
    QString staleReason;
    bool loaded = false;
};

/// The desk the draft lies on: the running policy, the draft beside it, whether they differ, who changed what under it, and the
/// orders validate, apply and revert. Keeps the draft on disk (secrets taken out) until it equals the running policy. GUI thread.
///
/// INVARIANT: apply() always sends the revision the operator has seen; a policy changed from outside is never overwritten unseen.
class PolicyDesk : public QObject
{
    Q_OBJECT
public:
    using Answer = App::Session::Answer;
    PolicyDesk(App::Session &session, DraftStore store, QObject *parent = nullptr);
    ~PolicyDesk() override;

    [[nodiscard]] const RunningPolicy &running() const { return m_running; }
    [[nodiscard]] const QString &draft() const { return m_draft; }
    [[nodiscard]] Policy::Format format() const { return m_running.format; }
    [[nodiscard]] bool differs() const { return m_running.loaded && m_draft != m_running.text; }
    /// The running policy was changed by someone else while the draft differed, and the operator has not said what to do.
    [[nodiscard]] bool hasOutsideChange() const { return m_outside; }
    [[nodiscard]] QString outsideActor() const { return m_outsideActor; }
    /// The draft on the desk was found on disk when the page opened.
    [[nodiscard]] bool wasRecovered() const { return m_recovered; }
    [[nodiscard]] bool recoveredWithoutSecrets() const { return m_recoveredWithoutSecrets; }
    [[nodiscard]] Draft checkable() const; ///< the draft as the engine takes it
    [[nodiscard]] const DraftChecker &checker() const { return m_checker; }
    [[nodiscard]] DraftChecker &checker() { return m_checker; }
    /// A sentence why the draft cannot be applied now; empty when it can be reviewed.
    [[nodiscard]] QString whyNotApplicable() const;

    void setDraft(const QString &text); ///< from the editor, at every change
    void saveDraft(); ///< to disk, at once
    void reload(); ///< drop the draft for the running text
    void keepMine(); ///< the outside change was seen: the draft is now meant for the new revision
    void dismissRecovered();
    void validate(Answer answer);
    void apply(const QString &reason, Answer answer);
    void revert(const QByteArray &entry, const QString &reason, Answer answer);
    [[nodiscard]] App::Session &session() { return m_session; }

Q_SIGNALS:
    void stateChanged(); ///< any of the claims above
    /// The editor must show this text, as one step that can be undone.
    void textReplaced(const QString &text);
    void draftNotSaved(const QString &reason);

private:
    void takeRunning();
    void takeFirst();
    void noteChange(const QString &method, const QJsonObject &params);
    void show(const QString &text);
    void shareDraft(); ///< with the other pages, through the session, while it is valid

    App::Session &m_session;
    DraftStore m_store;
    DraftChecker m_checker;
    QTimer m_saveDelay;
    RunningPolicy m_running;
    QString m_draft;
    QByteArray m_base; ///< the revision the draft is meant for
    QString m_sent; ///< the text of the last apply: when it comes back, nobody else changed anything
    QString m_outsideActor;
    bool m_outside = false, m_recovered = false, m_recoveredWithoutSecrets = false;
};

} // namespace Cofferdam::PolicyEditor
