// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/audit/auditrow.h"

#include <QtCore/QHash>
#include <QtCore/QList>

#include <deque>
#include <memory>
#include <vector>

namespace Cofferdam::App {

/// Texts that come again and again (identities, endpoints, rules, codes), each kept once. Never forgets: what is in it is bounded
/// by the policy and the catalogue, not by the log.
class StringPool
{
public:
    StringPool() { intern({}); }
    quint32 intern(const QByteArray &text);
    [[nodiscard]] const QByteArray &at(quint32 id) const { return m_texts[id]; }
    [[nodiscard]] const std::vector<QByteArray> &texts() const { return m_texts; }

private:
    QHash<QByteArray, quint32> m_ids;
    std::vector<QByteArray> m_texts;
};

/// The rows of the live table: chunks of compact rows, about 110 bytes a row with its path, so that a million fits in 150 MiB.
/// Appends at the end, prepends pages of history, forgets whole chunks from the front. No signals, no display; one thread.
class RecordStore
{
public:
    static constexpr qsizetype chunkRows = 4096;

    void append(const AuditRow &row);
    void prepend(const QList<AuditRow> &rows); ///< oldest first
    /// Forgets the oldest chunk; how many rows that was.
    qsizetype dropOldest();
    void clear();

    [[nodiscard]] qsizetype size() const { return m_size; }
    [[nodiscard]] qsizetype oldestChunkSize() const { return m_chunks.empty() ? 0 : qsizetype(m_chunks.front()->rows.size()); }
    [[nodiscard]] AuditRow at(qsizetype row) const; ///< shares the interned texts
    [[nodiscard]] QByteArrayView path(qsizetype row) const; ///< valid until the store changes
    [[nodiscard]] qint64 seq(qsizetype row) const;
    /// What a field has been seen to be, for completion.
    [[nodiscard]] QList<QByteArray> seenIdentities() const { return seen(m_identities); }
    [[nodiscard]] QList<QByteArray> seenEndpoints() const { return seen(m_endpoints); }
    [[nodiscard]] QList<QByteArray> seenRules() const { return seen(m_rules); }
    [[nodiscard]] QList<QByteArray> seenCodes() const { return seen(m_codes); }

private:
    struct Row {
        qint64 seq, utcMs, durationUs, bytesIn, bytesOut;
        quint32 pathOffset, pathLength, identity, endpoint, rule, code, method, event, decision;
        qint32 status, count;
    };
    struct Chunk {
        std::vector<Row> rows;
        QByteArray paths; ///< the paths of its rows, end to end
        qsizetype first = 0; ///< index of rows[0] in the store
    };

    [[nodiscard]] std::unique_ptr<Chunk> makeChunk() const;
    void put(Chunk &chunk, const AuditRow &row);
    [[nodiscard]] const Chunk &chunkOf(qsizetype row) const;
    void renumber();
    [[nodiscard]] static QList<QByteArray> seen(const StringPool &pool);

    std::deque<std::unique_ptr<Chunk>> m_chunks;
    qsizetype m_size = 0;
    StringPool m_identities, m_endpoints, m_rules, m_codes, m_words;
};

} // namespace Cofferdam::App
