// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QByteArray>
#include <QtCore/QString>

#include <vector>

namespace Cofferdam::PolicyEditor {

/// Translates between the bytes the policy engine counts and the UTF-16 units a text widget counts, for one text. A value;
/// positions outside the text are clamped to it.
class TextIndex
{
public:
    TextIndex() = default;
    explicit TextIndex(const QString &text);

    [[nodiscard]] qsizetype byteOf(qsizetype position) const;
    [[nodiscard]] qsizetype positionOf(qsizetype byte) const;

private:
    qsizetype m_length = 0;
    std::vector<qsizetype> m_bytes; ///< byte offset of every position; empty for plain ASCII, where both are the same
};

} // namespace Cofferdam::PolicyEditor
