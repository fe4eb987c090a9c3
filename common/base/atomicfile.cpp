// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/base/atomicfile.h"

#include "common/base/ids.h"
#include "common/base/uniquefd.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

using namespace Qt::StringLiterals;

namespace Cofferdam {

namespace {

QByteArray codeOf(int number)
{
    switch (number) {
    case ENOSPC: return "disk_full";
    case EDQUOT: return "quota_exceeded";
    case EMFILE:
    case ENFILE: return "too_many_files";
    case EACCES:
    case EPERM:
    case EROFS: return "os_permission";
    case ENOENT: return "file_not_found";
    case EEXIST: return "already_exists";
    case ENOTDIR: return "not_directory";
    case EISDIR: return "is_directory";
    case ENOTEMPTY: return "not_empty";
    case ELOOP: return "path_symlink";
    case ENAMETOOLONG: return "invalid_path";
    default: return "io_error";
    }
}

} // namespace

Error systemError(int number, const QString &what)
{
    return Error {codeOf(number), what + ": "_L1 + QString::fromLocal8Bit(std::strerror(number)), {}, {}};
}

Result<void> writeAll(int fd, QByteArrayView data)
{
    while (!data.isEmpty()) {
        const ssize_t n = ::write(fd, data.data(), size_t(data.size()));
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return failure(systemError(errno, u"cannot write"_s));
        data = data.sliced(n);
    }
    return {};
}

Result<void> writeFileAtomically(const QByteArray &path, QByteArrayView data, mode_t mode)
{
    const qsizetype slash = path.lastIndexOf('/');
    const QByteArray directory = slash < 0 ? "." : slash == 0 ? "/" : path.first(slash);
    const QByteArray temporary = path + ".new-" + randomBytes(6).toHex();
    const QString name = QString::fromLocal8Bit(path);
    UniqueFd file(::open(temporary.constData(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode));
    if (!file)
        return failure(systemError(errno, "cannot create a file beside "_L1 + name));
    Result<void> written = writeAll(file.get(), data);
    if (written && ::fsync(file.get()) != 0)
        written = failure(systemError(errno, "cannot write to disk "_L1 + name));
    if (written && ::rename(temporary.constData(), path.constData()) != 0)
        written = failure(systemError(errno, "cannot replace "_L1 + name));
    if (!written) {
        ::unlink(temporary.constData());
        return written;
    }
    const UniqueFd parent(::open(directory.constData(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!parent || ::fsync(parent.get()) != 0)
        return failure(systemError(errno, "cannot write to disk the directory of "_L1 + name));
    return {};
}

Result<void> makeDirectories(const QByteArray &path, mode_t mode)
{
    for (qsizetype at = path.indexOf('/', 1);; at = path.indexOf('/', at + 1)) {
        const QByteArray part = at < 0 ? path : path.first(at);
        if (::mkdir(part.constData(), mode) != 0 && errno != EEXIST)
            return failure(systemError(errno, "cannot make "_L1 + QString::fromLocal8Bit(part)));
        if (at < 0)
            return {};
    }
}

Result<QByteArray> readWholeFile(const QByteArray &path, qint64 cap)
{
    const QString name = QString::fromLocal8Bit(path);
    const UniqueFd file(::open(path.constData(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (!file)
        return failure(systemError(errno, "cannot open "_L1 + name));
    struct stat info {};
    if (::fstat(file.get(), &info) != 0)
        return failure(systemError(errno, "cannot look at "_L1 + name));
    if (!S_ISREG(info.st_mode))
        return failure("path_not_regular", name + " is not a regular file"_L1);
    QByteArray content;
    char block[65536];
    for (;;) {
        const ssize_t n = ::read(file.get(), block, sizeof block);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return failure(systemError(errno, "cannot read "_L1 + name));
        if (n == 0)
            return content;
        if (content.size() + n > cap)
            return failure("payload_too_large", name + " is larger than "_L1 + QString::number(cap) + " bytes"_L1);
        content.append(block, n);
    }
}

} // namespace Cofferdam
