// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/audit/auditmodel.h"
#include "app/shell/page.h"

class QLabel;
class QSplitter;
class QStackedWidget;

namespace Cofferdam::App {

class AuditFeed;
class AuditTable;
class Banner;
class EmptyState;
class FilterBar;
class PageHeader;
class RecordDetails;
class Session;

/// The audit log, live: table with follow and pause, filter bar, details with the deciding rule. navigate: {filter}, {select: n-th
/// row from the end, 0 the newest}, {follow}. The session must outlive it.
class AuditPage : public Page
{
    Q_OBJECT
public:
    explicit AuditPage(Session &session, QWidget *parent = nullptr);
    ~AuditPage() override;

    [[nodiscard]] QByteArray pageId() const override { return "audit"; }
    [[nodiscard]] QString title() const override { return tr("Audit"); }
    [[nodiscard]] QString iconName() const override { return QStringLiteral("audit"); }
    [[nodiscard]] QList<PageAction> pageActions() const override;
    [[nodiscard]] bool isReady() const override;
    [[nodiscard]] QWidget *initialFocus() override;
    void navigate(const QJsonObject &arguments) override;
    void saveState(QSettings &settings) const override;
    void restoreState(const QSettings &settings) override;

private:
    QAction *makeAction(const QString &text, const QString &iconName, const QList<QKeySequence> &keys, void (AuditPage::*slot)());
    void makeActions();
    void makeHeader(PageHeader &header);
    void connectParts();
    void refresh();
    void updateEmptyState();
    void selectionChanged();
    void showDetails();
    void showMenu(const QPoint &where);
    void setPaused(bool paused);
    void select(int fromEnd);
    void changeFilter(const QString &text);
    [[nodiscard]] QString currentTerm() const;
    [[nodiscard]] QList<QByteArray> valuesOf(QByteArrayView field) const;
    [[nodiscard]] QString countText() const;

    void togglePause() { setPaused(!m_model.isPaused()); }
    void followTail();
    void goToOldest();
    void focusFilter();
    void onlyThis();
    void notThis();
    void orThis();
    void clearFilter();
    void openRule();
    void explain();
    void copyText();
    void copyJson();
    void copyMarkdown();
    void copyCommand();
    void copyFilter();
    void exportRecords();

    Session &m_session;
    AuditModel m_model;
    AuditFeed *m_feed;
    FilterBar *m_filter;
    AuditTable *m_table;
    RecordDetails *m_details;
    QStackedWidget *m_stack;
    QSplitter *m_splitter;
    EmptyState *m_empty;
    QLabel *m_counts;
    Banner *m_banner;
    QTimer m_relativeTick;
    int m_pendingSelect = -1;
    QAction *m_pause, *m_follow, *m_oldest, *m_focusFilter, *m_only, *m_not, *m_or, *m_clear, *m_denials, *m_errors, *m_openRule, *m_explain, *m_copy,
        *m_copyJson, *m_copyMarkdown, *m_copyCommand, *m_copyFilter, *m_export, *m_detailsAction;
    QList<QAction *> m_timeActions;
};

} // namespace Cofferdam::App
