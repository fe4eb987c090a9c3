// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/context.h"
#include "app/ctl/output.h"
#include "common/base/atomicfile.h"
#include "common/base/bytesize.h"
#include "common/base/ids.h"
#include "common/base/uniquefd.h"

#include <QtCore/QElapsedTimer>
#include <QtCore/QFileInfo>
#include <QtCore/QTemporaryFile>

#include <CLI/CLI.hpp>

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

using namespace Qt::StringLiterals;

namespace Cofferdam::Ctl {

namespace {

struct Wanted {
    std::string remote, local, mode, ifMatch;
    bool keep = false;
};

/// A line that is drawn over, at most ten times a second, where standard error is a terminal; nothing elsewhere.
Client::Progress progressLine()
{
    if (::isatty(STDERR_FILENO) != 1)
        return {};
    const auto last = std::make_shared<QElapsedTimer>();
    return [last](qint64 done, qint64 total) {
        if (last->isValid() && last->elapsed() < 100 && done != total)
            return true;
        last->start();
        const QString of = total > 0 ? u" of %1 (%2 %)"_s.arg(formatByteSize(total)).arg(done * 100 / total) : QString();
        std::fprintf(stderr, "\r\033[K%s", (formatByteSize(done) + of).toUtf8().constData());
        if (done == total)
            std::fputs("\r\033[K", stderr);
        return true;
    };
}

/// A local file that appears whole or not at all.
class AtomicTarget
{
public:
    explicit AtomicTarget(const QByteArray &path) : m_path(path), m_part(path + ".part-" + randomBytes(6).toHex()) { }
    ~AtomicTarget()
    {
        if (m_fd)
            ::unlink(m_part.constData());
    }
    AtomicTarget(const AtomicTarget &) = delete;
    AtomicTarget &operator=(const AtomicTarget &) = delete;

