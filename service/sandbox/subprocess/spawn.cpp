// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "service/sandbox/subprocess/spawn.h"

#include "common/base/atomicfile.h"
#include "service/sandbox/launch/protocol.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>

using namespace Qt::StringLiterals;

namespace Cofferdam::Sandbox {

namespace {

constexpr int FirstFree = Launch::SpecFd + 1;

/// Out of the way of the numbers the launcher's descriptors get.
UniqueFd raised(UniqueFd fd)
{
    if (fd.get() < 0 || fd.get() >= FirstFree)
        return fd;
    return UniqueFd(::fcntl(fd.get(), F_DUPFD_CLOEXEC, FirstFree));
}

/// An unlinked file in memory that holds bytes, read from its start.
UniqueFd memoryFile(const char *name, QByteArrayView bytes)
{
    UniqueFd file = raised(UniqueFd(::memfd_create(name, MFD_CLOEXEC)));
    if (file && (!writeAll(file.get(), bytes) || ::lseek(file.get(), 0, SEEK_SET) != 0))
        file.reset();
    return file;
}

QByteArray specBytes(const ProcessSpec &spec)
{
    const Launch::SpecHeader header {quint32(spec.argv.size()), quint32(spec.environment.size())};
    QByteArray bytes(reinterpret_cast<const char *>(&header), sizeof header);
    for (const QList<QByteArray> *list : {&spec.argv, &spec.environment}) {
        for (const QByteArray &text : *list)
            bytes.append(text.constData(), text.size() + 1);
    }
    return bytes;
}

struct Pipe {
    UniqueFd read, write;
};

Pipe makePipe()
{
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0)
        return {};
    Pipe pipe {UniqueFd(ends[0]), raised(UniqueFd(ends[1]))};
    ::fcntl(pipe.read.get(), F_SETFL, O_NONBLOCK);
    return pipe;
}

Pipe makeControl()
{
    int ends[2];
    if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
        return {};
    Pipe pair {UniqueFd(ends[0]), raised(UniqueFd(ends[1]))};
    ::fcntl(pair.read.get(), F_SETFL, O_NONBLOCK);
    return pair;
}

/// posix_spawn with the descriptors in place 0, 1, 2, … of the new process and no other. Returns errno.
int spawnWith(const QByteArray &path, const std::array<int, FirstFree> &descriptors, pid_t &pid)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    for (int i = 0; i < FirstFree; ++i)
        posix_spawn_file_actions_adddup2(&actions, descriptors[size_t(i)], i);
    posix_spawn_file_actions_addclosefrom_np(&actions, FirstFree);
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSID);
    char name[] = "cofferdam-launch";
    char *argv[] = {name, nullptr};
    char *environment[] = {nullptr};
    const int result = posix_spawn(&pid, path.constData(), &actions, &attributes, argv, environment);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return result;
}

} // namespace

QByteArray signalName(int number)
{
    const char *name = ::sigabbrev_np(number);
    return name ? QByteArray(name) : QByteArray::number(number);
}

Error notStartable(const QByteArray &program, const QByteArray &stage, int number)
{
    const char *name = ::strerrorname_np(number);
    const QString errnoName = name ? QString::fromLatin1(name) : QString::number(number);
    return Error {"command_not_startable", "cannot start "_L1 + QString::fromUtf8(program) + ": "_L1 + QString::fromLocal8Bit(std::strerror(number)),
        {{u"stage"_s, QString::fromLatin1(stage)}, {u"errno"_s, errnoName}}, {}};
}

Result<Launched> launch(const QByteArray &launcherPath, const ProcessSpec &spec)
{
    Launched launched;
    Pipe control = makeControl(), output = makePipe(), error = makePipe();
    const UniqueFd input = spec.standardInput.isEmpty() ? raised(UniqueFd(::open("/dev/null", O_RDONLY | O_CLOEXEC)))
                                                        : memoryFile("stdin", spec.standardInput);
    const UniqueFd spelled = memoryFile("spec", specBytes(spec));
    const UniqueFd directory = raised(spec.workingDirectory.duplicate());
    const std::array<int, FirstFree> descriptors {input.get(), output.write.get(), error.write.get(), control.write.get(), directory.get(), spelled.get()};
    for (const int fd : descriptors) {
        if (fd < 0)
            return failure(notStartable(spec.argv.value(0), "spawn", errno));
    }
    if (const int number = spawnWith(launcherPath, descriptors, launched.pid); number != 0)
        return failure(notStartable(spec.argv.value(0), "spawn", number));
    launched.launcher.reset(int(::syscall(SYS_pidfd_open, launched.pid, 0))); // not reaped yet, so the id is surely its own
    if (!launched.launcher) {
        const int number = errno;
        ::kill(launched.pid, SIGKILL);
        ::waitpid(launched.pid, nullptr, 0);
        return failure(notStartable(spec.argv.value(0), "spawn", number));
    }
    launched.control = std::move(control.read);
    launched.output = std::move(output.read);
    launched.error = std::move(error.read);
    return launched;
}

} // namespace Cofferdam::Sandbox
