// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "service/pipeline/router.h"

#include <optional>

namespace Cofferdam::Pipeline {

namespace {

QByteArray firstSegment(const QByteArray &path)
{
    const qsizetype slash = path.indexOf('/', 1);
    return slash < 0 ? path : path.first(slash);
}

std::optional<QHash<QByteArray, QByteArray>> bind(const QList<QByteArray> &pattern, const QList<QByteArray> &segments)
{
    if (pattern.size() != segments.size())
        return {};
    QHash<QByteArray, QByteArray> parameters;
    for (qsizetype i = 0; i < pattern.size(); ++i) {
        if (!pattern[i].startsWith('{')) {
            if (pattern[i] != segments[i])
                return {};
            continue;
        }
        if (segments[i].isEmpty())
            return {};
        parameters.insert(pattern[i].sliced(1, pattern[i].size() - 2), segments[i]);
    }
    return parameters;
}

void addMethod(QByteArray &allow, const QByteArray &method)
{
    if (!allow.isEmpty())
        allow += ", ";
    allow += method;
}

} // namespace

Router::Router(const Operations &operations)
{
    QHash<QByteArray, const Operation *> handlers;
    for (const Operation &operation : operations)
        handlers.insert(operation.endpoint, &operation);
    for (const Policy::Endpoint &endpoint : Policy::endpoints()) {
        Route route {&endpoint, handlers.value(endpoint.id), endpoint.path.split('/')};
        if (endpoint.path.contains('{'))
            m_patterned[firstSegment(endpoint.path)].push_back(std::move(route));
        else
            m_fixed[endpoint.path].push_back(std::move(route));
    }
}

Match Router::match(QByteArrayView method, const QByteArray &path) const
{
    Match match;
    if (const auto fixed = m_fixed.constFind(path); fixed != m_fixed.cend()) {
        for (const Route &route : *fixed) {
            if (route.endpoint->method == method)
                return Match {route.endpoint, route.operation, {}, {}};
            addMethod(match.allow, route.endpoint->method);
        }
    }
    const auto patterned = m_patterned.constFind(firstSegment(path));
    if (patterned == m_patterned.cend())
        return match;
    const QList<QByteArray> segments = path.split('/');
    for (const Route &route : *patterned) {
        auto parameters = bind(route.segments, segments);
        if (!parameters)
            continue;
        if (route.endpoint->method == method)
            return Match {route.endpoint, route.operation, std::move(*parameters), {}};
        addMethod(match.allow, route.endpoint->method);
    }
    return match;
}

} // namespace Cofferdam::Pipeline
