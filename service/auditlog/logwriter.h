// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/audit/linehasher.h"
#include "common/audit/redactor.h"
#include "common/base/clock.h"
#include "common/base/uniquefd.h"
#include "service/auditlog/recovery.h"

namespace Cofferdam {

/// A record with the time it came, waiting for its place in the chain.
struct StampedRecord {
    Audit::Record record;
    qint64 utcMs = 0;
    qint64 monotonicNs = 0;
};

/// The files of the log: gives records their place, formats them into a batch, puts the batch on disk whole or not at all. A batch that could
/// not be written stays and is tried again at the same offset, so a retry never doubles a line. One thread at a time.
class LogWriter
{
public:
    LogWriter(QByteArray directory, qint64 maxFileBytes, QByteArray boot, LogTail tail, const Clock &clock, const Audit::Redactor &redactor);

    /// Opens the next file where the day or the size asks for it: before a batch, never within one.
    [[nodiscard]] Result<void> prepare();
    void add(StampedRecord &&stamped);
    [[nodiscard]] bool hasBatch() const { return !m_batch.isEmpty(); }
    /// Writes the batch and waits for the disk; on success it is handed over, with the ends of its lines.
    [[nodiscard]] Result<void> commit();
    /// The batch just committed; empties the writer's own.
    [[nodiscard]] QByteArray takeCommitted(QList<qsizetype> &lineEnds);
    /// Writes the anchor when it is behind. clean: nothing will follow in this run.
    [[nodiscard]] Result<void> writeAnchor(bool clean);

    [[nodiscard]] bool anchorIsBehind() const { return m_committedSeq != m_anchorSeq; }
    [[nodiscard]] quint64 committedSeq() const { return m_committedSeq; }
    [[nodiscard]] qint64 committedSize() const { return m_committed; }
    [[nodiscard]] QByteArray fileName() const { return m_name ? m_name->text() : QByteArray(); }

private:
    [[nodiscard]] Result<void> openNext(const QByteArray &day);
    [[nodiscard]] StampedRecord now(Audit::Record record) const;

    QByteArray m_directory;
    qint64 m_maxFileBytes;
    QByteArray m_boot;
    const Clock &m_clock;
    const Audit::Redactor &m_redactor;
    Audit::LineHasher m_hasher;
    std::optional<Audit::LogFileName> m_name;
    UniqueFd m_file;
    bool m_mayAppend = false;
    qint64 m_committed = 0; ///< bytes of the file that are on disk
    quint64 m_seq = 0, m_committedSeq = 0, m_anchorSeq = 0;
    QByteArray m_prev, m_committedHash;
    QByteArray m_batch;
    QList<qsizetype> m_lineEnds;
};

} // namespace Cofferdam
