// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QtTypes>

#include <chrono>

namespace Cofferdam::Gate {

/// How long a connection may take over each step (http.md 1). One sweep a worker looks at all of them, so a deadline is met up to
/// one sweep late. Tests make them short.
struct Deadlines {
    using Duration = std::chrono::milliseconds;
    Duration head {5'000}; ///< from the first byte of a head to its end
    Duration bodyIdle {15'000}; ///< without a byte of a body that is due
    Duration bodyGrace {60'000}; ///< a whole body may take this, plus a second for every bodyBytesPerSecond
    qint64 bodyBytesPerSecond = 8192;
    Duration keepAlive {30'000}; ///< between two requests, and before the first
    Duration writeIdle {30'000}; ///< a peer that takes nothing of what is queued for it
    Duration linger {2'000}; ///< after a refusal, so that a peer that still sends can read it
    Duration sweep {250};
};

} // namespace Cofferdam::Gate
