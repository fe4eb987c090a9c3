// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/policyeditor/model/historymodel.h"
#include "app/policyeditor/model/policydesk.h"

#include <QtCore/QHash>
#include <QtCore/QSet>
#include <QtWidgets/QDialog>

class QLineEdit;
class QPushButton;
class QTreeView;

namespace Cofferdam::App {
class Banner;
}

namespace Cofferdam::PolicyEditor {

class DiffView;

/// Every applied policy. One chosen: it against the running one; two chosen: against each other. Restoring applies the old text as
/// a new revision. GUI thread. PE11.
class HistoryDialog : public QDialog
{
    Q_OBJECT
public:
    HistoryDialog(PolicyDesk &desk, QWidget *parent);

    [[nodiscard]] HistoryModel &model() { return m_model; }
    [[nodiscard]] QTreeView *table() const { return m_table; }
    [[nodiscard]] DiffView *diff() const { return m_diff; }
    [[nodiscard]] QPushButton *restoreButton() const { return m_restore; }

private:
    void refresh();
    void selectionChanged();
    void compare();
    /// Asks for the entry's text unless it is known; compare() runs again once it is.
    const QString *textOf(const QByteArray &entry);
    void restore();
    void fail(const QString &what, const Error &error);

    PolicyDesk &m_desk;
    HistoryModel m_model;
    QHash<QByteArray, QString> m_texts;
    QSet<QByteArray> m_asked;
    QTreeView *m_table;
    DiffView *m_diff;
    App::Banner *m_banner;
    QLineEdit *m_reason;
    QPushButton *m_restore;
};

} // namespace Cofferdam::PolicyEditor
