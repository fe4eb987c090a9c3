// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

namespace Cofferdam::Policy {

/// One compiled-in preset: a policy document like any other (endpoints.md 3).
struct PresetText {
    const char *name;
    const char *text;
};
/// In the order of endpoints.md 3.
[[nodiscard]] std::span<const PresetText> presetTexts();

} // namespace Cofferdam::Policy
