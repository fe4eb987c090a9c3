// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/audit/linehasher.h"
#include "common/audit/record.h"

#include <optional>

namespace Cofferdam::Audit {

/// The endpoint of the first line of every file; its params name the file before: {"previous": "audit-20261130-1.jsonl"}.
inline constexpr char FileHeaderEndpoint[] = "audit.file";
/// The endpoint of the line written after an unclean stop: params {last_seq, anchor_seq?, torn_bytes?, kept_aside?, broken_line?, reason?}.
inline constexpr char RecoveredEndpoint[] = "audit.recovered";

[[nodiscard]] Record fileHeader(const QByteArray &previousFile);

/// Where and why a chain breaks. line counts from 1.
struct BadRecord {
    QByteArray file;
    qint64 line = 0;
    QByteArray reason;
};

/// Follows the chain of hashes through lines and files in order: each line's prev is the hash of the line before, seq grows by one,
/// each file begins with a header that names the file before (http.md 5). Stops at the first fault. Pure: the caller reads files.
class ChainVerifier
{
public:
    /// The chain begins anywhere: the first line's prev and the file its header names are taken as they are, and noted.
    void beginFile(const QByteArray &name);
    /// The next line without its LF; false once the chain is broken.
    bool takeLine(QByteArrayView line);
    /// The file ends with these bytes and no LF.
    void takeTornTail(qsizetype bytes);

    [[nodiscard]] bool isIntact() const { return !m_bad; }
    [[nodiscard]] const std::optional<BadRecord> &firstBad() const { return m_bad; }
    [[nodiscard]] qint64 records() const { return m_records; }
    [[nodiscard]] quint64 firstSeq() const { return m_firstSeq; }
    [[nodiscard]] quint64 lastSeq() const { return m_seq; }
    /// The hash of the last line: what the next one's prev must be; 64 zeros before any.
    [[nodiscard]] const QByteArray &lastHash() const { return m_hash; }
    /// The file before the first one seen, as its header says; empty: the log begins here.
    [[nodiscard]] const QByteArray &missingBefore() const { return m_missingBefore; }

private:
    bool broken(const QByteArray &reason);
    [[nodiscard]] QByteArray faultOf(const class LineView &view, QByteArrayView line);
    [[nodiscard]] QByteArray headerFault(const class LineView &view);

    LineHasher m_hasher;
    QByteArray m_file, m_previousFile, m_missingBefore;
    QByteArray m_hash = firstPrev();
    qint64 m_line = 0, m_records = 0;
    quint64 m_seq = 0, m_firstSeq = 0;
    std::optional<BadRecord> m_bad;
};

} // namespace Cofferdam::Audit
