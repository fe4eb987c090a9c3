// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/base/result.h"

#include <QtCore/QByteArray>
#include <QtCore/QHash>

#include <optional>

namespace Cofferdam::Main {

/// The environment the service was started with, taken out of the process: after takeEnvironment() neither /proc/PID/environ nor a child
/// holds any of it but a short list of harmless variables (security.md E5).
class Environment
{
public:
    /// The first time: writes the whole environment to a sealed memory file and executes this program again with a clean one, so it does not
    /// return. The second time: reads it back. Errors: the kernel refused a step; nothing has been served then.
    [[nodiscard]] static Result<Environment> take(char **argv);

    [[nodiscard]] std::optional<QByteArray> value(const QByteArray &name) const;
    /// The value of an absolute directory variable; nothing where unset, empty or relative.
    [[nodiscard]] QByteArray directory(const QByteArray &name) const;

private:
    QHash<QByteArray, QByteArray> m_values;
};

} // namespace Cofferdam::Main
