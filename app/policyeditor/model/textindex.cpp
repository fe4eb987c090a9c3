// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/policyeditor/model/textindex.h"

#include <algorithm>

namespace Cofferdam::PolicyEditor {

namespace {

/// Bytes the unit at position adds: a surrogate pair counts its four on the high half.
qsizetype utf8Length(const QString &text, qsizetype position)
{
    const QChar unit = text.at(position);
    if (unit.unicode() < 0x80)
        return 1;
    if (unit.unicode() < 0x800)
        return 2;
    if (unit.isHighSurrogate() && position + 1 < text.size() && text.at(position + 1).isLowSurrogate())
        return 4;
    if (unit.isLowSurrogate() && position > 0 && text.at(position - 1).isHighSurrogate())
        return 0;
    return 3;
}

} // namespace

TextIndex::TextIndex(const QString &text)
    : m_length(text.size())
{
    const bool ascii = std::all_of(text.cbegin(), text.cend(), [](QChar unit) { return unit.unicode() < 0x80; });
    if (ascii)
        return;
    m_bytes.reserve(size_t(text.size()) + 1);
    qsizetype byte = 0;
    for (qsizetype i = 0; i < text.size(); ++i) {
        m_bytes.push_back(byte);
        byte += utf8Length(text, i);
    }
    m_bytes.push_back(byte);
}

qsizetype TextIndex::byteOf(qsizetype position) const
{
    const qsizetype inside = std::clamp<qsizetype>(position, 0, m_length);
    return m_bytes.empty() ? inside : m_bytes[size_t(inside)];
}

qsizetype TextIndex::positionOf(qsizetype byte) const
{
    if (m_bytes.empty())
        return std::clamp<qsizetype>(byte, 0, m_length);
    // The last position that begins at or before the byte: the start of a character, never the middle of a surrogate pair.
    const auto behind = std::ranges::upper_bound(m_bytes, std::max<qsizetype>(byte, 0));
    return qsizetype(behind - m_bytes.begin()) - 1;
}

} // namespace Cofferdam::PolicyEditor
