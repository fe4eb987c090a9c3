// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/policy/engine.h"
#include "common/policy/textlist.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Cofferdam::Policy {

namespace {

bool isWritten(const Provenance &from) { return from.layer != Layer::Default; }

/// Some rule above the catalogue narrows or changes how the endpoint may be used.
bool isLimited(const EffectiveRule &rule)
{
    const auto written = [](const auto &field) { return isWritten(field.from); };
    if (std::any_of(rule.limits.begin(), rule.limits.end(), written) || std::any_of(rule.params.begin(), rule.params.end(), written))
        return true;
    if (!rule.paths)
        return false;
    const PathRules &paths = *rule.paths;
    return paths.rootsAreAllow || paths.readOnly || paths.symlinks == Symlinks::Never || paths.refuseHardlinks
        || std::any_of(paths.deny.begin(), paths.deny.end(), [](const DenyEntry &entry) { return isWritten(entry.from); });
}

} // namespace

QJsonObject matrix(const CompiledPolicy &policy)
{
    QJsonArray identities;
    QJsonArray endpointList;
    QJsonObject cells;
    for (const EffectiveRule &rule : policy.rules())
        endpointList.append(QJsonObject {{"id"_L1, textOf(rule.endpoint->id)}, {"group"_L1, textOf(rule.endpoint->group)}});
    for (const IdentityInfo &identity : policy.identities()) {
        identities.append(textOf(identity.id));
        QJsonObject row;
        for (const EffectiveRule &rule : policy.rules()) {
            const Decision decision = decideEndpoint(rule, identity.scopes);
            QJsonObject cell {{"decision"_L1, decision.isAllowed() ? u"allowed"_s : u"denied"_s}, {"rule"_L1, textOf(decision.rule.rule)},
                {"limited"_L1, decision.isAllowed() && isLimited(rule)}};
            if (!decision.isAllowed())
                cell.insert("code"_L1, textOf(decision.code));
            row.insert(textOf(rule.endpoint->id), cell);
        }
        cells.insert(textOf(identity.id), row);
    }
    return {{"identities"_L1, identities}, {"endpoints"_L1, endpointList}, {"cells"_L1, cells}};
}

} // namespace Cofferdam::Policy
