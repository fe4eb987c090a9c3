// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QByteArray>
#include <QtCore/QElapsedTimer>
#include <QtCore/QObject>
#include <QtCore/QStringList>
#include <QtCore/QTimer>

namespace Cofferdam::App {

/// Starts cofferdamd for this login session: detached, so that it outlives the console, its stderr in a log beside the run-time
/// directory's files. Says started() when service.json names a live process, failed() with the log's last lines when the program
/// ended or ten seconds went by. GUI thread; one start at a time.
class ServiceStarter : public QObject
{
    Q_OBJECT
public:
    explicit ServiceStarter(QByteArray runtimeDir, QObject *parent = nullptr);

    /// cofferdamd beside this program, in the build tree's place for it, or in PATH; empty where there is none.
    [[nodiscard]] static QString program();
    void start();
    [[nodiscard]] bool isRunning() const { return m_watch.isActive(); }

Q_SIGNALS:
    void started();
    void failed(const QString &reason, const QStringList &lastLines);

private:
    void watch();
    void fail(const QString &reason);

    QByteArray m_runtimeDir;
    QString m_log;
    QTimer m_watch;
    QElapsedTimer m_since;
    qint64 m_pid = 0;
};

} // namespace Cofferdam::App
