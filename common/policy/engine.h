// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/policy/compiledpolicy.h"

#include <QtCore/QJsonArray>

namespace Cofferdam::Policy {

enum class Verdict { Allowed, Denied, Depends };

/// The answer and its reason: the same value for a real denial, capabilities/check, policy.explain and cofferdamctl.
struct Decision {
    Verdict verdict = Verdict::Denied;
    QByteArray code; ///< endpoints.md 2; empty when allowed
    QByteArray scope; ///< the first missing scope
    QByteArray path; ///< as asked
    Provenance rule; ///< the deciding one, also of an allowed call
    QByteArray endpoint;

    [[nodiscard]] bool isAllowed() const { return verdict == Verdict::Allowed; }
    /// {allowed, decision, code?, scope?, rule?, path?, endpoint, revision}
    [[nodiscard]] QJsonObject toJson(const CompiledPolicy &policy) const;
};

/// A supposed or real call, as far as a pure engine can see it.
struct Call {
    QByteArray endpoint;
    QList<QByteArray> scopes; ///< the caller's
    QByteArray identity; ///< for the trace only
    struct Path {
        QByteArray parameter; ///< "path", "source" …; empty takes the endpoint's first
        QByteArray raw;
        std::optional<PathRole> role; ///< overrides the parameter's roles (op of capabilities_check)
    };
    QList<Path> paths;
    QJsonObject params; ///< request parameters that a policy parameter may forbid (overwrite, recursive, shell_mode …)
};

/// True when granted holds required: equal, `*`, or `ns:*`.
[[nodiscard]] bool scopeGranted(const QList<QByteArray> &granted, QByteArrayView required);

/// enabled → scopes, without paths: the hot path of the gate. No allocation when allowed.
[[nodiscard]] Decision decideEndpoint(const EffectiveRule &rule, const QList<QByteArray> &callerScopes);

/// Why a policy parameter forbids what a call asks for: 403 param_not_allowed.
struct ParamRefusal {
    QByteArray key; ///< the policy parameter: "deny_extensions"
    Provenance from;
    bool depends = false; ///< the disk decides: overwrite over something that may not be there, a program found by PATH
};
/// Request parameters (recursive, hidden, shell_mode, format, signal, env, command …) against the endpoint's params. Nothing when all may.
[[nodiscard]] std::optional<ParamRefusal> refusedParam(const EffectiveRule &rule, const QJsonObject &asked);
/// allow_extensions and deny_extensions on a path's final name: every suffix, without case. endpoints.md 1.7.
[[nodiscard]] std::optional<ParamRefusal> refusedExtension(const EffectiveRule &rule, QByteArrayView path);
/// allow_/deny_ lists of names or globs: "allow_env" with "deny_env", "allow_keys" with "deny_keys".
[[nodiscard]] std::optional<ParamRefusal> refusedName(const EffectiveRule &rule, QByteArrayView allowKey, QByteArrayView denyKey,
    QByteArrayView name);
/// allow_commands and deny_commands on a program, a name or an absolute path. A speed bump only (L2).
[[nodiscard]] std::optional<ParamRefusal> refusedCommand(const EffectiveRule &rule, QByteArrayView program);

/// The whole pure decision. Paths are judged lexically: where a symbolic link could change the answer (deny patterns, several
/// roots, symlinks never) an allowed path is Depends. Never touches the disk.
[[nodiscard]] Decision decide(const CompiledPolicy &policy, const Call &call);

/// The decision with its trace: {decision…, fields: {enabled: {value, rule, candidates: [{layer, selector, rule, value, file, line, column,
/// won, why}]}, scopes, limits.…, params.…, paths.…}, stages: [{stage, outcome, rule?, detail}]}
[[nodiscard]] QJsonObject explain(const CompiledPolicy &policy, const Call &call);

/// What GET /capabilities says to this caller (policy.md 9); allowed and reason per endpoint, paths and warnings as the contract has them.
[[nodiscard]] QJsonObject capabilities(const CompiledPolicy &policy, const IdentityInfo &identity, const QList<Diagnostic> &warnings,
    bool stale);

/// Lint L1–L29 that need no disk; facts about the host come in as data. endpoints.md 5.
struct LintFacts {
    QList<QByteArray> worldWritable; ///< policy file or directory others may write
    QList<QByteArray> missingRoots; ///< allow roots that do not exist
    QList<QByteArray> linkRoots; ///< allow roots that are links
    bool listensBeyondLoopback = false;
    QByteArray policyFile; ///< absolute path of the policy in force
    QList<QByteArray> shortTokens; ///< ids whose token_env value is under 16 characters
    QList<QByteArray> equalTokens; ///< ids that share a token
    QList<QByteArray> caseFoldingRoots; ///< boundary roots on a file system that ignores case
};
struct LintRule {
    QByteArray id;
    Severity severity; ///< Error = E, Warning = W, Note = I
    QByteArray condition;
    QByteArray why;
};
[[nodiscard]] const QList<LintRule> &lintRules();
[[nodiscard]] QList<Diagnostic> lint(const CompiledPolicy &policy, const LintFacts &facts = {});

/// What changes between two policies, in effective terms: one entry per (identity, endpoint, path class).
struct Difference {
    enum class Kind { NewlyAllowed, NewlyDenied, Wider, Narrower, Changed };
    Kind kind = Kind::Changed;
    QByteArray identity; ///< empty: every identity
    QByteArray endpoint;
    QByteArray pathClass; ///< "/home/user/out/**" where the change is about paths
    QByteArray field; ///< "enabled", "scopes", "limits.max_bytes", "paths.allow" …
    QString text; ///< "`reader` can no longer call files_list on /home/user/out/**"
    QByteArray ruleBefore, ruleAfter;

    [[nodiscard]] QJsonObject toJson() const;
};
/// Newly allowed and wider first. Empty when every decision is the same.
[[nodiscard]] QList<Difference> difference(const CompiledPolicy &before, const CompiledPolicy &after);

/// identity × endpoint → {decision, code?, rule, limited}
[[nodiscard]] QJsonObject matrix(const CompiledPolicy &policy);

} // namespace Cofferdam::Policy
