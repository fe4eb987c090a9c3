// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/policy/engine.h"

#include "common/policy/textlist.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Cofferdam::Policy {

namespace {

QLatin1StringView verdictName(Verdict verdict)
{
    switch (verdict) {
    case Verdict::Allowed: return "allowed"_L1;
    case Verdict::Denied: return "denied"_L1;
    case Verdict::Depends: return "depends"_L1;
    }
    return {};
}

Provenance builtIn(const char *rule)
{
    Provenance from;
    from.rule = rule;
    return from;
}

bool grants(const QByteArray &held, QByteArrayView required)
{
    if (held == required)
        return true;
    if (!held.endsWith('*'))
        return false;
    // "*", or "ns:*" in front of a required "ns:…"
    return held.size() == 1 || (held.size() > 2 && held[held.size() - 2] == ':' && required.startsWith(QByteArrayView(held).chopped(1)));
}

const PathParameter *parameterOf(const Endpoint &endpoint, const QByteArray &name)
{
    if (name.isEmpty())
        return endpoint.paths.isEmpty() ? nullptr : &endpoint.paths.first();
    const auto it = std::find_if(endpoint.paths.begin(), endpoint.paths.end(), [&](const PathParameter &p) { return p.name == name; });
    return it == endpoint.paths.end() ? nullptr : &*it;
}

Decision denied(Decision decision, const QByteArray &code, const Provenance &rule, const QByteArray &path = {})
{
    decision.verdict = Verdict::Denied;
    decision.code = code;
    decision.rule = rule;
    decision.path = path;
    return decision;
}

/// Where a link on the way could still turn an allowed path into a refused one. The service's own files are left out: they are
/// in no one's interest to link to, and would make every answer in a home directory uncertain.
std::optional<Provenance> linkSensitive(const PathRules &rules)
{
    for (const DenyEntry &entry : rules.deny) {
        if (entry.from.rule != "default:service-files")
            return entry.from;
    }
    if (rules.roots.size() > 1)
        return rules.rootsFrom;
    return rules.symlinks == Symlinks::Never ? std::optional(rules.symlinksFrom) : std::nullopt;
}

Decision judgePath(Decision decision, const CompiledPolicy &policy, const EffectiveRule &rule, const Call::Path &path)
{
    const PathParameter *parameter = parameterOf(*rule.endpoint, path.parameter);
    if (!parameter || !rule.paths)
        return denied(std::move(decision), "invalid_request", builtIn("default:catalogue"), path.raw);
    if (!checkPathText(path.raw, true))
        return denied(std::move(decision), "invalid_path", builtIn("default:catalogue"), path.raw);
    const QByteArray base = rule.paths->roots.isEmpty() ? policy.baseDir() : rule.paths->roots.first();
    const QByteArray absolute = normalisePath(path.raw, base);
    for (const PathRole role : path.role ? QList<PathRole> {*path.role} : parameter->roles) {
        if (const auto refusal = rule.paths->judge(absolute, role))
            return denied(std::move(decision), refusal->code, refusal->rule, path.raw);
    }
    if (const auto refusal = refusedExtension(rule, absolute))
        return denied(std::move(decision), "param_not_allowed", refusal->from, path.raw);
    if (const auto open = linkSensitive(*rule.paths); open && decision.verdict == Verdict::Allowed) {
        decision.verdict = Verdict::Depends;
        decision.rule = *open;
        decision.path = path.raw;
    }
    return decision;
}

} // namespace

QJsonObject Decision::toJson(const CompiledPolicy &policy) const
{
    QJsonObject object {{"allowed"_L1, isAllowed()}, {"decision"_L1, verdictName(verdict)}, {"endpoint"_L1, textOf(endpoint)},
        {"revision"_L1, textOf(policy.revision())}};
    const auto add = [&object](QLatin1StringView key, const QByteArray &value) {
        if (!value.isEmpty())
            object.insert(key, textOf(value));
    };
    add("code"_L1, code);
    add("scope"_L1, scope);
    add("rule"_L1, rule.rule);
    add("path"_L1, path);
    return object;
}

bool scopeGranted(const QList<QByteArray> &granted, QByteArrayView required)
{
    return std::any_of(granted.begin(), granted.end(), [required](const QByteArray &held) { return grants(held, required); });
}

Decision decideEndpoint(const EffectiveRule &rule, const QList<QByteArray> &callerScopes)
{
    Decision decision;
    decision.endpoint = rule.endpoint->id;
    if (!rule.enabled.value)
        return denied(std::move(decision), "endpoint_disabled", rule.enabled.from);
    if (!rule.endpoint->built)
        return denied(std::move(decision), "endpoint_disabled", builtIn("default:not-built"));
    for (const QByteArray &required : rule.scopes.value) {
        if (scopeGranted(callerScopes, required))
            continue;
        decision.scope = required;
        return denied(std::move(decision), "scope_missing", rule.scopes.from);
    }
    decision.verdict = Verdict::Allowed;
    decision.rule = rule.enabled.from;
    return decision;
}

Decision decide(const CompiledPolicy &policy, const Call &call)
{
    const EffectiveRule *rule = policy.rule(call.endpoint);
    if (!rule) {
        Decision unknown;
        unknown.endpoint = call.endpoint;
        return denied(std::move(unknown), "route_not_found", builtIn("default:catalogue"));
    }
    Decision decision = decideEndpoint(*rule, call.scopes);
    if (!decision.isAllowed())
        return decision;
    const auto refusal = refusedParam(*rule, call.params);
    if (refusal && !refusal->depends)
        return denied(std::move(decision), "param_not_allowed", refusal->from);
    for (const Call::Path &path : call.paths) {
        decision = judgePath(std::move(decision), policy, *rule, path);
        if (decision.verdict == Verdict::Denied)
            return decision;
    }
    if (refusal && decision.isAllowed()) {
        decision.verdict = Verdict::Depends;
        decision.rule = refusal->from;
    }
    return decision;
}

} // namespace Cofferdam::Policy
