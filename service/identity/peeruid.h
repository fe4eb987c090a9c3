// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace Cofferdam::Identity {

/// The uid that owns the other end of a loopback TCP connection, by the kernel's socket diagnostics; -1 where it cannot be told
/// (not loopback, gone, or refused): fail closed. security.md 1, decision 1. Takes about 20 µs.
[[nodiscard]] int peerUid(int descriptor);

} // namespace Cofferdam::Identity
