// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/audit/auditrow.h"

#include <QtCore/QDateTime>
#include <QtCore/QJsonArray>

#include <chrono>

using namespace Qt::StringLiterals;

namespace Cofferdam::App {

namespace {

/// The digits of text[at, at + count), or -1.
int digits(const QString &text, int at, int count)
{
    int value = 0;
    for (int i = at; i < at + count; ++i) {
        const int digit = text.at(i).unicode() - '0';
        if (digit < 0 || digit > 9) return -1;
        value = value * 10 + digit;
    }
    return value;
}

QByteArray pathsOf(const QJsonArray &paths)
{
    QByteArray joined;
    for (const QJsonValue &value : paths) {
        if (!joined.isEmpty()) joined += " \xe2\x86\x92 ";
        joined += value.toObject().value("path"_L1).toString().toUtf8();
    }
    return joined;
}

} // namespace

qint64 parseUtc(const QString &text)
{
    // The log's own form is cut by hand: a table that takes twenty thousand rows a second cannot ask QDateTime for each.
    if (text.size() == 24 && text.at(10) == u'T' && text.at(23) == u'Z') {
        using namespace std::chrono;
        const int year = digits(text, 0, 4), month = digits(text, 5, 2), day = digits(text, 8, 2);
        const int hour = digits(text, 11, 2), minute = digits(text, 14, 2), second = digits(text, 17, 2), ms = digits(text, 20, 3);
        const year_month_day date {std::chrono::year(year), std::chrono::month(unsigned(month)), std::chrono::day(unsigned(day))};
        if (year >= 0 && month > 0 && day > 0 && hour >= 0 && minute >= 0 && second >= 0 && ms >= 0 && date.ok())
            return duration_cast<milliseconds>(sys_days(date).time_since_epoch()).count() + ((hour * 60 + minute) * 60 + second) * 1000LL + ms;
    }
    const QDateTime time = QDateTime::fromString(text, Qt::ISODateWithMs);
    return time.isValid() ? time.toMSecsSinceEpoch() : 0;
}

AuditRow AuditRow::fromJson(const QJsonObject &record)
{
    const auto text = [&record](QLatin1StringView key) { return record.value(key).toString().toUtf8(); };
    AuditRow row;
    row.seq = record.value("seq"_L1).toInteger(-1);
    row.utcMs = parseUtc(record.value("ts"_L1).toString());
    row.identity = text("identity"_L1);
    row.endpoint = text("endpoint"_L1);
    row.decision = text("decision"_L1);
    row.code = text("code"_L1);
    row.rule = text("rule"_L1);
    row.method = text("method"_L1);
    row.event = text("event"_L1);
    row.path = pathsOf(record.value("paths"_L1).toArray());
    row.status = record.value("status"_L1).toInt(-1);
    row.count = qMax(1, record.value("count"_L1).toInt(1));
    row.durationUs = record.value("duration_us"_L1).toInteger(-1);
    row.bytesIn = record.value("bytes_in"_L1).toInteger(-1);
    row.bytesOut = record.value("bytes_out"_L1).toInteger(-1);
    return row;
}

} // namespace Cofferdam::App
