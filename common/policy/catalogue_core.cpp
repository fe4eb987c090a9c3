// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/policy/catalogue_rows.h"

namespace Cofferdam::Policy::Rows {

namespace {

constexpr Row coreRows[] = {
    {.id = "health", .route = "GET /health", .flags = NoAuthentication,
        .summary = "alive; 503 with `starting` or `stopping` otherwise; says nothing else"},
    {.id = "capabilities", .route = "GET /capabilities",
        .summary = "what this caller may use, with limits, parameters, rule and revision"},
    {.id = "capabilities_check", .route = "POST /capabilities/check", .limits = "max_checks 100", .body = BodyKind::Json,
        .summary = "the decision for one or many supposed calls; never touches the disk"},
};

constexpr Row commandRows[] = {
    {.id = "commands_list", .route = "GET /commands", .scopes = "commands:run", .params = "allow_names -; deny_names -",
        .tier = Tier::P, .flags = StartsPrograms, .summary = "commands the caller can really run, with typed arguments"},
    {.id = "commands_run", .route = "POST /commands/{name}", .scopes = "commands:run", .limits = "timeout_s 300; max_output_bytes 1MiB",
        .params = "allow_names -; deny_names -", .body = BodyKind::Json, .tier = Tier::P, .flags = StartsPrograms | Mutating,
        .summary = "run a declared command"},
    {.id = "commands_stream", .route = "POST /commands/{name}/stream", .scopes = "commands:run", .limits = "timeout_s 3600",
        .params = "allow_names -; deny_names -", .body = BodyKind::Json, .stream = StreamKind::Sse, .tier = Tier::N1,
        .flags = StartsPrograms | Mutating, .summary = "run a declared command with progress events"},
};

} // namespace

Section core() { return {"core", coreRows}; }
Section commands() { return {"commands", commandRows}; }

} // namespace Cofferdam::Policy::Rows
