// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/audit/linewriter.h"

#include "common/protocol/utf8.h"

#include <charconv>

namespace Cofferdam::Audit {

namespace {

constexpr char Hex[] = "0123456789abcdef";

bool isPlain(uchar c) { return c >= 0x20 && c < 0x7f && c != '"' && c != '\\'; }

} // namespace

void LineWriter::room(qsizetype bytes)
{
    const qsizetype used = m_end - m_out.constData();
    m_out.resizeForOverwrite(used + bytes);
    m_end = m_out.data() + used;
}

void LineWriter::number(qint64 value)
{
    char digits[24];
    const auto end = std::to_chars(digits, digits + sizeof digits, value).ptr;
    raw(QByteArrayView(digits, end - digits));
}

void LineWriter::escaped(char32_t codePoint)
{
    const auto unit = [this](char32_t u) {
        raw("\\u");
        for (int shift = 12; shift >= 0; shift -= 4)
            byte(Hex[(u >> shift) & 15]);
    };
    if (codePoint < 0x10000) {
        unit(codePoint);
        return;
    }
    codePoint -= 0x10000;
    unit(0xd800 + (codePoint >> 10));
    unit(0xdc00 + (codePoint & 0x3ff));
}

void LineWriter::text(QByteArrayView utf8)
{
    byte('"');
    for (qsizetype i = 0; i < utf8.size();) {
        qsizetype run = i;
        while (run < utf8.size() && isPlain(uchar(utf8[run])))
            ++run;
        raw(utf8.sliced(i, run - i));
        i = run;
        if (i == utf8.size())
            break;
        const char c = utf8[i];
        if (c == '"' || c == '\\') {
            byte('\\');
            byte(c);
            ++i;
            continue;
        }
        const Utf8Character point = decodeUtf8(utf8.sliced(i));
        escaped(point.length > 0 ? point.value : U'\ufffd');
        i += qMax(1, point.length);
    }
    byte('"');
}

} // namespace Cofferdam::Audit
