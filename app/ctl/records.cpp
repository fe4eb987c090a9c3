// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/records.h"

#include "app/ctl/output.h"

#include <QtCore/QStringList>

using namespace Qt::StringLiterals;

namespace Cofferdam::Ctl {

QString recordLine(const QJsonObject &record)
{
    const auto text = [&record](QLatin1StringView key) { return record.value(key).toString(); };
    QStringList parts {text("ts"_L1), text("decision"_L1).leftJustified(5)};
    if (record.contains("status"_L1))
        parts.append(QString::number(record.value("status"_L1).toInt()));
    parts.append(text("identity"_L1));
    parts.append(text("endpoint"_L1));
    if (record.contains("code"_L1))
        parts.append(text("code"_L1));
    for (const QJsonValue &path : record.value("paths"_L1).toArray())
        parts.append(path.toObject().value("path"_L1).toString());
    if (record.contains("rule"_L1))
        parts.append(u"by "_s + text("rule"_L1));
    if (record.contains("count"_L1))
        parts.append(u"(%1 times)"_s.arg(record.value("count"_L1).toInteger()));
    parts.removeAll(QString());
    return parts.join(u"  "_s);
}

void printRecords(const QJsonArray &records, bool json)
{
    for (const QJsonValue &value : records) {
        if (json)
            printJsonLine(value.toObject());
        else
            printLine(recordLine(value.toObject()));
    }
}

} // namespace Cofferdam::Ctl
