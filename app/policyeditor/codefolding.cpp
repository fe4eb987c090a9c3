// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/policyeditor/codefolding.h"

#include <QtGui/QTextDocument>
#include <QtWidgets/QPlainTextEdit>

#include <algorithm>

namespace Cofferdam::PolicyEditor {

namespace {

/// Leading blanks; -1 for a line without text, which belongs to whatever surrounds it.
int depthOf(const QTextBlock &block)
{
    const QString text = block.text();
    for (int i = 0; i < text.size(); ++i) {
        if (text[i] != u' ' && text[i] != u'\t')
            return i;
    }
    return -1;
}

} // namespace

CodeFolding::CodeFolding(QPlainTextEdit &editor)
    : m_editor(editor)
{
}

QTextBlock CodeFolding::lastOf(const QTextBlock &block) const
{
    const int depth = depthOf(block);
    QTextBlock last;
    if (depth < 0)
        return last;
    for (QTextBlock next = block.next(); next.isValid(); next = next.next()) {
        const int below = depthOf(next);
        if (below >= 0 && below <= depth)
            break;
        if (below >= 0)
            last = next;
    }
    return last;
}

bool CodeFolding::canFold(const QTextBlock &block) const
{
    const int depth = depthOf(block);
    QTextBlock next = block.next();
    while (next.isValid() && depthOf(next) < 0)
        next = next.next();
    return depth >= 0 && next.isValid() && depthOf(next) > depth;
}

bool CodeFolding::isFolded(const QTextBlock &block) const { return canFold(block) && block.next().isValid() && !block.next().isVisible(); }

void CodeFolding::toggle(const QTextBlock &block)
{
    if (isFolded(block))
        unfold(block);
    else
        fold(block);
}

void CodeFolding::fold(const QTextBlock &block)
{
    const QTextBlock last = lastOf(block);
    if (!last.isValid())
        return;
    QTextCursor cursor = m_editor.textCursor();
    if (cursor.position() > block.position() && cursor.position() < last.position() + last.length()) {
        cursor.setPosition(block.position() + block.length() - 1);
        m_editor.setTextCursor(cursor);
    }
    show(block.next(), last, false);
    refresh();
}

void CodeFolding::unfold(const QTextBlock &block)
{
    const QTextBlock last = lastOf(block);
    if (!last.isValid())
        return;
    show(block.next(), last, true);
    refresh();
}

void CodeFolding::foldAll()
{
    for (QTextBlock block = m_editor.document()->firstBlock(); block.isValid(); block = block.next()) {
        if (depthOf(block) == 0 && canFold(block))
            fold(block);
    }
}

void CodeFolding::unfoldAll()
{
    show(m_editor.document()->firstBlock(), m_editor.document()->lastBlock(), true);
    refresh();
}

void CodeFolding::reveal(const QTextBlock &block)
{
    if (block.isVisible())
        return;
    for (QTextBlock above = block.previous(); above.isValid() && !block.isVisible(); above = above.previous()) {
        if (above.isVisible() && isFolded(above))
            unfold(above);
    }
}

void CodeFolding::show(const QTextBlock &first, const QTextBlock &last, bool visible)
{
    for (QTextBlock block = first; block.isValid() && block.blockNumber() <= last.blockNumber(); block = block.next()) {
        block.setVisible(visible);
        block.setLineCount(visible ? std::max(1, block.layout()->lineCount()) : 0);
    }
    m_editor.document()->markContentsDirty(first.position(), last.position() + last.length() - first.position());
}

void CodeFolding::refresh()
{
    auto *layout = qobject_cast<QPlainTextDocumentLayout *>(m_editor.document()->documentLayout());
    Q_EMIT layout->documentSizeChanged(layout->documentSize());
    m_editor.viewport()->update();
}

} // namespace Cofferdam::PolicyEditor
