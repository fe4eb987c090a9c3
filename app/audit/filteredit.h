// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QString>

/// Edits of a filter's text that a click makes, so that the click teaches the language. No state, no display.
namespace Cofferdam::App::FilterEdit {

/// The value as the language wants it: in quotes when it holds blanks, parentheses or quotes.
[[nodiscard]] QString quoted(const QString &value);
/// text narrowed to the term (or to what the term does not match); an `or` at the top is put in parentheses first. The opposite
/// term is taken out, a term that stands there already is not repeated.
[[nodiscard]] QString withTerm(const QString &text, const QString &term, bool exclude);
/// text widened: (text) or term.
[[nodiscard]] QString orTerm(const QString &text, const QString &term);

} // namespace Cofferdam::App::FilterEdit
