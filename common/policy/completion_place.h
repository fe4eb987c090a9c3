// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/policy/document.h"

namespace Cofferdam::Policy::Completing {

/// Where an offset of a text stands: the keys above it (`-` for an item of a list), and what is due there. Found by a scan that takes
/// unfinished text; linear up to the offset.
struct Spot {
    enum class Due { Key, Value, Item };
    QList<QByteArray> path;
    Due due = Due::Key;
    QByteArray word; ///< what is written of it so far, without quotes
    bool inQuotes = false;
};

[[nodiscard]] Spot spotAt(QByteArrayView text, qsizetype offset, Format format);

/// What may stand at a spot, unquoted.
[[nodiscard]] QList<Completion> candidates(const Spot &spot);

} // namespace Cofferdam::Policy::Completing
