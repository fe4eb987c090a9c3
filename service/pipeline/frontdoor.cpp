// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "service/pipeline/frontdoor.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Cofferdam::Pipeline {

namespace {

bool isLoopbackName(QByteArrayView host, const Gate::Peer &peer)
{
    if (peer.isUnix && host == "localhost")
        return true;
    const qsizetype colon = peer.localAddress.lastIndexOf(':');
    if (colon < 0)
        return false;
    const QByteArrayView port = QByteArrayView(peer.localAddress).sliced(colon);
    if (host.size() <= port.size() || !host.endsWith(port))
        return false;
    const QByteArrayView name = host.chopped(port.size());
    return name == "127.0.0.1" || name == "localhost" || name == "[::1]";
}

QString shown(const QByteArray &value) { return QString::fromUtf8(value.first(std::min<qsizetype>(value.size(), 100))); }

bool isCorrelationId(const QByteArray &value)
{
    const auto allowed = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '_' || c == '-';
    };
    return !value.isEmpty() && value.size() <= 64 && std::ranges::all_of(value, allowed);
}

QByteArray mediaType(const Gate::Head &head)
{
    const QByteArray value = head.header("content-type");
    const qsizetype semicolon = value.indexOf(';');
    return (semicolon < 0 ? value : value.first(semicolon)).trimmed().toLower();
}

QByteArray decode(QByteArrayView text)
{
    QByteArray decoded = text.toByteArray();
    decoded.replace('+', ' ');
    return QByteArray::fromPercentEncoding(decoded);
}

} // namespace

Result<void> checkHostAndOrigin(const Gate::Head &head, const Policy::HttpSection &http)
{
    const QByteArray host = head.header("host");
    if (!isLoopbackName(host, head.peer) && !http.hosts.contains(host))
        return failure("host_not_allowed", "the Host \""_L1 + shown(host) + "\" is not one this service answers to"_L1);
    const int origins = head.headerCount("origin");
    if (origins > 1 || (origins == 1 && !http.origins.contains(head.header("origin"))))
        return failure("origin_not_allowed", "the Origin \""_L1 + shown(head.header("origin")) + "\" is not on the list"_L1);
    const QByteArray site = head.header("sec-fetch-site");
    if (head.headerCount("sec-fetch-site") > 0 && site != "none" && origins == 0)
        return failure("origin_not_allowed", u"a web page may not call this service"_s);
    return {};
}

Result<void> readCorrelation(const Gate::Head &head, Correlation &correlation)
{
    const std::pair<QByteArrayView, QByteArray *> fields[] = {{"x-session-id", &correlation.sessionId},
        {"x-agent-id", &correlation.agentId}, {"x-task-id", &correlation.taskId}};
    for (const auto &[name, target] : fields) {
        const int count = head.headerCount(name);
        if (count == 0)
            continue;
        const QByteArray value = head.header(name);
        if (count > 1 || !isCorrelationId(value))
            return failure("invalid_request", "expected 1 to 64 of A-Z a-z 0-9 . _ - in "_L1 + QLatin1StringView(name),
                {{"header"_L1, QString::fromLatin1(name)}});
        *target = value;
    }
    return {};
}

Result<QList<std::pair<QByteArray, QByteArray>>> parseQuery(const QByteArray &query)
{
    QList<std::pair<QByteArray, QByteArray>> pairs;
    if (query.isEmpty())
        return pairs;
    for (const QByteArray &part : query.split('&')) {
        if (part.isEmpty())
            continue;
        const qsizetype equals = part.indexOf('=');
        const QByteArray key = decode(equals < 0 ? QByteArrayView(part) : QByteArrayView(part).first(equals));
        const bool twice = std::ranges::any_of(pairs, [&](const auto &pair) { return pair.first == key; });
        if (twice)
            return failure("duplicate_parameter", "the query parameter \""_L1 + shown(key) + "\" was sent twice"_L1,
                {{"parameter"_L1, shown(key)}});
        pairs.emplaceBack(key, equals < 0 ? QByteArray() : decode(QByteArrayView(part).sliced(equals + 1)));
    }
    return pairs;
}

Result<void> checkBody(const Gate::Head &head, Policy::BodyKind kind, std::optional<qint64> mostBytes)
{
    if (kind == Policy::BodyKind::None) {
        if (head.contentLength > 0)
            return failure("invalid_request", u"this endpoint takes no body"_s);
        return {};
    }
    if (head.contentLength < 0)
        return failure("length_required", u"expected a Content-Length"_s);
    const QByteArray type = mediaType(head);
    const bool json = type == "application/json", raw = type == "application/octet-stream";
    const bool fits = (kind == Policy::BodyKind::Json && json) || (kind == Policy::BodyKind::Raw && raw)
        || (kind == Policy::BodyKind::RawOrJson && (json || raw));
    if (!fits || head.headerCount("content-type") != 1) {
        const QLatin1StringView expected = kind == Policy::BodyKind::Json ? "application/json"_L1
            : kind == Policy::BodyKind::Raw                               ? "application/octet-stream"_L1
                                                                          : "application/json or application/octet-stream"_L1;
        return failure("unsupported_media_type", "expected Content-Type "_L1 + expected + ", got \""_L1 + shown(type) + '"'_L1);
    }
    if (mostBytes && head.contentLength > *mostBytes)
        return failure("request_too_large",
            "expected at most "_L1 + QString::number(*mostBytes) + " bytes, announced "_L1 + QString::number(head.contentLength),
            {{"limit"_L1, *mostBytes}});
    return {};
}

Result<void> checkQueryKeys(const QList<std::pair<QByteArray, QByteArray>> &query, const Policy::Endpoint &endpoint)
{
    for (const auto &[key, value] : query) {
        const bool base64Path = key.endsWith("_base64") && endpoint.query.contains(key.chopped(7));
        if (!endpoint.query.contains(key) && !base64Path)
            return failure("invalid_request", QString::fromUtf8(endpoint.id) + " knows no query parameter \""_L1 + shown(key) + '"'_L1,
                {{"parameter"_L1, shown(key)}});
    }
    return {};
}

} // namespace Cofferdam::Pipeline
