// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "service/main/logging.h"

#include <QtCore/QMessageLogContext>
#include <QtCore/QString>

#include <unistd.h>

#include <atomic>
#include <cstdlib>

namespace Cofferdam::Main {

namespace {

std::atomic<int> mostVerbose = 6; // syslog: 3 error, 4 warning, 6 info, 7 debug

int priorityOf(QtMsgType type)
{
    switch (type) {
    case QtDebugMsg: return 7;
    case QtInfoMsg: return 6;
    case QtWarningMsg: return 4;
    case QtCriticalMsg: return 3;
    case QtFatalMsg: return 2;
    }
    return 6;
}

void writeMessage(QtMsgType type, const QMessageLogContext &, const QString &message)
{
    const int priority = priorityOf(type);
    if (priority > mostVerbose)
        return;
    QByteArray text = message.toUtf8();
    for (char &c : text) {
        if ((c >= 0 && c < 0x20) || c == 0x7f)
            c = ' '; // one event is one line, and no live escapes reach a terminal
    }
    const QByteArray line = '<' + QByteArray::number(priority) + '>' + text + '\n';
    [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, line.constData(), size_t(line.size()));
    if (type == QtFatalMsg)
        std::abort();
}

} // namespace

void installLogging(const QByteArray &level)
{
    mostVerbose = level == "debug" ? 7 : level == "warning" ? 4 : level == "error" ? 3 : 6;
    qInstallMessageHandler(writeMessage);
}

} // namespace Cofferdam::Main
