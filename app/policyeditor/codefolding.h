// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGui/QTextBlock>

class QPlainTextEdit;

namespace Cofferdam::PolicyEditor {

/// Folding by indentation, which both spellings of a policy have: a line with deeper lines under it can hide them. Belongs to
/// one editor; GUI thread. The text never changes.
class CodeFolding
{
public:
    explicit CodeFolding(QPlainTextEdit &editor);

    [[nodiscard]] bool canFold(const QTextBlock &block) const;
    [[nodiscard]] bool isFolded(const QTextBlock &block) const;
    void toggle(const QTextBlock &block);
    void fold(const QTextBlock &block);
    void unfold(const QTextBlock &block);
    void foldAll(); ///< every top-level block
    void unfoldAll();
    /// Unfolds whatever hides the block: the cursor never stands in hidden text.
    void reveal(const QTextBlock &block);

private:
    [[nodiscard]] QTextBlock lastOf(const QTextBlock &block) const;
    void show(const QTextBlock &first, const QTextBlock &last, bool visible);
    void refresh();

    QPlainTextEdit &m_editor;
};

} // namespace Cofferdam::PolicyEditor
