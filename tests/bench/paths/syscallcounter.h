// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

namespace Cofferdam::Testing {

/// How many system calls one run of function makes, counted by tracing a forked child; -1 where tracing is not allowed. The function runs
/// once before, so that what is only done the first time does not count.
[[nodiscard]] int systemCallsOf(const std::function<void()> &function);

} // namespace Cofferdam::Testing
