// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/base/uniquefd.h"
#include "service/main/environment.h"
#include "service/main/options.h"

namespace Cofferdam::Main {

/// Where the service keeps its own files, architecture.md 5. All absolute, for the service leaves the folder it was started in.
struct Places {
    QByteArray stateDir;
    QByteArray runtimeDir;
    QByteArray configDir; ///< empty where there is no home
    QByteArray baseDir; ///< what base_dir falls back to
    QByteArray program; ///< this executable
    QByteArray policyFile; ///< --policy, empty where not given
    QByteArray environmentPolicyFile; ///< ABX_SERVER_POLICY_FILE, empty where not set

    [[nodiscard]] QByteArray operatorTokenFile() const { return runtimeDir + "/operator.token"; }
    [[nodiscard]] QByteArray serviceFile() const { return runtimeDir + "/service.json"; }
};

/// Decides and makes them: 0700, owned by this user, not a link; an existing one that is open to others is refused. Errors: os_permission, io_error, with the path in the message.
[[nodiscard]] Result<Places> preparePlaces(const Options &options, const Environment &environment);

/// Holds the run-time directory for one service. Errors: already_exists with details.pid.
[[nodiscard]] Result<UniqueFd> lockRuntimeDir(const QByteArray &runtimeDir);

} // namespace Cofferdam::Main
