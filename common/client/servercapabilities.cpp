// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/client/servercapabilities.h"

#include <QtCore/QJsonArray>

using namespace Qt::StringLiterals;

namespace Cofferdam::Client {

QByteArray ServerCapabilities::revision() const
{
    return m_reply.value("policy"_L1).toObject().value("revision"_L1).toString().toUtf8();
}

QByteArray ServerCapabilities::identity() const
{
    return m_reply.value("identity"_L1).toObject().value("id"_L1).toString().toUtf8();
}

QJsonObject ServerCapabilities::endpoint(QByteArrayView id) const
{
    return m_reply.value("endpoints"_L1).toObject().value(QString::fromUtf8(id)).toObject();
}

bool ServerCapabilities::can(QByteArrayView id) const
{
    return endpoint(id).value("allowed"_L1).toBool();
}

Result<void> ServerCapabilities::require(QByteArrayView id) const
{
    const QJsonObject row = endpoint(id);
    const QString name = QString::fromUtf8(id);
    if (row.isEmpty())
        return failure("route_not_found", u"expected an endpoint of this service, %1 is not one"_s.arg(name), {{u"status"_s, 404}});
    if (row.value("allowed"_L1).toBool())
        return {};
    QJsonObject details {{u"endpoint"_s, name}, {u"rule"_s, row.value("rule"_L1)}};
    const QJsonValue reason = row.value("reason"_L1);
    if (reason.isString())
        details.insert("reason"_L1, reason);
    if (!row.value("enabled"_L1).toBool()) {
        details.insert("status"_L1, 404);
        return failure("endpoint_disabled", u"%1 is switched off here"_s.arg(name), details);
    }
    details.insert("status"_L1, 403);
    return failure("scope_missing", u"this identity lacks a scope that %1 needs"_s.arg(name), details);
}

std::optional<qint64> ServerCapabilities::limit(QByteArrayView id, QByteArrayView key) const
{
    const QJsonValue value = endpoint(id).value("limits"_L1).toObject().value(QString::fromUtf8(key));
    return value.isDouble() ? std::optional(value.toInteger()) : std::nullopt;
}

QList<QByteArray> ServerCapabilities::endpointsFor(QByteArrayView scope) const
{
    QList<QByteArray> ids;
    const QJsonObject rows = m_reply.value("endpoints"_L1).toObject();
    for (auto it = rows.constBegin(); it != rows.constEnd(); ++it) {
        const QJsonObject row = it->toObject();
        if (row.value("allowed"_L1).toBool() && row.value("scopes"_L1).toArray().contains(QString::fromUtf8(scope)))
            ids.append(it.key().toUtf8());
    }
    return ids;
}

} // namespace Cofferdam::Client
