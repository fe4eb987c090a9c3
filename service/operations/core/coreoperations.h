// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "service/operation/operation.h"

#include <functional>

namespace Cofferdam::Core {

/// health, capabilities, capabilities_check. state gives "starting", "ok" or "stopping" from any thread.
[[nodiscard]] Operations coreOperations(std::function<QByteArray()> state);

} // namespace Cofferdam::Core
