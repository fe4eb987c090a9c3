// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/policy/catalogue_rows.h"

namespace Cofferdam::Policy::Rows {

namespace {

constexpr Row toolRows[] = {
    {.id = "tools_list", .route = "GET /tools", .scopes = "tools:read", .tier = Tier::N1, .summary = "tools at the first level of disclosure"},
    {.id = "tools_load", .route = "POST /tools/{name}/load", .scopes = "tools:read", .body = BodyKind::Json, .tier = Tier::N1,
        .summary = "one tool's full description"},
    {.id = "tools_call", .route = "POST /tools/{name}/call", .scopes = "tools:invoke", .limits = "timeout_s 600", .body = BodyKind::Json,
        .tier = Tier::N1, .flags = Mutating, .summary = "call a tool; needs its operation's own scopes as well"},
    {.id = "tools_invoke_all", .route = "POST /tools/invoke-all", .scopes = "tools:invoke", .limits = "max_calls 32; timeout_s 600",
        .body = BodyKind::Json, .tier = Tier::N1, .flags = Mutating,
        .summary = "a staged batch of calls; each needs its operation's own scopes as well"},
    {.id = "approvals_get", .route = "GET /approvals/{id}", .limits = "timeout_s 60", .query = "wait_s", .tier = Tier::N1,
        .summary = "the state or decision of an own approval"},
};

constexpr Row mcpRows[] = {
    {.id = "mcp", .route = "* /mcp", .scopes = "tools:invoke", .body = BodyKind::Json, .stream = StreamKind::Sse, .tier = Tier::N1,
        .flags = Mutating, .summary = "the Model Context Protocol over streamable HTTP: POST, GET and DELETE"},
};

constexpr Row webRows[] = {
    {.id = "http_request", .route = "POST /web/request", .scopes = "web:request", .limits = "timeout_s 30; max_bytes 1MiB",
        .params = "allow_hosts -; deny_hosts -", .body = BodyKind::Json, .tier = Tier::N1, .flags = Mutating,
        .summary = "one HTTP request to an allowed host; follows no redirect"},
    {.id = "html_parse", .route = "POST /web/parse", .scopes = "web:request", .limits = "max_bytes 1MiB", .body = BodyKind::Json,
        .tier = Tier::N1, .summary = "text, links or metadata of an HTML document"},
};

constexpr Row databaseRows[] = {
    {.id = "sql_query", .route = "POST /db/query", .scopes = "db:query db:mutate", .paths = "database read write",
        .limits = "timeout_s 30; max_results 1000", .params = "read_only true", .body = BodyKind::Json, .tier = Tier::N1,
        .flags = Mutating, .summary = "a statement on an SQLite file inside the boundary"},
    {.id = "schema_inspect", .route = "POST /db/schema", .scopes = "db:query", .paths = "database read",
        .limits = "timeout_s 30; max_results 1000", .body = BodyKind::Json, .tier = Tier::N1,
        .summary = "tables and columns of an SQLite file inside the boundary"},
};

} // namespace

Section tools() { return {"tools", toolRows}; }
Section mcp() { return {"mcp", mcpRows}; }
Section web() { return {"web", webRows}; }
Section database() { return {"db", databaseRows}; }

} // namespace Cofferdam::Policy::Rows
