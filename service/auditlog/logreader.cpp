// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "service/auditlog/logreader.h"

#include "common/base/atomicfile.h"
#include "common/base/uniquefd.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>

using namespace Qt::StringLiterals;
using std::chrono::steady_clock;

namespace Cofferdam {

namespace {

constexpr qint64 Block = 1 << 20;
constexpr qint64 MaxPageBytes = 16 << 20;
constexpr std::chrono::milliseconds Patience {3000};

/// The seq of a line of our own making; 0 for anything else.
quint64 seqOf(QByteArrayView line)
{
    constexpr QByteArrayView start = "{\"seq\":";
    if (!line.startsWith(start))
        return 0;
    quint64 seq = 0;
    for (qsizetype i = start.size(); i < line.size() && line[i] >= '0' && line[i] <= '9'; ++i)
        seq = seq * 10 + quint64(line[i] - '0');
    return seq;
}

/// One query: collects lines from the newest to the oldest.
class Query
{
public:
    Query(const Audit::Filter &filter, quint64 before, qsizetype limit)
        : m_filter(filter), m_before(before), m_limit(limit), m_deadline(steady_clock::now() + Patience)
    {
    }

    /// Reads one file from its end (or size) backwards.
    Result<void> read(const QByteArray &path, qint64 size)
    {
        const UniqueFd file(::open(path.constData(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
        struct stat info {};
        if (!file || ::fstat(file.get(), &info) != 0)
            return failure(systemError(errno, u"cannot read an audit file"_s));
        qint64 end = qMin(size, qint64(info.st_size));
        QByteArray text, carry; // carry: the end of a line whose start lies in the block before
        while (end > 0 && !isDone()) {
            const qint64 n = qMin(Block, end);
            if (const Result<void> got = readBlock(file.get(), end - n, n, text); !got)
                return got;
            end -= n;
            text += carry;
            const qsizetype first = end == 0 ? -1 : text.indexOf('\n');
            carry = end == 0 ? QByteArray() : text.first(first < 0 ? text.size() : first);
            if (end == 0 || first >= 0)
                takeBlock(QByteArrayView(text).sliced(first + 1));
        }
        return {};
    }

    [[nodiscard]] bool isDone() const { return m_full || m_page.truncated; }

    AuditPage finish()
    {
        std::ranges::reverse(m_page.lines);
        if (isDone())
            m_page.cursor = QByteArray::number(m_last);
        return std::move(m_page);
    }

private:
    static Result<void> readBlock(int fd, qint64 offset, qint64 count, QByteArray &text)
    {
        text.resizeForOverwrite(count);
        for (qint64 got = 0; got < count;) {
            const ssize_t n = ::pread(fd, text.data() + got, size_t(count - got), offset + got);
            if (n < 0 && errno == EINTR)
                continue;
            if (n <= 0)
                return failure(systemError(n < 0 ? errno : EIO, u"cannot read an audit file"_s));
            got += n;
        }
        return {};
    }

    void takeBlock(QByteArrayView text)
    {
        while (!text.isEmpty() && !isDone()) {
            if (text.endsWith('\n'))
                text.chop(1);
            const void *found = text.isEmpty() ? nullptr : ::memrchr(text.data(), '\n', size_t(text.size()));
            const qsizetype start = found ? static_cast<const char *>(found) - text.data() + 1 : 0;
            takeLine(text.sliced(start));
            text = text.first(start);
        }
        if (steady_clock::now() > m_deadline)
            m_page.truncated = true;
    }

    void takeLine(QByteArrayView line)
    {
        const quint64 seq = seqOf(line);
        if (seq == 0 || seq >= m_before)
            return;
        m_last = seq;
        if (!m_filter.isEmpty() && !m_filter.matchesLine(line))
            return;
        m_page.lines.append(line.toByteArray());
        m_bytes += line.size();
        m_full = m_page.lines.size() >= m_limit;
        m_page.truncated = !m_full && m_bytes > MaxPageBytes;
    }

    const Audit::Filter &m_filter;
    const quint64 m_before;
    const qsizetype m_limit;
    const steady_clock::time_point m_deadline;
    AuditPage m_page;
    quint64 m_last = 0;
    qint64 m_bytes = 0;
    bool m_full = false;
};

/// The seq of the first line of a file; 0 where there is none.
quint64 firstSeq(const QByteArray &path)
{
    char start[64] {};
    const UniqueFd file(::open(path.constData(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
    const ssize_t n = file ? ::pread(file.get(), start, sizeof start, 0) : 0;
    return n > 0 ? seqOf(QByteArrayView(start, n)) : 0;
}

} // namespace

Result<AuditPage> queryLog(const QByteArray &directory, const Audit::LogEnd &end, const Audit::Filter &filter, const QByteArray &cursor, qsizetype limit)
{
    bool good = true;
    const quint64 before = cursor.isEmpty() ? std::numeric_limits<quint64>::max() : cursor.toULongLong(&good);
    if (!good || before == 0)
        return failure("invalid_request", u"expected a cursor that a query gave"_s);
    Result<QList<Audit::LogFileName>> files = Audit::listLogFiles(directory);
    if (!files)
        return failure(files.error());
    const std::optional<Audit::LogFileName> last = Audit::LogFileName::parse(end.file);
    Query query(filter, before, qMax(qsizetype(1), limit));
    while (!files->isEmpty() && !query.isDone()) {
        const Audit::LogFileName file = files->takeLast();
        const QByteArray path = directory + '/' + file.text();
        if (!last || file > *last || firstSeq(path) >= before)
            continue;
        if (const Result<void> read = query.read(path, file == *last ? end.size : std::numeric_limits<qint64>::max()); !read)
            return failure(read.error());
    }
    return query.finish();
}

} // namespace Cofferdam
