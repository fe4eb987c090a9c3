// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/policyeditor/textassist.h"

#include <QtGui/QTextBlock>
#include <QtGui/QTextDocument>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Cofferdam::PolicyEditor::Assist {

namespace {

int depthOf(const QString &line)
{
    int depth = 0;
    while (depth < line.size() && line[depth] == u' ')
        ++depth;
    return depth;
}

/// Calls change for every line the selection touches, from the last to the first, inside one undo step.
template <typename Change>
void forSelectedLines(QTextCursor cursor, Change change)
{
    QTextDocument *document = cursor.document();
    const QTextBlock first = document->findBlock(cursor.selectionStart());
    QTextBlock last = document->findBlock(cursor.selectionEnd());
    if (last != first && last.position() == cursor.selectionEnd())
        last = last.previous();
    cursor.beginEditBlock();
    for (QTextBlock block = first; block.isValid() && block.blockNumber() <= last.blockNumber(); block = block.next())
        change(block);
    cursor.endEditBlock();
}

void insertAt(const QTextBlock &block, int column, const QString &text)
{
    QTextCursor cursor(block);
    cursor.setPosition(block.position() + column);
    cursor.insertText(text);
}

void removeAt(const QTextBlock &block, int column, int count)
{
    QTextCursor cursor(block);
    cursor.setPosition(block.position() + column);
    cursor.setPosition(block.position() + column + count, QTextCursor::KeepAnchor);
    cursor.removeSelectedText();
}

constexpr QStringView openers = u"{[(";
constexpr QStringView closers = u"}])";

int findPartner(const QTextDocument *document, int position)
{
    const QChar bracket = document->characterAt(position);
    const qsizetype opening = openers.indexOf(bracket);
    const QChar partner = opening >= 0 ? closers[opening] : openers[closers.indexOf(bracket)];
    const int step = opening >= 0 ? 1 : -1;
    int depth = 0;
    bool quoted = false;
    const int end = document->characterCount();
    for (int at = position; at >= 0 && at < end; at += step) {
        const QChar c = document->characterAt(at);
        if (c == u'"')
            quoted = !quoted;
        else if (!quoted && c == bracket)
            ++depth;
        else if (!quoted && c == partner && --depth == 0)
            return at;
    }
    return -1;
}

} // namespace

QTextCursor breakLine(QTextCursor cursor, Policy::Format format)
{
    const QString line = cursor.block().text();
    const int column = cursor.selectionStart() - cursor.document()->findBlock(cursor.selectionStart()).position();
    const QString before = line.first(std::min<qsizetype>(column, line.size())).trimmed();
    const int depth = std::min(depthOf(line), column);
    const QChar last = before.isEmpty() ? QChar() : before.back();
    const bool opensBracket = last == u'{' || last == u'[';
    const bool opensMap = format == Policy::Format::Yaml && last == u':';
    const bool inItem = format == Policy::Format::Yaml && before.startsWith("- "_L1) && !opensMap;
    const int inner = depth + (opensBracket || opensMap || inItem ? IndentWidth : 0) + (opensMap && before.startsWith("- "_L1) ? IndentWidth : 0);
    const QChar next = cursor.selectionEnd() < cursor.document()->characterCount() ? cursor.document()->characterAt(cursor.selectionEnd()) : QChar();
    cursor.beginEditBlock();
    cursor.insertText(u'\n' + QString(inner, u' '));
    if (opensBracket && (next == u'}' || next == u']')) {
        const int place = cursor.position();
        cursor.insertText(u'\n' + QString(depth, u' '));
        cursor.setPosition(place);
    }
    cursor.endEditBlock();
    return cursor;
}

void indent(QTextCursor cursor)
{
    if (!cursor.hasSelection()) {
        const int column = cursor.positionInBlock();
        cursor.insertText(QString(IndentWidth - column % IndentWidth, u' '));
        return;
    }
    forSelectedLines(cursor, [](const QTextBlock &block) {
        if (!block.text().trimmed().isEmpty())
            insertAt(block, 0, QString(IndentWidth, u' '));
    });
}

void unindent(QTextCursor cursor)
{
    forSelectedLines(cursor, [](const QTextBlock &block) { removeAt(block, 0, std::min(IndentWidth, depthOf(block.text()))); });
}

bool deleteToStop(QTextCursor cursor)
{
    const int column = cursor.positionInBlock();
    if (cursor.hasSelection() || column == 0 || depthOf(cursor.block().text()) < column)
        return false;
    const int count = (column - 1) % IndentWidth + 1;
    cursor.setPosition(cursor.position() - count, QTextCursor::KeepAnchor);
    cursor.removeSelectedText();
    return true;
}

void toggleComment(QTextCursor cursor, Policy::Format format)
{
    if (format == Policy::Format::Json)
        return;
    bool all = true;
    forSelectedLines(cursor, [&all](const QTextBlock &block) {
        const QString text = block.text().trimmed();
        all = all && (text.isEmpty() || text.startsWith(u'#'));
    });
    forSelectedLines(cursor, [all](const QTextBlock &block) {
        const QString text = block.text();
        const int depth = depthOf(text);
        if (text.trimmed().isEmpty())
            return;
        if (all)
            removeAt(block, depth, text.sliced(depth).startsWith("# "_L1) ? 2 : 1);
        else
            insertAt(block, depth, u"# "_s);
    });
}

std::optional<std::pair<int, int>> matchingBrackets(const QTextCursor &cursor)
{
    const QTextDocument *document = cursor.document();
    for (const int position : { cursor.position(), cursor.position() - 1 }) {
        if (position < 0 || position >= document->characterCount())
            continue;
        const QChar c = document->characterAt(position);
        if (openers.contains(c) || closers.contains(c))
            return std::pair(position, findPartner(document, position));
    }
    return std::nullopt;
}

bool isWordCharacter(QChar c) { return c.isLetterOrNumber() || QStringView(u"_*?:.-").contains(c); }

QTextCursor wordAt(const QTextCursor &cursor)
{
    const QString line = cursor.block().text();
    qsizetype from = cursor.positionInBlock();
    qsizetype to = from;
    while (from > 0 && isWordCharacter(line[from - 1]))
        --from;
    while (to < line.size() && isWordCharacter(line[to]))
        ++to;
    while (to > from && line[to - 1] == u':')
        --to;
    QTextCursor word(cursor);
    word.setPosition(cursor.block().position() + int(from));
    word.setPosition(cursor.block().position() + int(to), QTextCursor::KeepAnchor);
    return word;
}

} // namespace Cofferdam::PolicyEditor::Assist
