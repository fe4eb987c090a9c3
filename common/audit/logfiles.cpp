// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/audit/logfiles.h"

#include "common/audit/lineview.h"
#include "common/base/atomicfile.h"
#include "common/base/uniquefd.h"
#include "common/protocol/jsonparser.h"

#include <QtCore/QDir>

#include <algorithm>
#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

using namespace Qt::StringLiterals;

namespace Cofferdam::Audit {

namespace {

constexpr QByteArrayView Prefix = "audit-";
constexpr QByteArrayView Suffix = ".jsonl";
constexpr qsizetype MaxLine = 16 << 20;
constexpr qsizetype Block = 1 << 20;

bool isDigits(QByteArrayView text)
{
    return !text.isEmpty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

/// What the anchor says of the log just read: empty where both agree.
QByteArray anchorFault(const Anchor &anchor, const ChainVerifier &chain, const QByteArray &hashAtAnchor)
{
    if (anchor.seq > chain.lastSeq())
        return "the log ends at seq " + QByteArray::number(chain.lastSeq()) + ", but its anchor saw " + QByteArray::number(anchor.seq)
            + ": the tail was cut";
    if (anchor.seq >= chain.firstSeq() && hashAtAnchor != anchor.hash)
        return "the line of seq " + QByteArray::number(anchor.seq) + " is not the one its anchor saw";
    return {};
}

QByteArray noteOf(const ChainVerifier &chain, bool anchored)
{
    QByteArray note = "seq " + QByteArray::number(chain.firstSeq()) + " to " + QByteArray::number(chain.lastSeq());
    if (!chain.missingBefore().isEmpty())
        note += "; " + chain.missingBefore() + " and older files are not here";
    if (!anchored)
        note += "; no anchor: a cut tail would not show";
    return note;
}

} // namespace

std::optional<LogFileName> LogFileName::parse(QByteArrayView name)
{
    if (!name.startsWith(Prefix) || !name.endsWith(Suffix))
        return {};
    const QByteArrayView middle = name.sliced(Prefix.size(), name.size() - Prefix.size() - Suffix.size());
    if (middle.size() < 10 || middle.size() > 17 || middle[8] != '-' || !isDigits(middle.first(8)) || !isDigits(middle.sliced(9)))
        return {};
    const LogFileName parsed {middle.first(8).toByteArray(), middle.sliced(9).toInt()};
    return parsed.number > 0 && parsed.text() == name ? std::optional(parsed) : std::nullopt;
}

QByteArray LogFileName::text() const { return Prefix.toByteArray() + day + '-' + QByteArray::number(number) + Suffix.toByteArray(); }

Result<QList<LogFileName>> listLogFiles(const QByteArray &directory)
{
    if (::access(directory.constData(), R_OK | X_OK) != 0)
        return failure(systemError(errno, "cannot read the directory "_L1 + QString::fromLocal8Bit(directory)));
    QList<LogFileName> files;
    const QStringList names = QDir(QString::fromLocal8Bit(directory)).entryList({u"audit-*.jsonl"_s}, QDir::Files | QDir::Hidden);
    for (const QString &name : names) {
        if (const std::optional<LogFileName> file = LogFileName::parse(name.toLatin1()))
            files.append(*file);
    }
    std::ranges::sort(files);
    return files;
}

QByteArray Anchor::pathIn(const QByteArray &directory) { return directory + "/anchor.json"; }

QByteArray Anchor::toJson() const
{
    return canonicalJson(QJsonObject {{u"seq"_s, qint64(seq)}, {u"hash"_s, QString::fromLatin1(hash)}, {u"file"_s, QString::fromLatin1(file)},
               {u"clean"_s, clean}}) + '\n';
}

Result<Anchor> Anchor::read(const QByteArray &directory)
{
    const Result<QByteArray> text = readWholeFile(pathIn(directory), 4096);
    if (!text)
        return failure(text.error());
    const Result<Node> node = parseJson(*text);
    if (!node)
        return failure(node.error());
    const Node *seq = node->find("seq"), *hash = node->find("hash"), *file = node->find("file"), *clean = node->find("clean");
    if (!seq || !hash || !file || !clean || seq->kind != Node::Kind::Integer || seq->integer < 0)
        return failure("invalid_json", u"not an anchor of an audit log"_s);
    return Anchor {quint64(seq->integer), hash->text, file->text, clean->boolean};
}

Result<void> readLines(const QByteArray &path, const std::function<bool(QByteArrayView)> &line, const std::function<void(qsizetype)> &torn, qint64 limit)
{
    const UniqueFd file(::open(path.constData(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
    if (!file)
        return failure(systemError(errno, "cannot open "_L1 + QString::fromLocal8Bit(path)));
    QByteArray pending;
    for (;;) {
        const qsizetype kept = pending.size();
        const qsizetype wanted = qsizetype(qMin(qint64(Block), limit));
        pending.resizeForOverwrite(kept + wanted);
        const ssize_t n = wanted == 0 ? 0 : ::read(file.get(), pending.data() + kept, size_t(wanted));
        pending.truncate(kept + qMax(ssize_t(0), n));
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return failure(systemError(errno, "cannot read "_L1 + QString::fromLocal8Bit(path)));
        limit -= n;
        qsizetype start = 0;
        for (qsizetype end = pending.indexOf('\n', kept); end >= 0; end = pending.indexOf('\n', start)) {
            if (!line(QByteArrayView(pending).sliced(start, end - start)))
                return {};
            start = end + 1;
        }
        pending.remove(0, start);
        if (n == 0 || pending.size() > MaxLine) {
            if (!pending.isEmpty())
                torn(pending.size());
            return {};
        }
    }
}

Result<Verification> verifyLog(const QByteArray &directory)
{
    const Result<Anchor> anchor = Anchor::read(directory);
    return verifyLog(directory, anchor, {});
}

Result<Verification> verifyLog(const QByteArray &directory, const Result<Anchor> &anchor, const LogEnd &end)
{
    const Result<QList<LogFileName>> files = listLogFiles(directory);
    if (!files)
        return failure(files.error());
    const std::optional<LogFileName> last = LogFileName::parse(end.file);
    ChainVerifier chain;
    QByteArray hashAtAnchor;
    Verification result;
    for (const LogFileName &file : *files) {
        if (last && file > *last)
            break;
        chain.beginFile(file.text());
        ++result.files;
        const auto line = [&](QByteArrayView text) {
            const bool good = chain.takeLine(text);
            if (good && anchor && chain.lastSeq() == anchor->seq)
                hashAtAnchor = chain.lastHash();
            return good;
        };
        const qint64 limit = last && file == *last ? end.size : std::numeric_limits<qint64>::max();
        const Result<void> read = readLines(directory + '/' + file.text(), line, [&chain](qsizetype bytes) { chain.takeTornTail(bytes); }, limit);
        if (!read)
            return failure(read.error());
        if (!chain.isIntact())
            break;
    }
    result.records = chain.records();
    result.firstBad = chain.firstBad();
    result.note = noteOf(chain, anchor.has_value());
    if (chain.isIntact() && anchor) {
        if (const QByteArray fault = anchorFault(*anchor, chain, hashAtAnchor); !fault.isEmpty())
            result.firstBad = BadRecord {files->isEmpty() ? anchor->file : files->last().text(), 0, fault};
    }
    result.ok = !result.firstBad;
    return result;
}

} // namespace Cofferdam::Audit
