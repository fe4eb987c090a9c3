// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/policyeditor/codeeditor.h"

#include "app/policyeditor/completionpopup.h"
#include "app/policyeditor/linegutter.h"
#include "app/policyeditor/syntaxcolours.h"
#include "app/policyeditor/textassist.h"

#include <QtCore/QMimeData>
#include <QtGui/QHelpEvent>
#include <QtGui/QTextBlock>
#include <QtWidgets/QMenu>
#include <QtWidgets/QScrollBar>
#include <QtWidgets/QToolTip>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Cofferdam::PolicyEditor {

CodeEditor::CodeEditor(QWidget *parent)
    : QPlainTextEdit(parent)
    , m_folding(*this)
    , m_gutter(new LineGutter(*this))
    , m_popup(new CompletionPopup(*this))
    , m_colours(std::make_unique<SyntaxColours>(document(), palette()))
{
    setFont(App::monoFont());
    setFrameShape(QFrame::NoFrame);
    setLineWrapMode(NoWrap);
    setAccessibleName(tr("Policy text"));
    setTabChangesFocus(false);
    setTabStopDistance(fontMetrics().horizontalAdvance(u' ') * 4);
    document()->setDocumentMargin(App::Space::tiny);
    connect(this, &QPlainTextEdit::blockCountChanged, this, &CodeEditor::placeGutter);
    connect(this, &QPlainTextEdit::updateRequest, m_gutter, [this](const QRect &, int) { m_gutter->update(); });
    connect(this, &QPlainTextEdit::cursorPositionChanged, this, [this] {
        m_folding.reveal(textCursor().block());
        updateSelections();
        m_gutter->update();
        m_popup->followCursor();
    });
    connect(m_popup, &CompletionPopup::accepted, this, &CodeEditor::accept);
    placeGutter();
    updateSelections();
}

CodeEditor::~CodeEditor()
{
    // The highlighter goes before the document it colours.
    m_colours.reset();
    delete m_popup;
}

void CodeEditor::setFormat(Policy::Format format)
{
    if (m_format == format)
        return;
    m_format = format;
    m_colours->setFormat(format);
}

QString CodeEditor::text() const
{
    QString text = document()->toRawText();
    for (QChar &c : text) {
        if (c == QChar::ParagraphSeparator || c == QChar::LineSeparator)
            c = u'\n';
    }
    return text;
}

void CodeEditor::replaceText(const QString &text)
{
    if (text == this->text())
        return;
    const int line = textCursor().blockNumber();
    QTextCursor all(document());
    all.select(QTextCursor::Document);
    all.insertText(text);
    goToLine(std::min(line + 1, blockCount()));
}

void CodeEditor::replaceSpan(int position, int length, const QString &text)
{
    QTextCursor cursor(document());
    cursor.setPosition(position);
    cursor.setPosition(std::min(position + length, document()->characterCount() - 1), QTextCursor::KeepAnchor);
    cursor.insertText(text);
    setTextCursor(cursor);
}

const TextIndex &CodeEditor::index() const
{
    if (m_indexRevision != document()->revision()) {
        m_index = TextIndex(text());
        m_indexRevision = document()->revision();
    }
    return m_index;
}

void CodeEditor::setMarks(QList<Mark> marks)
{
    m_marks = std::move(marks);
    updateSelections();
    m_gutter->update();
}

const CodeEditor::Mark *CodeEditor::markOfLine(int line) const
{
    const Mark *gravest = nullptr;
    for (const Mark &mark : m_marks) {
        if (document()->findBlock(mark.position).blockNumber() == line && (!gravest || mark.severity < gravest->severity))
            gravest = &mark;
    }
    return gravest;
}

const CodeEditor::Mark *CodeEditor::markAt(int position) const
{
    const auto touches = [position](const Mark &mark) { return position >= mark.position && position <= mark.position + mark.length; };
    const auto place = std::ranges::find_if(m_marks, touches);
    return place == m_marks.end() ? nullptr : &*place;
}

QString CodeEditor::iconOf(Policy::Severity severity)
{
    switch (severity) {
    case Policy::Severity::Error: return u"error"_s;
    case Policy::Severity::Warning: return u"warning"_s;
    case Policy::Severity::Note: break;
    }
    return u"info"_s;
}

App::Tone CodeEditor::toneOf(Policy::Severity severity)
{
    switch (severity) {
    case Policy::Severity::Error: return App::Tone::Negative;
    case Policy::Severity::Warning: return App::Tone::Warning;
    case Policy::Severity::Note: break;
    }
    return App::Tone::Accent;
}

void CodeEditor::goTo(int position, int length)
{
    const int last = document()->characterCount() - 1;
    QTextCursor cursor(document());
    cursor.setPosition(std::clamp(position + length, 0, last));
    cursor.setPosition(std::clamp(position, 0, last), QTextCursor::KeepAnchor);
    m_folding.reveal(cursor.block());
    setTextCursor(cursor);
    centerCursor();
}

void CodeEditor::goToLine(int line, int column)
{
    const QTextBlock block = document()->findBlockByNumber(line - 1);
    if (!block.isValid())
        return;
    const qsizetype byte = index().byteOf(block.position()) + std::max(0, column - 1);
    goTo(std::min(int(index().positionOf(byte)), block.position() + block.length() - 1));
}

void CodeEditor::setFound(const QList<QTextCursor> &found)
{
    m_found = found;
    updateSelections();
}

