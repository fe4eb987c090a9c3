// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "service/main/program.h"

#include "common/policy/catalogue.h"
#include "service/main/application.h"
#include "service/main/hostcheck.h"
#include "service/main/logging.h"
#include "service/main/signals.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QJsonDocument>

#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

using namespace Qt::StringLiterals;

namespace Cofferdam::Main {

namespace {

int printJson(const QJsonObject &object)
{
    const QByteArray text = QJsonDocument(object).toJson();
    return std::fwrite(text.constData(), 1, size_t(text.size()), stdout) == size_t(text.size()) ? Success : Failure;
}

int complain(const Error &error, int exitCode)
{
    qCritical("%s", qUtf8Printable(error.message));
    return exitCode;
}

/// No core dump and no look into this process from others of the same user: it holds tokens.
void closeToOthers()
{
    const rlimit none {0, 0};
    ::setrlimit(RLIMIT_CORE, &none);
    ::prctl(PR_SET_DUMPABLE, 0);
}

/// As many descriptors as may be had: every connection, spool and program takes some.
void raiseDescriptorLimit()
{
    rlimit limit {};
    if (::getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < limit.rlim_max) {
        limit.rlim_cur = std::min<rlim_t>(limit.rlim_max, 65536);
        ::setrlimit(RLIMIT_NOFILE, &limit);
    }
}

} // namespace

int runProgram(int argc, char **argv)
{
    const ParsedOptions parsed = parseOptions(argc, argv);
    if (!parsed.options)
        return parsed.exitCode;
    const Options &options = *parsed.options;
    if (options.describe)
        return printJson(Policy::describe());
    if (options.checkHost)
        return printJson(checkHost());
    installLogging(options.logLevel);
    const auto environment = Environment::take(argv);
    if (!environment)
        return complain(environment.error(), Software);
    closeToOthers();
    raiseDescriptorLimit();
    ::umask(0077);
    const auto places = preparePlaces(options, *environment);
    if (!places)
        return complain(places.error(), Configuration);
    auto lock = lockRuntimeDir(places->runtimeDir);
    if (!lock)
        return complain(lock.error(), lock.error().code == "already_exists" ? TemporaryFailure : Configuration);
    ::qputenv("QT_NO_GLIB", "1"); // the plain event loop costs a fifth less a request
    QCoreApplication qt(argc, argv);
    Signals unixSignals;
    Application application(options, *environment, *places, std::move(*lock));
    QObject::connect(&unixSignals, &Signals::stopAsked, &application, &Application::stop);
    QObject::connect(&unixSignals, &Signals::reloadAsked, &application, &Application::reload);
    if (const std::optional<int> failed = application.start())
        return *failed;
    return QCoreApplication::exec();
}

} // namespace Cofferdam::Main
