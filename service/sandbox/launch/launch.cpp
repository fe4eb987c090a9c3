// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// cofferdam-launch: the parent of one program that the service runs (sandbox.md 2, security.md E2 and E3). It becomes the subreaper of
// everything the program starts, and kills all of it when the program ends, when the service says so, or when the service is gone.
// It gets descriptors (protocol.h), no arguments and no environment, so there is nothing in it to read.
#include "service/sandbox/launch/cgroup.h"
#include "service/sandbox/launch/killtree.h"
#include "service/sandbox/launch/program.h"
#include "service/sandbox/launch/protocol.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>

using namespace Cofferdam::Launch;

namespace {

void report(Event event, int value, const char *text)
{
    Report message;
    message.event = event;
    message.value = value;
    std::snprintf(message.text, sizeof message.text, "%s", text);
    send(ControlFd, &message, sizeof message, MSG_NOSIGNAL);
}

/// What the program inherits for good.
void confine()
{
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    prctl(PR_SET_DUMPABLE, 0);
    const rlimit none {0, 0};
    setrlimit(RLIMIT_CORE, &none);
}

constexpr int SignalFd = 6;
constexpr int RunDescriptors = 5;
/// Above every number that means something here.
constexpr int HighFd = 20;

/// All signals blocked, SIGCHLD readable from SignalFd.
bool childSignals()
{
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, nullptr);
    sigset_t children;
    sigemptyset(&children);
    sigaddset(&children, SIGCHLD);
    const int made = signalfd(-1, &children, SFD_CLOEXEC | SFD_NONBLOCK);
    return made >= 0 && (made == SignalFd || (dup2(made, SignalFd) == SignalFd && close(made) == 0));
}

/// Waits for Order::Run and puts its descriptors in their places; false when the service is gone or speaks otherwise.
bool receiveRun()
{
    char order = 0;
    iovec data {&order, 1};
    alignas(cmsghdr) char buffer[CMSG_SPACE(RunDescriptors * sizeof(int))];
    msghdr message {};
    message.msg_iov = &data;
    message.msg_iovlen = 1;
    message.msg_control = buffer;
    message.msg_controllen = sizeof buffer;
    if (recvmsg(ControlFd, &message, 0) != 1 || order != char(Order::Run))
        return false;
    const cmsghdr *header = CMSG_FIRSTHDR(&message);
    if (!header || header->cmsg_type != SCM_RIGHTS || header->cmsg_len != CMSG_LEN(RunDescriptors * sizeof(int)))
        return false;
    int received[RunDescriptors];
    std::memcpy(received, CMSG_DATA(header), sizeof received);
    constexpr int places[RunDescriptors] = {0, 1, 2, DirectoryFd, SpecFd};
    for (int &fd : received)
        fd = fcntl(fd, F_DUPFD, HighFd); // first out of the way of the places
    for (int i = 0; i < RunDescriptors; ++i) {
        if (received[i] < 0 || dup2(received[i], places[i]) < 0)
            return false;
    }
    return close_range(SignalFd + 1, ~0U, 0) == 0;
}

/// Reaps whoever has ended; true when the program itself was among them.
bool reap(pid_t program, int &status)
{
    bool ended = false;
    for (;;) {
        int some = 0;
        const pid_t pid = waitpid(-1, &some, WNOHANG);
        if (pid <= 0)
            return ended;
        if (pid == program) {
            status = some;
            ended = true;
        }
    }
}

/// Kills until no child is left: as subreaper, every process of the tree becomes our child before it is gone.
void killTree(const Cgroup &cgroup)
{
    for (;;) {
        if (!cgroup.kill())
            signalDescendants(SIGKILL, true);
        for (int i = 0; i < 20; ++i) {
            const pid_t pid = waitpid(-1, nullptr, WNOHANG);
            if (pid < 0 && errno == ECHILD)
                return;
            if (pid == 0)
                usleep(1000);
            else
                --i;
        }
        // whoever left the cgroup, or came while we looked
        signalDescendants(SIGKILL, true);
    }
}

/// The next order of the service; a closed pair is Kill.
Order nextOrder()
{
    char order = 0;
    const ssize_t n = recv(ControlFd, &order, 1, 0);
    return n == 1 && order == char(Order::Terminate) ? Order::Terminate : Order::Kill;
}

/// Until the program has ended or must; true: its status is known.
bool watch(pid_t program, const Cgroup &cgroup, int &status)
{
    pollfd fds[2] = {{ControlFd, POLLIN, 0}, {SignalFd, POLLIN, 0}};
    for (;;) {
        if (poll(fds, 2, -1) < 0 && errno != EINTR)
            return false;
        if (fds[1].revents) {
            signalfd_siginfo info;
            while (read(SignalFd, &info, sizeof info) > 0) { }
            if (reap(program, status))
                return true;
        }
        if (!fds[0].revents)
            continue;
        if (nextOrder() == Order::Kill)
            return false;
        if (!cgroup.terminate())
            signalDescendants(SIGTERM, false);
    }
}

} // namespace

int main()
{
    confine();
    if (!childSignals() || !receiveRun())
        return 0; // never needed
    Program program;
    if (!readProgram(program)) {
        report(Event::Failed, EINVAL, "spawn");
        return 1;
    }
    const Cgroup cgroup;
    StartFault fault;
    const pid_t pid = startProgram(program, cgroup.procs(), fault);
    // only the program may hold its pipes open: their end must mean its end
    close_range(0, 2, 0);
    close(DirectoryFd);
    close(SpecFd);
    if (pid < 0) {
        report(Event::Failed, fault.number, fault.stage);
        killTree(cgroup);
        return 1;
    }
    report(Event::Started, int(pid), cgroup.directory());
    int status = 0;
    if (watch(pid, cgroup, status)) {
        report(Event::Exited, status, "");
    } else {
        // killed: the program's own end is still worth telling
        if (!cgroup.kill())
            signalDescendants(SIGKILL, true);
        if (waitpid(pid, &status, 0) == pid)
            report(Event::Exited, status, "");
    }
    killTree(cgroup);
    report(Event::Gone, 0, "");
    return 0;
}
