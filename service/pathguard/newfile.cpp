// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "service/pathguard/newfile.h"

#include "common/base/atomicfile.h"
#include "common/base/ids.h"
#include "service/pathguard/descriptors.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

using namespace Qt::StringLiterals;

namespace Cofferdam::PathGuard {

namespace {

QByteArray randomName() { return ".cofferdam-" + randomBytes(9).toHex() + ".part"; }

std::unexpected<Error> writeFailure(int number) { return failure(systemError(number, u"cannot write the file"_s)); }

bool nothingThere(int directory, const QByteArray &name, struct stat *old)
{
    return ::fstatat(directory, name.constData(), old, AT_SYMLINK_NOFOLLOW) != 0 && errno == ENOENT;
}

} // namespace

Result<UniqueFd> NewFile::createUnnamed(int directory)
{
    UniqueFd file(::openat(directory, ".", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600));
    if (file)
        return file;
    if (errno != EOPNOTSUPP && errno != EISDIR && errno != ENOENT && errno != EINVAL)
        return writeFailure(errno);
    // A file system without unnamed files: publish() copies within it.
    const QByteArray name = randomName();
    file.reset(::openat(directory, name.constData(), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
    if (!file)
        return writeFailure(errno);
    ::unlinkat(directory, name.constData(), 0);
    return file;
}

Result<void> replaceable(const struct stat &old)
{
    if (S_ISREG(old.st_mode))
        return {};
    if (S_ISDIR(old.st_mode))
        return failure("is_directory", u"a directory has this name"_s);
    if (S_ISLNK(old.st_mode))
        return failure("path_symlink", u"a symbolic link has this name"_s);
    return failure("path_not_regular", u"a FIFO, socket or device has this name"_s);
}

Result<void> NewFile::publish(const Target &target)
{
    if (::fchmod(m_file.get(), target.mode & 0777) != 0)
        return writeFailure(errno);
    struct stat old {};
    const bool fresh = nothingThere(target.directory, target.name, &old);
    if (target.check) {
        if (Result<void> checked = target.check(fresh ? nullptr : &old); !checked)
            return checked;
    }
    if (!target.replace || fresh) {
        Result<void> linked = linkAs(target.directory, target.name);
        if (linked || !target.replace || linked.error().code != "already_exists")
            return linked;
        if (nothingThere(target.directory, target.name, &old))
            return writeFailure(ENOENT);
    }
    if (Result<void> fine = replaceable(old); !fine)
        return fine;
    const QByteArray temporary = randomName();
    if (Result<void> linked = linkAs(target.directory, temporary); !linked)
        return linked;
    if (::renameat(target.directory, temporary.constData(), target.directory, target.name.constData()) == 0)
        return {};
    const int number = errno;
    ::unlinkat(target.directory, temporary.constData(), 0);
    return writeFailure(number);
}

Result<void> NewFile::linkAs(int directory, const QByteArray &name)
{
    const QByteArray source = "/proc/self/fd/" + QByteArray::number(m_file.get());
    if (::linkat(AT_FDCWD, source.constData(), directory, name.constData(), AT_SYMLINK_FOLLOW) == 0)
        return {};
    if (errno == EEXIST)
        return failure("already_exists", u"something has this name already"_s);
    if (errno != EXDEV && errno != ENOENT && errno != EPERM && errno != EOPNOTSUPP)
        return writeFailure(errno);
    // Spooled elsewhere, or on a file system without unnamed files: copy beside the destination, then rename.
    struct stat own {};
    if (::fstat(m_file.get(), &own) != 0)
        return writeFailure(errno);
    const QByteArray temporary = randomName();
    UniqueFd copy(::openat(directory, temporary.constData(), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, own.st_mode & 0777));
    if (!copy)
        return writeFailure(errno);
    int number = 0;
    for (off_t from = 0; from < own.st_size && number == 0;) {
        const ssize_t n = ::copy_file_range(m_file.get(), &from, copy.get(), nullptr, size_t(own.st_size - from), 0);
        number = n < 0 && errno != EINTR ? errno : n == 0 ? EIO : 0;
    }
    if (number == 0 && (::fchmod(copy.get(), own.st_mode & 0777) != 0 || ::fsync(copy.get()) != 0
            || ::renameat2(directory, temporary.constData(), directory, name.constData(), RENAME_NOREPLACE) != 0))
        number = errno;
    if (number == 0) {
        m_file = std::move(copy);
        return {};
    }
    ::unlinkat(directory, temporary.constData(), 0);
    return number == EEXIST ? Result<void>(failure("already_exists", u"something has this name already"_s)) : writeFailure(number);
}

NewDirectories::~NewDirectories()
{
    // Only what is still empty goes: another may use it already.
    for (auto made = m_made.rbegin(); made != m_made.rend(); ++made)
        ::unlinkat(made->first.get(), made->second.constData(), AT_REMOVEDIR);
}

Result<UniqueFd> NewDirectories::make(const UniqueFd &directory, const QByteArray &names)
{
    UniqueFd current = directory.duplicate();
    if (!current)
        return failure(systemError(EMFILE, u"cannot make the directory"_s));
    const QList<QByteArray> components = names.isEmpty() ? QList<QByteArray>() : names.split('/');
    for (const QByteArray &name : components) {
        const bool made = ::mkdirat(current.get(), name.constData(), 0777) == 0;
        if (!made && errno != EEXIST)
            return failure(systemError(errno, u"cannot make the directory"_s));
        UniqueFd next(::openat(current.get(), name.constData(), O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
        const int number = errno;
        if (made)
            m_made.emplace_back(current.duplicate(), name);
        if (!next && (number == ELOOP || number == ENOTDIR))
            return failure("path_symlink", u"a directory was replaced while it was made"_s);
        if (!next)
            return failure(systemError(number, u"cannot make the directory"_s));
        current = std::move(next);
    }
    return current;
}

bool hasControlCharacters(QByteArrayView name)
{
    for (qsizetype i = 0; i < name.size(); ++i) {
        const auto byte = quint8(name[i]);
        const bool c1 = byte == 0xc2 && i + 1 < name.size() && quint8(name[i + 1]) >= 0x80 && quint8(name[i + 1]) <= 0x9f;
        if (byte < 0x20 || byte == 0x7f || c1)
            return true;
    }
    return false;
}

} // namespace Cofferdam::PathGuard
