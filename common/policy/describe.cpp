// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/policy/catalogue.h"

#include "common/policy/document.h"
#include "common/policy/engine.h"
#include "common/protocol/errorcodes.h"

using namespace Qt::StringLiterals;

namespace Cofferdam::Policy {

namespace {

QJsonArray texts(const QList<QByteArray> &list)
{
    QJsonArray array;
    for (const QByteArray &text : list)
        array.append(QString::fromUtf8(text));
    return array;
}

QString text(QByteArrayView view) { return QString::fromUtf8(view); }

template <typename T, size_t N>
QString nameOf(T value, const char *const (&names)[N])
{
    return QString::fromLatin1(names[size_t(value)]);
}

QJsonObject describePath(const PathParameter &path)
{
    QJsonArray roles;
    for (PathRole role : path.roles)
        roles.append(text(pathRoleName(role)));
    return {{u"name"_s, text(path.name)}, {u"roles"_s, roles}, {u"in"_s, path.inQuery ? u"query"_s : u"body"_s}, {u"each"_s, path.each},
        {u"optional"_s, path.optional}, {u"list"_s, path.list}, {u"leaf"_s, path.leaf}};
}

QJsonObject describeEndpoint(const Endpoint &e)
{
    QJsonArray paths;
    for (const PathParameter &path : e.paths)
        paths.append(describePath(path));
    QJsonObject limits, params;
    for (const LimitDefault &limit : e.limits)
        limits.insert(text(limit.key), limit.value ? QJsonValue(*limit.value) : QJsonValue());
    for (const ParamDefault &param : e.params)
        params.insert(text(param.key), param.value.isUndefined() ? QJsonValue() : param.value);
    return {{u"id"_s, text(e.id)}, {u"method"_s, text(e.method)}, {u"path"_s, text(e.path)}, {u"group"_s, text(e.group)},
        {u"tier"_s, nameOf(e.tier, {"S", "P", "N1"})}, {u"scopes"_s, texts(e.scopes)}, {u"authentication"_s, e.authentication},
        {u"paths"_s, paths}, {u"limits"_s, limits}, {u"params"_s, params}, {u"body"_s, nameOf(e.body, {"none", "json", "raw", "raw or json"})},
        {u"stream"_s, nameOf(e.stream, {"none", "sse", "sse option", "websocket", "raw body", "chunked"})}, {u"summary"_s, text(e.summary)},
        {u"query"_s, texts(e.query)}, {u"starts_programs"_s, e.startsPrograms}, {u"mutating"_s, e.mutating}, {u"built"_s, e.built}};
}

template <typename Range, typename Function>
QJsonArray listOf(const Range &range, Function function)
{
    QJsonArray array;
    for (const auto &item : range)
        array.append(function(item));
    return array;
}

QJsonObject describeGroup(const Group &g)
{
    return {{u"name"_s, text(g.name)}, {u"on_by_default"_s, g.onByDefault}, {u"can_disable"_s, g.canDisable},
        {u"summary"_s, text(g.summary)}, {u"endpoints"_s, texts(endpointsOfGroup(g.name))}};
}

QJsonObject describeScope(const Scope &s) { return {{u"name"_s, text(s.name)}, {u"grants"_s, text(s.grants)}, {u"note"_s, text(s.note)}}; }

QJsonObject describeLimit(const LimitKey &k)
{
    return {{u"key"_s, text(k.key)}, {u"kind"_s, nameOf(k.kind, {"size", "integer", "seconds"})}, {u"zero_allowed"_s, k.zeroAllowed},
        {u"meaning"_s, text(k.meaning)}, {u"at_limit"_s, text(k.atLimit)}};
}

QJsonObject describeParam(const ParamKey &k)
{
    return {{u"key"_s, text(k.key)}, {u"kind"_s, nameOf(k.kind, {"boolean", "list", "octal string", "list of ports", "integer"})},
        {u"merge"_s, k.unionMerge ? u"union"_s : u"replace"_s}, {u"values"_s, texts(k.closedValues)}, {u"meaning"_s, text(k.meaning)}};
}

QJsonObject describeCode(const ErrorCodeInfo &c)
{
    return {{u"code"_s, text(c.code)}, {u"status"_s, c.status}, {u"type"_s, text(c.type)}, {u"meaning"_s, text(c.meaning)}};
}

QJsonObject describeLint(const LintRule &r)
{
    return {{u"id"_s, text(r.id)}, {u"severity"_s, nameOf(r.severity, {"error", "warning", "note"})}, {u"condition"_s, text(r.condition)},
        {u"why"_s, text(r.why)}};
}

QJsonObject describePreset(const QByteArray &name) { return {{u"name"_s, text(name)}, {u"text"_s, text(presetText(name))}}; }

} // namespace

QJsonObject describe()
{
    return {{u"version"_s, QStringLiteral(COFFERDAM_VERSION)}, {u"endpoints"_s, listOf(endpoints(), describeEndpoint)},
        {u"groups"_s, listOf(groups(), describeGroup)}, {u"scopes"_s, listOf(scopes(), describeScope)},
        {u"limits"_s, listOf(limitKeys(), describeLimit)}, {u"params"_s, listOf(paramKeys(), describeParam)},
        {u"error_codes"_s, listOf(errorCodes(), describeCode)}, {u"lint"_s, listOf(lintRules(), describeLint)},
        {u"presets"_s, listOf(presetNames(), describePreset)}};
}

} // namespace Cofferdam::Policy
