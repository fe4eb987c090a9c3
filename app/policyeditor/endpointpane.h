// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/policyeditor/model/endpointstatemodel.h"

#include <QtCore/QSortFilterProxyModel>
#include <QtWidgets/QWidget>

class QComboBox;
class QTreeView;

namespace Cofferdam::App {
class SearchField;
}

namespace Cofferdam::PolicyEditor {

/// The left pane: for whom, and every endpoint by group with its state. GUI thread.
class EndpointPane : public QWidget
{
    Q_OBJECT
public:
    explicit EndpointPane(QWidget *parent = nullptr);

    void setChecked(const Checked &checked); ///< the newest policy without errors
    void selectEndpoint(const QByteArray &endpoint); ///< without endpointChosen()
    void selectIdentity(const QByteArray &identity);
    [[nodiscard]] QByteArray identity() const;
    [[nodiscard]] QByteArray endpoint() const;
    [[nodiscard]] EndpointStateModel &model() { return m_model; }
    [[nodiscard]] QWidget *filterField() const;

Q_SIGNALS:
    void identityChanged();
    void endpointSelected(const QByteArray &endpoint); ///< by the operator, with keys or mouse
    void endpointChosen(const QByteArray &endpoint); ///< and meant: click, Enter, F12

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void fillIdentities();
    void updateStates();
    void applyFilter(const QString &text);
    void chooseCurrent();

    EndpointStateModel m_model;
    QSortFilterProxyModel m_filter;
    Checked m_checked;
    QComboBox *m_identity;
    App::SearchField *m_search;
    QTreeView *m_tree;
    bool m_selecting = false;
};

} // namespace Cofferdam::PolicyEditor
