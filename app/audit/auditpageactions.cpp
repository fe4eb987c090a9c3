// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/audit/auditpage.h"

#include "app/audit/auditexport.h"
#include "app/audit/auditfeed.h"
#include "app/audit/audittable.h"
#include "app/audit/filterbar.h"
#include "app/audit/filteredit.h"
#include "app/audit/recorddetails.h"
#include "app/audit/recordfacts.h"
#include "app/connection/session.h"
#include "app/widgets/icons.h"

#include <QtGui/QActionGroup>
#include <QtGui/QClipboard>
#include <QtGui/QGuiApplication>
#include <QtWidgets/QFileDialog>
#include <QtWidgets/QMenu>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Cofferdam::App {

QAction *AuditPage::makeAction(const QString &text, const QString &iconName, const QList<QKeySequence> &keys, void (AuditPage::*slot)())
{
    auto *action = new QAction(icon(iconName), text, this);
    action->setObjectName(iconName);
    action->setShortcuts(keys);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    if (slot) connect(action, &QAction::triggered, this, slot);
    addAction(action);
    return action;
}

void AuditPage::makeActions()
{
    using K = QKeySequence;
    m_pause = makeAction(tr("Pause"), u"pause"_s, {}, &AuditPage::togglePause);
    m_pause->setCheckable(true);
    m_pause->setShortcut(K(Qt::Key_Space));
    m_follow = makeAction(tr("Follow"), u"follow"_s, {}, &AuditPage::followTail);
    m_follow->setCheckable(true);
    m_oldest = makeAction(tr("Oldest Record"), u"oldest"_s, {}, &AuditPage::goToOldest);
    m_focusFilter = makeAction(tr("Edit Filter"), u"filter"_s, {K(Qt::CTRL | Qt::Key_F)}, &AuditPage::focusFilter);
    m_only = makeAction(tr("Only This Value"), u"filter"_s, {K(Qt::CTRL | Qt::Key_Return), K(Qt::CTRL | Qt::Key_Enter)}, &AuditPage::onlyThis);
    m_not = makeAction(tr("Exclude This Value"), u"filter-exclude"_s, {K(Qt::CTRL | Qt::SHIFT | Qt::Key_Return), K(Qt::CTRL | Qt::SHIFT | Qt::Key_Enter)}, &AuditPage::notThis);
    m_or = makeAction(tr("Or This Value"), u"plus"_s, {K(Qt::CTRL | Qt::ALT | Qt::Key_Return)}, &AuditPage::orThis);
    m_clear = makeAction(tr("Clear Filter"), u"close"_s, {}, &AuditPage::clearFilter);
    m_denials = makeAction(tr("Denials"), u"deny"_s, {}, nullptr);
    m_errors = makeAction(tr("Errors"), u"error"_s, {}, nullptr);
    for (const auto &[action, filter] : {std::pair {m_denials, u"decision:deny"_s}, {m_errors, u"decision:error"_s}}) {
        action->setCheckable(true);
        action->setToolTip(filter);
        connect(action, &QAction::triggered, this, [this, filter](bool on) { changeFilter(on ? filter : QString()); });
    }
    m_openRule = makeAction(tr("Open Rule"), u"open-rule"_s, {K(Qt::Key_F12)}, &AuditPage::openRule);
    m_explain = makeAction(tr("Explain"), u"explain"_s, {K(Qt::CTRL | Qt::Key_E)}, &AuditPage::explain);
    m_copy = makeAction(tr("Copy"), u"copy"_s, {}, &AuditPage::copyText);
    m_copyJson = makeAction(tr("Copy as JSON"), u"json"_s, {K(Qt::CTRL | Qt::SHIFT | Qt::Key_C)}, &AuditPage::copyJson);
    m_copyMarkdown = makeAction(tr("Copy as Markdown"), u"format"_s, {}, &AuditPage::copyMarkdown);
    m_copyCommand = makeAction(tr("Copy as Command"), u"terminal"_s, {}, &AuditPage::copyCommand);
    m_copyFilter = makeAction(tr("Copy as Filter"), u"filter"_s, {}, &AuditPage::copyFilter);
    m_export = makeAction(tr("Export…"), u"export"_s, {}, &AuditPage::exportRecords);
    m_detailsAction = makeAction(tr("Details"), u"details"_s, {K(Qt::CTRL | Qt::Key_D)}, nullptr);
    m_detailsAction->setCheckable(true);
    m_detailsAction->setChecked(true);
    connect(m_detailsAction, &QAction::toggled, this, &AuditPage::showDetails);
    m_copy->setShortcut(K(QKeySequence::Copy));
    for (QAction *action : {m_copy, m_pause}) { // elsewhere Ctrl+C copies the selected text and Space types a blank
        removeAction(action);
        m_table->addAction(action);
        action->setShortcutContext(Qt::WidgetShortcut);
    }
    auto *slash = new QAction(this);
    slash->setShortcut(K(Qt::Key_Slash));
    slash->setShortcutContext(Qt::WidgetShortcut);
    connect(slash, &QAction::triggered, this, &AuditPage::focusFilter);
    m_table->addAction(slash);
    auto *group = new QActionGroup(this);
    for (const auto &[text, style] : {std::pair {tr("Local Time"), AuditModel::TimeStyle::Local}, {tr("UTC"), AuditModel::TimeStyle::Utc}, {tr("Relative Time"), AuditModel::TimeStyle::Relative}}) {
        QAction *action = makeAction(text, u"clock"_s, {}, nullptr);
        action->setCheckable(true);
        group->addAction(action);
        connect(action, &QAction::triggered, this, [this, style] {
            m_model.setTimeStyle(style);
            if (style == AuditModel::TimeStyle::Relative) m_relativeTick.start();
            else m_relativeTick.stop();
        });
        m_timeActions.append(action);
    }
}

