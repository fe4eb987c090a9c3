// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/policyeditor/diffview.h"

#include "app/widgets/emptystate.h"
#include "app/widgets/icons.h"
#include "app/widgets/pageheader.h"

#include <QtCore/QEvent>
#include <QtGui/QAction>
#include <QtGui/QPainter>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QHeaderView>
#include <QtWidgets/QLabel>
#include <QtWidgets/QStackedWidget>
#include <QtWidgets/QStyledItemDelegate>
#include <QtWidgets/QTableView>
#include <QtWidgets/QToolButton>
#include <QtWidgets/QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Cofferdam::PolicyEditor {

namespace {

using Kind = DiffRow::Kind;

/// Grounds by kind, the changed part of a line stronger, a sign before every changed line.
class DiffDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        const auto kind = Kind(index.data(DiffModel::KindRole).toInt());
        const bool number = index.column() == DiffModel::LeftNumber || index.column() == DiffModel::RightNumber;
        const bool empty = index.data().toString().isEmpty() && !number && !index.siblingAtColumn(index.column() - 1).data().isValid();
        const App::Tone tone = toneOf(kind, index);
        painter->save();
        painter->setClipRect(option.rect);
        const QColor base = option.palette.color(QPalette::Base);
        const QColor ground = kind == Kind::Gap ? option.palette.color(QPalette::AlternateBase)
            : tone == App::Tone::Neutral        ? base
                                                : App::blend(App::toneGround(tone, option.palette), base, number ? 1.0 : 0.6);
        painter->fillRect(option.rect, empty && kind != Kind::Gap ? option.palette.color(QPalette::AlternateBase) : ground);
        if (number)
            paintNumber(painter, option, index);
        else
            paintText(painter, option, index, kind, tone);
        if (option.state & QStyle::State_Selected)
            painter->fillRect(QRect(option.rect.left(), option.rect.top(), 3, option.rect.height()), option.palette.color(QPalette::Highlight));
        painter->restore();
    }

private:
    static App::Tone toneOf(Kind kind, const QModelIndex &index)
    {
        const bool left = index.column() <= DiffModel::LeftText;
        const bool hasNumber = index.siblingAtColumn(left ? DiffModel::LeftNumber : DiffModel::RightNumber).data().isValid();
        if (kind == Kind::Changed)
            return left ? App::Tone::Negative : App::Tone::Positive;
        if (kind == Kind::Removed)
            return hasNumber || !left ? App::Tone::Negative : App::Tone::Neutral;
        if (kind == Kind::Added)
            return hasNumber || left ? App::Tone::Positive : App::Tone::Neutral;
        return App::Tone::Neutral;
    }

    static void paintNumber(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index)
    {
        painter->setFont(App::smallMonoFont());
        painter->setPen(App::toneColor(App::Tone::Muted, option.palette));
        painter->drawText(option.rect.adjusted(0, 0, -App::Space::small, 0), Qt::AlignRight | Qt::AlignVCenter, index.data().toString());
    }

    static void paintText(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index, Kind kind, App::Tone tone)
    {
        const QString text = index.data().toString();
        QRect inside = option.rect.adjusted(App::Space::small, 0, 0, 0);
        if (kind == Kind::Gap) {
            painter->setFont(App::smallFont());
            painter->setPen(App::toneColor(App::Tone::Muted, option.palette));
            painter->drawText(inside, Qt::AlignLeft | Qt::AlignVCenter, text.isEmpty() ? u"⋯"_s : u"⋯  "_s + text);
            return;
        }
        painter->setFont(option.font);
        const QFontMetrics metrics(option.font);
        const int sign = metrics.horizontalAdvance(u"+ "_s);
        if (tone != App::Tone::Neutral && !text.isNull()) {
            painter->setPen(App::toneColor(tone, option.palette));
            painter->drawText(inside, Qt::AlignLeft | Qt::AlignVCenter, tone == App::Tone::Negative ? u"−"_s : u"+"_s);
        }
        inside.adjust(sign, 0, 0, 0);
        if (kind == Kind::Changed && !text.isEmpty()) {
            const int prefix = index.data(DiffModel::PrefixRole).toInt();
            const qsizetype middle = text.size() - prefix - index.data(DiffModel::SuffixRole).toInt();
            const int from = inside.left() + metrics.horizontalAdvance(text.first(prefix));
            const int width = metrics.horizontalAdvance(text.sliced(prefix, middle));
            const QColor strong = App::blend(App::toneColor(tone, option.palette), option.palette.color(QPalette::Base), 0.28);
            painter->fillRect(QRect(from, option.rect.top() + 2, width, option.rect.height() - 4), strong);
        }
        painter->setPen(option.palette.color(QPalette::Text));
        painter->drawText(inside, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, text);
    }
};

QTableView *makeTable(QWidget *parent, QAbstractItemModel *model)
{
    auto *table = new QTableView(parent);
    table->setModel(model);
    table->setItemDelegate(new DiffDelegate(table));
    table->setFont(App::monoFont());
    table->setShowGrid(false);
    table->setFrameShape(QFrame::NoFrame);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setSelectionMode(QAbstractItemView::SingleSelection);
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setTabKeyNavigation(false);
    table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    table->verticalHeader()->hide();
    table->verticalHeader()->setDefaultSectionSize(QFontMetrics(App::monoFont()).height() + App::Space::tiny);
    table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    table->horizontalHeader()->setMinimumSectionSize(20);
    table->horizontalHeader()->setHighlightSections(false);
    table->setAccessibleName(DiffView::tr("Text difference"));
    return table;
}

} // namespace

