// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "service/main/auditreader.h"

using namespace Qt::StringLiterals;

namespace Cofferdam::Main {

AuditReader::AuditReader(AuditLog &log, const Clock &clock)
    : m_log(log)
    , m_clock(clock)
{
}

Result<AuditAccess::Page> AuditReader::query(const QByteArray &filter, const QByteArray &cursor, int limit)
{
    const auto compiled = Audit::Filter::parse(filter, m_clock.utcMs());
    if (!compiled)
        return failure(compiled.error());
    auto page = m_log.query(*compiled, cursor, limit);
    if (!page)
        return failure(page.error());
    return Page {std::move(page->lines), std::move(page->cursor)};
}

QJsonObject AuditReader::verify()
{
    const auto verified = m_log.verify();
    if (!verified)
        return {{"ok"_L1, false}, {"files"_L1, 0}, {"records"_L1, 0}, {"note"_L1, verified.error().message}};
    QJsonObject object {{"ok"_L1, verified->ok}, {"files"_L1, verified->files}, {"records"_L1, verified->records},
        {"note"_L1, QString::fromUtf8(verified->note)}};
    if (verified->firstBad)
        object.insert("first_bad"_L1,
            QJsonObject {{"file"_L1, QString::fromUtf8(verified->firstBad->file)}, {"line"_L1, verified->firstBad->line},
                {"reason"_L1, QString::fromUtf8(verified->firstBad->reason)}});
    return object;
}

QJsonObject AuditReader::stats() const
{
    const AuditStats stats = m_log.stats();
    return {{"available"_L1, stats.available}, {"records"_L1, qint64(stats.records)}, {"queue"_L1, qint64(stats.queue)},
        {"lost"_L1, qint64(stats.lost)}, {"file"_L1, QString::fromUtf8(stats.file)}};
}

Result<quint64> AuditReader::subscribe(const QByteArray &filter, Lines callback)
{
    const auto compiled = Audit::Filter::parse(filter, m_clock.utcMs());
    if (!compiled)
        return failure(compiled.error());
    const int id = m_log.subscribe([filter = *compiled, callback = std::move(callback)](const std::shared_ptr<const AuditBatch> &batch) {
        QList<QByteArray> lines;
        for (const QByteArrayView line : batch->lines) {
            if (filter.isEmpty() || filter.matchesLine(line))
                lines.append(line.toByteArray());
        }
        if (!lines.isEmpty())
            callback(lines);
    });
    return quint64(id);
}

void AuditReader::unsubscribe(quint64 subscription) { m_log.unsubscribe(int(subscription)); }

} // namespace Cofferdam::Main
