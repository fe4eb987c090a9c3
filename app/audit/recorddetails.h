// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/audit/auditrow.h"

#include <QtWidgets/QWidget>

class QAction;
class QLabel;
class QPlainTextEdit;
class QStackedWidget;

namespace Cofferdam::App {

class Chip;
class ElidedLabel;
class EmptyState;
class FactSheet;
class Session;

/// The selected record whole: the decision, the deciding rule with its links, the facts, the exact line. Shows what the table knows
/// at once and asks the service for the rest.
class RecordDetails : public QWidget
{
    Q_OBJECT
public:
    explicit RecordDetails(Session &session, QWidget *parent = nullptr);

    void showRecord(const AuditRow &row);
    void clear();
    [[nodiscard]] bool hasRecord() const { return m_row.seq >= 0; }
    [[nodiscard]] bool isComplete() const { return m_complete; } ///< the service answered, or said that it cannot
    [[nodiscard]] const AuditRow &row() const { return m_row; }
    [[nodiscard]] QJsonObject record() const { return m_record; } ///< empty until the service answered
    void addLinks(QAction *openRule, QAction *explain); ///< the buttons under the rule

Q_SIGNALS:
    void completed();
    void filterRequested(const QString &term);

private:
    void fetch();
    void render();

    Session &m_session;
    AuditRow m_row;
    QJsonObject m_record;
    QString m_problem;
    bool m_complete = true;
    QStackedWidget *m_stack;
    EmptyState *m_empty;
    Chip *m_decision;
    ElidedLabel *m_endpoint, *m_rule;
    QLabel *m_gate;
    QWidget *m_links;
    FactSheet *m_facts;
    QPlainTextEdit *m_line;
};

} // namespace Cofferdam::App
