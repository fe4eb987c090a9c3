// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "service/pathguard/descriptors.h"

#include "common/base/atomicfile.h"
#include "service/pathguard/pathguard.h"

#include <QtCore/QStringDecoder>

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>

using namespace Qt::StringLiterals;

namespace Cofferdam::PathGuard {

namespace {

constexpr int MaximumTries = 64; ///< of openat2 under concurrent renames
constexpr QByteArrayView DeletedMark = " (deleted)";

/// "/proc/self/fd/N"
class ProcName
{
public:
    explicit ProcName(int descriptor)
    {
        char *end = std::copy_n("/proc/self/fd/", 14, m_text.data());
        *std::to_chars(end, m_text.data() + m_text.size() - 1, descriptor).ptr = '\0';
    }
    [[nodiscard]] const char *data() const { return m_text.data(); }

private:
    std::array<char, 32> m_text {};
};

/// A file that is really called "x (deleted)" is still there under that name.
bool stillCalled(const QByteArray &name, const struct stat &info)
{
    struct stat now {};
    return ::lstat(name.constData(), &now) == 0 && sameObject(now, info);
}

} // namespace

UniqueFd openBeneath(int directory, const char *path, int flags, bool noSymlinks)
{
    open_how how {};
    how.flags = quint64(flags | O_CLOEXEC);
    how.resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS | (noSymlinks ? RESOLVE_NO_SYMLINKS : 0);
    for (int i = 0; i < MaximumTries; ++i) {
        const long fd = ::syscall(SYS_openat2, directory, path, &how, sizeof how);
        if (fd >= 0)
            return UniqueFd(int(fd));
        if (errno != EAGAIN && errno != EINTR)
            return {};
    }
    errno = EAGAIN;
    return {};
}

bool hasOpenat2()
{
    static const bool has = openBeneath(AT_FDCWD, ".", O_PATH, false).isValid() || (errno != ENOSYS && errno != EPERM);
    return has;
}

std::optional<QByteArray> canonicalNameOf(int descriptor, const struct stat &info)
{
    std::array<char, 4200> text;
    const ssize_t length = ::readlink(ProcName(descriptor).data(), text.data(), text.size());
    if (length <= 0 || size_t(length) == text.size() || text[0] != '/')
        return {};
    QByteArray name(text.data(), length);
    // The kernel marks names that are gone; the mark must not become part of a name the rules are asked about.
    if (info.st_nlink == 0 || (name.endsWith(DeletedMark) && !stillCalled(name, info)))
        return {};
    return name;
}

std::optional<QByteArray> canonicalNameOf(int descriptor)
{
    struct stat info {};
    if (::fstat(descriptor, &info) != 0)
        return {};
    return canonicalNameOf(descriptor, info);
}

QByteArray linkTextOf(int handle)
{
    std::array<char, 4200> text;
    const ssize_t length = ::readlinkat(handle, "", text.data(), text.size());
    return length > 0 && size_t(length) < text.size() ? QByteArray(text.data(), length) : QByteArray();
}

bool sameObject(const struct stat &a, const struct stat &b)
{
    return a.st_dev == b.st_dev && a.st_ino == b.st_ino && (a.st_mode & S_IFMT) == (b.st_mode & S_IFMT);
}

QJsonObject pathDetails(const QByteArray &asWritten)
{
    QStringDecoder decoder(QStringDecoder::Utf8);
    const QString text = decoder(asWritten);
    QJsonObject details {{u"path"_s, text}};
    if (decoder.hasError())
        details.insert("path_base64"_L1, QString::fromLatin1(asWritten.toBase64()));
    return details;
}

std::unexpected<Error> systemFailure(int number, const QString &what, const QByteArray &asWritten)
{
    Error error = systemError(number, what);
    error.details = pathDetails(asWritten);
    return std::unexpected(std::move(error));
}

Result<UniqueFd> openForReading(const ResolvedPath &path)
{
    if (path.isDirectory())
        return failure("is_directory", u"expected a regular file, got a directory"_s, pathDetails(path.asWritten));
    if (!path.isRegular())
        return failure("path_not_regular", u"expected a regular file, got a link, FIFO, socket or device"_s, pathDetails(path.asWritten));
    // Through the handle: nothing is looked up by name again. O_NOFOLLOW is in the handle already, and would refuse the procfs link.
    UniqueFd file(::open(ProcName(path.handle.get()).data(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
    if (!file)
        return systemFailure(errno, u"cannot open the file"_s, path.asWritten);
    return file;
}

Result<UniqueFd> openDirectory(const ResolvedPath &path)
{
    if (!path.isDirectory())
        return failure("not_directory", u"expected a directory, got something else"_s, pathDetails(path.asWritten));
    UniqueFd directory(::openat(path.handle.get(), ".", O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!directory)
        return systemFailure(errno, u"cannot open the directory"_s, path.asWritten);
    return directory;
}

} // namespace Cofferdam::PathGuard
