// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "service/operations/process/environment.h"

namespace Cofferdam::Process {

/// A `shell` call as read from its JSON body (endpoints.md 1.8).
struct ShellRequest {
    QList<QByteArray> argv; ///< never empty
    Variables environment;
    QByteArray standardInput;
    std::optional<qint64> timeoutSeconds;
    bool shellMode = false;
};

/// Reads the body and judges the parameters of the call's rule that need no disk: shell_mode, variables, the size of stdin.
/// Errors: invalid_request with details.pointer, param_not_allowed, payload_too_large.
[[nodiscard]] Result<ShellRequest> readShellRequest(const RequestContext &context);

} // namespace Cofferdam::Process
