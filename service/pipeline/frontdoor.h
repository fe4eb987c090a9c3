// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/base/result.h"
#include "common/policy/catalogue.h"
#include "common/policy/compiledpolicy.h"
#include "service/gate/head.h"
#include "service/operation/requestcontext.h"

namespace Cofferdam::Pipeline {

/// Host and Origin (http.md 1), before authentication: host_not_allowed, origin_not_allowed.
[[nodiscard]] Result<void> checkHostAndOrigin(const Gate::Head &head, const Policy::HttpSection &http);

/// X-Session-Id, X-Agent-Id, X-Task-Id: each once, [A-Za-z0-9._-]{1,64}; anything else is invalid_request.
[[nodiscard]] Result<void> readCorrelation(const Gate::Head &head, Correlation &correlation);

/// Splits and decodes a query whose escapes the gate has checked. A key sent twice, compared after decoding, is duplicate_parameter.
[[nodiscard]] Result<QList<std::pair<QByteArray, QByteArray>>> parseQuery(const QByteArray &query);

/// The body the endpoint takes against the one announced: unsupported_media_type, length_required, request_too_large, invalid_request.
[[nodiscard]] Result<void> checkBody(const Gate::Head &head, Policy::BodyKind kind, std::optional<qint64> mostBytes);

/// Query keys the endpoint does not know are invalid_request.
[[nodiscard]] Result<void> checkQueryKeys(const QList<std::pair<QByteArray, QByteArray>> &query, const Policy::Endpoint &endpoint);

} // namespace Cofferdam::Pipeline
