// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/client/clienterrors.h"

#include <array>

using namespace Qt::StringLiterals;

namespace Cofferdam::Client {

namespace {

struct Row {
    const char *code;
    ErrorClass kind;
};

constexpr std::array table {
    Row {"param_not_allowed", ErrorClass::PolicyDenied},
    Row {"scope_missing", ErrorClass::PolicyDenied},
    Row {"endpoint_disabled", ErrorClass::EndpointNotAvailable},
    Row {"backend_unavailable", ErrorClass::EndpointNotAvailable},
    Row {"os_permission", ErrorClass::OsPermission},
    Row {"command_timeout", ErrorClass::TimedOut},
    Row {"request_timeout", ErrorClass::TimedOut},
    Row {"time_out", ErrorClass::TimedOut},
    Row {"no_service", ErrorClass::NoService},
    Row {"connection_lost", ErrorClass::NoService},
};

} // namespace

ErrorClass errorClass(const Error &error)
{
    const int status = error.details.value("status"_L1).toInt();
    if (error.code == "auth_throttled")
        return ErrorClass::RateLimited;
    if (error.code.startsWith("auth_"))
        return ErrorClass::Auth;
    if (error.code.startsWith("path_"))
        return ErrorClass::PolicyDenied;
    for (const Row &row : table) {
        if (error.code == row.code)
            return row.kind;
    }
    if (status == 413)
        return ErrorClass::PayloadTooLarge;
    if (status == 429)
        return ErrorClass::RateLimited;
    if (error.code.endsWith("_not_found") && error.code != "route_not_found")
        return ErrorClass::NotFound;
    return ErrorClass::Api;
}

QByteArrayView errorNumber(ErrorClass kind)
{
    switch (kind) {
    case ErrorClass::Api: return "E9000";
    case ErrorClass::Auth: return "E9001";
    case ErrorClass::PolicyDenied: return "E9002";
    case ErrorClass::EndpointNotAvailable: return "E9003";
    case ErrorClass::PayloadTooLarge: return "E9004";
    case ErrorClass::RateLimited: return "E9005";
    case ErrorClass::NotFound:
    case ErrorClass::OsPermission:
    case ErrorClass::TimedOut:
    case ErrorClass::NoService: break;
    }
    return {};
}

std::optional<qint64> retryAfter(const Error &error)
{
    const QJsonValue seconds = error.details.value("retry_after"_L1);
    return seconds.isDouble() ? std::optional(seconds.toInteger()) : std::nullopt;
}

} // namespace Cofferdam::Client
