// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QByteArray>
#include <QtCore/QJsonObject>

namespace Cofferdam::App {

/// What the table shows of one audit record (http.md 5); the whole record stays with the service and is asked for by seq.
/// Absent numbers are -1. Text is as the log has it: escape it for display.
struct AuditRow {
    qint64 seq = -1;
    qint64 utcMs = 0;
    QByteArray identity, endpoint, decision, code, rule, method, event;
    QByteArray path; ///< the first; a second is joined by an arrow
    int status = -1;
    int count = 1;
    qint64 durationUs = -1;
    qint64 bytesIn = -1, bytesOut = -1;

    [[nodiscard]] static AuditRow fromJson(const QJsonObject &record);
};

/// Milliseconds since 1970 of "2026-11-30T21:57:19.123Z"; 0 where it is not a time.
[[nodiscard]] qint64 parseUtc(const QString &text);

} // namespace Cofferdam::App
