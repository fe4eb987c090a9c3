// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/base/bytesize.h"

#include <array>
#include <limits>

using namespace Qt::StringLiterals;

namespace Cofferdam {

namespace {

struct Unit {
    const char *suffix;
    qint64 factor;
};

constexpr std::array<Unit, 7> Units {{{"B", 1}, {"KB", 1'000}, {"MB", 1'000'000}, {"GB", 1'000'000'000}, {"KiB", 1 << 10},
    {"MiB", 1 << 20}, {"GiB", 1 << 30}}};

} // namespace

std::optional<qint64> parseByteSize(QByteArrayView text)
{
    qsizetype digits = 0;
    qint64 value = 0;
    while (digits < text.size() && text[digits] >= '0' && text[digits] <= '9') {
        const int digit = text[digits] - '0';
        if (value > (std::numeric_limits<qint64>::max() - digit) / 10)
            return {};
        value = value * 10 + digit;
        ++digits;
    }
    if (digits == 0)
        return {};
    QByteArrayView suffix = text.sliced(digits);
    if (suffix.startsWith(' '))
        suffix = suffix.sliced(1);
    if (suffix.isEmpty())
        return digits == text.size() ? std::optional(value) : std::nullopt;
    for (const Unit &unit : Units) {
        if (suffix != QByteArrayView(unit.suffix))
            continue;
        if (value > std::numeric_limits<qint64>::max() / unit.factor)
            return {};
        return value * unit.factor;
    }
    return {};
}

QString formatByteSize(qint64 bytes)
{
    for (const Unit &unit : {Units[6], Units[3], Units[5], Units[2], Units[4], Units[1]}) {
        if (bytes >= unit.factor && bytes % unit.factor == 0 && bytes / unit.factor < 100'000)
            return QString::number(bytes / unit.factor) + u' ' + QLatin1StringView(unit.suffix);
    }
    for (const Unit &unit : {Units[6], Units[5], Units[4]}) {
        if (bytes >= unit.factor)
            return QString::number(double(bytes) / double(unit.factor), 'f', 1) + u' ' + QLatin1StringView(unit.suffix);
    }
    return QString::number(bytes) + " B"_L1;
}

} // namespace Cofferdam
