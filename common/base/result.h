// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/base/error.h"

#include <expected>
#include <utility>

namespace Cofferdam {

/// The outcome of an operation that can fail. No exception crosses a module.
template <typename T>
using Result = std::expected<T, Error>;

[[nodiscard]] inline std::unexpected<Error> failure(QByteArray code, QString message, QJsonObject details = {})
{
    return std::unexpected(Error {std::move(code), std::move(message), std::move(details), {}});
}

[[nodiscard]] inline std::unexpected<Error> failure(Error error) { return std::unexpected(std::move(error)); }

} // namespace Cofferdam
