// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "service/operation/requestcontext.h"

namespace Cofferdam::Process {

/// A program that was found.
struct Program {
    QByteArray path; ///< absolute, as found
    QByteArray resolved; ///< links followed
    [[nodiscard]] QByteArray name() const { return path.sliced(path.lastIndexOf('/') + 1); }
};

/// Finds word as execvp would, in directories; with a slash it is a path, relative to directory. Error: command_not_startable, stage
/// "resolve".
[[nodiscard]] Result<Program> findProgram(const QByteArray &word, const QList<QByteArray> &directories, const QByteArray &directory);

/// allow_commands and deny_commands of the call's rule: names or absolute paths, against the resolved program. A name allows only the
/// program that directories give for it; it denies whatever bears it, before or after following links. Error: param_not_allowed.
[[nodiscard]] Result<void> checkProgram(const RequestContext &context, const Program &program, const QList<QByteArray> &directories);

} // namespace Cofferdam::Process
