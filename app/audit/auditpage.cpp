// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/audit/auditpage.h"

#include "app/audit/auditfeed.h"
#include "app/audit/audittable.h"
#include "app/audit/filterbar.h"
#include "app/audit/filteredit.h"
#include "app/audit/recorddetails.h"
#include "app/connection/session.h"
#include "app/widgets/banner.h"
#include "app/widgets/emptystate.h"
#include "app/widgets/pageheader.h"

#include <QtCore/QLocale>
#include <QtCore/QSettings>
#include <QtGui/QAction>
#include <QtWidgets/QBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QSplitter>
#include <QtWidgets/QStackedWidget>

#include <utility>

using namespace Qt::StringLiterals;

namespace Cofferdam::App {

namespace {

/// The one level every endpoint records at, or empty where they differ.
QString auditLevel(const QJsonObject &policy)
{
    QString level;
    for (const QJsonValue &value : policy.value("effective"_L1).toObject().value("endpoints"_L1).toObject()) {
        const QString own = value.toObject().value("audit"_L1).toObject().value("value"_L1).toString();
        if (!level.isEmpty() && own != level) return {};
        level = own;
    }
    return level;
}

} // namespace

AuditPage::AuditPage(Session &session, QWidget *parent)
    : Page(parent)
    , m_session(session)
    , m_feed(new AuditFeed(session, m_model, this))
    , m_filter(new FilterBar([this](QByteArrayView field) { return valuesOf(field); }, this))
    , m_table(new AuditTable(m_model, this))
    , m_details(new RecordDetails(session, this))
    , m_stack(new QStackedWidget(this))
    , m_splitter(new QSplitter(Qt::Horizontal, this))
    , m_empty(new EmptyState(this))
    , m_counts(new QLabel(this))
    , m_banner(new Banner(this))
{
    makeActions();
    auto *header = new PageHeader(title(), this);
    makeHeader(*header);
    auto *filterRow = new QWidget(this);
    auto *filterLayout = new QHBoxLayout(filterRow);
    filterLayout->setContentsMargins(Space::large, Space::small, Space::large, Space::small);
    filterLayout->addWidget(m_filter);
    m_stack->addWidget(m_table);
    m_stack->addWidget(m_empty);
    m_empty->addButton(m_clear);
    m_empty->setBackgroundRole(QPalette::Base);
    m_empty->setAutoFillBackground(true);
    m_splitter->addWidget(m_stack);
    m_splitter->addWidget(m_details);
    m_splitter->setStretchFactor(0, 1);
    m_splitter->setChildrenCollapsible(false);
    m_details->setMinimumWidth(260);
    m_details->addLinks(m_openRule, m_explain);
    m_counts->setFont(smallFont());
    m_counts->setForegroundRole(QPalette::PlaceholderText);
    m_counts->setContentsMargins(Space::large, 5, Space::large, 5);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(header);
    column->addWidget(m_banner);
    column->addWidget(filterRow);
    column->addWidget(m_splitter, 1);
    column->addWidget(m_counts);
    connectParts();
    m_relativeTick.setInterval(1000);
    m_splitter->setSizes({700, 350});
    m_details->hide();
    m_timeActions.first()->setChecked(true);
    selectionChanged();
    refresh();
}

AuditPage::~AuditPage()
{
    // Model, selection and children speak while they go, and nobody may listen then.
    m_model.disconnect(this);
    for (QObject *child : findChildren<QObject *>())
        child->disconnect(this);
}

void AuditPage::connectParts()
{
    connect(m_feed, &AuditFeed::changed, this, &AuditPage::refresh);
    connect(&m_model, &AuditModel::waitingChanged, this, &AuditPage::refresh);
    connect(&m_session, &Session::policyChanged, this, &AuditPage::refresh);
    connect(m_filter, &FilterBar::filterApplied, this, [this](const QString &text) {
        m_details->clear();
        m_feed->setFilter(text);
    });
    connect(m_filter, &FilterBar::left, this, [this] { m_table->setFocus(Qt::OtherFocusReason); });
    connect(m_table, &AuditTable::followChanged, this, &AuditPage::refresh);
    connect(m_table, &AuditTable::reachedOldest, m_feed, &AuditFeed::loadOlder);
    connect(m_table, &AuditTable::rowActivated, this, &AuditPage::openRule);
    connect(m_table, &QWidget::customContextMenuRequested, this, &AuditPage::showMenu);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentChanged, this, &AuditPage::selectionChanged);
    connect(&m_model, &QAbstractItemModel::modelReset, this, &AuditPage::selectionChanged);
    connect(m_details, &RecordDetails::completed, this, &AuditPage::readyChanged);
    connect(m_details, &RecordDetails::filterRequested, this, &AuditPage::changeFilter);
    connect(&m_relativeTick, &QTimer::timeout, m_table->viewport(), qOverload<>(&QWidget::update));
}

void AuditPage::makeHeader(PageHeader &header)
{
    header.addTool(m_denials, Qt::ToolButtonTextBesideIcon);
    header.addTool(m_errors, Qt::ToolButtonTextBesideIcon);
    header.addGap();
    header.addTool(m_pause, Qt::ToolButtonTextBesideIcon);
    header.addTool(m_follow, Qt::ToolButtonTextBesideIcon);
    header.addGap();
    header.addTool(m_export);
    header.addTool(m_detailsAction);
}

