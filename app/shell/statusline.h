// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtWidgets/QStatusBar>

class QToolButton;
class QLabel;

namespace Cofferdam::App {

class Session;
struct Navigation;

/// The status bar: connection, preset, revision, lint, requests a second, each a button that leads to its page. Follows the session.
class StatusLine : public QStatusBar
{
    Q_OBJECT
public:
    explicit StatusLine(Session &session, QWidget *parent = nullptr);

Q_SIGNALS:
    void navigationRequested(const Cofferdam::App::Navigation &navigation);
    void connectionClicked();

protected:
    void changeEvent(QEvent *event) override;

private:
    QToolButton *addPart(const QString &name);
    void refresh();
    void updateConnection();
    void updateLint();

    Session &m_session;
    QToolButton *m_connection, *m_preset, *m_revision, *m_lint, *m_rate;
};

} // namespace Cofferdam::App
