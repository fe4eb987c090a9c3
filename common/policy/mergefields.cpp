// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/policy/mergetable.h"

#include "common/policy/textlist.h"

/// Fields one by one, for people: which rules bid for a field, which one won and why. The compiler resolves the same order.
using namespace Qt::StringLiterals;

namespace Cofferdam::Policy {

namespace {

QJsonValue toJson(bool value) { return value; }
QJsonValue toJson(const QByteArray &value) { return textOf(value); }
QJsonValue toJson(const QJsonValue &value) { return value; }
QJsonValue toJson(const std::optional<qint64> &value) { return value ? QJsonValue(*value) : QJsonValue(); }
QJsonValue toJson(const QList<QByteArray> &list) { return textList(list); }

template <typename T>
std::optional<FieldValue> valueOf(const std::optional<Sourced<T>> &field)
{
    return field ? std::optional(FieldValue {toJson(field->value), field->span}) : std::nullopt;
}

template <typename T>
std::optional<FieldValue> valueOf(const QHash<QByteArray, Sourced<T>> &fields, const QByteArray &key)
{
    const auto it = fields.constFind(key);
    return it == fields.constEnd() ? std::nullopt : std::optional(FieldValue {toJson(it->value), it->span});
}

QString specificityText(const RuleSource &source)
{
    switch (source.specificity) {
    case Specificity::Exact: return u"an exact id"_s;
    case Specificity::Glob: return u"a glob"_s;
    case Specificity::Group: return u"a group"_s;
    case Specificity::Defaults: return source.layer == Layer::Default ? u"the catalogue"_s : u"the defaults"_s;
    }
    return {};
}

/// Why loser yields to winner, both bidding for the same field.
QString whyLost(const RuleSource &loser, const RuleSource &winner)
{
    if (loser.specificity != winner.specificity)
        return specificityText(winner) + u" outranks "_s + specificityText(loser);
    if (loser.specificity == Specificity::Glob && loser.selector != winner.selector) {
        const QString glob = u"the glob "_s + textOf(winner.selector);
        if (loser.literalPrefix != winner.literalPrefix)
            return glob + u" has a longer literal prefix"_s;
        if (loser.selector.size() != winner.selector.size())
            return glob + u" is longer"_s;
        return glob + u" comes later in byte order"_s;
    }
    if (loser.layer != winner.layer)
        return u"the %1 layer comes after the %2 layer at equal specificity"_s.arg(QLatin1StringView(layerName(winner.layer)),
            QLatin1StringView(layerName(loser.layer)));
    return u"another rule of the same rank comes later"_s;
}

QString whyWon(const RuleSource &source, bool onlyOne)
{
    if (onlyOne)
        return u"no other rule sets it"_s;
    return specificityText(source) + u" of the "_s + QLatin1StringView(layerName(source.layer)) + u" layer has the highest rank"_s;
}

void judgeEnabled(QList<Candidate> &candidates, const RuleSource *winner, const Endpoint &endpoint)
{
    for (Candidate &candidate : candidates) {
        candidate.won = candidate.source == winner;
        if (candidate.won)
            candidate.why = whyWon(*winner, candidates.size() == 1);
        else if (endpoint.isCore() && !candidate.value.toBool())
            candidate.why = u"core endpoints cannot be disabled"_s;
        else if (!winner)
            candidate.why = u"no rule decides"_s;
        else if (compareRank(*candidate.source, *winner) == 0 && candidate.value != winner->fields.enabled->value)
            candidate.why = u"a single `enabled: false` wins at equal specificity and layer"_s;
        else
            candidate.why = whyLost(*candidate.source, *winner);
    }
}

} // namespace

QByteArray FieldRef::name() const
{
    switch (kind) {
    case Kind::Enabled: return "enabled";
    case Kind::Scopes: return "scopes";
    case Kind::Audit: return "audit";
    case Kind::Limit: return "limits." + key;
    case Kind::Param: return "params." + key;
    case Kind::Allow: return "paths.allow";
    case Kind::Deny: return "paths.deny";
    case Kind::ReadOnly: return "paths.read_only";
    case Kind::Symlinks: return "paths.symlinks";
    case Kind::Nocase: return "paths.nocase";
    case Kind::Hardlinks: return "paths.hardlinks";
    }
    return {};
}

bool FieldRef::isUnion() const
{
    if (kind != Kind::Param)
        return kind == Kind::Deny;
    const ParamKey *row = findParamKey(key);
    return row && row->unionMerge;
}

QList<FieldRef> fieldsOf(const Endpoint &endpoint)
{
    using enum FieldRef::Kind;
    QList<FieldRef> fields {{Enabled, {}}, {Scopes, {}}};
    if (endpoint.takesPaths())
        fields << FieldRef {Allow, {}} << FieldRef {Deny, {}} << FieldRef {ReadOnly, {}} << FieldRef {Symlinks, {}} << FieldRef {Nocase, {}}
               << FieldRef {Hardlinks, {}};
    for (const LimitDefault &limit : endpoint.limits)
        fields << FieldRef {Limit, limit.key};
    for (const ParamDefault &param : endpoint.params)
        fields << FieldRef {Param, param.key};
    return fields << FieldRef {Audit, {}};
}

std::optional<FieldValue> fieldValue(const RuleFields &fields, const FieldRef &field)
{
    using enum FieldRef::Kind;
    switch (field.kind) {
    case Enabled: return valueOf(fields.enabled);
    case Scopes: return valueOf(fields.scopes);
    case Audit: return valueOf(fields.audit);
    case Limit: return valueOf(fields.limits, field.key);
    case Param: return valueOf(fields.params, field.key);
    case Allow: return valueOf(fields.paths.allow);
    case Deny: return valueOf(fields.paths.deny);
    case ReadOnly: return valueOf(fields.paths.readOnly);
    case Symlinks: return valueOf(fields.paths.symlinks);
    case Nocase: return valueOf(fields.paths.nocase);
    case Hardlinks: return valueOf(fields.paths.hardlinks);
    }
    return {};
}

FieldValue resolvedValue(const EffectiveRule &rule, const FieldRef &field)
{
    using enum FieldRef::Kind;
    QList<QByteArray> patterns;
    for (const DenyEntry &entry : rule.paths ? rule.paths->deny : QList<DenyEntry>())
        patterns.append(entry.text);
    const PathRules paths = rule.paths.value_or(PathRules());
    switch (field.kind) {
    case Enabled: return {rule.enabled.value, {}};
    case Scopes: return {textList(rule.scopes.value), {}};
    case Audit: return {textOf(rule.audit.value), {}};
    case Limit: return {toJson(rule.limits.value(field.key).value), {}};
    case Param: return {rule.params.value(field.key).value, {}};
    case Allow: return {textList(paths.roots), {}};
    case Deny: return {textList(patterns), {}};
    case ReadOnly: return {paths.readOnly, {}};
    case Symlinks: return {paths.symlinks == Symlinks::Within ? u"within"_s : u"never"_s, {}};
    case Nocase: return {paths.nocase, {}};
    case Hardlinks: return {paths.refuseHardlinks ? u"refuse"_s : u"allow"_s, {}};
    }
    return {};
}

Provenance resolvedFrom(const EffectiveRule &rule, const FieldRef &field)
{
    using enum FieldRef::Kind;
    const PathRules paths = rule.paths.value_or(PathRules());
    switch (field.kind) {
    case Enabled: return rule.enabled.from;
    case Scopes: return rule.scopes.from;
    case Audit: return rule.audit.from;
    case Limit: return rule.limits.value(field.key).from;
    case Param: return rule.params.value(field.key).from;
    case Allow: return paths.rootsFrom;
    case Deny: return paths.deny.isEmpty() ? Provenance() : paths.deny.first().from;
    case ReadOnly: return paths.readOnlyFrom;
    case Symlinks: return paths.symlinksFrom;
    case Nocase: return paths.nocaseFrom;
    case Hardlinks: return paths.hardlinksFrom;
    }
    return {};
}

QList<Candidate> MergeTable::candidates(int endpointIndex, const FieldRef &field) const
{
    const auto &ascending = sourcesFor(endpointIndex);
    QList<Candidate> result;
    for (auto it = ascending.rbegin(); it != ascending.rend(); ++it) {
        if (const auto value = fieldValue((*it)->fields, field))
            result.append({*it, value->value, value->span, false, {}});
    }
    if (field.kind == FieldRef::Kind::Enabled) {
        const Endpoint &endpoint = endpoints()[endpointIndex];
        judgeEnabled(result, enabledWinner(ascending, endpoint), endpoint);
        return result;
    }
    for (Candidate &candidate : result) {
        candidate.won = field.isUnion() || candidate.source == result.first().source;
        if (field.isUnion())
            candidate.why = u"added: deny lists of all rules count together"_s;
        else
            candidate.why = candidate.won ? whyWon(*candidate.source, result.size() == 1) : whyLost(*candidate.source, *result.first().source);
    }
    return result;
}

} // namespace Cofferdam::Policy
