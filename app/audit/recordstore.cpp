// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/audit/recordstore.h"

#include <algorithm>

namespace Cofferdam::App {

quint32 StringPool::intern(const QByteArray &text)
{
    const auto found = m_ids.constFind(text);
    if (found != m_ids.cend()) return *found;
    const auto id = quint32(m_texts.size());
    m_texts.push_back(text);
    m_ids.insert(text, id);
    return id;
}

std::unique_ptr<RecordStore::Chunk> RecordStore::makeChunk() const
{
    auto chunk = std::make_unique<Chunk>();
    chunk->rows.reserve(chunkRows);
    chunk->first = m_size;
    return chunk;
}

void RecordStore::put(Chunk &chunk, const AuditRow &row)
{
    Row kept {row.seq, row.utcMs, row.durationUs, row.bytesIn, row.bytesOut, quint32(chunk.paths.size()), quint32(row.path.size()),
        m_identities.intern(row.identity), m_endpoints.intern(row.endpoint), m_rules.intern(row.rule), m_codes.intern(row.code),
        m_words.intern(row.method), m_words.intern(row.event), m_words.intern(row.decision), row.status, row.count};
    if (!chunk.rows.empty()) { // an agent that works on one file says its path once
        const Row &last = chunk.rows.back();
        if (last.pathLength == kept.pathLength && QByteArrayView(chunk.paths).sliced(last.pathOffset, last.pathLength) == row.path)
            kept.pathOffset = last.pathOffset;
    }
    if (kept.pathOffset == quint32(chunk.paths.size())) chunk.paths += row.path;
    chunk.rows.push_back(kept);
}

void RecordStore::append(const AuditRow &row)
{
    if (m_chunks.empty() || qsizetype(m_chunks.back()->rows.size()) >= chunkRows) {
        if (!m_chunks.empty()) m_chunks.back()->paths.squeeze();
        m_chunks.push_back(makeChunk());
    }
    put(*m_chunks.back(), row);
    ++m_size;
}

void RecordStore::prepend(const QList<AuditRow> &rows)
{
    std::vector<std::unique_ptr<Chunk>> made;
    for (const AuditRow &row : rows) {
        if (made.empty() || qsizetype(made.back()->rows.size()) >= chunkRows) made.push_back(makeChunk());
        put(*made.back(), row);
    }
    for (auto it = made.rbegin(); it != made.rend(); ++it) {
        (*it)->rows.shrink_to_fit();
        (*it)->paths.squeeze();
        m_chunks.push_front(std::move(*it));
    }
    m_size += rows.size();
    renumber();
}

qsizetype RecordStore::dropOldest()
{
    if (m_chunks.empty()) return 0;
    const auto count = qsizetype(m_chunks.front()->rows.size());
    m_chunks.pop_front();
    m_size -= count;
    renumber();
    return count;
}

void RecordStore::clear()
{
    m_chunks.clear();
    m_size = 0;
}

void RecordStore::renumber()
{
    qsizetype first = 0;
    for (const auto &chunk : m_chunks) {
        chunk->first = first;
        first += qsizetype(chunk->rows.size());
    }
}

const RecordStore::Chunk &RecordStore::chunkOf(qsizetype row) const
{
    const auto after = std::ranges::upper_bound(m_chunks, row, {}, [](const std::unique_ptr<Chunk> &chunk) { return chunk->first; });
    return **std::prev(after);
}

AuditRow RecordStore::at(qsizetype index) const
{
    const Chunk &chunk = chunkOf(index);
    const Row &row = chunk.rows[size_t(index - chunk.first)];
    AuditRow out;
    out.seq = row.seq;
    out.utcMs = row.utcMs;
    out.identity = m_identities.at(row.identity);
    out.endpoint = m_endpoints.at(row.endpoint);
    out.decision = m_words.at(row.decision);
    out.code = m_codes.at(row.code);
    out.rule = m_rules.at(row.rule);
    out.method = m_words.at(row.method);
    out.event = m_words.at(row.event);
    out.path = chunk.paths.sliced(row.pathOffset, row.pathLength);
    out.status = row.status;
    out.count = row.count;
    out.durationUs = row.durationUs;
    out.bytesIn = row.bytesIn;
    out.bytesOut = row.bytesOut;
    return out;
}

QByteArrayView RecordStore::path(qsizetype index) const
{
    const Chunk &chunk = chunkOf(index);
    const Row &row = chunk.rows[size_t(index - chunk.first)];
    return QByteArrayView(chunk.paths).sliced(row.pathOffset, row.pathLength);
}

qint64 RecordStore::seq(qsizetype index) const
{
    const Chunk &chunk = chunkOf(index);
    return chunk.rows[size_t(index - chunk.first)].seq;
}

QList<QByteArray> RecordStore::seen(const StringPool &pool)
{
    QList<QByteArray> list(pool.texts().begin(), pool.texts().end());
    list.removeAll(QByteArray());
    std::ranges::sort(list);
    return list;
}

} // namespace Cofferdam::App
