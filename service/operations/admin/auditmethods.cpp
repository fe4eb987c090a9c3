// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "service/operations/admin/adminservice.h"
#include "service/operations/admin/params.h"

#include <QtCore/QJsonDocument>

using namespace Qt::StringLiterals;

namespace Cofferdam::Admin {

namespace {

constexpr int MostRecords = 10'000;
constexpr int UsualRecords = 200;

Result<QJsonValue> query(AuditAccess &access, const QJsonObject &params)
{
    if (auto known = onlyKeys(params, {"filter"_L1, "cursor"_L1, "limit"_L1}); !known)
        return failure(known.error());
    const qint64 limit = params.contains("limit"_L1) ? params.value("limit"_L1).toInteger(-1) : UsualRecords;
    if (limit < 1 || limit > MostRecords)
        return failure("invalid_request", "expected a limit of 1 to "_L1 + QString::number(MostRecords), {{"pointer"_L1, "/limit"_L1}});
    const auto page = access.query(params.value("filter"_L1).toString().toUtf8(), params.value("cursor"_L1).toString().toUtf8(), int(limit));
    if (!page)
        return failure(page.error());
    QJsonArray records;
    for (const QByteArray &line : page->lines)
        records.append(QJsonDocument::fromJson(line).object());
    QJsonObject object {{"records"_L1, records}, {"truncated"_L1, !page->cursor.isEmpty()}};
    if (!page->cursor.isEmpty())
        object.insert("cursor"_L1, QString::fromUtf8(page->cursor));
    return object;
}

} // namespace

void AdminService::addAuditMethods()
{
    AuditAccess &access = m_seams.auditAccess;
    m_methods.insert("audit.query", {Where::Pool, false, [&access](const AdminCall &call) { return query(access, call.params); }});
    m_methods.insert("audit.verify", {Where::Pool, false, [&access](const AdminCall &) -> Result<QJsonValue> { return access.verify(); }});
}

} // namespace Cofferdam::Admin
