// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QObject>
#include <QtCore/QSize>
#include <QtCore/QTimer>

namespace Cofferdam::App {

class MainWindow;
class Session;

/// Draws the window into a PNG once it says that everything is loaded, never before, and says with which code to leave: 0, 1 (not
/// ready in time, or the file cannot be written), 69 (no service), 77 (refused). Window and session must outlive it.
class Screenshot : public QObject
{
    Q_OBJECT
public:
    static constexpr int deadlineMs = 20'000;
    static constexpr int settleMs = 250;

    Screenshot(MainWindow &window, Session &session, QString fileName, QObject *parent = nullptr);

Q_SIGNALS:
    void finished(int exitCode);

private:
    void check();
    void take();
    void giveUp();

    MainWindow &m_window;
    Session &m_session;
    QString m_fileName;
    QTimer m_deadline, m_settle;
};

} // namespace Cofferdam::App
