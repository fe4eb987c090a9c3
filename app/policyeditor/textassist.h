// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/policy/document.h"

#include <QtGui/QTextCursor>

#include <optional>
#include <utility>

/// What the editor does for the hands: indentation, comments, brackets. Every change is one undo step. Free functions on a
/// cursor; GUI thread.
namespace Cofferdam::PolicyEditor::Assist {

inline constexpr int IndentWidth = 2;

/// Enter: a new line as deep as this one, a step deeper after `:`, `{`, `[` or a list dash; between brackets the closing one goes
/// on a line of its own. Returns where the cursor belongs.
[[nodiscard]] QTextCursor breakLine(QTextCursor cursor, Policy::Format format);
/// Tab and Shift+Tab: the selected lines, or spaces up to the next stop.
void indent(QTextCursor cursor);
void unindent(QTextCursor cursor);
/// Backspace within leading blanks: back to the stop before. False when it does not apply.
bool deleteToStop(QTextCursor cursor);
/// Puts `# ` before the selected lines, or takes it away when all have it. JSON has no comments: nothing happens.
void toggleComment(QTextCursor cursor, Policy::Format format);
/// Positions of the bracket at (or before) the cursor and its partner, outside quoted text; partner -1 when it has none.
[[nodiscard]] std::optional<std::pair<int, int>> matchingBrackets(const QTextCursor &cursor);
/// The word around a position: letters, digits and `_ * ? : . -`.
[[nodiscard]] QTextCursor wordAt(const QTextCursor &cursor);
[[nodiscard]] bool isWordCharacter(QChar c);

} // namespace Cofferdam::PolicyEditor::Assist
