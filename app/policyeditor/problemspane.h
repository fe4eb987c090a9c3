// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/policyeditor/model/problemmodel.h"

#include <QtWidgets/QWidget>

class QStackedWidget;
class QTreeView;

namespace Cofferdam::App {
class Chip;
class ElidedLabel;
}

namespace Cofferdam::PolicyEditor {

/// Below the editor: the problems of the draft in the words of check-config, how many of each kind, and what the chosen one
/// means. GUI thread.
class ProblemsPane : public QWidget
{
    Q_OBJECT
public:
    explicit ProblemsPane(QWidget *parent = nullptr);

    void setChecked(const Checked &checked, const QByteArray &fileName);
    void select(int row);
    [[nodiscard]] ProblemModel &model() { return m_model; }

Q_SIGNALS:
    void problemChosen(int row); ///< click or Enter: go to its place
    void fixesRequested(int row); ///< Alt+Enter in the list

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void showMeaning();

    ProblemModel m_model;
    QTreeView *m_table;
    QStackedWidget *m_stack;
    App::Chip *m_errors, *m_warnings, *m_notes;
    App::ElidedLabel *m_meaning;
};

} // namespace Cofferdam::PolicyEditor
