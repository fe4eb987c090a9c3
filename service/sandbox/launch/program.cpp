// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "service/sandbox/launch/program.h"

#include "service/sandbox/launch/protocol.h"

#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>

namespace Cofferdam::Launch {

bool readProgram(Program &program)
{
    struct stat info {};
    if (fstat(SpecFd, &info) != 0 || info.st_size < off_t(sizeof(SpecHeader)))
        return false;
    const size_t size = size_t(info.st_size);
    void *mapped = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE, SpecFd, 0);
    if (mapped == MAP_FAILED)
        return false;
    SpecHeader header;
    std::memcpy(&header, mapped, sizeof header);
    const size_t strings = size_t(header.argc) + header.envc;
    if (header.argc == 0 || strings > size)
        return false;
    auto **pointers = static_cast<char **>(std::calloc(strings + 2, sizeof(char *)));
    if (!pointers)
        return false;
    program.argv = pointers;
    program.environment = pointers + header.argc + 1;
    char *at = static_cast<char *>(mapped) + sizeof header;
    char *const end = static_cast<char *>(mapped) + size;
    for (size_t i = 0; i < strings; ++i) {
        auto *nul = static_cast<char *>(std::memchr(at, 0, size_t(end - at)));
        if (!nul)
            return false;
        pointers[i < header.argc ? i : i + 1] = at;
        at = nul + 1;
    }
    return true;
}

pid_t startProgram(const Program &program, int cgroupProcs, StartFault &fault)
{
    // The child shares our memory until exec: what it writes here we can read, and every descriptor can be closed before exec.
    static volatile int failedErrno;
    static const char *volatile failedStage;
    failedErrno = 0;
    failedStage = nullptr;
    const pid_t pid = vfork();
    if (pid == 0) {
        setsid();
        sigset_t none;
        sigemptyset(&none);
        sigprocmask(SIG_SETMASK, &none, nullptr);
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (cgroupProcs >= 0 && write(cgroupProcs, "0", 1) != 1) {
            // not fatal: the launcher then walks the tree instead
        }
        if (fchdir(DirectoryFd) != 0) {
            failedStage = "chdir";
        } else {
            close_range(3, ~0U, 0);
            execve(program.argv[0], program.argv, program.environment);
            failedStage = "exec";
        }
        failedErrno = errno;
        _exit(127);
    }
    if (pid < 0) {
        fault = {"spawn", errno};
        return -1;
    }
    if (failedStage) {
        fault = {failedStage, failedErrno};
        return -1;
    }
    return pid;
}

} // namespace Cofferdam::Launch
