// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/policyeditor/linegutter.h"

#include "app/policyeditor/codeeditor.h"
#include "app/widgets/icons.h"
#include "app/widgets/theme.h"

#include <QtGui/QHelpEvent>
#include <QtGui/QPainter>
#include <QtGui/QTextBlock>
#include <QtWidgets/QToolTip>

using namespace Qt::StringLiterals;

namespace Cofferdam::PolicyEditor {

LineGutter::LineGutter(CodeEditor &editor)
    : QWidget(&editor)
    , m_editor(editor)
{
    setAccessibleName(tr("Line numbers and problem marks"));
}

int LineGutter::markWidth() const { return fontMetrics().height() + App::Space::tiny; }

int LineGutter::foldWidth() const { return fontMetrics().height(); }

QSize LineGutter::sizeHint() const
{
    const int digits = std::max(3, int(QString::number(m_editor.blockCount()).size()));
    return { markWidth() + fontMetrics().horizontalAdvance(u'9') * digits + foldWidth() + App::Space::tiny, 0 };
}

void LineGutter::paintEvent(QPaintEvent *event)
{
    QPainter painter(this);
    painter.fillRect(event->rect(), palette().color(QPalette::Base));
    painter.setPen(App::hairline(palette()));
    painter.drawLine(width() - 1, event->rect().top(), width() - 1, event->rect().bottom());
    for (const auto &[block, rect] : m_editor.visibleLines()) {
        if (rect.bottom() >= event->rect().top() && rect.top() <= event->rect().bottom())
            paintLine(painter, block, rect);
    }
}

void LineGutter::paintLine(QPainter &painter, int blockNumber, const QRect &line)
{
    const QTextBlock block = m_editor.document()->findBlockByNumber(blockNumber);
    const bool current = m_editor.textCursor().blockNumber() == blockNumber;
    const int rowHeight = fontMetrics().height();
    const QColor text = palette().color(QPalette::Text);
    painter.setPen(current ? text : App::toneColor(App::Tone::Muted, palette()));
    painter.setFont(font());
    painter.drawText(QRect(markWidth(), line.top(), width() - markWidth() - foldWidth(), rowHeight), Qt::AlignRight | Qt::AlignVCenter,
        QString::number(blockNumber + 1));
    const int size = rowHeight - 3;
    if (const CodeEditor::Mark *mark = m_editor.markOfLine(blockNumber)) {
        const QColor color = App::toneColor(CodeEditor::toneOf(mark->severity), palette());
        painter.drawPixmap(App::Space::tiny, line.top() + (rowHeight - size) / 2,
            App::iconPixmap(CodeEditor::iconOf(mark->severity), color, size, devicePixelRatioF()));
    }
    if (m_editor.folding().canFold(block)) {
        const QString arrow = m_editor.folding().isFolded(block) ? u"chevron-right"_s : u"chevron-down"_s;
        const QColor color = m_editor.folding().isFolded(block) ? text : App::toneColor(App::Tone::Muted, palette());
        painter.drawPixmap(width() - foldWidth() + 1, line.top() + (rowHeight - size) / 2, App::iconPixmap(arrow, color, size, devicePixelRatioF()));
    }
}

void LineGutter::mousePressEvent(QMouseEvent *event)
{
    const QTextBlock block = m_editor.cursorForPosition(QPoint(0, event->position().toPoint().y())).block();
    if (event->position().x() >= width() - foldWidth() && m_editor.folding().canFold(block))
        m_editor.folding().toggle(block);
    else
        m_editor.goTo(block.position());
    update();
}

void LineGutter::wheelEvent(QWheelEvent *event) { QCoreApplication::sendEvent(m_editor.viewport(), event); }

bool LineGutter::event(QEvent *event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto *help = static_cast<QHelpEvent *>(event);
        const int line = m_editor.cursorForPosition(QPoint(0, help->pos().y())).blockNumber();
        const CodeEditor::Mark *mark = m_editor.markOfLine(line);
        QToolTip::showText(help->globalPos(), mark ? mark->text : QString(), this);
        return true;
    }
    return QWidget::event(event);
}

} // namespace Cofferdam::PolicyEditor
