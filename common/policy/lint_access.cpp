// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/policy/lint.h"
#include "common/policy/textlist.h"

#include <algorithm>

/// Who reaches what: L1 L4 L8 L10 L22 L23 L27 L29.
using namespace Qt::StringLiterals;

namespace Cofferdam::Policy {

namespace {

/// Starting it gives a program that no path rule binds (endpoints.md 1.3): new programs, terminals, agents, pages, the desktop.
bool isBypass(const EffectiveRule &rule)
{
    static const QList<QByteArray> scopes {"process:run", "terminal:use", "code:run", "agents:run", "desktop:control", "browser:use", "git:write"};
    const auto &needed = rule.endpoint->scopes;
    return std::any_of(needed.begin(), needed.end(), [](const QByteArray &scope) { return scopes.contains(scope); });
}

bool isPathScoped(const EffectiveRule &rule) { return rule.paths && !isBypass(rule) && rule.endpoint->group == "file_ops"; }

bool operatorWrotePaths(const LintRun &run, const EffectiveRule &rule)
{
    return (rule.paths->rootsAreAllow && run.isWritten(rule.paths->rootsFrom))
        || std::any_of(rule.paths->deny.begin(), rule.paths->deny.end(), [&](const DenyEntry &entry) { return run.isWritten(entry.from); });
}

// L1. The only level of this version is none, which binds nothing: every starter steps round every path rule.
void lintBypass(LintRun &run)
{
    for (const IdentityInfo &identity : run.policy.identities()) {
        QList<QByteArray> scoped;
        QList<QByteArray> starters;
        bool written = false;
        LintPlace place {identity.span, {}};
        for (const EffectiveRule &rule : run.policy.rules()) {
            if (!run.reaches(identity, rule))
                continue;
            if (isBypass(rule)) {
                starters.append(rule.endpoint->id);
                if (run.isWritten(rule.enabled.from))
                    place = run.placeOf(rule.enabled.from, "enabled");
            } else if (isPathScoped(rule)) {
                scoped.append(rule.endpoint->id);
                written = written || operatorWrotePaths(run, rule);
            }
        }
        if (scoped.isEmpty() || starters.isEmpty())
            continue;
        Diagnostic &finding = run.add("L1", place,
            u"`%1` reaches %2, and through %3 programs that no path rule binds"_s.arg(textOf(identity.id), shortList(scoped), shortList(starters)),
            u"give programs and files to different identities, or turn one of the two off"_s);
        if (written)
            finding.severity = Severity::Error;
    }
}

void lintIdentities(LintRun &run)
{
    const auto &all = run.policy.identities();
    for (const IdentityInfo &identity : all) {
        if (all.size() > 1 && identity.scopes.contains("*") && run.policy.document().auth.hasTokens)
            run.add("L4", {identity.span, {}}, u"`%1` holds * beside %2 other identities"_s.arg(textOf(identity.id)).arg(all.size() - 1),
                u"list the scopes it needs, such as files:read"_s);
        const EffectiveRule *env = run.policy.rule("env_get");
        if (env && run.reaches(identity, *env) && !identity.scopes.contains("*"))
            run.add("L8", run.isWritten(env->enabled.from) ? run.placeOf(env->enabled.from, "enabled") : LintPlace {identity.span, {}},
                u"`%1` may read the service's environment through env_get"_s.arg(textOf(identity.id)),
                u"disable env_get, or name what may be read in params.allow_keys"_s);
        for (const QByteArray &scope : identity.scopes) {
            const bool needed = scope == "*" || std::any_of(run.policy.rules().begin(), run.policy.rules().end(), [&](const EffectiveRule &rule) {
                const auto &scopes = rule.scopes.value;
                return rule.enabled.value && std::any_of(scopes.begin(), scopes.end(), [&](const QByteArray &s) { return scopeGranted({scope}, s); });
            });
            if (!needed)
                run.add("L23", {identity.span, {}}, u"`%1` holds %2, which no enabled endpoint needs"_s.arg(textOf(identity.id), textOf(scope)),
                    u"remove the scope, or enable what it is for"_s);
        }
    }
    if (run.facts.listensBeyondLoopback && run.policy.anonymousAllowed()) {
        const auto &allow = run.policy.document().auth.allowAnonymous;
        run.add("L10", allow ? LintPlace {allow->span, "$.auth.allow_anonymous"} : LintPlace {},
            u"the service listens beyond loopback and lets anonymous callers in"_s, u"give every caller a token in auth.tokens"_s);
    }
}

/// Endpoints that one rule of the document enables are judged together: a glob is dead only when all it stands for is.
void lintDeadRules(LintRun &run)
{
    QHash<qsizetype, bool> alive;
    for (const EffectiveRule &rule : run.policy.rules()) {
        if (rule.enabled.value && run.isWritten(rule.enabled.from))
            alive[rule.enabled.from.span.offset] |= run.reachedByAnyone(rule);
    }
    for (const EffectiveRule &rule : run.policy.rules()) {
        const Provenance &from = rule.enabled.from;
        if (rule.enabled.value && run.isWritten(from) && !alive.value(from.span.offset))
            run.add("L22", run.placeOf(from, "enabled"), u"%1 enables endpoints whose scopes nobody holds"_s.arg(textOf(from.rule)),
                u"give the scope to an identity, or drop the rule"_s);
        if (rule.enabled.value && !rule.endpoint->isCore() && rule.scopes.value.isEmpty() && rule.scopes.from.layer != Layer::Default)
            run.add("L27", run.placeOf(rule.scopes.from, "scopes"), u"%1 asks for no scope"_s.arg(textOf(rule.endpoint->id)),
                u"name the scope a caller must hold"_s);
        else if (rule.enabled.value && rule.endpoint->group == "custom" && rule.scopes.value.isEmpty())
            run.add("L27", {}, u"the custom route %1 asks for no scope"_s.arg(textOf(rule.endpoint->id)), u"name the scope a caller must hold"_s);
    }
}

void lintUnconfined(LintRun &run)
{
    const auto &level = run.policy.document().sandbox.level;
    QList<QByteArray> starters;
    for (const EffectiveRule &rule : run.policy.rules()) {
        if (rule.enabled.value && rule.endpoint->startsPrograms)
            starters.append(rule.endpoint->id);
    }
    if (level && level->value == "none" && !starters.isEmpty())
        run.add("L29", {level->span, "$.sandboxing.subprocess.level"}, u"%1 start programs that nothing confines"_s.arg(shortList(starters)),
            u"disable endpoints that start programs where they are not needed"_s);
}

} // namespace

void lintAccess(LintRun &run)
{
    lintBypass(run);
    lintIdentities(run);
    lintDeadRules(run);
    lintUnconfined(run);
}

} // namespace Cofferdam::Policy
