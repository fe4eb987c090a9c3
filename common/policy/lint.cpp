// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/policy/lint.h"

#include "common/policy/textlist.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Cofferdam::Policy {

const QList<LintRule> &lintRules()
{
    using enum Severity;
    static const QList<LintRule> rules {
        {"L1", Warning, "an identity reaches a path-scoped endpoint and also one that starts programs which the path rules do not bind; an error where the operator wrote paths.allow or paths.deny",
            "the program can do what the path rule forbids"},
        {"L2", Warning, "allow_commands or deny_commands is the only fence", "interpreters and copies step round it easily"},
        {"L3", Error, "an allow root is / or holds the service's configuration, audit log or token files", "nothing is left outside"},
        {"L4", Warning, "a token has the scope * while other tokens exist", "one leak undoes the rest"},
        {"L5", Warning, "overwrite is false but there is no paths.allow", "callers pick any name in base_dir"},
        {"L6", Warning, "two endpoints over the same files disagree: denied in one, readable through another", "what one refuses the other hands out"},
        {"L7", Warning, "files_move or files_copy may bring files to where another endpoint reads, from where that one may not",
            "moving or copying launders what the other rule keeps away"},
        {"L8", Warning, "env_get is enabled for an identity without the scope *", "variables often hold secrets"},
        {"L9", Warning, "browser_navigate without allow_hosts, or port_proxy without allow_ports", "it reaches into the local network"},
        {"L10", Error, "the service listens beyond loopback and anonymous callers are let in", "anyone on the network may use it"},
        {"L11", Warning, "query_token is true", "tokens in addresses land in logs"},
        {"L12", Warning, "a rule has no effect: shadowed, or it repeats what holds anyway", "usually a mistake"},
        {"L13", Warning, "a deny pattern can match nothing under the boundary, or looks like a regular expression", "it silently denies nothing"},
        {"L14", Warning, "a rule widens the preset, or null lifts a limit", "it should be said aloud"},
        {"L15", Warning, "max_request_bytes is smaller than max_bytes needs", "the limit cannot be reached"},
        {"L16", Warning, "a group rule is outranked by a glob everywhere", "it has no effect"},
        {"L17", Warning, "a token is shorter than 16 characters, or two tokens are equal", "the identity is weak or ambiguous"},
        {"L18", Error, "token_sha256 is the digest of an empty or well-known string", "it is no secret"},
        {"L19", Warning, "the policy file or its directory is writable by others, or reachable through the API", "the rules can be edited by those they bind"},
        {"L20", Note, "symbolic links are followed in a root that other programs write", "a window for swapping links remains"},
        {"L21", Warning, "an allow root does not exist or is itself a link", "the boundary moves"},
        {"L22", Note, "an endpoint is enabled whose scopes nobody holds", "the rule is dead"},
        {"L23", Warning, "an identity holds a scope that no enabled endpoint needs", "it is a leftover"},
        {"L24", Warning, "audit is off on an endpoint that writes or executes, or audit.required is false under hardened or locked", "there is no record"},
        {"L25", Warning, "rate_per_minute without max_concurrency on a long-running endpoint", "a rate alone does not bound the load"},
        {"L26", Note, "a group selector stands for nothing in this version", "the rule waits for endpoints that do not exist yet"},
        {"L27", Warning, "an endpoint beyond the core asks for no scope", "it is open to every identity"},
        {"L28", Warning, "a deny list in one case on a file system that ignores case, without nocase", "other spellings pass"},
        {"L29", Warning, "sandbox level none on an endpoint that starts programs", "nothing confines them"},
    };
    return rules;
}

LintRun::LintRun(const CompiledPolicy &compiled, const LintFacts &hostFacts) : policy(compiled), facts(hostFacts) { }

Diagnostic &LintRun::add(const char *id, const LintPlace &place, const QString &message, const QString &suggestion)
{
    const QByteArray key = id + QByteArray::number(place.span.offset) + '|' + message.toUtf8();
    if (m_seen.contains(key))
        return m_repeated;
    m_seen.insert(key);
    const auto rule = std::find_if(lintRules().begin(), lintRules().end(), [id](const LintRule &row) { return row.id == id; });
    return m_findings.emplace_back(rule->severity, id, place.span, place.jsonPath, message, textOf(rule->why), suggestion, QByteArray());
}

LintPlace LintRun::presetPlace() const
{
    const auto &preset = policy.document().preset;
    return preset ? LintPlace {preset->span, "$.preset"} : LintPlace {};
}

LintPlace LintRun::placeOf(const Provenance &from, const char *field) const
{
    if (from.layer == Layer::Preset)
        return presetPlace();
    if (from.layer != Layer::Policy)
        return {};
    QByteArray path = "$." + from.rule.sliced(from.rule.indexOf(':') + 1);
    if (*field)
        path += QByteArray(".") + field;
    return {from.span, path};
}

bool LintRun::reaches(const IdentityInfo &identity, const EffectiveRule &rule) const
{
    return rule.enabled.value
        && std::all_of(rule.scopes.value.begin(), rule.scopes.value.end(), [&](const QByteArray &s) { return scopeGranted(identity.scopes, s); });
}

bool LintRun::reachedByAnyone(const EffectiveRule &rule) const
{
    const auto &all = policy.identities();
    return std::any_of(all.begin(), all.end(), [&](const IdentityInfo &identity) { return reaches(identity, rule); });
}

QList<Diagnostic> LintRun::take()
{
    std::stable_sort(m_findings.begin(), m_findings.end(),
        [](const Diagnostic &a, const Diagnostic &b) { return a.span.offset < b.span.offset; });
    return std::move(m_findings);
}

QString shortList(const QList<QByteArray> &words)
{
    constexpr qsizetype shown = 3;
    if (words.size() <= shown)
        return textOf(words.join(", "));
    return textOf(words.first(shown).join(", ")) + u" and "_s + QString::number(words.size() - shown) + u" more"_s;
}

QList<Diagnostic> lint(const CompiledPolicy &policy, const LintFacts &facts)
{
    LintRun run(policy, facts);
    lintAccess(run);
    lintPrograms(run);
    lintPaths(run);
    lintSideDoors(run);
    lintRulesOfDocument(run);
    lintTokens(run);
    return run.take();
}

} // namespace Cofferdam::Policy
