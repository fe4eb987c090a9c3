// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "service/operations/files/range.h"

#include <algorithm>
#include <limits>
#include <optional>

namespace Cofferdam::Files {

namespace {

/// Digits only; more than 64 bits hold count as the largest number.
std::optional<qint64> number(QByteArrayView text)
{
    if (text.isEmpty() || text.size() > 40 || !std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; }))
        return {};
    bool fits = false;
    const qint64 value = text.toByteArray().toLongLong(&fits);
    return fits ? value : std::numeric_limits<qint64>::max();
}

} // namespace

Range readRange(const QByteArray &header, qint64 size)
{
    constexpr QByteArrayView unit = "bytes=";
    // A unit we do not know is ignored, as HTTP has it.
    if (header.isEmpty() || (header.contains('=') && !header.startsWith(unit)))
        return {Range::Kind::Whole, 0, size};
    const Range bad {Range::Kind::Unsatisfiable, 0, 0};
    const QByteArrayView spec = QByteArrayView(header).sliced(std::min(unit.size(), header.size())).trimmed();
    const qsizetype dash = spec.indexOf('-');
    if (!header.startsWith(unit) || dash < 0)
        return bad;
    const std::optional<qint64> first = number(spec.first(dash)), last = number(spec.sliced(dash + 1));
    if (dash == 0) {
        if (!last || *last == 0 || size == 0)
            return bad;
        const qint64 length = std::min(*last, size);
        return {Range::Kind::Part, size - length, length};
    }
    const bool open = dash + 1 == spec.size();
    if (!first || (!open && !last) || *first >= size || (last && *last < *first))
        return bad;
    const qint64 end = open ? size - 1 : std::min(*last, size - 1);
    return {Range::Kind::Part, *first, end - *first + 1};
}

QByteArray contentDisposition(const QByteArray &name)
{
    QByteArray ascii;
    for (const char c : name)
        ascii.append(c >= 0x20 && c < 0x7f && c != '"' && c != '\\' && c != '%' && c != '/' ? c : '_');
    QByteArray value = "attachment; filename=\"" + ascii + '"';
    // The encoded form says UTF-8; a name that is none has only the other.
    if (name.isValidUtf8())
        value += "; filename*=UTF-8''" + name.toPercentEncoding();
    return value;
}

} // namespace Cofferdam::Files