QList<PageAction> AuditPage::pageActions() const
{
    using Menu = PageAction::Menu;
    QList<PageAction> all {{m_export, Menu::File}, {m_copy, Menu::Edit}, {m_copyJson, Menu::Edit}, {m_copyMarkdown, Menu::Edit}, {m_copyCommand, Menu::Edit},
        {m_copyFilter, Menu::Edit}, {m_detailsAction, Menu::View}, {nullptr, Menu::View}};
    for (QAction *action : m_timeActions)
        all.append({action, Menu::View});
    for (QAction *action : {m_pause, m_follow, m_oldest, static_cast<QAction *>(nullptr), m_focusFilter, m_only, m_not, m_or, m_denials, m_errors, m_clear,
             static_cast<QAction *>(nullptr), m_openRule, m_explain})
        all.append({action, Menu::Page});
    return all;
}

void AuditPage::selectionChanged()
{
    const QModelIndex current = m_table->currentIndex();
    const bool any = current.isValid() && current.row() < m_model.rowCount();
    for (QAction *action : {m_only, m_not, m_or, m_explain, m_copy, m_copyJson, m_copyMarkdown, m_copyCommand, m_copyFilter})
        action->setEnabled(any);
    m_openRule->setEnabled(any && !m_model.row(current.row()).rule.isEmpty());
    if (any) m_details->showRecord(m_model.row(current.row()));
    else m_details->clear();
    showDetails();
    Q_EMIT readyChanged();
}

void AuditPage::showMenu(const QPoint &where)
{
    if (!m_table->indexAt(where).isValid()) return;
    const QString term = currentTerm();
    QMenu menu(this);
    if (!term.isEmpty()) menu.addSection(term);
    menu.addActions({m_only, m_not, m_or});
    menu.addSeparator();
    menu.addActions({m_openRule, m_explain});
    menu.addSeparator();
    menu.addActions({m_copy, m_copyJson, m_copyMarkdown, m_copyCommand, m_copyFilter});
    menu.exec(m_table->viewport()->mapToGlobal(where));
}

QString AuditPage::currentTerm() const { return m_model.filterTerm(m_table->currentIndex()); }

