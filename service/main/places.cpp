// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "service/main/places.h"

#include "common/base/atomicfile.h"
#include "common/policy/pathrules.h"

#include <fcntl.h>
#include <pwd.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <climits>

using namespace Qt::StringLiterals;

namespace Cofferdam::Main {

namespace {

QByteArray currentDirectory()
{
    char path[PATH_MAX];
    return ::getcwd(path, sizeof path) ? QByteArray(path) : QByteArray("/");
}

QByteArray absolute(const QByteArray &path) { return path.isEmpty() ? path : Policy::normalisePath(path, currentDirectory()); }

QByteArray homeOf(const Environment &environment)
{
    const QByteArray home = environment.directory("HOME");
    if (!home.isEmpty())
        return home;
    const passwd *entry = ::getpwuid(::geteuid());
    return entry && entry->pw_dir ? QByteArray(entry->pw_dir) : QByteArray();
}

QByteArray firstOf(std::initializer_list<QByteArray> candidates)
{
    for (const QByteArray &candidate : candidates) {
        if (!candidate.isEmpty())
            return candidate;
    }
    return {};
}

QByteArray below(const QByteArray &directory, const char *name) { return directory.isEmpty() ? directory : directory + name; }

bool isDirectory(const char *path)
{
    struct stat info {};
    return ::stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

/// A directory of ours alone: made where missing, refused where it is a link or somebody else's.
Result<void> makePrivate(const QByteArray &path)
{
    if (auto made = makeDirectories(path); !made)
        return made;
    struct stat info {};
    const QString name = QString::fromLocal8Bit(path);
    if (::lstat(path.constData(), &info) != 0)
        return failure(systemError(errno, "cannot look at "_L1 + name));
    if (!S_ISDIR(info.st_mode) || info.st_uid != ::geteuid())
        return failure("os_permission", name + " must be a directory of this user and not a link"_L1);
    // Never closed by ourselves: the directory may be one that others need.
    if ((info.st_mode & 0077) != 0)
        return failure("os_permission", name + " must be closed to other users (mode 0700)"_L1);
    return {};
}

} // namespace

Result<Places> preparePlaces(const Options &options, const Environment &environment)
{
    const QByteArray home = homeOf(environment);
    Places places;
    places.stateDir = firstOf({absolute(options.stateDir), below(environment.directory("XDG_STATE_HOME"), "/cofferdam"), below(home, "/.local/state/cofferdam")});
    places.runtimeDir = firstOf({absolute(options.runtimeDir), below(environment.directory("XDG_RUNTIME_DIR"), "/cofferdam"),
        "/tmp/cofferdam-" + QByteArray::number(::geteuid())});
    places.configDir = firstOf({below(environment.directory("XDG_CONFIG_HOME"), "/cofferdam"), below(home, "/.config/cofferdam")});
    places.baseDir = firstOf({absolute(options.baseDir), absolute(environment.value("ABX_SERVER_BASE_DIR").value_or(QByteArray())),
        isDirectory("/home/user") ? QByteArray("/home/user") : QByteArray(), home});
    places.policyFile = absolute(options.policyFile);
    places.environmentPolicyFile = absolute(environment.value("ABX_SERVER_POLICY_FILE").value_or(QByteArray()));
    char program[PATH_MAX];
    const ssize_t length = ::readlink("/proc/self/exe", program, sizeof program);
    places.program = length > 0 ? QByteArray(program, length) : QByteArray();
    if (places.stateDir.isEmpty() || places.baseDir.isEmpty())
        return failure("io_error", u"there is no home directory: name --state-dir and --base-dir"_s);
    for (const QByteArray &directory : {places.stateDir, places.runtimeDir}) {
        if (auto made = makePrivate(directory); !made)
            return failure(made.error());
    }
    return places;
}

Result<UniqueFd> lockRuntimeDir(const QByteArray &runtimeDir)
{
    UniqueFd lock(::open((runtimeDir + "/lock").constData(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
    if (!lock)
        return failure(systemError(errno, u"cannot open the lock file"_s));
    if (::flock(lock.get(), LOCK_EX | LOCK_NB) != 0) {
        char text[32] {};
        const ssize_t n = ::pread(lock.get(), text, sizeof text - 1, 0);
        const QString pid = QString::fromLatin1(text, n > 0 ? n : 0).trimmed();
        return failure("already_exists", "another cofferdamd holds "_L1 + QString::fromLocal8Bit(runtimeDir) + " (process "_L1 + pid + ')'_L1,
            {{"pid"_L1, pid}});
    }
    const QByteArray pid = QByteArray::number(::getpid()) + '\n';
    if (::ftruncate(lock.get(), 0) != 0 || ::pwrite(lock.get(), pid.constData(), size_t(pid.size()), 0) != pid.size())
        return failure(systemError(errno, u"cannot write the lock file"_s));
    return lock;
}

} // namespace Cofferdam::Main
