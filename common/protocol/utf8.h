// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QByteArray>
#include <QtCore/QByteArrayView>

namespace Cofferdam {

/// One character at the head of a text; length 0 where the bytes are not UTF-8 (over-long forms, surrogates and values past
/// U+10FFFF are not) or the text is empty.
struct Utf8Character {
    char32_t value = 0;
    int length = 0;
};
[[nodiscard]] Utf8Character decodeUtf8(QByteArrayView text);
/// Appends a scalar value as UTF-8.
void appendUtf8(QByteArray &out, char32_t value);
/// The offset of the first byte that is not UTF-8, or -1. Linear.
[[nodiscard]] qsizetype firstInvalidUtf8(QByteArrayView text);

} // namespace Cofferdam
