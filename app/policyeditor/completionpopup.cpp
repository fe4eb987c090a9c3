// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/policyeditor/completionpopup.h"

#include "app/policyeditor/codeeditor.h"
#include "app/widgets/theme.h"

#include <QtGui/QKeyEvent>
#include <QtGui/QPainter>
#include <QtGui/QStandardItemModel>
#include <QtGui/QTextBlock>
#include <QtWidgets/QLabel>
#include <QtWidgets/QListView>
#include <QtWidgets/QStyledItemDelegate>
#include <QtWidgets/QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Cofferdam::PolicyEditor {

namespace {

constexpr int MaximumRows = 9;
constexpr int PopupWidth = 420;

/// Name on the left, kind in small muted letters on the right.
class CompletionDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &) const override
    {
        return { PopupWidth - 2, option.fontMetrics.height() + App::Space::tiny + 2 };
    }

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        painter->save();
        const bool chosen = option.state & QStyle::State_Selected;
        if (chosen)
            painter->fillRect(option.rect, option.palette.color(QPalette::Highlight));
        const QColor text = option.palette.color(chosen ? QPalette::HighlightedText : QPalette::Text);
        const QRect inside = option.rect.adjusted(App::Space::small, 0, -App::Space::small, 0);
        const QString kind = index.data(Qt::UserRole).toString();
        painter->setFont(App::smallFont());
        const int kindWidth = painter->fontMetrics().horizontalAdvance(kind);
        painter->setPen(chosen ? text : App::toneColor(App::Tone::Muted, option.palette));
        painter->drawText(inside, Qt::AlignRight | Qt::AlignVCenter, kind);
        painter->setFont(option.font);
        painter->setPen(text);
        const QRect nameRect = inside.adjusted(0, 0, -kindWidth - App::Space::small, 0);
        const QString name = option.fontMetrics.elidedText(index.data().toString(), Qt::ElideRight, nameRect.width());
        painter->drawText(nameRect, Qt::AlignLeft | Qt::AlignVCenter, name);
        painter->restore();
    }
};

/// 0: begins with the prefix; 1: a later part of the name does; 2: contains it; -1: does not fit.
int fit(const QString &written, const QString &prefix)
{
    const QString name = written.startsWith(u'"') ? written.sliced(1) : written;
    if (name.startsWith(prefix, Qt::CaseInsensitive))
        return 0;
    if (name.contains(QString(u'_' + prefix), Qt::CaseInsensitive) || name.contains(QString(u':' + prefix), Qt::CaseInsensitive))
        return 1;
    return name.contains(prefix, Qt::CaseInsensitive) ? 2 : -1;
}

} // namespace

CompletionPopup::CompletionPopup(CodeEditor &editor)
    : QFrame(&editor)
    , m_editor(editor)
    , m_list(new QListView(this))
    , m_help(new QLabel(this))
    , m_model(new QStandardItemModel(this))
{
    hide();
    setFocusPolicy(Qt::NoFocus);
    setAccessibleName(tr("Completions"));
    m_list->setAccessibleName(tr("Completions"));
    m_list->setModel(m_model);
    m_list->setItemDelegate(new CompletionDelegate(m_list));
    m_list->setFocusPolicy(Qt::NoFocus);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setFont(App::monoFont());
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_help->setWordWrap(true);
    m_help->setTextFormat(Qt::PlainText);
    m_help->setFont(App::smallFont());
    m_help->setContentsMargins(App::Space::small, App::Space::tiny, App::Space::small, App::Space::tiny);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(1, 1, 1, 1);
    layout->setSpacing(0);
    layout->addWidget(m_list);
    layout->addWidget(m_help);
    connect(m_list, &QListView::clicked, this, &CompletionPopup::acceptCurrent);
}

