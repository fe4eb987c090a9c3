// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "service/operation/operation.h"
#include "service/sandbox/api/sandbox.h"

namespace Cofferdam::Process {

/// The operations that start programs: `shell` (endpoints.md 1.4, 1.8; sandbox.md 2). backend must outlive them. Handlers return at once;
/// the program's end comes through the future.
[[nodiscard]] Operations processOperations(Sandbox::SandboxBackend &backend);

} // namespace Cofferdam::Process
