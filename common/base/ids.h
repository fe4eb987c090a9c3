// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QByteArray>

namespace Cofferdam {

/// count random bytes from the kernel; never fails (waits for the pool at early boot). Thread-safe.
[[nodiscard]] QByteArray randomBytes(int count);
/// An opaque id of 128 random bits: 32 lower-case hex digits. Never reused.
[[nodiscard]] QByteArray newId();
/// A token of 256 random bits, base64url without padding (43 characters).
[[nodiscard]] QByteArray newToken();
/// The lower-case hex SHA-256 of data.
[[nodiscard]] QByteArray sha256Hex(QByteArrayView data);
/// The raw 32 bytes of the SHA-256 of data.
[[nodiscard]] QByteArray sha256(QByteArrayView data);
/// Compares without leaving at the first difference; lengths are not secret.
[[nodiscard]] bool equalInConstantTime(QByteArrayView a, QByteArrayView b);

} // namespace Cofferdam