void CompletionPopup::offer(const QList<Policy::Completion> &completions, const QString &prefix, int wordStart, bool asked)
{
    m_wordStart = wordStart;
    m_shown.clear();
    for (const Policy::Completion &completion : completions) {
        if (fit(QString::fromUtf8(completion.text), prefix) >= 0)
            m_shown.append(completion);
    }
    std::ranges::stable_sort(m_shown, {}, [&prefix](const Policy::Completion &completion) { return fit(QString::fromUtf8(completion.text), prefix); });
    const bool whole = m_shown.size() == 1 && QString::fromUtf8(m_shown.constFirst().text) == prefix;
    if (m_shown.isEmpty() || (whole && !asked)) {
        hide();
        return;
    }
    fill();
    place();
    show();
    raise();
}

void CompletionPopup::fill()
{
    m_model->clear();
    for (const Policy::Completion &completion : std::as_const(m_shown)) {
        auto *item = new QStandardItem(QString::fromUtf8(completion.text));
        item->setData(QString::fromUtf8(completion.detail), Qt::UserRole);
        item->setData(QString::fromUtf8(completion.text) + u", "_s + completion.help, Qt::AccessibleTextRole);
        m_model->appendRow(item);
    }
    choose(0);
}

void CompletionPopup::choose(int row)
{
    const int inside = std::clamp(row, 0, int(m_shown.size()) - 1);
    m_list->setCurrentIndex(m_model->index(inside, 0));
    m_help->setText(m_shown[inside].help);
    m_help->setVisible(!m_shown[inside].help.isEmpty());
    if (isVisible())
        place();
}

int CompletionPopup::currentRow() const { return m_list->currentIndex().row(); }

void CompletionPopup::place()
{
    QWidget *window = m_editor.window();
    if (parentWidget() != window) {
        const bool visible = isVisible();
        setParent(window);
        setVisible(visible);
    }
    const int rows = std::min(MaximumRows, int(m_shown.size()));
    const int rowHeight = m_list->sizeHintForRow(0);
    const int helpHeight = m_help->isHidden() ? 0 : m_help->heightForWidth(PopupWidth - 2);
    m_list->setFixedHeight(rows * rowHeight);
    const QSize size(PopupWidth, rows * rowHeight + helpHeight + 2);
    QTextCursor word(m_editor.document());
    word.setPosition(std::min(m_wordStart, m_editor.document()->characterCount() - 1));
    const QRect at = m_editor.cursorRect(word);
    QPoint corner = m_editor.viewport()->mapTo(window, at.bottomLeft() + QPoint(-App::Space::small, 2));
    if (corner.y() + size.height() > window->height())
        corner.setY(m_editor.viewport()->mapTo(window, at.topLeft()).y() - size.height() - 2);
    corner.setX(std::clamp(corner.x(), 0, std::max(0, window->width() - size.width())));
    setGeometry(QRect(corner, size));
}

bool CompletionPopup::handleKey(QKeyEvent *event)
{
    const int row = currentRow();
    switch (event->key()) {
    case Qt::Key_Down: choose(row + 1 < m_shown.size() ? row + 1 : 0); return true;
    case Qt::Key_Up: choose(row > 0 ? row - 1 : int(m_shown.size()) - 1); return true;
    case Qt::Key_PageDown: choose(row + MaximumRows); return true;
    case Qt::Key_PageUp: choose(row - MaximumRows); return true;
    case Qt::Key_Escape: hide(); return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Tab:
        if (event->modifiers() & ~Qt::KeypadModifier)
            return false;
        acceptCurrent();
        return true;
    default: return false;
    }
}

void CompletionPopup::acceptCurrent()
{
    const int row = currentRow();
    if (row >= 0 && row < m_shown.size())
        Q_EMIT accepted(m_shown[row]);
}

void CompletionPopup::followCursor()
{
    if (!isVisible())
        return;
    const QTextCursor cursor = m_editor.textCursor();
    const QTextBlock block = m_editor.document()->findBlock(m_wordStart);
    if (cursor.position() < m_wordStart || cursor.block() != block)
        hide();
}

void CompletionPopup::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), palette().color(QPalette::Base));
    if (!m_help->isHidden())
        painter.fillRect(m_help->geometry(), palette().color(QPalette::AlternateBase));
    painter.setPen(App::hairline(palette()));
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

} // namespace Cofferdam::PolicyEditor
