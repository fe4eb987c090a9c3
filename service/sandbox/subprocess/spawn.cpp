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

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>

using namespace Qt::StringLiterals;

namespace Cofferdam::Sandbox {

namespace {

constexpr int RunDescriptors = 5;

/// An unlinked file in memory that holds bytes, read from its start.
UniqueFd memoryFile(const char *name, QByteArrayView bytes)
{
    UniqueFd file(::memfd_create(name, MFD_CLOEXEC));
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
    Pipe pipe {UniqueFd(ends[0]), UniqueFd(ends[1])};
    ::fcntl(pipe.read.get(), F_SETFL, O_NONBLOCK);
    return pipe;
}

Pipe makeControl()
{
    int ends[2];
    if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
        return {};
    Pipe pair {UniqueFd(ends[0]), UniqueFd(ends[1])};
    if (pair.write.get() < Launch::ControlFd) // the low numbers are opened first
        pair.write = UniqueFd(::fcntl(pair.write.get(), F_DUPFD_CLOEXEC, Launch::ControlFd));
    ::fcntl(pair.read.get(), F_SETFL, O_NONBLOCK);
    return pair;
}

/// posix_spawn with control in its place, /dev/null as 0, 1, 2 and no other descriptor. Returns errno.
int spawnWith(const QByteArray &path, int control, pid_t &pid)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    for (int i = 0; i < 3; ++i)
        posix_spawn_file_actions_addopen(&actions, i, "/dev/null", O_RDWR, 0);
    posix_spawn_file_actions_adddup2(&actions, control, Launch::ControlFd);
    posix_spawn_file_actions_addclosefrom_np(&actions, Launch::ControlFd + 1);
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

Result<Launcher> startLauncher(const QByteArray &path)
{
    Pipe control = makeControl();
    pid_t pid = -1;
    const int number = control.write ? spawnWith(path, control.write.get(), pid) : errno;
    if (number != 0)
        return failure(notStartable(path, "spawn", number));
    Launcher launcher {std::move(control.read), UniqueFd(int(::syscall(SYS_pidfd_open, pid, 0)))}; // not reaped yet, so the id is surely its own
    if (!launcher.process) {
        const int fault = errno;
        ::kill(pid, SIGKILL);
        ::waitpid(pid, nullptr, 0);
        return failure(notStartable(path, "spawn", fault));
    }
    return launcher;
}

void endLauncher(Launcher &launcher)
{
    ::syscall(SYS_pidfd_send_signal, launcher.process.get(), SIGKILL, nullptr, 0);
    siginfo_t info {};
    ::waitid(P_PIDFD, id_t(launcher.process.get()), &info, WEXITED);
    launcher = {};
}

Result<Streams> handOver(const Launcher &launcher, const ProcessSpec &spec)
{
    Pipe output = makePipe(), error = makePipe();
    const UniqueFd input = spec.standardInput.isEmpty() ? UniqueFd(::open("/dev/null", O_RDONLY | O_CLOEXEC)) : memoryFile("stdin", spec.standardInput);
    const UniqueFd spelled = memoryFile("spec", specBytes(spec));
    const std::array<int, RunDescriptors> descriptors {input.get(), output.write.get(), error.write.get(), spec.workingDirectory.get(), spelled.get()};
    if (std::ranges::any_of(descriptors, [](int fd) { return fd < 0; }))
        return failure(notStartable(spec.argv.value(0), "spawn", errno));
    Launch::Order order = Launch::Order::Run;
    iovec data {&order, sizeof order};
    alignas(cmsghdr) char buffer[CMSG_SPACE(sizeof descriptors)] {};
    msghdr message {};
    message.msg_iov = &data;
    message.msg_iovlen = 1;
    message.msg_control = buffer;
    message.msg_controllen = sizeof buffer;
    cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof descriptors);
    std::memcpy(CMSG_DATA(header), descriptors.data(), sizeof descriptors);
    if (::sendmsg(launcher.control.get(), &message, MSG_NOSIGNAL) != ssize_t(sizeof order))
        return failure(notStartable(spec.argv.value(0), "spawn", errno));
    return Streams {std::move(output.read), std::move(error.read)};
}

} // namespace Cofferdam::Sandbox
