// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/base/error.h"

#include <QtCore/QByteArrayView>

#include <optional>

namespace Cofferdam::Client {

/// What a caller does about an error, from its stable code (endpoints.md 2): the first six carry the numbers of the client contract.
enum class ErrorClass {
    Api, ///< E9000: everything without a class of its own
    Auth, ///< E9001: the token is missing or not known
    PolicyDenied, ///< E9002: the policy forbids it; details.rule says where
    EndpointNotAvailable, ///< E9003: switched off, or its engine is missing
    PayloadTooLarge, ///< E9004
    RateLimited, ///< E9005: retryAfter() says when
    NotFound, ///< the policy passed, nothing is there
    OsPermission, ///< the operating system refused
    TimedOut, ///< a command, or the service itself
    NoService, ///< nobody answers, or the connection broke
};

[[nodiscard]] ErrorClass errorClass(const Error &error);
/// "E9002"; empty for the classes without a number.
[[nodiscard]] QByteArrayView errorNumber(ErrorClass kind);
/// Seconds until another try, of a RateLimited error that names them.
[[nodiscard]] std::optional<qint64> retryAfter(const Error &error);

} // namespace Cofferdam::Client