bool AuditPage::isReady() const { return m_feed->isLoaded() && !m_feed->isLoading() && m_pendingSelect < 0 && m_details->isComplete(); }

QWidget *AuditPage::initialFocus() { return m_table; }

void AuditPage::navigate(const QJsonObject &arguments)
{
    if (arguments.contains("filter"_L1)) changeFilter(arguments.value("filter"_L1).toString());
    if (arguments.value("follow"_L1).toBool()) followTail();
    if (arguments.contains("select"_L1)) {
        m_pendingSelect = arguments.value("select"_L1).toInt();
        refresh();
    }
}

void AuditPage::select(int fromEnd)
{
    const int row = m_model.rowCount() - 1 - fromEnd;
    if (row < 0) return;
    m_table->release();
    m_table->selectRow(row);
    m_table->scrollTo(m_model.index(row, 0));
}

void AuditPage::setPaused(bool paused)
{
    m_model.setPaused(paused);
    refresh();
}

void AuditPage::changeFilter(const QString &text)
{
    if (text == m_filter->applied()) return;
    m_filter->setText(text);
}

QString AuditPage::countText() const
{
    const QLocale locale;
    QStringList parts {m_model.rowCount() == 1 ? tr("1 record") : tr("%1 records").arg(locale.toString(m_model.rowCount()))};
    if (m_feed->hasOlder()) parts.append(m_model.isFull() ? tr("older ones do not fit the window") : tr("older ones load when you scroll up"));
    if (m_model.isPaused()) parts.append(tr("paused, %1 waiting").arg(locale.toString(m_model.waitingCount())));
    else parts.append(m_table->isFollowing() ? tr("following") : tr("not following"));
    parts.append(m_feed->missedCount() > 0 ? tr("%1 skipped in the live stream; they are in the log").arg(locale.toString(m_feed->missedCount())) : tr("no gaps"));
    if (m_model.forgottenCount() > 0) parts.append(tr("%1 old ones left the window").arg(locale.toString(m_model.forgottenCount())));
    const QString level = auditLevel(m_session.policy());
    if (!level.isEmpty()) parts.append(level == "all"_L1 ? tr("the policy records every call") : level == "deny"_L1 ? tr("the policy records denials only") : tr("the policy records no calls"));
    return parts.join(u"  ·  "_s);
}

void AuditPage::refresh()
{
    const bool paused = m_model.isPaused();
    m_pause->setChecked(paused);
    m_follow->setChecked(m_table->isFollowing());
    m_follow->setEnabled(!paused);
    m_counts->setText(countText());
    m_clear->setVisible(!m_filter->applied().isEmpty());
    m_denials->setChecked(m_filter->applied() == "decision:deny"_L1);
    m_errors->setChecked(m_filter->applied() == "decision:error"_L1);
    m_filter->setState(m_filter->applied().isEmpty() ? tr("All records") : tr("Applied"), m_feed->isLoading() && !m_filter->applied().isEmpty());
    m_banner->set(Tone::Warning, u"warning"_s, m_feed->problem().isEmpty() ? QString() : tr("The log could not be read: %1").arg(m_feed->problem()));
    updateEmptyState();
    if (m_pendingSelect >= 0 && m_feed->isLoaded()) {
        const int wanted = std::exchange(m_pendingSelect, -1);
        m_model.flush();
        select(wanted);
    }
    Q_EMIT readyChanged();
}

void AuditPage::updateEmptyState()
{
    const bool empty = m_model.rowCount() == 0;
    m_stack->setCurrentIndex(empty ? 1 : 0);
    if (!empty) return;
    if (!m_feed->isLoaded()) return m_empty->set(u"audit"_s, tr("Reading the log…"), {});
    if (!m_filter->applied().isEmpty())
        return m_empty->set(u"filter"_s, tr("No record matches"), tr("The filter “%1” leaves nothing of the log. New records that match appear here by themselves.").arg(m_filter->applied()));
    const QString level = auditLevel(m_session.policy());
    if (level == "off"_L1) return m_empty->set(u"eye-off"_s, tr("The policy records no calls"), tr("Write `defaults: {audit: all}` in the policy to see every call here."));
    if (level == "deny"_L1)
        return m_empty->set(u"audit"_s, tr("Nothing was denied yet"), tr("The policy records denials only. Write `defaults: {audit: all}` to see allowed calls too."));
    m_empty->set(u"audit"_s, tr("No call yet"), tr("Every call of an agent appears here the moment it is decided."));
}

void AuditPage::saveState(QSettings &settings) const
{
    m_table->saveColumns(settings);
    m_filter->saveState(settings);
    settings.setValue("splitter"_L1, m_splitter->saveState());
    settings.setValue("details"_L1, m_detailsAction->isChecked());
    settings.setValue("time"_L1, int(m_model.timeStyle()));
}

void AuditPage::restoreState(const QSettings &settings)
{
    m_table->restoreColumns(settings);
    if (settings.contains("filter"_L1)) m_filter->restoreState(settings);
    if (!m_splitter->restoreState(settings.value("splitter"_L1).toByteArray())) m_splitter->setSizes({700, 350});
    m_detailsAction->setChecked(settings.value("details"_L1, true).toBool());
    m_timeActions.at(qBound(0, settings.value("time"_L1).toInt(), 2))->trigger();
}

} // namespace Cofferdam::App
