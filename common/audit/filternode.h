// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/audit/lineview.h"

#include <limits>
#include <span>
#include <vector>

namespace Cofferdam::Audit {

/// A node of a compiled filter; immutable once built.
struct FilterNode {
    enum class Kind { All, Any, Not, Pattern, Number, TimeFrom, TimeBefore, PathBelow, PathPattern, Word };

    Kind kind = Kind::All;
    std::vector<FilterNode> children; ///< All, Any, Not
    Field field = Field::Seq; ///< Pattern, Number
    QByteArray text; ///< pattern, path, lower-case word, or a time as it stands in a line
    qint64 least = std::numeric_limits<qint64>::min(); ///< Number: both ends included
    qint64 most = std::numeric_limits<qint64>::max();

    [[nodiscard]] bool matches(const RecordView &record) const;
};

/// A name of the language: what it reads, and how its values are written.
struct FilterField {
    enum class Values { Text, Number, Duration, Size, Path, Since, Until };

    const char *name;
    Values values;
    Field field;
    const char *meaning;
    std::span<const char *const> words; ///< a closed vocabulary; empty: any text
};
[[nodiscard]] std::span<const FilterField> filterFields();
[[nodiscard]] const FilterField *findFilterField(QByteArrayView name);

} // namespace Cofferdam::Audit
