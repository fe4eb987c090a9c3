// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/policyeditor/problemspane.h"

#include "app/policyeditor/codeeditor.h"
#include "app/policyeditor/panehelpers.h"
#include "app/widgets/chip.h"
#include "app/widgets/elidedlabel.h"
#include "app/widgets/emptystate.h"
#include "app/widgets/icons.h"

#include <QtGui/QKeyEvent>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QHeaderView>
#include <QtWidgets/QLabel>
#include <QtWidgets/QStackedWidget>
#include <QtWidgets/QStyledItemDelegate>
#include <QtWidgets/QTreeView>
#include <QtWidgets/QVBoxLayout>

using namespace Qt::StringLiterals;

namespace Cofferdam::PolicyEditor {

namespace {

class SeverityDelegate : public QStyledItemDelegate
{
public:
    SeverityDelegate(const ProblemModel &model, QObject *parent)
        : QStyledItemDelegate(parent)
        , m_model(model)
    {
    }

    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        return QStyledItemDelegate::sizeHint(option, index) + QSize(App::Space::small, App::Space::tiny);
    }

protected:
    void initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const override
    {
        QStyledItemDelegate::initStyleOption(option, index);
        const Policy::Severity severity = m_model.problems()[index.row()].severity;
        const App::Tone tone = CodeEditor::toneOf(severity);
        if (index.column() == ProblemModel::SeverityColumn) {
            option->features |= QStyleOptionViewItem::HasDecoration;
            option->icon = App::icon(CodeEditor::iconOf(severity), tone);
            option->decorationSize = QSize(14, 14);
            option->palette.setColor(QPalette::Text, App::toneColor(tone, option->palette));
        } else if (index.column() != ProblemModel::MessageColumn) {
            option->palette.setColor(QPalette::Text, App::toneColor(App::Tone::Muted, option->palette));
            option->font = App::smallMonoFont();
        }
    }

private:
    const ProblemModel &m_model;
};

} // namespace

ProblemsPane::ProblemsPane(QWidget *parent)
    : QWidget(parent)
    , m_table(new QTreeView(this))
    , m_stack(new QStackedWidget(this))
    , m_errors(new App::Chip(this))
    , m_warnings(new App::Chip(this))
    , m_notes(new App::Chip(this))
    , m_meaning(new App::ElidedLabel(this))
{
    m_table->setModel(&m_model);
    prepareTable(m_table, tr("Problems"), ProblemModel::MessageColumn);
    m_table->setHeaderHidden(true);
    m_table->setItemDelegate(new SeverityDelegate(m_model, m_table));
    m_table->installEventFilter(this);
    m_meaning->setFont(App::smallFont());
    m_meaning->setElideMode(Qt::ElideRight);
    auto *bar = new QHBoxLayout;
    bar->setContentsMargins(App::Space::medium, App::Space::small, App::Space::medium, App::Space::small);
    bar->setSpacing(App::Space::small);
    bar->addWidget(makeHeading(tr("Problems"), this));
    bar->addWidget(m_errors);
    bar->addWidget(m_warnings);
    bar->addWidget(m_notes);
    bar->addWidget(m_meaning, 1);
    auto *empty = new App::EmptyState(this);
    empty->set(u"check"_s, tr("No problems"), tr("The draft is a valid policy and lint has nothing to say."));
    m_stack->addWidget(m_table);
    m_stack->addWidget(empty);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(bar);
    layout->addWidget(m_stack, 1);
    connect(m_table, &QTreeView::clicked, this, [this](const QModelIndex &index) { Q_EMIT problemChosen(index.row()); });
    connect(m_table, &QTreeView::activated, this, [this](const QModelIndex &index) { Q_EMIT problemChosen(index.row()); });
    connect(m_table->selectionModel(), &QItemSelectionModel::currentChanged, this, &ProblemsPane::showMeaning);
    setChecked({}, {});
}

void ProblemsPane::setChecked(const Checked &checked, const QByteArray &fileName)
{
    const int row = m_table->currentIndex().row();
    m_model.setChecked(checked, fileName);
    m_stack->setCurrentIndex(checked.problems.isEmpty() ? 1 : 0);
    const auto show = [](App::Chip *chip, App::Tone tone, const QString &iconName, const QString &text, int count) {
        chip->set(tone, iconName, text);
        chip->setVisible(count > 0);
    };
    show(m_errors, App::Tone::Negative, u"error"_s, checked.errors == 1 ? tr("1 error") : tr("%1 errors").arg(checked.errors), checked.errors);
    show(m_warnings, App::Tone::Warning, u"warning"_s, checked.warnings == 1 ? tr("1 warning") : tr("%1 warnings").arg(checked.warnings), checked.warnings);
    show(m_notes, App::Tone::Accent, u"info"_s, checked.notes == 1 ? tr("1 note") : tr("%1 notes").arg(checked.notes), checked.notes);
    if (row >= 0 && row < m_model.rowCount())
        select(row);
    showMeaning();
}

void ProblemsPane::select(int row)
{
    m_table->setCurrentIndex(m_model.index(row, ProblemModel::MessageColumn));
    m_table->scrollTo(m_table->currentIndex());
}

void ProblemsPane::showMeaning()
{
    const int row = m_table->currentIndex().row();
    m_meaning->setText(row >= 0 && row < m_model.rowCount() ? m_model.problems()[row].why : QString());
}

bool ProblemsPane::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::KeyPress) {
        const auto *key = static_cast<QKeyEvent *>(event);
        const int row = m_table->currentIndex().row();
        const bool enter = key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter;
        if (enter && row >= 0) {
            if (key->modifiers() & Qt::AltModifier)
                Q_EMIT fixesRequested(row);
            else
                Q_EMIT problemChosen(row);
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace Cofferdam::PolicyEditor