DiffView::DiffView(QWidget *parent)
    : QWidget(parent)
    , m_table(makeTable(this, &m_model))
    , m_summary(new QLabel(this))
    , m_stack(new QStackedWidget(this))
    , m_unified(new QToolButton(this))
    , m_next(new QAction(App::icon(u"arrow-down"_s), tr("Next change"), this))
    , m_previous(new QAction(QIcon(), tr("Previous change"), this))
{
    m_previous->setIcon(App::icon(u"chevron-up"_s));
    m_next->setIcon(App::icon(u"chevron-down"_s));
    m_next->setShortcut(Qt::ALT | Qt::Key_Down);
    m_previous->setShortcut(Qt::ALT | Qt::Key_Up);
    m_unified->setText(tr("Unified"));
    m_unified->setCheckable(true);
    m_unified->setAutoRaise(true);
    m_summary->setFont(App::smallFont());
    auto *bar = new QHBoxLayout;
    bar->addWidget(m_summary, 1);
    bar->addWidget(m_unified);
    for (QAction *action : { m_previous, m_next }) {
        action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        addAction(action);
        auto *button = new QToolButton(this);
        button->setDefaultAction(action);
        button->setAutoRaise(true);
        button->setToolTip(App::toolTipFor(*action));
        bar->addWidget(button);
    }
    m_stack->addWidget(m_table);
    m_stack->addWidget(new App::EmptyState(this));
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(App::Space::tiny);
    layout->addLayout(bar);
    layout->addWidget(m_stack, 1);
    connect(m_unified, &QToolButton::toggled, this,
        [this](bool on) { applyLayout(on ? DiffModel::Layout::Unified : DiffModel::Layout::SideBySide); });
    connect(m_next, &QAction::triggered, this, [this] { goTo(m_model.nextHunk(m_table->currentIndex().row())); });
    connect(m_previous, &QAction::triggered, this, [this] { goTo(m_model.previousHunk(m_table->currentIndex().row())); });
    setEmptyText(tr("No difference"), tr("Both texts are the same."));
    applyLayout(DiffModel::Layout::SideBySide);
}

void DiffView::setEmptyText(const QString &title, const QString &text)
{
    static_cast<App::EmptyState *>(m_stack->widget(1))->set(u"diff"_s, title, text);
}

void DiffView::compare(const QString &beforeTitle, const QString &before, const QString &afterTitle, const QString &after)
{
    m_model.setTitles(beforeTitle, afterTitle);
    m_model.setTexts(before, after);
    updateState();
    goTo(m_model.hunks().isEmpty() ? -1 : m_model.hunks().constFirst());
}

void DiffView::applyLayout(DiffModel::Layout layout)
{
    m_model.setLayout(layout);
    m_table->setColumnHidden(DiffModel::LeftText, layout == DiffModel::Layout::Unified);
    updateState();
}

void DiffView::updateState()
{
    const LineDiff &difference = m_model.difference();
    m_stack->setCurrentIndex(difference.isEmpty() ? 1 : 0);
    m_summary->setText(difference.isEmpty() ? QString()
                                            : tr("%1, %2").arg(tr("%n line(s) added", nullptr, difference.added()),
                                                  tr("%n removed", nullptr, difference.removed())));
    m_next->setEnabled(!m_model.hunks().isEmpty());
    m_previous->setEnabled(!m_model.hunks().isEmpty());
    updateColumns();
}

void DiffView::goTo(int row)
{
    if (row < 0)
        return;
    m_table->setCurrentIndex(m_model.index(row, DiffModel::RightText));
    m_table->scrollTo(m_model.index(std::max(0, row - DiffModel::Context), DiffModel::RightNumber), QAbstractItemView::PositionAtTop);
}

void DiffView::updateColumns()
{
    const int number = QFontMetrics(App::smallMonoFont()).horizontalAdvance(u"00000"_s) + App::Space::small;
    m_table->setColumnWidth(DiffModel::LeftNumber, number);
    m_table->setColumnWidth(DiffModel::RightNumber, number);
    const QFontMetrics metrics(m_table->font());
    qsizetype longestLeft = 0;
    qsizetype longestRight = 0;
    for (const DiffRow &row : m_model.rows()) {
        longestLeft = std::max(longestLeft, row.left.size());
        longestRight = std::max({ longestRight, row.right.size(), m_model.layout() == DiffModel::Layout::Unified ? row.left.size() : 0 });
    }
    const int character = metrics.horizontalAdvance(u'0');
    const int room = m_table->viewport()->width() - 2 * number;
    const int share = m_model.layout() == DiffModel::Layout::Unified ? room : room / 2;
    const auto width = [&](qsizetype longest) { return std::max(share, int(longest + 4) * character); };
    m_table->setColumnWidth(DiffModel::LeftText, width(longestLeft));
    m_table->setColumnWidth(DiffModel::RightText, width(longestRight));
}

void DiffView::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    updateColumns();
}

void DiffView::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        updateColumns();
}

} // namespace Cofferdam::PolicyEditor
