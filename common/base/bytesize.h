// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QByteArrayView>
#include <QtCore/QString>

#include <optional>

namespace Cofferdam {

/// Reads a size in bytes: a whole number, alone or followed by B, KB, MB, GB (powers of 1000) or KiB, MiB, GiB (powers of
/// 1024), policy.md 1. Nothing for fractions, signs, unknown suffixes, empty text and overflow.
[[nodiscard]] std::optional<qint64> parseByteSize(QByteArrayView text);
/// For people: "5 MB", "1.5 GiB", "812 B"; the unit that is exact where there is one, else binary with one decimal.
[[nodiscard]] QString formatByteSize(qint64 bytes);

} // namespace Cofferdam
