// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/policyeditor/codeeditor.h"
#include "app/policyeditor/endpointpane.h"
#include "app/policyeditor/model/policydesk.h"
#include "app/shell/page.h"

class QSplitter;
class QStackedWidget;

namespace Cofferdam::App {
class Banner;
class Chip;
class ElidedLabel;
class EmptyState;
class PageHeader;
}

namespace Cofferdam::PolicyEditor {

class ApplyDialog;
class EffectivePane;
class FindBar;
class HistoryDialog;
class ProblemsPane;

/// The Policy page: endpoints on the left, the text in the middle with its problems below, the effective rule on the right. The
/// desk holds what is known; the page wires the panes to it. navigate: {line, column}, {rule}, {endpoint, identity}. The session
/// must outlive it. console.md 2.
class PolicyPage : public App::Page
{
    Q_OBJECT
public:
    PolicyPage(App::Session &session, DraftStore store, QWidget *parent = nullptr);
    ~PolicyPage() override;

    [[nodiscard]] QByteArray pageId() const override { return "policy"; }
    [[nodiscard]] QString title() const override { return tr("Policy"); }
    [[nodiscard]] QString iconName() const override { return QStringLiteral("policy"); }
    [[nodiscard]] QList<App::PageAction> pageActions() const override { return m_pageActions; }
    [[nodiscard]] bool isReady() const override;
    [[nodiscard]] QWidget *initialFocus() override { return m_editor; }
    void navigate(const QJsonObject &arguments) override;
    void saveState(QSettings &settings) const override;
    void restoreState(const QSettings &settings) override;

    [[nodiscard]] PolicyDesk &desk() { return m_desk; }
    [[nodiscard]] CodeEditor &editor() { return *m_editor; }
    [[nodiscard]] EndpointPane &endpoints() { return *m_endpoints; }
    [[nodiscard]] EffectivePane &effective() { return *m_effective; }
    [[nodiscard]] ProblemsPane &problems() { return *m_problems; }
    [[nodiscard]] App::Banner &banner() { return *m_banner; }
    [[nodiscard]] QAction *action(const QString &name) const; ///< by its object name
    ApplyDialog *reviewAndApply(); ///< null while the draft cannot be applied
    HistoryDialog *showHistory();

private:
    void buildPanes();
    void buildHeader(App::PageHeader &header);
    void makeActions();
    void makeMenuActions();
    QAction *makeAction(const QString &name, const QString &text, const QString &iconName, const QList<QKeySequence> &keys,
        App::PageAction::Menu menu, std::function<void()> run);
    void addSeparator(App::PageAction::Menu menu) { m_pageActions.append({ nullptr, menu }); }
    void connectParts();
    void takeChecked();
    void updateState();
    void updateBanner();
    void updateChip();
    void updateEmptyState();
    [[nodiscard]] QString stateLine() const;
    void showEffective();
    void followCursor();
    void goToPlace(const SourceSpan &span);
    void goToRule(const QByteArray &rule);
    void goToEndpoint(const QByteArray &endpoint);
    void goToDefinition();
    void walkProblems(bool forwards);
    void goToProblem(int row);
    void offerFixes(int row);
    void applyFix(const Fix &fix);
    void validate();
    void compareOutside();
    void tidy();
    void insertPreset(const QByteArray &name);
    [[nodiscard]] QList<Policy::Completion> completions(QByteArrayView text, qsizetype offset) const;

    PolicyDesk m_desk;
    QList<App::PageAction> m_pageActions;
    QJsonObject m_pending; ///< a navigation that waits for the policy
    QStackedWidget *m_stack;
    App::EmptyState *m_empty;
    App::Banner *m_banner;
    App::Chip *m_chip = nullptr;
    App::ElidedLabel *m_stateLine;
    QSplitter *m_columns, *m_rows;
    EndpointPane *m_endpoints;
    CodeEditor *m_editor;
    FindBar *m_find;
    ProblemsPane *m_problems;
    EffectivePane *m_effective;
    QTimer m_cursorDelay;
    bool m_wasReady = false;
};

} // namespace Cofferdam::PolicyEditor

namespace Cofferdam::App {

/// The Policy page with drafts in their usual place.
[[nodiscard]] Page *createPolicyPage(Session &session, QWidget *parent);

} // namespace Cofferdam::App
