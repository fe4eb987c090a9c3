// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/policy/engine.h"
#include "common/policy/mergetable.h"

#include <QtCore/QSet>

namespace Cofferdam::Policy {

/// A place of the document a finding points at; nothing known where no line of the document is to blame.
struct LintPlace {
    SourceSpan span;
    QByteArray jsonPath;
};

/// What the lint rules share: the policy, facts of the host, who reaches what, and the list of findings. On the stack of lint().
/// Endpoints count whether or not this version has built them: the policy would bind a later one too.
class LintRun
{
public:
    LintRun(const CompiledPolicy &policy, const LintFacts &facts);

    const CompiledPolicy &policy;
    const LintFacts &facts;

    /// Adds a finding once per rule id, place and message. The reference is good until the next call.
    Diagnostic &add(const char *id, const LintPlace &place, const QString &message, const QString &suggestion);
    /// Where a resolved field was written; a preset's field is blamed on the line that names the preset.
    [[nodiscard]] LintPlace placeOf(const Provenance &from, const char *field = "") const;
    [[nodiscard]] LintPlace presetPlace() const;
    /// Enabled, and the identity holds its scopes.
    [[nodiscard]] bool reaches(const IdentityInfo &identity, const EffectiveRule &rule) const;
    [[nodiscard]] bool reachedByAnyone(const EffectiveRule &rule) const;
    [[nodiscard]] bool isWritten(const Provenance &from) const { return from.layer == Layer::Policy; }
    [[nodiscard]] QList<Diagnostic> take();

private:
    QList<Diagnostic> m_findings;
    Diagnostic m_repeated; ///< what add() returns for a finding already there
    QSet<QByteArray> m_seen;
};

/// endpoints.md 5, by subject.
void lintAccess(LintRun &run); ///< L1 L4 L8 L10 L22 L23 L27 L29
void lintPrograms(LintRun &run); ///< L2 L9 L11 L24 L25
void lintPaths(LintRun &run); ///< L3 L5 L13 L19 L20 L21 L28
void lintSideDoors(LintRun &run); ///< L6 L7
void lintRulesOfDocument(LintRun &run); ///< L12 L14 L15 L16 L26
void lintTokens(LintRun &run); ///< L17 L18

/// "a, b and 3 more"
[[nodiscard]] QString shortList(const QList<QByteArray> &words);

} // namespace Cofferdam::Policy
