// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
// What the keyboard and the mouse do in the editor.
#include "app/policyeditor/codeeditor.h"
#include "app/policyeditor/completionpopup.h"
#include "app/policyeditor/textassist.h"

#include <QtGui/QKeyEvent>
#include <QtGui/QTextBlock>

using namespace Qt::StringLiterals;

namespace Cofferdam::PolicyEditor {

namespace {

/// What follows a completed key: a colon, and a blank where the value stands on the same line. Nothing after values.
QString tailOf(const Policy::Completion &completion, Policy::Format format)
{
    static const QList<QByteArray> keys { "key", "endpoint", "glob", "limit", "parameter" };
    static const QList<QByteArray> containers { "server", "auth", "tokens", "operators", "defaults", "endpoints", "groups", "http", "sandboxing",
        "subprocess", "paths", "limits", "params" };
    if (!keys.contains(completion.detail))
        return {};
    const bool opens = completion.detail == "endpoint" || completion.detail == "glob" || containers.contains(completion.text);
    return opens && format == Policy::Format::Yaml ? u":"_s : u": "_s;
}

} // namespace

void CodeEditor::keyPressEvent(QKeyEvent *event)
{
    if (m_popup->isVisible() && m_popup->handleKey(event))
        return;
    if (!isReadOnly() && handleKey(event)) {
        event->accept();
        return;
    }
    const int before = document()->revision();
    QPlainTextEdit::keyPressEvent(event);
    if (document()->revision() == before)
        return;
    const bool typed = !event->text().isEmpty() && (Assist::isWordCharacter(event->text().back()) || m_popup->isVisible());
    if (typed || (event->key() == Qt::Key_Backspace && m_popup->isVisible()))
        updateCompletion(false);
}

bool CodeEditor::handleKey(QKeyEvent *event)
{
    const Qt::KeyboardModifiers modifiers = event->modifiers() & ~Qt::KeypadModifier;
    const bool plain = modifiers == Qt::NoModifier;
    switch (event->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
        // Shift+Enter would put a line separator into the text, which no parser takes for a line end.
        if (!plain && modifiers != Qt::ShiftModifier)
            return false;
        setTextCursor(Assist::breakLine(textCursor(), m_format));
        ensureCursorVisible();
        return true;
    case Qt::Key_Tab:
        if (!plain)
            return false;
        Assist::indent(textCursor());
        return true;
    case Qt::Key_Backtab: Assist::unindent(textCursor()); return true;
    case Qt::Key_Backspace: return plain && Assist::deleteToStop(textCursor());
    case Qt::Key_Space:
        if (modifiers != Qt::ControlModifier)
            return false;
        complete();
        return true;
    case Qt::Key_Slash:
        if (modifiers != Qt::ControlModifier)
            return false;
        Assist::toggleComment(textCursor(), m_format);
        return true;
    default: return false;
    }
}

void CodeEditor::complete() { updateCompletion(true); }

void CodeEditor::updateCompletion(bool asked)
{
    if (!m_help.complete || isReadOnly())
        return;
    const QTextCursor cursor = textCursor();
    QTextCursor word = Assist::wordAt(cursor);
    const int start = word.selectionStart();
    const QString prefix = cursor.block().text().mid(start - cursor.block().position(), cursor.position() - start);
    if (!asked && prefix.isEmpty()) {
        m_popup->hide();
        return;
    }
    const QByteArray whole = text().toUtf8();
    m_popup->offer(m_help.complete(whole, index().byteOf(cursor.position())), prefix, start, asked);
}

void CodeEditor::accept(const Policy::Completion &completion)
{
    QTextCursor cursor = textCursor();
    const int start = m_popup->wordStart();
    const int end = std::max(cursor.position(), Assist::wordAt(cursor).selectionEnd());
    cursor.setPosition(start);
    cursor.setPosition(end, QTextCursor::KeepAnchor);
    const QChar next = document()->characterAt(end);
    const bool colonDue = next != u':' && next != u'"' && next != u'\'';
    cursor.insertText(QString::fromUtf8(completion.text) + (colonDue ? tailOf(completion, m_format) : QString()));
    setTextCursor(cursor);
    m_popup->hide();
}

void CodeEditor::mousePressEvent(QMouseEvent *event)
{
    m_popup->hide();
    QPlainTextEdit::mousePressEvent(event);
    if (event->button() == Qt::LeftButton && event->modifiers() == Qt::ControlModifier)
        Q_EMIT definitionRequested();
}

void CodeEditor::focusOutEvent(QFocusEvent *event)
{
    QPlainTextEdit::focusOutEvent(event);
    if (m_popup)
        m_popup->hide();
}

} // namespace Cofferdam::PolicyEditor
