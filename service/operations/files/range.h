// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QByteArray>

namespace Cofferdam::Files {

/// A Range header read against a size (RFC 9110, 14): one range of bytes, else the whole. Several ranges, and one that is not
/// satisfiable or not well formed, are Unsatisfiable: bounded work whatever was asked.
struct Range {
    enum class Kind { Whole, Part, Unsatisfiable };
    Kind kind = Kind::Whole;
    qint64 offset = 0;
    qint64 length = 0;
};
[[nodiscard]] Range readRange(const QByteArray &header, qint64 size);

/// attachment with the name twice (RFC 6266): an ASCII one without quotes, controls and separators, and the true one percent-encoded.
[[nodiscard]] QByteArray contentDisposition(const QByteArray &name);

} // namespace Cofferdam::Files
