// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/policyeditor/model/draftcheck.h"
#include "app/policyeditor/model/effectiverulemodel.h"

#include <QtWidgets/QWidget>

class QLabel;
class QStackedWidget;
class QTreeView;

namespace Cofferdam::App {
class Chip;
class ElidedLabel;
}

namespace Cofferdam::PolicyEditor {

/// The right pane: the effective rule of one endpoint for one identity, every field with where it comes from, and what lost below
/// it. GUI thread.
class EffectivePane : public QWidget
{
    Q_OBJECT
public:
    explicit EffectivePane(QWidget *parent = nullptr);

    /// Explains with the local engine; without a policy or an endpoint the pane says what to do.
    void show(const Checked &checked, const QByteArray &identity, const QByteArray &endpoint);
    void setOutOfDate(bool outOfDate); ///< the text has errors: this is the last valid state
    [[nodiscard]] EffectiveRuleModel &model() { return m_model; }

Q_SIGNALS:
    void placeChosen(int line, int column);
    void ruleChosen(const QByteArray &rule); ///< one that stands in no document

private:
    void choose(const QModelIndex &index);
    void showDecision(const QJsonObject &explanation, const Policy::Endpoint &endpoint);

    EffectiveRuleModel m_model;
    QLabel *m_name, *m_summary, *m_outOfDate;
    App::ElidedLabel *m_route;
    App::Chip *m_decision;
    QStackedWidget *m_stack;
    QTreeView *m_tree;
};

} // namespace Cofferdam::PolicyEditor
