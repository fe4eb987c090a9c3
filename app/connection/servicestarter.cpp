// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/connection/servicestarter.h"

#include "common/client/consoleclient.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QFileInfo>
#include <QtCore/QProcess>
#include <QtCore/QStandardPaths>

#include <cerrno>
#include <csignal>

using namespace Qt::StringLiterals;

namespace Cofferdam::App {

namespace {

constexpr int watchIntervalMs = 100;
constexpr int startTimeoutMs = 10'000;
constexpr qsizetype shownLines = 12;
constexpr qint64 readBack = 16 * 1024;

QStringList lastLinesOf(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) return {};
    if (file.size() > readBack) file.seek(file.size() - readBack);
    QStringList lines = QString::fromUtf8(file.readAll()).split(u'\n', Qt::SkipEmptyParts);
    return lines.size() > shownLines ? lines.sliced(lines.size() - shownLines) : lines;
}

} // namespace

ServiceStarter::ServiceStarter(QByteArray runtimeDir, QObject *parent)
    : QObject(parent), m_runtimeDir(std::move(runtimeDir))
{
    m_watch.setInterval(watchIntervalMs);
    connect(&m_watch, &QTimer::timeout, this, &ServiceStarter::watch);
}

QString ServiceStarter::program()
{
    const QString here = QCoreApplication::applicationDirPath();
    for (const QString &candidate : {here + u"/cofferdamd"_s, here + u"/../../service/main/cofferdamd"_s}) {
        if (QFileInfo(candidate).isExecutable()) return QDir::cleanPath(candidate);
    }
    return QStandardPaths::findExecutable(u"cofferdamd"_s);
}

void ServiceStarter::start()
{
    if (isRunning()) return;
    const QString file = program();
    if (file.isEmpty()) {
        Q_EMIT failed(tr("cofferdamd was not found beside this program nor in PATH."), {});
        return;
    }
    const QString folder = QFile::decodeName(m_runtimeDir.isEmpty() ? Client::defaultRuntimeDir() : m_runtimeDir);
    if (!QDir().mkpath(folder)) return fail(tr("The folder %1 cannot be made.").arg(folder));
    QFile::setPermissions(folder, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    m_log = folder + u"/console-start.log"_s;
    QFile::remove(m_log);
    QProcess process;
    process.setProgram(file);
    if (!m_runtimeDir.isEmpty()) process.setArguments({u"--runtime-dir"_s, folder});
    process.setStandardInputFile(QProcess::nullDevice());
    process.setStandardOutputFile(QProcess::nullDevice());
    process.setStandardErrorFile(m_log);
    if (!process.startDetached(&m_pid)) return fail(tr("%1 could not be started.").arg(file));
    m_since.start();
    m_watch.start();
}

void ServiceStarter::watch()
{
    const Result<Client::ServiceAddress> found = Client::findService(m_runtimeDir);
    const bool alive = ::kill(pid_t(m_pid), 0) == 0 || errno != ESRCH;
    if (found && (found->pid == m_pid || (alive && ::kill(pid_t(found->pid), 0) == 0))) {
        m_watch.stop();
        Q_EMIT started();
    } else if (!alive) {
        fail(tr("The service ended at once."));
    } else if (m_since.hasExpired(startTimeoutMs)) {
        fail(tr("The service did not say that it listens within ten seconds."));
    }
}

void ServiceStarter::fail(const QString &reason)
{
    m_watch.stop();
    Q_EMIT failed(reason, lastLinesOf(m_log));
}

} // namespace Cofferdam::App
