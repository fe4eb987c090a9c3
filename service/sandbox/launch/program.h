// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sys/types.h>

namespace Cofferdam::Launch {

/// argv and environment of the program to start; borrowed from the mapped spec, valid until the launcher ends.
struct Program {
    char **argv = nullptr;
    char **environment = nullptr;
};

/// Maps the spec behind SpecFd; false when it is not one.
bool readProgram(Program &program);

/// A start that failed: which step and why.
struct StartFault {
    const char *stage = nullptr;
    int number = 0; ///< errno
};

/// Starts the program in DirectoryFd: own session, signals as in a fresh process, no descriptor but 0, 1, 2, inside the cgroup whose
/// cgroup.procs is cgroupProcs (-1: none). Returns its pid, or -1 with fault set.
pid_t startProgram(const Program &program, int cgroupProcs, StartFault &fault);

} // namespace Cofferdam::Launch
