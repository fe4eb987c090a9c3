// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "service/auditlog/logwriter.h"

#include "common/base/atomicfile.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

using namespace Qt::StringLiterals;

namespace Cofferdam {

namespace {

QByteArray utcDay(qint64 utcMs)
{
    const QByteArray time = formatUtc(utcMs);
    return time.first(4) + time.sliced(5, 2) + time.sliced(8, 2);
}

Result<void> syncDirectory(const QByteArray &directory)
{
    const UniqueFd parent(::open(directory.constData(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!parent || ::fsync(parent.get()) != 0)
        return failure(systemError(errno, u"cannot write the audit directory to disk"_s));
    return {};
}

Result<void> writeAt(int fd, QByteArrayView data, qint64 offset)
{
    while (!data.isEmpty()) {
        const ssize_t n = ::pwrite(fd, data.data(), size_t(data.size()), offset);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return failure(systemError(errno, u"cannot write the audit log"_s));
        data = data.sliced(n);
        offset += n;
    }
    return {};
}

} // namespace

LogWriter::LogWriter(QByteArray directory, qint64 maxFileBytes, QByteArray boot, LogTail tail, const Clock &clock, const Audit::Redactor &redactor)
    : m_directory(std::move(directory))
    , m_maxFileBytes(maxFileBytes)
    , m_boot(std::move(boot))
    , m_clock(clock)
    , m_redactor(redactor)
    , m_name(tail.file)
    , m_mayAppend(tail.appendable)
    , m_committed(tail.size)
    , m_seq(tail.seq)
    , m_committedSeq(tail.seq)
    , m_prev(tail.hash)
    , m_committedHash(tail.hash)
{
}

Result<void> LogWriter::prepare()
{
    if (hasBatch())
        return {};
    const QByteArray day = utcDay(m_clock.utcMs());
    // a clock that steps back does not reopen an older day
    const bool sameDay = m_name && day <= m_name->day;
    if (m_mayAppend && sameDay && m_committed < m_maxFileBytes) {
        if (m_file)
            return {};
        const QByteArray path = m_directory + '/' + m_name->text();
        m_file.reset(::open(path.constData(), O_WRONLY | O_CLOEXEC | O_NOFOLLOW));
        if (!m_file)
            return failure(systemError(errno, u"cannot open the audit log"_s));
        return {};
    }
    return openNext(m_name && day < m_name->day ? m_name->day : day);
}

Result<void> LogWriter::openNext(const QByteArray &day)
{
    const QByteArray previous = fileName();
    Audit::LogFileName next {day, m_name && m_name->day == day ? m_name->number + 1 : 1};
    const QByteArray path = m_directory + '/' + next.text();
    UniqueFd file(::open(path.constData(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600));
    if (!file)
        return failure(systemError(errno, u"cannot create an audit file"_s));
    if (const Result<void> synced = syncDirectory(m_directory); !synced) {
        ::unlink(path.constData());
        return synced;
    }
    m_file = std::move(file);
    m_name = std::move(next);
    m_mayAppend = true;
    m_committed = 0;
    add(now(Audit::fileHeader(previous)));
    return {};
}

StampedRecord LogWriter::now(Audit::Record record) const
{
    return {std::move(record), m_clock.utcMs(), m_clock.monotonicNs()};
}

void LogWriter::add(StampedRecord &&stamped)
{
    const Audit::Position position {++m_seq, m_boot, stamped.utcMs, stamped.monotonicNs, m_prev};
    const qsizetype start = m_batch.size();
    Audit::appendLine(m_batch, stamped.record, position);
    if (m_redactor.touches(QByteArrayView(m_batch).sliced(start))) {
        m_redactor.redact(stamped.record);
        m_batch.truncate(start);
        Audit::appendLine(m_batch, stamped.record, position);
    }
    m_prev = m_hasher.hex(QByteArrayView(m_batch).sliced(start));
    m_lineEnds.append(m_batch.size());
    m_batch += '\n';
}

Result<void> LogWriter::commit()
{
    Result<void> written = writeAt(m_file.get(), m_batch, m_committed);
    if (written && ::fdatasync(m_file.get()) != 0)
        written = failure(systemError(errno, u"cannot write the audit log to disk"_s));
    if (!written) {
        // half a batch must not look like the log's end to whoever reads it meanwhile; where the cut fails too, the retry writes over it
        [[maybe_unused]] const int cut = ::ftruncate(m_file.get(), m_committed);
        return written;
    }
    m_committed += m_batch.size();
    m_committedSeq = m_seq;
    m_committedHash = m_prev;
    return {};
}

QByteArray LogWriter::takeCommitted(QList<qsizetype> &lineEnds)
{
    lineEnds = std::exchange(m_lineEnds, {});
    return std::exchange(m_batch, {});
}

Result<void> LogWriter::writeAnchor(bool clean)
{
    const Audit::Anchor anchor {m_committedSeq, m_committedHash, fileName(), clean};
    const Result<void> written = writeFileAtomically(Audit::Anchor::pathIn(m_directory), anchor.toJson());
    if (written)
        m_anchorSeq = m_committedSeq;
    return written;
}

} // namespace Cofferdam
