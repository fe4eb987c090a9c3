// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QByteArray>
#include <QtCore/QList>

#include <optional>

namespace Cofferdam::Main {

/// The command line of cofferdamd, http.md 5.
struct Options {
    QList<QByteArray> listen;
    QByteArray policyFile;
    QByteArray baseDir;
    QByteArray stateDir;
    QByteArray runtimeDir;
    int workers = 0; ///< 0: one a core
    bool strict = false;
    bool describe = false;
    bool checkHost = false;
    QByteArray logLevel = "info";
};

/// The options, or the exit code of --help, --version and mistakes, which have been answered on stdout or stderr.
struct ParsedOptions {
    std::optional<Options> options;
    int exitCode = 0;
};
[[nodiscard]] ParsedOptions parseOptions(int argc, char **argv);

} // namespace Cofferdam::Main
