// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QJsonObject>
#include <QtWidgets/QWidget>

class QComboBox;
class QLabel;
class QLineEdit;

namespace Cofferdam::App {

class Session;

/// The question: who, which endpoint, on which path, as what. Completes from identities and the catalogue; says what it misses
/// instead of asking a half question. With no identity chosen it takes free scopes.
class CheckForm : public QWidget
{
    Q_OBJECT
public:
    explicit CheckForm(Session &session, QWidget *parent = nullptr);

    /// Parameters of policy.explain; empty where the question is not complete (problem() says why).
    [[nodiscard]] QJsonObject question() const;
    [[nodiscard]] QString problem() const;
    void fill(const QJsonObject &arguments); ///< {identity, scopes, endpoint, path, op, params}
    void focusFirst();

Q_SIGNALS:
    void submitted();
    void changed();

private:
    void fillIdentities();
    void fillEndpoints();
    void updateFields();
    [[nodiscard]] bool asksScopes() const;
    [[nodiscard]] QJsonObject endpointInfo() const;

    Session &m_session;
    QComboBox *m_identity, *m_endpoint, *m_op;
    QLineEdit *m_scopes, *m_path, *m_params;
    QLabel *m_scopesLabel, *m_pathLabel, *m_opLabel, *m_summary, *m_problem;
};

} // namespace Cofferdam::App
