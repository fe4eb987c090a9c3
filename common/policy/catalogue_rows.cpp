// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/policy/catalogue_rows.h"

#include "common/base/bytesize.h"

using namespace Qt::StringLiterals;

namespace Cofferdam::Policy::Rows {

namespace {

QList<QByteArray> pieces(const QByteArray &text, char separator)
{
    QList<QByteArray> list;
    for (const QByteArray &piece : text.split(separator)) {
        if (!piece.trimmed().isEmpty())
            list.append(piece.trimmed());
    }
    return list;
}

[[noreturn]] void broken(const Row &row, const QByteArray &what)
{
    qFatal("catalogue row %s: cannot read `%s`", row.id, what.constData());
}

PathParameter readPath(const Row &row, const QByteArray &text)
{
    const QList<QByteArray> words = pieces(text, ' ');
    PathParameter parameter;
    parameter.name = words.value(0);
    for (const QByteArray &word : words.sliced(1)) {
        if (const auto role = pathRoleFromName(word))
            parameter.roles.append(*role);
        else if (word == "query")
            parameter.inQuery = true;
        else if (word == "each")
            parameter.each = true;
        else if (word == "optional")
            parameter.optional = true;
        else if (word == "list")
            parameter.list = true;
        else if (word == "leaf")
            parameter.leaf = true;
        else
            broken(row, text);
    }
    return parameter;
}

LimitDefault readLimit(const Row &row, const QByteArray &text)
{
    const QList<QByteArray> words = pieces(text, ' ');
    const auto number = parseByteSize(words.value(1));
    const bool none = words.value(1) == "-";
    if (words.size() != 2 || !findLimitKey(words[0]) || (!number && !none))
        broken(row, text);
    return {words[0], none ? std::nullopt : number};
}

ParamDefault readParam(const Row &row, const QByteArray &text)
{
    const QList<QByteArray> words = pieces(text, ' ');
    const ParamKey *key = findParamKey(words.value(0));
    if (words.size() != 2 || !key)
        broken(row, text);
    if (words[1] == "-")
        return {words[0], QJsonValue(QJsonValue::Undefined)};
    switch (key->kind) {
    case ParamKind::Bool: return {words[0], words[1] == "true"};
    case ParamKind::Integer: return {words[0], words[1].toLongLong()};
    case ParamKind::OctalMode: return {words[0], QString::fromLatin1(words[1])};
    case ParamKind::StringList:
    case ParamKind::IntegerOrRangeList: break;
    }
    QJsonArray list;
    for (const QByteArray &item : pieces(words[1], ','))
        list.append(QString::fromLatin1(item));
    return {words[0], list};
}

/// C and St of endpoints.md 1.1. max_request_bytes has no value here: its default follows the endpoint's other limits.
void addCommonLimits(Endpoint &endpoint)
{
    const bool health = !endpoint.authentication;
    const auto add = [&endpoint](const char *key, std::optional<qint64> value) {
        if (!endpoint.limit(key))
            endpoint.limits.append({key, value});
    };
    if (!health)
        add("max_request_bytes", std::nullopt);
    add("rate_per_minute", std::nullopt);
    if (!health)
        add("max_concurrency", std::nullopt);
    using enum StreamKind;
    if (endpoint.stream != Sse && endpoint.stream != SseOption && endpoint.stream != WebSocket)
        return;
    add("max_duration_s", 3600);
    add("idle_timeout_s", 0);
    add("queue_bytes", 1 << 20);
}

} // namespace

Endpoint read(const Row &row, const char *group)
{
    Endpoint endpoint;
    const QList<QByteArray> route = pieces(row.route, ' ');
    if (route.size() != 2)
        broken(row, row.route);
    endpoint.id = row.id;
    endpoint.method = route[0];
    endpoint.path = route[1];
    endpoint.group = group;
    endpoint.tier = row.tier;
    endpoint.scopes = pieces(row.scopes, ' ');
    endpoint.authentication = !(row.flags & NoAuthentication);
    endpoint.body = row.body;
    endpoint.stream = row.stream;
    endpoint.summary = row.summary;
    endpoint.query = pieces(row.query, ' ');
    endpoint.startsPrograms = row.flags & StartsPrograms;
    endpoint.mutating = row.flags & Mutating;
    for (const QByteArray &text : pieces(row.paths, ';'))
        endpoint.paths.append(readPath(row, text));
    for (const QByteArray &text : pieces(row.limits, ';'))
        endpoint.limits.append(readLimit(row, text));
    for (const QByteArray &text : pieces(row.params, ';'))
        endpoint.params.append(readParam(row, text));
    addCommonLimits(endpoint);
    return endpoint;
}

} // namespace Cofferdam::Policy::Rows
