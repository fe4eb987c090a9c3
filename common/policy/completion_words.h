// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

namespace Cofferdam::Policy::Completing {

/// A fixed word of the policy language: where it may stand, and one sentence about it.
struct Word {
    const char *where; ///< "root", "rule", "paths", …, or "value:KEY"
    const char *word;
    const char *help;
};
[[nodiscard]] std::span<const Word> allWords();

} // namespace Cofferdam::Policy::Completing
