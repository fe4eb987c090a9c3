// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/protocol/utf8.h"

#include <array>

namespace Cofferdam {

Utf8Character decodeUtf8(QByteArrayView text)
{
    if (text.isEmpty())
        return {};
    const auto byte = [&text](qsizetype i) { return char32_t(uchar(text[i])); };
    const char32_t lead = byte(0);
    if (lead < 0x80)
        return {lead, 1};
    const int length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
    if (lead < 0xc2 || lead > 0xf4 || text.size() < length)
        return {};
    char32_t value = lead & (0x7fu >> length);
    for (int i = 1; i < length; ++i) {
        if ((byte(i) & 0xc0) != 0x80)
            return {};
        value = (value << 6) | (byte(i) & 0x3f);
    }
    static constexpr std::array<char32_t, 5> least {0, 0, 0x80, 0x800, 0x10000};
    const bool surrogate = value >= 0xd800 && value <= 0xdfff;
    if (value < least[size_t(length)] || value > 0x10ffff || surrogate)
        return {};
    return {value, length};
}

void appendUtf8(QByteArray &out, char32_t value)
{
    if (value < 0x80) {
        out += char(value);
    } else if (value < 0x800) {
        out += char(0xc0 | (value >> 6));
        out += char(0x80 | (value & 0x3f));
    } else if (value < 0x10000) {
        out += char(0xe0 | (value >> 12));
        out += char(0x80 | ((value >> 6) & 0x3f));
        out += char(0x80 | (value & 0x3f));
    } else {
        out += char(0xf0 | (value >> 18));
        out += char(0x80 | ((value >> 12) & 0x3f));
        out += char(0x80 | ((value >> 6) & 0x3f));
        out += char(0x80 | (value & 0x3f));
    }
}

qsizetype firstInvalidUtf8(QByteArrayView text)
{
    if (text.isValidUtf8())
        return -1;
    for (qsizetype at = 0; at < text.size();) {
        const Utf8Character c = decodeUtf8(text.sliced(at));
        if (c.length == 0)
            return at;
        at += c.length;
    }
    return -1;
}

} // namespace Cofferdam