void CodeEditor::updateSelections()
{
    QList<QTextEdit::ExtraSelection> selections;
    const auto add = [&selections](const QTextCursor &cursor, const QTextCharFormat &format) { selections.append({ cursor, format }); };
    QTextCursor line = textCursor();
    line.clearSelection();
    QTextCharFormat current;
    current.setBackground(App::blend(palette().color(QPalette::Highlight), palette().color(QPalette::Base), 0.08));
    current.setProperty(QTextFormat::FullWidthSelection, true);
    add(line, current);
    QTextCharFormat found;
    found.setBackground(App::toneGround(App::Tone::Warning, palette()));
    for (const QTextCursor &match : std::as_const(m_found))
        add(match, found);
    if (const auto brackets = Assist::matchingBrackets(textCursor())) {
        QTextCharFormat format;
        format.setBackground(App::toneGround(brackets->second < 0 ? App::Tone::Negative : App::Tone::Accent, palette()));
        for (const int position : { brackets->first, brackets->second }) {
            QTextCursor one(document());
            one.setPosition(std::max(0, position));
            one.movePosition(QTextCursor::NextCharacter, QTextCursor::KeepAnchor);
            if (position >= 0)
                add(one, format);
        }
    }
    for (const Mark &mark : std::as_const(m_marks)) {
        QTextCharFormat squiggle;
        squiggle.setUnderlineStyle(QTextCharFormat::SpellCheckUnderline);
        squiggle.setUnderlineColor(App::toneColor(toneOf(mark.severity), palette()));
        const int last = document()->characterCount() - 1;
        QTextCursor span(document());
        span.setPosition(std::clamp(mark.position, 0, last));
        span.setPosition(std::clamp(mark.position + mark.length, 0, last), QTextCursor::KeepAnchor);
        add(span, squiggle);
    }
    setExtraSelections(selections);
}

QList<std::pair<int, QRect>> CodeEditor::visibleLines() const
{
    QList<std::pair<int, QRect>> lines;
    for (QTextBlock block = firstVisibleBlock(); block.isValid(); block = block.next()) {
        const QRectF place = blockBoundingGeometry(block).translated(contentOffset());
        if (place.top() > viewport()->height())
            break;
        if (block.isVisible())
            lines.append({ block.blockNumber(), place.toRect() });
    }
    return lines;
}

void CodeEditor::placeGutter()
{
    const int width = m_gutter->sizeHint().width();
    const bool mirrored = isRightToLeft();
    setViewportMargins(mirrored ? 0 : width, 0, mirrored ? width : 0, 0);
    const QRect inside = contentsRect();
    m_gutter->setGeometry(mirrored ? inside.right() - width + 1 : inside.left(), inside.top(), width, inside.height());
}

void CodeEditor::resizeEvent(QResizeEvent *event)
{
    QPlainTextEdit::resizeEvent(event);
    placeGutter();
}

void CodeEditor::changeEvent(QEvent *event)
{
    QPlainTextEdit::changeEvent(event);
    if (!m_colours)
        return;
    if (event->type() == QEvent::PaletteChange) {
        m_colours->setPalette(palette());
        updateSelections();
    } else if (event->type() == QEvent::FontChange) {
        m_gutter->setFont(font());
        placeGutter();
    }
}

void CodeEditor::insertFromMimeData(const QMimeData *source)
{
    // Plain text only, and tabs become blanks: YAML takes none for indentation.
    QString text = source->text();
    text.replace("\r\n"_L1, "\n"_L1).replace(u'\t', QString(Assist::IndentWidth, u' '));
    textCursor().insertText(text);
    ensureCursorVisible();
}

QString CodeEditor::helpAt(const QTextCursor &cursor) const
{
    QStringList parts;
    if (const Mark *mark = markAt(cursor.position()))
        parts.append("<p>%1</p>"_L1.arg(mark->text.toHtmlEscaped().replace(u'\n', "<br>"_L1)));
    if (m_help.hover) {
        const QString whole = text();
        if (const auto help = m_help.hover(whole.toUtf8(), index().byteOf(cursor.position())))
            parts.append("<p><b>%1</b> <i>%2</i></p><p>%3</p>"_L1.arg(QString::fromUtf8(help->text).toHtmlEscaped(),
                QString::fromUtf8(help->detail).toHtmlEscaped(), help->help.toHtmlEscaped()));
    }
    return parts.join(QString());
}

void CodeEditor::showHelpAtCursor()
{
    const QString help = helpAt(textCursor());
    const QPoint place = viewport()->mapToGlobal(cursorRect().bottomLeft() + QPoint(0, App::Space::tiny));
    QToolTip::showText(place, help.isEmpty() ? tr("No help for this place") : help, viewport());
}

bool CodeEditor::viewportEvent(QEvent *event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto *help = static_cast<QHelpEvent *>(event);
        QToolTip::showText(help->globalPos(), helpAt(cursorForPosition(help->pos())), viewport());
        return true;
    }
    return QPlainTextEdit::viewportEvent(event);
}

void CodeEditor::contextMenuEvent(QContextMenuEvent *event)
{
    const std::unique_ptr<QMenu> menu(createStandardContextMenu());
    menu->addSeparator();
    menu->addAction(tr("Go to definition"), QKeySequence(Qt::Key_F12), this, &CodeEditor::definitionRequested);
    menu->addAction(tr("Quick fix…"), QKeySequence(Qt::ALT | Qt::Key_Return), this, &CodeEditor::fixesRequested);
    menu->exec(event->globalPos());
}

CompletionPopup &CodeEditor::popup() { return *m_popup; }

} // namespace Cofferdam::PolicyEditor
