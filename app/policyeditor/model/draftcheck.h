// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/policyeditor/model/secretguard.h"
#include "common/policy/compiledpolicy.h"
#include "common/policy/engine.h"

#include <QtCore/QObject>
#include <QtCore/QThreadPool>
#include <QtCore/QTimer>

#include <memory>

namespace Cofferdam::PolicyEditor {

/// What a draft is and where it comes from.
struct Draft {
    QByteArray text;
    Policy::Format format = Policy::Format::Yaml;
    QByteArray fileName; ///< for messages
    Policy::CompileInputs inputs;
    Policy::LintFacts facts;
};

/// Everything the local engine says about one draft. A value, shared by the panes.
struct Checked {
    quint64 number = 0; ///< of the draft it was made for, rising
    QByteArray text;
    std::shared_ptr<const Policy::CompiledPolicy> policy; ///< null while an error stands
    QList<Policy::Diagnostic> problems; ///< errors, secrets and lint, in the order of their places
    QList<Secret> secrets;
    QJsonObject matrix; ///< identity × endpoint of the policy
    int errors = 0, warnings = 0, notes = 0;
    qint64 microseconds = 0; ///< what the check took

    [[nodiscard]] bool isApplicable() const { return policy != nullptr && errors == 0; }
};

/// Judges a draft with the engine that enforces it (common/policy), secrets included. Pure; any thread.
[[nodiscard]] Checked checkDraft(const Draft &draft);

/// Checks the latest draft a moment after the last change, off the caller's thread, newest only: a result for an older draft is
/// dropped. Lives on one thread; the signal comes there. Destruction waits for a running check.
class DraftChecker : public QObject
{
    Q_OBJECT
public:
    explicit DraftChecker(QObject *parent = nullptr);
    ~DraftChecker() override;

    static constexpr int DelayMs = 150;
    /// Takes the draft and checks it DelayMs after the last call.
    void setDraft(Draft draft);
    /// Checks at once rather than after the delay.
    void flush();
    [[nodiscard]] bool hasDraft() const { return m_number != 0; }
    /// True from setDraft() until its result is out.
    [[nodiscard]] bool isPending() const { return m_latest.number != m_number; }
    [[nodiscard]] const Checked &latest() const { return m_latest; }
    /// The newest result with a policy: what the panes show while the text is broken.
    [[nodiscard]] const Checked &lastGood() const { return m_lastGood; }

Q_SIGNALS:
    void checked();

private:
    void start();
    void take(const Checked &result);

    QTimer m_delay;
    QThreadPool m_pool;
    Draft m_draft;
    quint64 m_number = 0;
    Checked m_latest;
    Checked m_lastGood;
};

} // namespace Cofferdam::PolicyEditor
