// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/base/clock.h"
#include "common/policy/engine.h"
#include "service/operation/policysnapshot.h"
#include "service/policystore/policyhistory.h"
#include "service/policystore/policysource.h"

#include <QtCore/QJsonArray>
#include <QtCore/QObject>

#include <atomic>
#include <functional>

namespace Cofferdam::PolicyStore {

/// What a store needs beside its sources. The secret function gives the value of a token_env variable, nothing where it is unset.
struct StoreOptions {
    SourceInputs sources;
    Policy::CompileInputs compile; ///< without serviceFiles' policy file, which the store adds itself
    std::function<std::optional<QByteArray>(const QByteArray &)> secret;
    QByteArray legacyToken; ///< ABX_SERVER_TOKEN
    QByteArray operatorToken; ///< the one written at start
    QByteArray historyDirectory;
    bool strict = false; ///< lint errors refuse the start and every reload
    bool listensBeyondLoopback = false;
};

/// A text judged as a policy: with errors, or with a snapshot ready to be swapped in.
struct Candidate {
    QList<Policy::Diagnostic> errors;
    QList<Policy::Diagnostic> lint;
    std::shared_ptr<PolicySnapshot> snapshot; ///< null when there are errors

    [[nodiscard]] bool ok() const { return snapshot != nullptr; }
};

/// As the operator's channel carries them.
[[nodiscard]] QJsonArray diagnosticsToJson(const QList<Policy::Diagnostic> &diagnostics);

/// Holds the policy in force, its source and its history; swaps in a new one whole or not at all (policy.md 1, security.md E7). Lives on the main
/// thread; current() may be called from any thread and takes no lock.
class PolicyStore : public QObject, public PolicySource
{
    Q_OBJECT
public:
    PolicyStore(StoreOptions options, const Clock &clock, QObject *parent = nullptr);

    /// Finds, reads and compiles the source: the only way to a first policy. Errors are bad_policy_source with a message, or policy_invalid with
    /// every diagnostic in candidate.
    [[nodiscard]] Result<void> start(Candidate &candidate);

    [[nodiscard]] std::shared_ptr<const PolicySnapshot> current() const override { return m_current.load(); }
    [[nodiscard]] const Source &source() const { return m_source; }
    [[nodiscard]] const PolicyHistory &history() const { return m_history; }
    [[nodiscard]] qint64 currentEntry() const { return m_currentEntry; }

    /// Judges a text as the policy of this service; changes nothing.
    [[nodiscard]] Candidate judge(const QByteArray &text, Policy::Format format, const QByteArray &fileName) const;

    struct Applied {
        QByteArray revision;
        qint64 entry = 0;
    };
    /// Errors: policy_not_editable, precondition_failed (details.revision, details.text), policy_invalid (details.errors), disk errors.
    [[nodiscard]] Result<Applied> apply(const QByteArray &text, Policy::Format format, const QByteArray &ifRevision, const QString &reason,
        const QByteArray &actor);
    /// Applies the text of an entry (0: the one before the current) as a new entry.
    [[nodiscard]] Result<Applied> revert(qint64 entry, const QString &reason, const QByteArray &actor);
    /// Reads the source again. A failure keeps the policy in force and marks it stale.
    [[nodiscard]] Result<Applied> reload(const QByteArray &actor);

Q_SIGNALS:
    /// A new snapshot is in force.
    void changed(const QByteArray &revision, const QByteArray &actor, const QString &reason);

private:
    [[nodiscard]] Result<std::shared_ptr<const CredentialTable>> credentials(const Policy::Document &document, QList<Policy::Diagnostic> &errors,
        Policy::LintFacts &facts) const;
    void swap(std::shared_ptr<PolicySnapshot> snapshot);
    void markStale(const QString &reason);
    [[nodiscard]] Result<qint64> record(const QByteArray &text, Policy::Format format, const QByteArray &revision, const QString &reason,
        const QByteArray &actor);

    StoreOptions m_options;
    const Clock &m_clock;
    Source m_source;
    PolicyHistory m_history;
    qint64 m_currentEntry = 0;
    quint64 m_generation = 0;
    std::atomic<std::shared_ptr<const PolicySnapshot>> m_current;
};

} // namespace Cofferdam::PolicyStore
