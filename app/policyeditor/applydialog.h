// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/policyeditor/model/differencemodel.h"
#include "app/policyeditor/model/policydesk.h"
#include "app/policyeditor/model/problemmodel.h"

#include <QtWidgets/QDialog>

class QLabel;
class QLineEdit;
class QPushButton;
class QStackedWidget;
class QTabWidget;
class QTreeView;

namespace Cofferdam::App {
class Banner;
class EmptyState;
}

namespace Cofferdam::PolicyEditor {

class DiffView;

/// Review and apply: what the draft changes in words and in text, judged by the service; every opening must be ticked, a reason
/// given, then it is applied, and can be undone with one click. The Apply button says what is missing. GUI thread. PE07, PE08.
class ApplyDialog : public QDialog
{
    Q_OBJECT
public:
    ApplyDialog(PolicyDesk &desk, QWidget *parent);

    [[nodiscard]] DifferenceModel &differences() { return m_differences; }
    [[nodiscard]] QPushButton *applyButton() const { return m_apply; }
    [[nodiscard]] QPushButton *undoButton() const { return m_undo; }
    [[nodiscard]] QLineEdit *reasonField() const { return m_reason; }
    /// What still stands between the draft and the service; empty when Apply may be pressed.
    [[nodiscard]] QString missing() const;

private:
    QWidget *buildReview();
    QWidget *buildChanges();
    QWidget *buildResult();
    void ask();
    void takeVerdict(const Result<QJsonValue> &answer);
    void takeLint(const QJsonObject &verdict);
    void apply();
    void takeResult(const Result<QJsonValue> &answer);
    void undo();
    void updateState();

    PolicyDesk &m_desk;
    DifferenceModel m_differences;
    ProblemModel m_problems;
    QString m_before;
    bool m_judged = false, m_valid = false, m_busy = false;
    QStackedWidget *m_stack = nullptr;
    QTabWidget *m_tabs = nullptr;
    App::Banner *m_banner = nullptr;
    App::EmptyState *m_result = nullptr;
    QStackedWidget *m_changes = nullptr;
    App::EmptyState *m_noChanges = nullptr;
    QTreeView *m_table = nullptr, *m_lint = nullptr;
    DiffView *m_diff = nullptr;
    QLabel *m_ticks = nullptr;
    QPushButton *m_tickAll = nullptr, *m_apply = nullptr, *m_undo = nullptr;
    QLineEdit *m_reason = nullptr;
};

} // namespace Cofferdam::PolicyEditor
