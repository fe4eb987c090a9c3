// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/policyeditor/endpointpane.h"

#include "app/policyeditor/panehelpers.h"
#include "app/widgets/icons.h"
#include "app/widgets/searchfield.h"

#include <QtGui/QKeyEvent>
#include <QtGui/QPainter>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QHeaderView>
#include <QtWidgets/QLabel>
#include <QtWidgets/QStyledItemDelegate>
#include <QtWidgets/QTreeView>
#include <QtWidgets/QVBoxLayout>

using namespace Qt::StringLiterals;

namespace Cofferdam::PolicyEditor {

namespace {

using State = EndpointStateModel::State;

/// Icon, word and tone of a state; groups in muted letters, endpoints this version does not have too.
class StateDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        QSize size = QStyledItemDelegate::sizeHint(option, index);
        size.setHeight(option.fontMetrics.height() + App::Space::small);
        return size;
    }

protected:
    void initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const override
    {
        QStyledItemDelegate::initStyleOption(option, index);
        const QColor muted = App::toneColor(App::Tone::Muted, option->palette);
        if (!index.parent().isValid()) {
            option->font = index.column() == EndpointStateModel::NameColumn ? App::headingFont() : App::smallFont();
            if (index.column() == EndpointStateModel::StateColumn)
                option->palette.setColor(QPalette::Text, muted);
            return;
        }
        const auto look = stateLook(index.data(EndpointStateModel::StateRole).value<State>());
        if (index.column() == EndpointStateModel::StateColumn) {
            option->features |= QStyleOptionViewItem::HasDecoration;
            option->icon = App::icon(look.iconName, look.tone);
            option->decorationSize = QSize(14, 14);
            option->palette.setColor(QPalette::Text, App::toneColor(look.tone, option->palette));
            option->font = App::smallFont();
        } else {
            option->font = App::smallMonoFont();
            if (!index.data(EndpointStateModel::BuiltRole).toBool())
                option->palette.setColor(QPalette::Text, muted);
        }
    }
};

} // namespace

EndpointPane::EndpointPane(QWidget *parent)
    : QWidget(parent)
    , m_identity(new QComboBox(this))
    , m_search(new App::SearchField(tr("Filter endpoints"), this))
    , m_tree(new QTreeView(this))
{
    auto *label = new QLabel(tr("State &for"), this);
    label->setBuddy(m_identity);
    m_identity->setAccessibleName(tr("Identity"));
    m_identity->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_identity->setMinimumContentsLength(6);
    m_search->setAccessibleName(tr("Filter endpoints"));
    m_filter.setSourceModel(&m_model);
    m_filter.setRecursiveFilteringEnabled(true);
    m_filter.setAutoAcceptChildRows(true);
    m_filter.setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_filter.setFilterKeyColumn(-1);
    m_tree->setModel(&m_filter);
    m_tree->setItemDelegate(new StateDelegate(m_tree));
    m_tree->setAccessibleName(tr("Endpoints by group"));
    m_tree->setHeaderHidden(true);
    m_tree->setFrameShape(QFrame::NoFrame);
    m_tree->setIndentation(App::Space::medium);
    m_tree->setTextElideMode(Qt::ElideRight);
    m_tree->setUniformRowHeights(false);
    m_tree->header()->setStretchLastSection(false);
    m_tree->header()->setSectionResizeMode(EndpointStateModel::NameColumn, QHeaderView::Stretch);
    m_tree->header()->setSectionResizeMode(EndpointStateModel::StateColumn, QHeaderView::ResizeToContents);
    m_tree->expandAll();
    m_tree->installEventFilter(this);

    auto *who = new QHBoxLayout;
    who->addWidget(label);
    who->addWidget(m_identity, 1);
    auto *top = new QVBoxLayout;
    top->setContentsMargins(App::Space::medium, App::Space::medium, App::Space::medium, App::Space::small);
    top->setSpacing(App::Space::small);
    top->addLayout(who);
    top->addWidget(m_search);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(top);
    layout->addWidget(m_tree, 1);

    connect(m_identity, &QComboBox::currentIndexChanged, this, [this] {
        updateStates();
        Q_EMIT identityChanged();
    });
    connect(m_search, &QLineEdit::textChanged, this, &EndpointPane::applyFilter);
    connect(m_search, &App::SearchField::escaped, m_tree, qOverload<>(&QWidget::setFocus));
    connect(m_tree, &QTreeView::clicked, this, &EndpointPane::chooseCurrent);
    connect(m_tree->selectionModel(), &QItemSelectionModel::currentChanged, this, [this] {
        if (!m_selecting && !endpoint().isEmpty())
            Q_EMIT endpointSelected(endpoint());
    });
}

QWidget *EndpointPane::filterField() const { return m_search; }

void EndpointPane::setChecked(const Checked &checked)
{
    m_checked = checked;
    fillIdentities();
    updateStates();
}

void EndpointPane::fillIdentities()
{
    QStringList ids;
    if (m_checked.policy) {
        for (const Policy::IdentityInfo &identity : m_checked.policy->identities())
            ids.append(QString::fromUtf8(identity.id));
    }
    QStringList shown;
    for (int i = 0; i < m_identity->count(); ++i)
        shown.append(m_identity->itemText(i));
    if (ids == shown)
        return;
    const QString before = m_identity->currentText();
    const QSignalBlocker blocker(m_identity);
    m_identity->clear();
    for (const QString &id : std::as_const(ids))
        m_identity->addItem(App::icon(u"identity"_s), id);
    m_identity->setCurrentIndex(std::max(0, int(ids.indexOf(before))));
}

QByteArray EndpointPane::identity() const { return m_identity->currentText().toUtf8(); }

void EndpointPane::selectIdentity(const QByteArray &identity)
{
    if (const int row = m_identity->findText(QString::fromUtf8(identity)); row >= 0)
        m_identity->setCurrentIndex(row);
}

void EndpointPane::updateStates() { m_model.setStates(m_checked.matrix, identity()); }

QByteArray EndpointPane::endpoint() const { return m_tree->currentIndex().siblingAtColumn(0).data(EndpointStateModel::EndpointRole).toByteArray(); }

void EndpointPane::selectEndpoint(const QByteArray &endpoint)
{
    const QModelIndex index = m_filter.mapFromSource(m_model.indexOf(endpoint));
    if (!index.isValid() || m_tree->currentIndex() == index)
        return;
    m_selecting = true;
    m_tree->setCurrentIndex(index);
    m_tree->scrollTo(index);
    m_selecting = false;
}

void EndpointPane::applyFilter(const QString &text)
{
    m_filter.setFilterFixedString(text.trimmed());
    m_tree->expandAll();
}

void EndpointPane::chooseCurrent()
{
    if (!endpoint().isEmpty())
        Q_EMIT endpointChosen(endpoint());
}

bool EndpointPane::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent *>(event)->key();
        if (key == Qt::Key_Slash) {
            m_search->setFocus(Qt::ShortcutFocusReason);
            return true;
        }
        if (key == Qt::Key_Return || key == Qt::Key_Enter || key == Qt::Key_F12) {
            chooseCurrent();
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace Cofferdam::PolicyEditor
