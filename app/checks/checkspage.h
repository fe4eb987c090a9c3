// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/checks/tracemodel.h"
#include "app/shell/page.h"

class QLabel;
class QStackedWidget;
class QTreeView;

namespace Cofferdam::App {

class CheckForm;
class EmptyState;
class Session;
class VerdictCard;

/// Ask the policy: would this call be allowed, which rule says so, and why did the others lose. Answers for the running policy,
/// beside it for the draft that is being edited, and what was decided then where the question came from the audit log. The service
/// judges; no file is touched. navigate: {identity, scopes, endpoint, path, op, params, run, then}. The session must outlive it.
class ChecksPage : public Page
{
    Q_OBJECT
public:
    explicit ChecksPage(Session &session, QWidget *parent = nullptr);

    [[nodiscard]] QByteArray pageId() const override { return "checks"; }
    [[nodiscard]] QString title() const override { return tr("Checks"); }
    [[nodiscard]] QString iconName() const override { return QStringLiteral("checks"); }
    [[nodiscard]] QList<PageAction> pageActions() const override;
    [[nodiscard]] bool isReady() const override;
    [[nodiscard]] QWidget *initialFocus() override;
    void navigate(const QJsonObject &arguments) override;
    void saveState(QSettings &settings) const override;
    void restoreState(const QSettings &settings) override;

private:
    QWidget *makeFormSide();
    QWidget *makeAnswerSide();
    QAction *makeAction(const QString &text, const QString &iconName, const QKeySequence &keys, void (ChecksPage::*slot)());
    void submit();
    void run();
    void clear();
    void ask(const QJsonObject &question, VerdictCard &card, bool isRunningPolicy);
    void accept(const QJsonObject &answer, VerdictCard &card, bool isRunningPolicy);
    void showThen();
    void compare();
    void openRule(const QJsonObject &answer);
    void openCurrent();
    void copyCommand();

    Session &m_session;
    CheckForm *m_form;
    TraceModel m_trace;
    QStackedWidget *m_stack;
    EmptyState *m_empty;
    VerdictCard *m_running, *m_draft, *m_then;
    QTreeView *m_tree;
    QAction *m_run, *m_clear, *m_open, *m_copyCommand, *m_expand, *m_collapse;
    QJsonObject m_thenDecision, m_question;
    int m_asked = 0; ///< answers on their way
    int m_generation = 0;
    bool m_runWhenConnected = false;
};

} // namespace Cofferdam::App
