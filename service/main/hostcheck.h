// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QJsonObject>

namespace Cofferdam::Main {

/// What this machine can do for the service: {checks: [{name, available, detail}], limits_enforced, level}. Looks, changes nothing.
[[nodiscard]] QJsonObject checkHost();

} // namespace Cofferdam::Main
