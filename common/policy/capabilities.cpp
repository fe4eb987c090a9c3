// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/policy/engine.h"
#include "common/policy/textlist.h"

/// GET /capabilities: policy.md 9 and the discovery contract of the seed's section 6. A caller learns the limits, parameters and
/// paths of what it may use, and of the rest only that it may not and why.
using namespace Qt::StringLiterals;

namespace Cofferdam::Policy {

namespace {

constexpr int apiVersion = 2;

QString reasonOf(const EffectiveRule &rule, const Decision &decision)
{
    if (decision.isAllowed())
        return {};
    return rule.enabled.value && !rule.endpoint->built ? u"not_built"_s : textOf(decision.code);
}

QJsonObject pathsJson(const PathRules &paths)
{
    qsizetype denyCount = 0;
    for (const DenyEntry &entry : paths.deny)
        denyCount += entry.from.rule != "default:service-files";
    return {{"allow"_L1, textList(paths.roots)}, {"read_only"_L1, paths.readOnly}, {"deny_count"_L1, denyCount}};
}

void addDetails(QJsonObject &object, const EffectiveRule &rule)
{
    QJsonObject limits;
    for (auto it = rule.limits.cbegin(); it != rule.limits.cend(); ++it) {
        if (it->value)
            limits.insert(textOf(it.key()), *it->value);
    }
    QJsonObject params;
    for (auto it = rule.params.cbegin(); it != rule.params.cend(); ++it) {
        if (!it->value.isUndefined())
            params.insert(textOf(it.key()), it->value);
    }
    object.insert("limits"_L1, limits);
    object.insert("params"_L1, params);
    if (rule.paths)
        object.insert("paths"_L1, pathsJson(*rule.paths));
}

QJsonObject endpointJson(const EffectiveRule &rule, const Decision &decision)
{
    const Endpoint &endpoint = *rule.endpoint;
    QJsonObject object {{"method"_L1, textOf(endpoint.method)}, {"path"_L1, textOf(endpoint.path)}, {"group"_L1, textOf(endpoint.group)},
        {"summary"_L1, textOf(endpoint.summary)}, {"streaming"_L1, endpoint.stream != StreamKind::None}, {"enabled"_L1, rule.enabled.value},
        {"allowed"_L1, decision.isAllowed()}, {"rule"_L1, textOf(decision.rule.rule)}, {"scopes"_L1, textList(rule.scopes.value)}};
    if (decision.isAllowed())
        addDetails(object, rule);
    else
        object.insert("reason"_L1, reasonOf(rule, decision));
    return object;
}

struct GroupCount {
    int total = 0;
    int enabled = 0;
    int allowed = 0;
};

void addGroups(QJsonObject &object, const QHash<QByteArray, GroupCount> &counts)
{
    QJsonObject on;
    QJsonObject summary;
    for (const Group &group : groups()) {
        const GroupCount count = counts.value(group.name);
        if (count.total == 0)
            continue;
        const QString state = count.enabled == 0 ? u"off"_s : count.enabled == count.total ? u"on"_s : u"partial"_s;
        on.insert(textOf(group.name), count.enabled > 0);
        summary.insert(textOf(group.name), QJsonObject {{"state"_L1, state}, {"total"_L1, count.total}, {"enabled"_L1, count.enabled},
            {"allowed"_L1, count.allowed}});
    }
    object.insert("groups"_L1, on);
    object.insert("group_summary"_L1, summary);
}

QJsonArray warningLines(const QList<Diagnostic> &warnings)
{
    QJsonArray lines;
    for (const Diagnostic &warning : warnings)
        lines.append(textOf(warning.id) + u": "_s + warning.message);
    return lines;
}

} // namespace

QJsonObject capabilities(const CompiledPolicy &policy, const IdentityInfo &identity, const QList<Diagnostic> &warnings, bool stale)
{
    QJsonObject table;
    QHash<QByteArray, GroupCount> counts;
    for (const EffectiveRule &rule : policy.rules()) {
        const Decision decision = decideEndpoint(rule, identity.scopes);
        GroupCount &count = counts[rule.endpoint->group];
        ++count.total;
        count.enabled += rule.enabled.value && rule.endpoint->built;
        count.allowed += decision.isAllowed();
        table.insert(textOf(rule.endpoint->id), endpointJson(rule, decision));
    }
    const auto &level = policy.document().sandbox.level;
    QJsonObject object {{"api_version"_L1, apiVersion}, {"server_version"_L1, QLatin1StringView(COFFERDAM_VERSION)},
        {"identity"_L1, QJsonObject {{"id"_L1, textOf(identity.id)}, {"scopes"_L1, textList(identity.scopes)}}},
        {"policy"_L1, QJsonObject {{"preset"_L1, textOf(policy.preset())}, {"revision"_L1, textOf(policy.revision())}, {"stale"_L1, stale}}},
        {"sandbox"_L1, QJsonObject {{"level"_L1, level ? QJsonValue(textOf(level->value)) : QJsonValue()}, {"limits_enforced"_L1, QJsonArray()}}},
        {"endpoints"_L1, table}};
    addGroups(object, counts);
    if (identity.scopes.contains("*"))
        object.insert("warnings"_L1, warningLines(warnings));
    return object;
}

} // namespace Cofferdam::Policy
