// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "service/auditlog/recovery.h"

#include "common/audit/lineview.h"
#include "common/base/atomicfile.h"
#include "common/base/uniquefd.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

using namespace Qt::StringLiterals;

namespace Cofferdam {

namespace {

std::unexpected<Error> systemFailure(const QByteArray &path, QLatin1StringView what)
{
    return failure(systemError(errno, what + u' ' + QString::fromLocal8Bit(path)));
}

/// Moves the bytes of path from size on into a new file beside it, then cuts them off. Nothing is lost at any point.
Result<QByteArray> keepAside(const QByteArray &path, qint64 size)
{
    const UniqueFd file(::open(path.constData(), O_RDWR | O_CLOEXEC | O_NOFOLLOW));
    if (!file || ::lseek(file.get(), size, SEEK_SET) < 0)
        return systemFailure(path, "cannot open"_L1);
    QByteArray torn;
    char block[65536];
    ssize_t n = 0;
    while ((n = ::read(file.get(), block, sizeof block)) > 0)
        torn.append(block, n);
    if (n < 0)
        return systemFailure(path, "cannot read"_L1);
    QByteArray aside;
    for (int i = 1; aside.isEmpty(); ++i) {
        const QByteArray candidate = path + ".torn-" + QByteArray::number(i);
        if (::access(candidate.constData(), F_OK) != 0)
            aside = candidate;
    }
    if (const Result<void> written = writeFileAtomically(aside, torn); !written)
        return failure(written.error());
    if (::ftruncate(file.get(), size) != 0 || ::fsync(file.get()) != 0)
        return systemFailure(path, "cannot cut"_L1);
    return aside.sliced(aside.lastIndexOf('/') + 1);
}

/// The end of a file whose chain is broken: its last line is taken as it is, so that the chain that follows links to what is there.
struct LastLine {
    qint64 size = 0;
    quint64 seq = 0;
    QByteArray hash;
    qsizetype torn = 0;
};

Result<LastLine> readToEnd(const QByteArray &path, Audit::ChainVerifier &chain)
{
    LastLine last;
    Audit::LineHasher hasher;
    const auto line = [&](QByteArrayView text) {
        chain.takeLine(text);
        last.size += text.size() + 1;
        if (!chain.isIntact()) {
            last.hash = hasher.hex(text);
            const std::optional<Audit::LineView> view = Audit::LineView::parse(text);
            last.seq = qMax(last.seq, view ? quint64(qMax(qint64(0), view->number(Audit::Field::Seq).value_or(0))) : 0);
        }
        return true;
    };
    const Result<void> read = Audit::readLines(path, line, [&last](qsizetype bytes) { last.torn = bytes; });
    if (!read)
        return failure(read.error());
    if (chain.isIntact())
        last.hash = chain.lastHash();
    last.seq = qMax(last.seq, chain.lastSeq());
    return last;
}

void compareWithAnchor(LogTail &tail, const Result<Audit::Anchor> &anchor)
{
    const bool orderly = anchor && anchor->clean && anchor->seq == tail.seq && anchor->hash == tail.hash && tail.recovered.isEmpty();
    if (orderly)
        return;
    tail.recovered.insert("last_seq"_L1, qint64(tail.seq));
    if (!anchor)
        return;
    if (anchor->seq > tail.seq)
        tail.recovered.insert("anchor_seq"_L1, qint64(anchor->seq));
    else if (anchor->seq == tail.seq && anchor->hash != tail.hash)
        tail.recovered.insert("reason"_L1, "the last line is not the one the anchor saw"_L1);
}

/// Takes file as the log's end. A file without a whole line is removed (its torn header kept aside): the one before is the end then.
Result<bool> takeAsEnd(const QByteArray &directory, const Audit::LogFileName &file, LogTail &tail)
{
    const QByteArray path = directory + '/' + file.text();
    Audit::ChainVerifier chain;
    chain.beginFile(file.text());
    const Result<LastLine> last = readToEnd(path, chain);
    if (!last)
        return failure(last.error());
    if (last->torn > 0) {
        const Result<QByteArray> aside = keepAside(path, last->size);
        if (!aside)
            return failure(aside.error());
        tail.recovered.insert("torn_bytes"_L1, qint64(last->torn));
        tail.recovered.insert("kept_aside"_L1, QString::fromLocal8Bit(*aside));
    }
    if (last->size == 0) {
        if (::unlink(path.constData()) != 0)
            return systemFailure(path, "cannot remove"_L1);
        return false;
    }
    if (!chain.isIntact()) {
        tail.recovered.insert("broken_line"_L1, chain.firstBad()->line);
        tail.recovered.insert("reason"_L1, QString::fromLatin1(chain.firstBad()->reason));
    }
    tail.file = file;
    tail.size = last->size;
    tail.seq = last->seq;
    tail.hash = last->hash;
    tail.appendable = chain.isIntact();
    return true;
}

} // namespace

Result<LogTail> recoverLog(const QByteArray &directory)
{
    Result<QList<Audit::LogFileName>> files = Audit::listLogFiles(directory);
    if (!files)
        return failure(files.error());
    const Result<Audit::Anchor> anchor = Audit::Anchor::read(directory);
    LogTail tail;
    const bool isNew = files->isEmpty() && !anchor;
    while (!files->isEmpty()) {
        const Result<bool> taken = takeAsEnd(directory, files->takeLast(), tail);
        if (!taken)
            return failure(taken.error());
        if (*taken)
            break;
    }
    if (!isNew)
        compareWithAnchor(tail, anchor);
    return tail;
}

} // namespace Cofferdam
