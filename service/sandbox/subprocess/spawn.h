// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "service/sandbox/api/sandbox.h"

namespace Cofferdam::Sandbox {

/// A launcher that waits for its program. Move-only.
struct Launcher {
    UniqueFd control; ///< orders out, reports in; closing it makes the launcher kill its tree, or end when it has none
    UniqueFd process; ///< pidfd
};

/// Starts the launcher program with an empty environment, its own session and no descriptor of the service. The cost does not grow with the
/// service's memory. Error: command_not_startable, stage "spawn".
[[nodiscard]] Result<Launcher> startLauncher(const QByteArray &path);
/// Ends one that was never used, and reaps it.
void endLauncher(Launcher &launcher);

/// Read ends of a program's output; non-blocking, close-on-exec.
struct Streams {
    UniqueFd output, error;
};
/// Has a waiting launcher start the program of spec. Errors: command_not_startable, stage "spawn" (too few descriptors, a launcher that is
/// gone).
[[nodiscard]] Result<Streams> handOver(const Launcher &launcher, const ProcessSpec &spec);

/// The error of a program that did not start: details {stage, errno: "ENOENT"}.
[[nodiscard]] Error notStartable(const QByteArray &program, const QByteArray &stage, int number);
/// "KILL" for SIGKILL.
[[nodiscard]] QByteArray signalName(int number);

} // namespace Cofferdam::Sandbox
