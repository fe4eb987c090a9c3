// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/policyeditor/model/diffmodel.h"

#include <QtWidgets/QWidget>

class QAction;
class QLabel;
class QStackedWidget;
class QTableView;
class QToolButton;

namespace Cofferdam::PolicyEditor {

/// Two texts beside each other or unified, with keys for the next and the previous change (Alt+Down, Alt+Up). GUI thread.
class DiffView : public QWidget
{
    Q_OBJECT
public:
    explicit DiffView(QWidget *parent = nullptr);

    void compare(const QString &beforeTitle, const QString &before, const QString &afterTitle, const QString &after);
    /// Shown while there is nothing to compare, or both are equal.
    void setEmptyText(const QString &title, const QString &text);
    [[nodiscard]] DiffModel &model() { return m_model; }

protected:
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void applyLayout(DiffModel::Layout layout);
    void goTo(int row);
    void updateColumns();
    void updateState();

    DiffModel m_model;
    QTableView *m_table;
    QLabel *m_summary;
    QStackedWidget *m_stack;
    QToolButton *m_unified;
    QAction *m_next, *m_previous;
};

} // namespace Cofferdam::PolicyEditor
