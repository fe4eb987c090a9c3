// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/base/error.h"

#include <QtCore/QByteArrayView>

#include <span>

namespace Cofferdam {

/// One row of endpoints.md 2.
struct ErrorCodeInfo {
    const char *code;
    int status; ///< HTTP
    const char *type; ///< the class-like word of old clients
    const char *meaning; ///< one sentence
};

/// All codes the service answers with, in the order of endpoints.md 2.
[[nodiscard]] std::span<const ErrorCodeInfo> errorCodes();
/// The row of a code; internal_error's for one that is not in the table.
[[nodiscard]] const ErrorCodeInfo &errorCodeInfo(QByteArrayView code);
/// The body of an error answer: {error, type, code, request_id, …details}, endpoints.md 2. ASCII JSON.
[[nodiscard]] QByteArray errorBody(const Error &error, QByteArrayView requestId);
/// The standard reason phrase of an HTTP status.
[[nodiscard]] QByteArrayView reasonPhrase(int status);

} // namespace Cofferdam