QList<QByteArray> AuditPage::valuesOf(QByteArrayView field) const
{
    QList<QByteArray> values;
    const auto add = [&values](const QStringList &names) {
        for (const QString &name : names)
            values.append(name.toUtf8());
    };
    if (field == "identity") {
        values = m_model.store().seenIdentities();
        add(m_session.identityIds());
    } else if (field == "endpoint") {
        values = m_model.store().seenEndpoints();
        add(m_session.endpointIds());
    } else if (field == "rule") {
        values = m_model.store().seenRules();
    } else if (field == "code") {
        values = m_model.store().seenCodes();
    }
    std::ranges::sort(values);
    values.erase(std::ranges::unique(values).begin(), values.end());
    return values;
}

void AuditPage::showDetails()
{
    // Nothing chosen, nothing to show: the width belongs to the table.
    const bool shown = m_detailsAction->isChecked() && m_details->hasRecord();
    if (shown == m_details->isVisibleTo(this)) return;
    m_details->setVisible(shown);
    if (shown) m_table->scrollTo(m_table->currentIndex());
}

void AuditPage::followTail()
{
    setPaused(false);
    m_table->follow();
    refresh();
}

void AuditPage::goToOldest() { m_table->goToOldest(); }
void AuditPage::focusFilter() { m_filter->focusField(); }
void AuditPage::onlyThis() { changeFilter(FilterEdit::withTerm(m_filter->text(), currentTerm(), false)); }
void AuditPage::notThis() { changeFilter(FilterEdit::withTerm(m_filter->text(), currentTerm(), true)); }
void AuditPage::orThis() { changeFilter(FilterEdit::orTerm(m_filter->text(), currentTerm())); }
void AuditPage::clearFilter() { changeFilter({}); }

void AuditPage::openRule()
{
    if (!m_details->hasRecord() || m_details->row().rule.isEmpty()) return;
    const AuditRow &row = m_details->row();
    Q_EMIT navigationRequested({"policy", {{u"rule"_s, QString::fromUtf8(row.rule)}, {u"endpoint"_s, QString::fromUtf8(row.endpoint)},
        {u"identity"_s, QString::fromUtf8(row.identity)}, {u"revision"_s, m_details->record().value("revision"_L1)}}});
}

void AuditPage::explain()
{
    if (m_details->hasRecord()) Q_EMIT navigationRequested({"checks", checkArguments(m_details->row(), m_details->record())});
}

void AuditPage::copyText()
{
    QStringList lines;
    QModelIndexList rows = m_table->selectionModel()->selectedRows();
    std::ranges::sort(rows);
    for (const QModelIndex &index : std::as_const(rows))
        lines.append(tabbedText(m_model.row(index.row())));
    QGuiApplication::clipboard()->setText(lines.join(u'\n'));
    Q_EMIT messageShown(lines.size() == 1 ? tr("The row was copied") : tr("%1 rows were copied").arg(lines.size()));
}

void AuditPage::copyJson()
{
    if (m_details->record().isEmpty()) return;
    QGuiApplication::clipboard()->setText(QString::fromUtf8(exactLine(m_details->record())));
    Q_EMIT messageShown(tr("The line of the log was copied"));
}

void AuditPage::copyMarkdown()
{
    if (!m_details->record().isEmpty()) QGuiApplication::clipboard()->setText(markdownOf(m_details->record()));
}

void AuditPage::copyCommand()
{
    if (m_details->hasRecord()) QGuiApplication::clipboard()->setText(commandOf(m_details->row()));
}

void AuditPage::copyFilter() { QGuiApplication::clipboard()->setText(currentTerm()); }

void AuditPage::exportRecords()
{
    const QString file = QFileDialog::getSaveFileName(this, tr("Export Records"), u"audit.jsonl"_s, tr("JSON lines (*.jsonl);;Comma-separated values (*.csv)"));
    if (file.isEmpty()) return;
    auto *job = new AuditExport(m_session, m_filter->applied(), file, this);
    job->showProgress(this);
    connect(job, &AuditExport::finished, this, &AuditPage::messageShown);
    job->start();
}

} // namespace Cofferdam::App
