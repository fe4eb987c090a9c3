// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/base/clock.h"

namespace Cofferdam::Test {

/// A clock that stands still until it is moved; wall and monotonic time move apart when asked.
class FakeClock final : public Clock
{
public:
    [[nodiscard]] qint64 monotonicNs() const override { return mono; }
    [[nodiscard]] qint64 utcMs() const override { return utc; }
    void advanceMs(qint64 ms)
    {
        mono += ms * 1'000'000;
        utc += ms;
    }

    qint64 mono = 1'000'000'000'000;
    qint64 utc = 1'796'079'600'000;
};

} // namespace Cofferdam::Test
