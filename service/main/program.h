// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace Cofferdam::Main {

/// sysexits.h where it fits: what cofferdamd ends with (http.md 5).
enum ExitCode { Success = 0, Failure = 1, Usage = 2, Software = 70, TemporaryFailure = 75, Configuration = 78 };

/// The whole of cofferdamd: reads options and environment, hands secrets over to a clean process, then serves until a signal.
[[nodiscard]] int runProgram(int argc, char **argv);

} // namespace Cofferdam::Main
