// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/policyeditor/effectivepane.h"

#include "app/policyeditor/panehelpers.h"
#include "app/widgets/chip.h"
#include "app/widgets/elidedlabel.h"
#include "app/widgets/emptystate.h"

#include <QtGui/QPainter>
#include <QtWidgets/QHeaderView>
#include <QtWidgets/QLabel>
#include <QtWidgets/QStackedWidget>
#include <QtWidgets/QStyledItemDelegate>
#include <QtWidgets/QTreeView>
#include <QtWidgets/QVBoxLayout>

using namespace Qt::StringLiterals;

namespace Cofferdam::PolicyEditor {

namespace {

/// Two lines a field: name and value, then in small letters where it comes from; what lost is muted and struck out.
class RuleDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem &, const QModelIndex &) const override
    {
        const int height = QFontMetrics(App::monoFont()).height() + QFontMetrics(App::smallFont()).height() + App::Space::small + 2;
        return { 80, height };
    }

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        QStyleOptionViewItem ground(option);
        initStyleOption(&ground, index);
        ground.text.clear();
        const QWidget *widget = option.widget;
        widget->style()->drawControl(QStyle::CE_ItemViewItem, &ground, painter, widget);
        painter->save();
        const bool overridden = index.data(EffectiveRuleModel::OverriddenRole).toBool();
        const bool selected = option.state & QStyle::State_Selected;
        const QColor text = option.palette.color(selected ? QPalette::HighlightedText : QPalette::Text);
        const QColor muted = selected ? text : App::toneColor(App::Tone::Muted, option.palette);
        const bool jump = index.data(EffectiveRuleModel::LineRole).toInt() > 0;
        const QColor link = selected ? text : App::toneColor(App::Tone::Accent, option.palette);
        const QRect inside = option.rect.adjusted(App::Space::tiny, App::Space::tiny, -App::Space::medium, -App::Space::tiny);
        const QString name = overridden ? tr("overridden") : index.data().toString();
        const QString value = index.siblingAtColumn(EffectiveRuleModel::ValueColumn).data().toString();
        const QString from = index.siblingAtColumn(EffectiveRuleModel::FromColumn).data().toString();
        paintFirstLine(painter, inside, name, value, overridden ? muted : text, overridden);
        painter->setFont(App::smallFont());
        painter->setPen(jump ? link : muted);
        const QRect second(inside.left(), inside.bottom() - painter->fontMetrics().height() + 1, inside.width(), painter->fontMetrics().height());
        const QString shown = overridden ? from + u" · "_s + index.data().toString() : from;
        painter->drawText(second, Qt::AlignLeft | Qt::AlignVCenter, painter->fontMetrics().elidedText(shown, Qt::ElideRight, second.width()));
        painter->restore();
    }

private:
    static QString tr(const char *text) { return EffectivePane::tr(text); }

    static void paintFirstLine(QPainter *painter, const QRect &inside, const QString &name, const QString &value, const QColor &color, bool struck)
    {
        QFont font = App::smallMonoFont();
        painter->setFont(font);
        painter->setPen(color);
        const QRect line(inside.left(), inside.top(), inside.width(), painter->fontMetrics().height());
        // Two pixels more than asked: advances are fractions, and a name must not be cut for one.
        const int nameWidth = std::min(painter->fontMetrics().horizontalAdvance(name) + 2, inside.width() * 2 / 3);
        painter->drawText(line, Qt::AlignLeft | Qt::AlignVCenter, painter->fontMetrics().elidedText(name, Qt::ElideRight, nameWidth));
        font.setBold(!struck);
        font.setStrikeOut(struck);
        painter->setFont(font);
        const int room = inside.width() - nameWidth - App::Space::medium;
        painter->drawText(line, Qt::AlignRight | Qt::AlignVCenter, painter->fontMetrics().elidedText(value, Qt::ElideMiddle, room));
    }
};

} // namespace

