// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/policy/catalogue.h"
#include "service/operation/reply.h"
#include "service/operation/requestcontext.h"

#include <functional>
#include <vector>

namespace Cofferdam {

/// Where a handler runs: on the connection's worker (must return at once), or on the bounded pool (may block).
enum class Runs { Inline, Pool };

/// One thing the service can do: a row of the catalogue bound to its handler. architecture.md 1.
struct Operation {
    QByteArray endpoint; ///< catalogue id
    Runs runs = Runs::Inline;
    std::function<Outcome(const ContextPointer &)> handler;
    /// Checks and reads the request before paths are resolved: unknown fields and wrong types are refused here, and the raw paths
    /// come back as (parameter, bytes). Empty: the pipeline reads the catalogue's path parameters from query or JSON itself.
    std::function<Result<void>(RequestContext &)> prepare;
    /// How a parameter's path is resolved for this request; empty: by its catalogue row (roles, leaf; write may be missing).
    std::function<PathGuard::ResolveOptions(const RequestContext &, const Policy::PathParameter &)> resolveOptions;
    /// For raw bodies beyond 64 KiB: where to spool, from the resolved paths; empty: the run-time directory.
    std::function<Result<UniqueFd>(RequestContext &)> openSpool;
};

/// What a module of operations registers with; the pipeline owns the result.
using Operations = std::vector<Operation>;

} // namespace Cofferdam
