// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/connection/session.h"
#include "app/shell/page.h"
#include "app/widgets/theme.h"

#include <QtCore/QSize>

#include <optional>

namespace Cofferdam::App {

/// The command line of cofferdam, read.
struct Options {
    Session::Target target;
    std::optional<Scheme> scheme; ///< nothing: as set in the window
    Navigation navigation; ///< empty page: the one of last time
    QString screenshot; ///< the file; empty: a window
    QSize size {1280, 800}; ///< of the picture, device-independent
};

/// Before QApplication: what Qt reads when it starts (platform, scale).
void prepareEnvironment(int argc, char **argv);
/// Error: usage, the message for people. --help and --version print and leave.
[[nodiscard]] Result<Options> readOptions(const QStringList &arguments);

} // namespace Cofferdam::App
