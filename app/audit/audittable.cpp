// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/audit/audittable.h"

#include "app/audit/auditdelegate.h"
#include "app/audit/auditmodel.h"
#include "app/widgets/theme.h"

#include <QtCore/QLocale>
#include <QtCore/QtMath>
#include <QtCore/QScopedValueRollback>
#include <QtCore/QSettings>
#include <QtGui/QAction>
#include <QtGui/QKeyEvent>
#include <QtWidgets/QApplication>
#include <QtWidgets/QHeaderView>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QScrollBar>

using namespace Qt::StringLiterals;

namespace Cofferdam::App {

namespace {

/// In letters, so that they follow font and scale; the margins of a cell come on top.
constexpr int columnWidths[] = {19, 13, 22, 11, 17, 6, 34, 9, 26, 8, 9, 10, 10, 9};
constexpr int cellMargins = 20;
static_assert(std::size(columnWidths) == AuditModel::ColumnCount);
constexpr int lastDefaultColumn = AuditModel::Rule;

} // namespace

AuditTable::AuditTable(AuditModel &model, QWidget *parent) : QTableView(parent), m_model(model), m_pill(new QPushButton(this))
{
    setModel(&model);
    setItemDelegate(new AuditDelegate(this));
    setAccessibleName(tr("Audit records"));
    setProperty("pane", true);
    setFrameShape(QFrame::NoFrame);
    setShowGrid(false);
    setWordWrap(false);
    setCornerButtonEnabled(false);
    setTabKeyNavigation(false);
    setSelectionBehavior(SelectRows);
    setSelectionMode(ExtendedSelection);
    setHorizontalScrollMode(ScrollPerPixel);
    setVerticalScrollMode(ScrollPerItem);
    setContextMenuPolicy(Qt::CustomContextMenu);
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    verticalHeader()->setMinimumSectionSize(16);
    verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 11);
    QHeaderView *header = horizontalHeader();
    header->setSectionResizeMode(QHeaderView::Interactive);
    header->setSectionsMovable(true);
    header->setHighlightSections(false);
    header->setStretchLastSection(true);
    header->setContextMenuPolicy(Qt::ActionsContextMenu);
    makeColumnActions();
    resetColumns();
    m_pill->setFocusPolicy(Qt::TabFocus);
    m_pill->setAutoDefault(false);
    m_pill->setDefault(true);
    m_pill->hide();
    connect(m_pill, &QPushButton::clicked, this, &AuditTable::follow);
    connect(verticalScrollBar(), &QScrollBar::valueChanged, this, &AuditTable::scrolled);
    connect(&model, &AuditModel::rowsAppended, this, &AuditTable::appended);
    connect(&model, &AuditModel::rowsPrepended, this, [this](int rows) { shifted(rows); });
    connect(&model, &AuditModel::rowsForgotten, this, [this](int rows) { shifted(-rows); });
    connect(&model, &QAbstractItemModel::modelReset, this, [this] {
        m_follower.reset();
        const auto atEnd = [this] {
            if (isFollowing()) follow();
        };
        QMetaObject::invokeMethod(this, atEnd, Qt::QueuedConnection); // the scroll bar knows its range only then
    });
}

void AuditTable::makeColumnActions()
{
    for (int column = 0; column < AuditModel::ColumnCount; ++column) {
        auto *action = new QAction(m_model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString(), this);
        action->setCheckable(true);
        action->setEnabled(column != AuditModel::Decision); // a log without its decisions says nothing
        connect(action, &QAction::toggled, this, [this, column](bool shown) { setColumnHidden(column, !shown); });
        m_columnActions.append(action);
    }
    auto *separator = new QAction(this);
    separator->setSeparator(true);
    auto *reset = new QAction(tr("Reset Columns"), this);
    connect(reset, &QAction::triggered, this, &AuditTable::resetColumns);
    m_columnActions += {separator, reset};
    horizontalHeader()->addActions(m_columnActions);
}

void AuditTable::resetColumns()
{
    QHeaderView *header = horizontalHeader();
    const qreal plain = QFontMetricsF(QApplication::font()).horizontalAdvance(u'0');
    const qreal fixed = QFontMetricsF(monoFont()).horizontalAdvance(u'0');
    for (int column = 0; column < AuditModel::ColumnCount; ++column) {
        header->moveSection(header->visualIndex(column), column);
        m_columnActions.at(column)->setChecked(column <= lastDefaultColumn);
        setColumnHidden(column, column > lastDefaultColumn);
        setColumnWidth(column, qCeil(columnWidths[column] * (AuditDelegate::isMachineText(column) ? fixed : plain)) + cellMargins);
    }
}

