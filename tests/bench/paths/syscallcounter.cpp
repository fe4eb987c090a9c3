// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "syscallcounter.h"

#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

namespace Cofferdam::Testing {

namespace {

/// Nothing else makes this call here: it marks begin and end.
void mark() { ::syscall(SYS_getppid); }

[[noreturn]] void traced(const std::function<void()> &function)
{
    function();
    if (::ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) != 0)
        ::_exit(1);
    ::raise(SIGSTOP);
    mark();
    function();
    mark();
    ::_exit(0);
}

/// The number of the next system call of a traced child; -1 when it is gone.
long nextCall(pid_t child)
{
    for (;;) {
        int status = 0;
        __ptrace_syscall_info info {};
        if (::ptrace(PTRACE_SYSCALL, child, nullptr, nullptr) != 0 || ::waitpid(child, &status, 0) != child || !WIFSTOPPED(status))
            return -1;
        if (::ptrace(PTRACE_GET_SYSCALL_INFO, child, sizeof info, &info) > 0 && info.op == PTRACE_SYSCALL_INFO_ENTRY)
            return long(info.entry.nr);
    }
}

} // namespace

int systemCallsOf(const std::function<void()> &function)
{
    const pid_t child = ::fork();
    if (child == 0)
        traced(function);
    int status = 0;
    if (child < 0 || ::waitpid(child, &status, 0) != child || !WIFSTOPPED(status))
        return -1;
    int count = -1;
    for (long call = nextCall(child); call >= 0; call = nextCall(child)) {
        if (call == SYS_getppid && count >= 0)
            break;
        if (call == SYS_getppid || count >= 0)
            ++count;
    }
    ::kill(child, SIGKILL);
    ::waitpid(child, &status, 0);
    return count;
}

} // namespace Cofferdam::Testing
