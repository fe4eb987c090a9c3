// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtWidgets/QWidget>

class QAction;
class QPlainTextEdit;
class QLabel;

namespace Cofferdam::App {

class EmptyState;
class ServiceStarter;
class Session;

/// What the window shows while there is nothing to show: that no service runs and how to start one, that it connects, that it was
/// refused and why, and what a failed start wrote.
class ConnectionView : public QWidget
{
    Q_OBJECT
public:
    explicit ConnectionView(Session &session, QWidget *parent = nullptr);
    [[nodiscard]] QAction *startAction() const { return m_start; }
    [[nodiscard]] QAction *retryAction() const { return m_retry; }

private:
    void refresh();
    void startFailed(const QString &reason, const QStringList &lines);

    Session &m_session;
    ServiceStarter *m_starter;
    EmptyState *m_state;
    QAction *m_start, *m_retry;
    QLabel *m_logTitle;
    QPlainTextEdit *m_log;
    QString m_failure;
};

} // namespace Cofferdam::App