    [[nodiscard]] Result<void> open()
    {
        m_fd.reset(::open(m_part.constData(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0666));
        return m_fd ? Result<void>() : failure(systemError(errno, u"cannot create %1"_s.arg(QString::fromUtf8(m_part))));
    }
    [[nodiscard]] Result<void> write(QByteArrayView bytes) { return writeAll(m_fd.get(), bytes); }
    [[nodiscard]] Result<void> commit()
    {
        if (::fsync(m_fd.get()) != 0 || ::rename(m_part.constData(), m_path.constData()) != 0)
            return failure(systemError(errno, u"cannot finish %1"_s.arg(QString::fromUtf8(m_path))));
        m_fd.reset();
        return {};
    }

private:
    QByteArray m_path, m_part;
    UniqueFd m_fd;
};

QByteArray baseName(const std::string &path)
{
    const QByteArray bytes = QByteArray::fromStdString(path);
    return bytes.sliced(bytes.lastIndexOf('/') + 1);
}

/// The folder itself is not a target: the remote name goes into it.
QByteArray localTarget(const Wanted &wanted)
{
    const QByteArray given = QByteArray::fromStdString(wanted.local);
    if (given.isEmpty())
        return baseName(wanted.remote);
    return QFileInfo(QFile::decodeName(given)).isDir() ? given + '/' + baseName(wanted.remote) : given;
}

Result<Client::DownloadedFile> receive(Client::ServerClient &client, const Wanted &wanted)
{
    const QByteArray remote = QByteArray::fromStdString(wanted.remote);
    if (wanted.local == "-") {
        const auto print = [](QByteArrayView piece) { return writeAll(STDOUT_FILENO, piece); };
        return client.filesDownloadStreamSync(remote, print, {}, ::isatty(STDOUT_FILENO) == 1 ? Client::Progress {} : progressLine());
    }
    AtomicTarget target(localTarget(wanted));
    if (const Result<void> opened = target.open(); !opened)
        return failure(opened.error());
    const auto store = [&target](QByteArrayView piece) { return target.write(piece); };
    Result<Client::DownloadedFile> file = client.filesDownloadStreamSync(remote, store, {}, progressLine());
    if (!file)
        return file;
    if (const Result<void> done = target.commit(); !done)
        return failure(done.error());
    return file;
}

int get(const Context &context, const Wanted &wanted)
{
    const Result<std::unique_ptr<Client::ServerClient>> client = context.server();
    if (!client)
        return context.fail(client.error());
    const Result<Client::DownloadedFile> file = receive(**client, wanted);
    if (!file)
        return context.fail(file.error());
    if (wanted.local == "-")
        return Done;
    const QString local = QString::fromUtf8(localTarget(wanted));
    if (context.json)
        printJson({{u"path"_s, QString::fromStdString(wanted.remote)}, {u"local"_s, local}, {u"size"_s, file->size}, {u"etag"_s, QString::fromUtf8(file->etag)}});
    else
        printLine(u"%1: %2"_s.arg(local, formatByteSize(file->size)));
    return Done;
}

/// The service wants to know the size first, so standard input is put aside on disk.
Result<std::unique_ptr<QFile>> source(const std::string &local)
{
    if (local != "-") {
        auto file = std::make_unique<QFile>(QFile::decodeName(QByteArray::fromStdString(local)));
        if (!file->open(QIODevice::ReadOnly))
            return failure("file_not_found", u"%1 cannot be read (%2)"_s.arg(file->fileName(), file->errorString()));
        return file;
    }
    auto aside = std::make_unique<QTemporaryFile>();
    QFile input;
    if (!aside->open() || !input.open(stdin, QIODevice::ReadOnly))
        return failure("io_error", u"standard input cannot be put aside (%1)"_s.arg(aside->errorString()));
    while (true) {
        const QByteArray piece = input.read(1 << 20);
        if (piece.isEmpty())
            break;
        if (aside->write(piece) != piece.size())
            return failure("io_error", u"standard input cannot be put aside (%1)"_s.arg(aside->errorString()));
    }
    aside->seek(0);
    return aside;
}

int put(const Context &context, const Wanted &wanted)
{
    const Result<std::unique_ptr<QFile>> from = source(wanted.local);
    if (!from)
        return context.fail(from.error());
    const Result<std::unique_ptr<Client::ServerClient>> client = context.server();
    if (!client)
        return context.fail(client.error());
    QByteArray remote = QByteArray::fromStdString(wanted.remote);
    if (remote.endsWith('/'))
        remote += baseName(wanted.local);
    Client::WriteOptions options;
    options.mode = QByteArray::fromStdString(wanted.mode);
    options.ifMatch = QByteArray::fromStdString(wanted.ifMatch);
    if (wanted.keep)
        options.overwrite = false;
    const Result<Client::WrittenFile> file = (*client)->filesUploadStreamSync(remote, from->get(), options, progressLine());
    if (!file)
        return context.fail(file.error());
    if (context.json)
        printJson({{u"path"_s, QString::fromUtf8(file->path)}, {u"size"_s, file->size}, {u"sha256"_s, QString::fromUtf8(file->sha256)},
            {u"etag"_s, QString::fromUtf8(file->etag)}});
    else
        printLine(u"%1: %2, sha256 %3"_s.arg(QString::fromUtf8(file->path), formatByteSize(file->size), QString::fromUtf8(file->sha256)));
    return Done;
}

} // namespace

void addFileTransfers(CLI::App &files, Context &context)
{
    const auto wanted = std::make_shared<Wanted>();
    CLI::App *down = files.add_subcommand("get", "fetch a file; the local one appears whole or not at all");
    down->add_option("REMOTE", wanted->remote, "the file")->required();
    down->add_option("LOCAL", wanted->local, "where to, a folder too; - for standard output")->type_name("FILE");
    down->callback([&context, wanted] { context.choose([&context, wanted] { return get(context, *wanted); }); });

    CLI::App *up = files.add_subcommand("put", "send a file; the remote one appears whole or not at all");
    up->add_option("LOCAL", wanted->local, "the file, or - for standard input")->required()->type_name("FILE");
    up->add_option("REMOTE", wanted->remote, "its path there; a folder ends in /")->required();
    up->add_option("--mode", wanted->mode, "its mode, as 0644")->type_name("OCTAL");
    up->add_option("--if-match", wanted->ifMatch, "only over the version with this ETag")->type_name("ETAG");
    up->add_flag("--no-overwrite", wanted->keep, "fail where a file is already there");
    up->callback([&context, wanted] { context.choose([&context, wanted] { return put(context, *wanted); }); });
}

} // namespace Cofferdam::Ctl