void AuditTable::saveColumns(QSettings &settings) const
{
    const QHeaderView *header = horizontalHeader();
    QStringList entries; // by name, so that a version with other columns can read it
    for (int place = 0; place < header->count(); ++place) {
        const int column = header->logicalIndex(place);
        entries.append(u"%1:%2:%3"_s.arg(QLatin1StringView(AuditModel::columnId(column))).arg(isColumnHidden(column) ? 0 : 1).arg(m_columnActions.at(column)->isChecked() ? columnWidth(column) : 0));
    }
    settings.setValue("columns"_L1, entries);
}

void AuditTable::restoreColumns(const QSettings &settings)
{
    resetColumns();
    int place = 0;
    for (const QString &entry : settings.value("columns"_L1).toStringList()) {
        const QStringList parts = entry.split(u':');
        for (int column = 0; parts.size() == 3 && column < AuditModel::ColumnCount; ++column) {
            if (QLatin1StringView(AuditModel::columnId(column)) != parts.at(0)) continue;
            horizontalHeader()->moveSection(horizontalHeader()->visualIndex(column), place++);
            m_columnActions.at(column)->setChecked(parts.at(1) == "1"_L1 || column == AuditModel::Decision);
            if (const int width = parts.at(2).toInt(); width >= 24 && width < 4000) setColumnWidth(column, width);
        }
    }
}

bool AuditTable::isAtEnd() const { return verticalScrollBar()->value() >= verticalScrollBar()->maximum(); }

void AuditTable::follow()
{
    m_follower.follow();
    {
        const QScopedValueRollback own(m_ownScroll, true);
        verticalScrollBar()->setValue(verticalScrollBar()->maximum());
    }
    notice();
}

void AuditTable::release()
{
    m_follower.release();
    notice();
}

void AuditTable::goToOldest()
{
    m_follower.release();
    verticalScrollBar()->setValue(0);
    Q_EMIT reachedOldest();
    notice();
}

void AuditTable::scrolled()
{
    if (m_ownScroll) return;
    m_follower.scrolledByUser(isAtEnd());
    if (verticalScrollBar()->value() == 0 && verticalScrollBar()->maximum() > 0) Q_EMIT reachedOldest();
    notice();
}

void AuditTable::appended(int count)
{
    m_follower.appended(count);
    if (m_follower.isFollowing()) {
        const QScopedValueRollback own(m_ownScroll, true);
        updateGeometries(); // the new range, before the end of it is asked for
        verticalScrollBar()->setValue(verticalScrollBar()->maximum());
    }
    notice();
}

void AuditTable::shifted(int rows)
{
    if (m_follower.isFollowing()) return;
    const QScopedValueRollback own(m_ownScroll, true);
    const int before = verticalScrollBar()->value();
    updateGeometries();
    verticalScrollBar()->setValue(qMax(0, before + rows));
}

void AuditTable::notice()
{
    updatePill();
    if (m_wasFollowing == m_follower.isFollowing()) return;
    m_wasFollowing = m_follower.isFollowing();
    Q_EMIT followChanged();
}

void AuditTable::updatePill()
{
    const bool shown = !m_follower.isFollowing() && m_follower.freshCount() > 0;
    m_pill->setVisible(shown);
    if (!shown) return;
    m_pill->setText(tr("↓ %1 new").arg(QLocale().toString(m_follower.freshCount())));
    m_pill->setToolTip(tr("Follow the newest records (End)"));
    m_pill->adjustSize();
    m_pill->move(viewport()->x() + (viewport()->width() - m_pill->width()) / 2, viewport()->y() + viewport()->height() - m_pill->height() - Space::medium);
    m_pill->raise();
}

void AuditTable::currentChanged(const QModelIndex &current, const QModelIndex &previous)
{
    QTableView::currentChanged(current, previous);
    if (current.isValid() && hasFocus()) {
        m_follower.rowChosen();
        notice();
    }
}

void AuditTable::keyPressEvent(QKeyEvent *event)
{
    const bool plain = event->modifiers() == Qt::NoModifier || event->modifiers() == Qt::KeypadModifier;
    if (plain && event->key() == Qt::Key_End) return follow();
    if (plain && event->key() == Qt::Key_Home) return goToOldest();
    if (plain && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)) {
        Q_EMIT rowActivated();
        return;
    }
    QTableView::keyPressEvent(event);
}

void AuditTable::resizeEvent(QResizeEvent *event)
{
    QTableView::resizeEvent(event);
    if (m_follower.isFollowing()) follow();
    updatePill();
}

void AuditTable::wheelEvent(QWheelEvent *event)
{
    QTableView::wheelEvent(event);
    m_follower.scrolledByUser(isAtEnd());
    notice();
}

void AuditTable::mousePressEvent(QMouseEvent *event)
{
    QTableView::mousePressEvent(event);
    if (!indexAt(event->position().toPoint()).isValid()) return;
    m_follower.rowChosen();
    notice();
}

} // namespace Cofferdam::App
