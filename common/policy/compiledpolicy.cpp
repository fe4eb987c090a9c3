// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/policy/compiledpolicy.h"

#include "common/policy/textlist.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Cofferdam::Policy {

namespace {

constexpr qint64 unknownBodyBound = 1 << 20;

QJsonObject field(const QJsonValue &value, const Provenance &from)
{
    QJsonObject object = from.toJson();
    object.insert(u"value"_s, value.isUndefined() ? QJsonValue() : value);
    return object;
}

QJsonObject pathsTable(const PathRules &paths)
{
    QJsonArray deny;
    for (const DenyEntry &entry : paths.deny) {
        QJsonObject object = entry.from.toJson();
        object.insert(u"pattern"_s, textOf(entry.text));
        deny.append(object);
    }
    return {{u"roots"_s, field(textList(paths.roots), paths.rootsFrom)}, {u"deny"_s, deny},
        {u"read_only"_s, field(paths.readOnly, paths.readOnlyFrom)},
        {u"symlinks"_s, field(paths.symlinks == Symlinks::Within ? u"within"_s : u"never"_s, paths.symlinksFrom)},
        {u"nocase"_s, field(paths.nocase, paths.nocaseFrom)},
        {u"hardlinks"_s, field(paths.refuseHardlinks ? u"refuse"_s : u"allow"_s, paths.hardlinksFrom)}};
}

QJsonObject ruleTable(const EffectiveRule &rule)
{
    QJsonObject limits;
    for (auto it = rule.limits.cbegin(); it != rule.limits.cend(); ++it)
        limits.insert(textOf(it.key()), field(it->value ? QJsonValue(*it->value) : QJsonValue(), it->from));
    QJsonObject params;
    for (auto it = rule.params.cbegin(); it != rule.params.cend(); ++it)
        params.insert(textOf(it.key()), field(it->value, it->from));
    const Endpoint &endpoint = *rule.endpoint;
    QJsonObject object {{u"enabled"_s, field(rule.enabled.value, rule.enabled.from)},
        {u"scopes"_s, field(textList(rule.scopes.value), rule.scopes.from)},
        {u"audit"_s, field(textOf(rule.audit.value), rule.audit.from)}, {u"limits"_s, limits}, {u"params"_s, params},
        {u"group"_s, textOf(endpoint.group)}, {u"method"_s, textOf(endpoint.method)},
        {u"path"_s, textOf(endpoint.path)}, {u"summary"_s, textOf(endpoint.summary)}, {u"built"_s, endpoint.built}};
    if (rule.paths)
        object.insert(u"paths"_s, pathsTable(*rule.paths));
    return object;
}

} // namespace

std::optional<qint64> EffectiveRule::limit(QByteArrayView key) const
{
    const auto it = limits.constFind(QByteArray::fromRawData(key.data(), key.size()));
    return it == limits.constEnd() ? std::nullopt : it->value;
}

bool EffectiveRule::boolParam(QByteArrayView key, bool fallback) const
{
    const auto it = params.constFind(QByteArray::fromRawData(key.data(), key.size()));
    return it == params.constEnd() ? fallback : it->value.toBool(fallback);
}

std::optional<QList<QByteArray>> EffectiveRule::listParam(QByteArrayView key) const
{
    const auto it = params.constFind(QByteArray::fromRawData(key.data(), key.size()));
    if (it == params.constEnd() || !it->value.isArray())
        return {};
    return bytesList(it->value.toArray());
}

std::optional<int> EffectiveRule::modeParam(QByteArrayView key) const
{
    const auto it = params.constFind(QByteArray::fromRawData(key.data(), key.size()));
    if (it == params.constEnd() || !it->value.isString())
        return {};
    bool ok = false;
    const int mode = it->value.toString().toInt(&ok, 8);
    return ok ? std::optional(mode) : std::nullopt;
}

QByteArray EffectiveRule::ruleOfParam(QByteArrayView key) const
{
    return params.value(key.toByteArray()).from.rule;
}

QByteArray EffectiveRule::ruleOfLimit(QByteArrayView key) const
{
    return limits.value(key.toByteArray()).from.rule;
}

Provenance EffectiveRule::fromOfEntry(QByteArrayView key, QByteArrayView entry) const
{
    const QList<QByteArray> list = listParam(key).value_or(QList<QByteArray>());
    const qsizetype at = list.indexOf(entry);
    const QList<Provenance> from = unionFrom.value(key.toByteArray());
    return at >= 0 && at < from.size() ? from[at] : params.value(key.toByteArray()).from;
}

std::optional<qint64> EffectiveRule::maxRequestBytes() const
{
    const auto it = limits.constFind("max_request_bytes");
    return it == limits.constEnd() ? unknownBodyBound : it->value;
}

const EffectiveRule *CompiledPolicy::rule(QByteArrayView endpointId) const
{
    const int index = endpointIndex(endpointId);
    return index < 0 ? nullptr : &rule(index);
}

const IdentityInfo *CompiledPolicy::identity(QByteArrayView id) const
{
    const auto it = std::find_if(m_identities.begin(), m_identities.end(), [id](const IdentityInfo &info) { return info.id == id; });
    return it == m_identities.end() ? nullptr : &*it;
}

QJsonObject CompiledPolicy::effectiveTable() const
{
    QJsonArray identities;
    for (const IdentityInfo &info : m_identities)
        identities.append(QJsonObject {{u"id"_s, textOf(info.id)}, {u"scopes"_s, textList(info.scopes)}});
    QJsonObject endpointTable;
    for (const EffectiveRule &rule : m_rules)
        endpointTable.insert(textOf(rule.endpoint->id), ruleTable(rule));
    return {{u"preset"_s, textOf(m_preset)}, {u"base_dir"_s, textOf(m_baseDir)},
        {u"revision"_s, textOf(m_revision)}, {u"identities"_s, identities}, {u"endpoints"_s, endpointTable}};
}

} // namespace Cofferdam::Policy