EffectivePane::EffectivePane(QWidget *parent)
    : QWidget(parent)
    , m_name(makeHeading({}, this))
    , m_summary(new QLabel(this))
    , m_outOfDate(new QLabel(tr("From the last text without errors."), this))
    , m_route(new App::ElidedLabel(this))
    , m_decision(new App::Chip(this))
    , m_stack(new QStackedWidget(this))
    , m_tree(new QTreeView(this))
{
    m_name->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_route->setFont(App::smallMonoFont());
    m_summary->setWordWrap(true);
    m_summary->setFont(App::smallFont());
    m_outOfDate->setFont(App::smallFont());
    m_outOfDate->setWordWrap(true);
    m_outOfDate->hide();
    m_tree->setModel(&m_model);
    prepareTable(m_tree, tr("Effective rule, a field a row"), EffectiveRuleModel::FieldColumn);
    m_tree->setRootIsDecorated(true);
    m_tree->setIndentation(App::Space::large);
    m_tree->setHeaderHidden(true);
    m_tree->setColumnHidden(EffectiveRuleModel::ValueColumn, true);
    m_tree->setColumnHidden(EffectiveRuleModel::FromColumn, true);
    m_tree->setItemDelegate(new RuleDelegate(m_tree));

    auto *nameRow = new QHBoxLayout;
    nameRow->addWidget(m_name, 1);
    nameRow->addWidget(m_decision);
    auto *head = new QVBoxLayout;
    head->setContentsMargins(App::Space::medium, App::Space::medium, App::Space::medium, App::Space::small);
    head->setSpacing(App::Space::tiny);
    head->addLayout(nameRow);
    head->addWidget(m_route);
    head->addWidget(m_summary);
    head->addWidget(m_outOfDate);
    auto *rule = new QWidget(this);
    auto *layout = new QVBoxLayout(rule);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(head);
    layout->addWidget(m_tree, 1);
    auto *empty = new App::EmptyState(this);
    empty->set(u"layers"_s, tr("Effective rule"), tr("Choose an endpoint on the left, or put the cursor into its rule."));
    m_stack->addWidget(empty);
    m_stack->addWidget(rule);
    auto *outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->addWidget(m_stack);
    connect(m_tree, &QTreeView::clicked, this, &EffectivePane::choose);
    connect(m_tree, &QTreeView::activated, this, &EffectivePane::choose);
}

void EffectivePane::setOutOfDate(bool outOfDate) { m_outOfDate->setVisible(outOfDate); }

void EffectivePane::show(const Checked &checked, const QByteArray &identity, const QByteArray &endpoint)
{
    const Policy::Endpoint *known = Policy::findEndpoint(endpoint);
    m_stack->setCurrentIndex(known && checked.policy ? 1 : 0);
    if (!known || !checked.policy)
        return;
    const Policy::IdentityInfo *who = checked.policy->identity(identity);
    Policy::Call call;
    call.endpoint = endpoint;
    call.identity = identity;
    call.scopes = who ? who->scopes : QList<QByteArray>();
    const QJsonObject explanation = Policy::explain(*checked.policy, call);
    const bool same = m_model.endpoint() == endpoint;
    const QModelIndex current = m_tree->currentIndex();
    const QString field = same ? (current.parent().isValid() ? current.parent() : current).data().toString() : QString();
    m_model.setExplanation(explanation, endpoint);
    m_tree->expandAll();
    if (!field.isEmpty())
        m_tree->setCurrentIndex(m_model.field(field));
    showDecision(explanation, *known);
}

void EffectivePane::showDecision(const QJsonObject &explanation, const Policy::Endpoint &endpoint)
{
    m_name->setText(QString::fromUtf8(endpoint.id));
    m_route->setText(QString::fromUtf8(endpoint.method + ' ' + endpoint.path));
    m_summary->setText(QString::fromUtf8(endpoint.summary));
    const QString decision = explanation["decision"_L1].toString();
    const auto state = decision == "denied"_L1 ? EndpointStateModel::State::Denied : EndpointStateModel::State::Allowed;
    const Look look = stateLook(state);
    m_decision->set(look.tone, look.iconName, EndpointStateModel::stateWord(state));
}

void EffectivePane::choose(const QModelIndex &index)
{
    const int line = index.data(EffectiveRuleModel::LineRole).toInt();
    if (line > 0)
        Q_EMIT placeChosen(line, index.data(EffectiveRuleModel::ColumnRole).toInt());
    else
        Q_EMIT ruleChosen(index.data(EffectiveRuleModel::RuleRole).toString().toUtf8());
}

} // namespace Cofferdam::PolicyEditor
