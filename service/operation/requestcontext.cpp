// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "service/operation/requestcontext.h"

using namespace Qt::StringLiterals;

namespace Cofferdam {

namespace {

std::unexpected<Error> badParameter(QByteArrayView key, const QString &expected, const QByteArray &got)
{
    const QString name = QString::fromUtf8(key);
    return failure("invalid_request",
        u"expected "_s + expected + u" for "_s + name + u", got \""_s + QString::fromUtf8(got.first(qMin(got.size(), qsizetype(64)))) + u'"',
        {{u"parameter"_s, name}});
}

/// Digits only, with an optional minus; nothing for anything else or past 64 bits.
std::optional<qint64> strictInteger(const QByteArray &text)
{
    const QByteArrayView digits = text.startsWith('-') ? QByteArrayView(text).sliced(1) : QByteArrayView(text);
    if (digits.isEmpty() || digits.size() > 19)
        return {};
    for (const char c : digits) {
        if (c < '0' || c > '9')
            return {};
    }
    bool ok = false;
    const qint64 value = text.toLongLong(&ok);
    return ok ? std::optional(value) : std::nullopt;
}

} // namespace

std::optional<QByteArray> RequestContext::queryValue(QByteArrayView key) const
{
    for (const auto &[name, value] : query) {
        if (name == key)
            return value;
    }
    return {};
}

Result<bool> RequestContext::queryBool(QByteArrayView key, bool fallback) const
{
    const std::optional<QByteArray> value = queryValue(key);
    if (!value)
        return fallback;
    if (*value == "true")
        return true;
    if (*value == "false")
        return false;
    return badParameter(key, u"true or false"_s, *value);
}

Result<std::optional<qint64>> RequestContext::queryInteger(QByteArrayView key, qint64 least, qint64 most) const
{
    const std::optional<QByteArray> value = queryValue(key);
    if (!value)
        return std::optional<qint64>();
    const std::optional<qint64> number = strictInteger(*value);
    if (!number || *number < least || *number > most)
        return badParameter(key, u"a whole number from "_s + QString::number(least) + u" to "_s + QString::number(most), *value);
    return number;
}

PathGuard::ResolvedPath *RequestContext::path(QByteArrayView parameter)
{
    for (PathGuard::ResolvedPath &candidate : paths) {
        if (candidate.parameter == parameter)
            return &candidate;
    }
    return nullptr;
}

QByteArray RequestContext::header(QByteArrayView name) const
{
    for (const Gate::HeaderField &field : headers) {
        if (field.name == name)
            return field.value;
    }
    return {};
}

PathGuard::Guard RequestContext::guard() const
{
    // No path rules means no roots: everything is outside.
    static const Policy::PathRules nothing;
    static const PathGuard::RootSet none;
    const bool known = rule && rule->paths && snapshot && snapshot->roots;
    return known ? PathGuard::Guard(*rule->paths, *snapshot->roots) : PathGuard::Guard(nothing, none);
}

std::unexpected<Error> policyDenied(QByteArray code, QString message, const QByteArray &rule, QJsonObject details)
{
    details.insert("rule"_L1, QString::fromUtf8(rule));
    return failure(std::move(code), std::move(message), std::move(details));
}

} // namespace Cofferdam
