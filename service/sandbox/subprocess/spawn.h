// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "service/sandbox/api/sandbox.h"

#include <sys/types.h>

namespace Cofferdam::Sandbox {

/// A started launcher and our ends of what connects us to it; all non-blocking and close-on-exec.
struct Launched {
    UniqueFd control; ///< orders out, reports in; closing it makes the launcher kill its tree
    UniqueFd output, error; ///< read ends
    UniqueFd launcher; ///< pidfd
    pid_t pid = -1;
};

/// Starts the launcher program for spec with an empty environment, its own session and no descriptor of the service. The cost does not grow
/// with the service's memory. Error: command_not_startable, stage "spawn".
[[nodiscard]] Result<Launched> launch(const QByteArray &launcherPath, const ProcessSpec &spec);

/// The error of a program that did not start: details {stage, errno: "ENOENT"}.
[[nodiscard]] Error notStartable(const QByteArray &program, const QByteArray &stage, int number);
/// "KILL" for SIGKILL.
[[nodiscard]] QByteArray signalName(int number);

} // namespace Cofferdam::Sandbox
