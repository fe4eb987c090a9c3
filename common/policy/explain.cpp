// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/policy/engine.h"
#include "common/policy/mergetable.h"
#include "common/policy/textlist.h"

#include <algorithm>

/// The trace of a decision (policy.md 9). It asks decide() for the answer and only adds why, so the two cannot differ.
using namespace Qt::StringLiterals;

namespace Cofferdam::Policy {

namespace {

bool isGate(const Provenance &from) { return from.rule == "default:no-sandbox" || from.rule == "lockdown"; }

QString gateText(const Provenance &gate)
{
    if (gate.rule == "lockdown")
        return u"the operator has locked the service down: only core endpoints answer"_s;
    return u"programs run without confinement until a sandbox exists; sandboxing.subprocess.level: none must be written"_s;
}

QJsonObject candidateJson(const Candidate &candidate)
{
    QJsonObject object = candidate.source->provenance(candidate.span).toJson();
    object.insert("selector"_L1, textOf(candidate.source->selector));
    object.insert("value"_L1, candidate.value);
    object.insert("won"_L1, candidate.won);
    object.insert("why"_L1, candidate.why);
    return object;
}

QJsonObject gateJson(const Provenance &gate)
{
    QJsonObject object = gate.toJson();
    object.insert("selector"_L1, QString());
    object.insert("value"_L1, false);
    object.insert("won"_L1, true);
    object.insert("why"_L1, gateText(gate));
    return object;
}

/// Service files are denied by the engine itself: no rule of a document bids for them.
void appendServiceFiles(QJsonArray &candidates, const EffectiveRule &rule)
{
    QList<QByteArray> files;
    for (const DenyEntry &entry : rule.paths->deny) {
        if (entry.from.rule == "default:service-files")
            files.append(entry.text);
    }
    if (files.isEmpty())
        return;
    candidates.append(QJsonObject {{"layer"_L1, "default"_L1}, {"selector"_L1, QString()}, {"rule"_L1, "default:service-files"_L1},
        {"value"_L1, textList(files)}, {"won"_L1, true}, {"why"_L1, u"the service's own files are denied whatever a policy says"_s}});
}

QJsonObject fieldJson(const CompiledPolicy &policy, const EffectiveRule &rule, const FieldRef &field)
{
    QJsonArray candidates;
    const Provenance from = resolvedFrom(rule, field);
    const bool gated = field.kind == FieldRef::Kind::Enabled && isGate(from);
    if (gated)
        candidates.append(gateJson(from));
    for (Candidate candidate : policy.mergeTable().candidates(endpointIndex(rule.endpoint->id), field)) {
        if (gated) {
            candidate.won = false;
            candidate.why = u"a gate of the service stands above every layer"_s;
        }
        candidates.append(candidateJson(candidate));
    }
    if (field.kind == FieldRef::Kind::Deny)
        appendServiceFiles(candidates, rule);
    QJsonObject object = from.toJson();
    const QJsonValue value = resolvedValue(rule, field).value;
    object.insert("value"_L1, value.isUndefined() ? QJsonValue() : value);
    object.insert("candidates"_L1, candidates);
    return object;
}

/// Which stage of policy.md 8 a refusal belongs to.
QLatin1StringView stageOf(const QByteArray &code)
{
    if (code == "route_not_found")
        return "match"_L1;
    if (code == "endpoint_disabled")
        return "enabled"_L1;
    if (code == "scope_missing")
        return "scopes"_L1;
    return code == "param_not_allowed" ? "parameters"_L1 : "paths"_L1;
}

QString joined(const QList<QByteArray> &list) { return list.isEmpty() ? u"none"_s : QString::fromUtf8(list.join(", ")); }

QString numberText(const EffectiveRule &rule, QByteArrayView key, const QString &unit)
{
    const auto value = rule.limit(key);
    return value ? QString::number(*value) + u' ' + unit + u"; judged at the call"_s : u"no limit"_s;
}

QString pathsText(const CompiledPolicy &policy, const EffectiveRule &rule, const Call &call)
{
    if (!rule.paths)
        return u"the endpoint takes no path"_s;
    if (call.paths.isEmpty())
        return u"no path was asked about; the boundary is "_s + joined(rule.paths->roots);
    QStringList parts;
    for (const Call::Path &path : call.paths) {
        const QByteArray absolute = normalisePath(path.raw, rule.paths->roots.value(0, policy.baseDir()));
        const QByteArray root = rule.paths->rootOf(absolute);
        const DenyEntry *deny = rule.paths->denied(absolute);
        parts.append(textOf(absolute) + (root.isEmpty() ? u" is outside "_s + joined(rule.paths->roots) : u" lies in "_s + textOf(root))
            + (deny ? u" and is denied by "_s + textOf(deny->text) : QString()));
    }
    return parts.join(u"; "_s);
}

QString limitsText(const EffectiveRule &rule)
{
    QStringList parts;
    for (const LimitDefault &limit : rule.endpoint->limits) {
        if (limit.key == "rate_per_minute" || limit.key == "max_concurrency")
            continue;
        if (const auto value = rule.limit(limit.key))
            parts.append(textOf(limit.key) + u' ' + QString::number(*value));
    }
    return parts.isEmpty() ? u"none"_s : parts.join(u", "_s);
}

QString auditText(const EffectiveRule &rule, const Decision &decision)
{
    const bool written = rule.audit.value == "all" || (rule.audit.value == "deny" && decision.verdict != Verdict::Allowed);
    return (written ? u"written: audit is "_s : u"not written: audit is "_s) + textOf(rule.audit.value);
}

struct Stage {
    QLatin1StringView name;
    bool judged; ///< by a dry run; others need a real request
    QString detail;
    QByteArray rule;
};

QList<Stage> stagesOf(const CompiledPolicy &policy, const EffectiveRule &rule, const Call &call)
{
    const Endpoint &endpoint = *rule.endpoint;
    const QString caller = call.identity.isEmpty() ? u"a caller with the scopes "_s + joined(call.scopes) : u"identity "_s + textOf(call.identity);
    const QByteArray roots = rule.paths ? rule.paths->rootsFrom.rule : QByteArray();
    return {
        {"framing"_L1, false, u"needs a real request"_s, {}},
        {"host_origin"_L1, false, u"needs a real request"_s, {}},
        {"match"_L1, true, textOf(endpoint.method + ' ' + endpoint.path), {}},
        {"authenticate"_L1, true, endpoint.authentication ? caller : u"needs no authentication"_s, {}},
        {"enabled"_L1, true, endpoint.built ? u"decided by "_s + textOf(rule.enabled.from.rule) : u"not built in this version"_s, rule.enabled.from.rule},
        {"scopes"_L1, true, u"needs "_s + joined(rule.scopes.value) + u"; held: "_s + joined(call.scopes), rule.scopes.from.rule},
        {"rate"_L1, false, numberText(rule, "rate_per_minute", u"a minute"_s), rule.ruleOfLimit("rate_per_minute")},
        {"concurrency"_L1, false, numberText(rule, "max_concurrency", u"at once"_s), rule.ruleOfLimit("max_concurrency")},
        {"duplicate_parameters"_L1, false, u"needs a real request"_s, {}},
        {"media_type"_L1, false, u"needs a real request"_s, {}},
        {"length"_L1, false, numberText(rule, "max_request_bytes", u"bytes"_s), rule.ruleOfLimit("max_request_bytes")},
        {"parameters"_L1, true, call.params.isEmpty() ? u"none asked for"_s : u"asked: "_s + call.params.keys().join(u", "_s), {}},
        {"paths"_L1, true, pathsText(policy, rule, call), roots},
        {"limits"_L1, false, limitsText(rule), {}},
        {"agent"_L1, false, u"the caller is bound to no agent"_s, {}},
        {"operation"_L1, false, textOf(endpoint.summary), {}},
    };
}

QLatin1StringView outcomeOf(const Stage &stage, const Decision &decision, bool *over)
{
    if (*over)
        return "skipped"_L1;
    if (decision.verdict == Verdict::Denied && stage.name == stageOf(decision.code)) {
        *over = true;
        return "denied"_L1;
    }
    if (!stage.judged)
        return "not_judged"_L1;
    const bool open = decision.verdict == Verdict::Depends && stage.name == (decision.path.isEmpty() ? "parameters"_L1 : "paths"_L1);
    return open ? "depends"_L1 : "passed"_L1;
}

QJsonArray stagesJson(const CompiledPolicy &policy, const EffectiveRule &rule, const Call &call, const Decision &decision)
{
    QJsonArray stages;
    bool over = false;
    for (const Stage &stage : stagesOf(policy, rule, call)) {
        const QLatin1StringView outcome = outcomeOf(stage, decision, &over);
        const bool deciding = outcome == "denied"_L1 || outcome == "depends"_L1;
        QJsonObject object {{"stage"_L1, stage.name}, {"outcome"_L1, outcome}, {"detail"_L1, stage.detail}};
        if (const QByteArray &name = deciding ? decision.rule.rule : stage.rule; !name.isEmpty())
            object.insert("rule"_L1, textOf(name));
        stages.append(object);
    }
    stages.append(QJsonObject {{"stage"_L1, "audit"_L1}, {"outcome"_L1, "passed"_L1}, {"detail"_L1, auditText(rule, decision)},
        {"rule"_L1, textOf(rule.audit.from.rule)}});
    return stages;
}

} // namespace

QJsonObject explain(const CompiledPolicy &policy, const Call &call)
{
    const Decision decision = decide(policy, call);
    QJsonObject object = decision.toJson(policy);
    const QJsonObject from = decision.rule.toJson();
    for (const QString &key : {u"layer"_s, u"file"_s, u"line"_s, u"column"_s}) {
        if (from.contains(key))
            object.insert(key, from.value(key));
    }
    object.insert("identity"_L1, textOf(call.identity));
    object.insert("scopes"_L1, textList(call.scopes));
    QJsonObject fields;
    if (const EffectiveRule *rule = policy.rule(call.endpoint)) {
        for (const FieldRef &field : fieldsOf(*rule->endpoint))
            fields.insert(textOf(field.name()), fieldJson(policy, *rule, field));
        object.insert("stages"_L1, stagesJson(policy, *rule, call, decision));
    }
    object.insert("fields"_L1, fields);
    return object;
}

} // namespace Cofferdam::Policy
