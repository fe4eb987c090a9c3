// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/policy/catalogue_rows.h"

namespace Cofferdam::Policy::Rows {

namespace {

constexpr Row systemRows[] = {
    {.id = "system_info", .route = "GET /system/info", .scopes = "system:read", .params = "hide_host false", .tier = Tier::P,
        .summary = "operating system, processors, memory, disk, versions"},
    {.id = "system_metrics", .route = "GET /system/metrics", .scopes = "system:read", .tier = Tier::P,
        .summary = "load, memory, disk, uptime and the service's counters"},
    {.id = "system_metrics_stream", .route = "GET /system/metrics/stream", .scopes = "system:read", .limits = "min_interval_s 1",
        .query = "interval_s", .stream = StreamKind::Sse, .tier = Tier::N1, .summary = "samples of the metrics as events"},
    {.id = "ports", .route = "GET /ports", .scopes = "system:read", .params = "deny_ports -", .tier = Tier::P,
        .summary = "listening ports"},
    {.id = "ports_wait", .route = "GET /ports/wait", .scopes = "system:read", .limits = "timeout_s 60",
        .params = "allow_ports -; deny_ports -", .query = "port timeout_s", .tier = Tier::N1, .summary = "wait until a port listens"},
    {.id = "packages", .route = "GET /packages", .scopes = "system:read", .limits = "timeout_s 10; max_entries 5000",
        .params = "managers dpkg,pip,npm", .query = "manager", .tier = Tier::P, .summary = "installed packages"},
    {.id = "env_get", .route = "GET /env", .scopes = "env:read", .params = "allow_keys -; deny_keys -",
        .summary = "the service's variables; its secrets are always redacted"},
    {.id = "env_set", .route = "POST /env", .scopes = "env:write", .limits = "max_entries 100; max_value_bytes 32KiB",
        .params = "allow_keys -; deny_keys -", .body = BodyKind::Json, .flags = Mutating,
        .summary = "set variables for later children; protected names are refused"},
    {.id = "openapi", .route = "GET /openapi.json", .scopes = "system:read", .tier = Tier::N1,
        .summary = "the OpenAPI description of the endpoints this caller may use"},
};

constexpr auto codeParams = "languages python,node,bash; allow_env -; deny_env -";
constexpr auto codeLimits = "timeout_s 300; max_code_bytes 1MiB; max_output_bytes 1MiB";
constexpr auto gitHistory = "timeout_s 30; max_entries 500; max_bytes 1MiB";
constexpr int gitChange = StartsPrograms | Mutating;

constexpr Row devRows[] = {
    {.id = "code_run", .route = "POST /code/run", .scopes = "code:run", .limits = codeLimits, .params = codeParams,
        .body = BodyKind::Json, .flags = StartsPrograms | Mutating, .summary = "run source text, in a context where one is named"},
    {.id = "code_run_stream", .route = "POST /code/run/stream", .scopes = "code:run", .limits = codeLimits, .params = codeParams,
        .body = BodyKind::Json, .stream = StreamKind::Sse, .tier = Tier::N1, .flags = StartsPrograms | Mutating,
        .summary = "run source text with events"},
    {.id = "code_context_create", .route = "POST /code/contexts", .scopes = "code:run", .limits = "max_contexts 8; idle_timeout_s 1800",
        .params = "languages python,node,bash", .body = BodyKind::Json, .tier = Tier::N1, .flags = StartsPrograms | Mutating,
        .summary = "make a context that keeps state between runs"},
    {.id = "code_context_list", .route = "GET /code/contexts", .scopes = "code:run", .tier = Tier::N1, .flags = StartsPrograms,
        .summary = "own contexts"},
    {.id = "code_context_delete", .route = "DELETE /code/contexts/{id}", .scopes = "code:run", .tier = Tier::N1,
        .flags = StartsPrograms | Mutating, .summary = "end a context"},
    {.id = "code_context_interrupt", .route = "POST /code/contexts/{id}/interrupt", .scopes = "code:run", .tier = Tier::N1,
        .flags = StartsPrograms | Mutating, .summary = "interrupt what runs in a context"},
    {.id = "git_status", .route = "GET /git/status", .scopes = "git:read", .paths = "path read query optional",
        .limits = "timeout_s 30; max_entries 5000", .query = "path path_base64", .flags = StartsPrograms, .summary = "branch and changes"},
    {.id = "git_diff", .route = "GET /git/diff", .scopes = "git:read", .paths = "path read query optional; file read query optional",
        .limits = "timeout_s 30; max_bytes 1MiB", .query = "path path_base64 file file_base64 ref staged", .flags = StartsPrograms,
        .summary = "the difference, with counts and `truncated`"},
    {.id = "git_log", .route = "GET /git/log", .scopes = "git:read", .paths = "path read query optional", .limits = gitHistory,
        .query = "path path_base64 ref limit", .tier = Tier::N1, .flags = StartsPrograms, .summary = "commits"},
    {.id = "git_branches", .route = "GET /git/branches", .scopes = "git:read", .paths = "path read query optional", .limits = gitHistory,
        .query = "path path_base64", .tier = Tier::N1, .flags = StartsPrograms, .summary = "branches"},
    {.id = "git_show", .route = "GET /git/show", .scopes = "git:read", .paths = "path read query optional", .limits = gitHistory,
        .query = "path path_base64 ref", .tier = Tier::N1, .flags = StartsPrograms, .summary = "one commit"},
    {.id = "git_add", .route = "POST /git/add", .scopes = "git:write", .paths = "path write optional", .limits = "timeout_s 60",
        .body = BodyKind::Json, .tier = Tier::N1, .flags = gitChange, .summary = "stage changes"},
    {.id = "git_commit", .route = "POST /git/commit", .scopes = "git:write", .paths = "path write optional", .limits = "timeout_s 60",
        .body = BodyKind::Json, .tier = Tier::N1, .flags = gitChange, .summary = "commit what is staged"},
    {.id = "git_checkout", .route = "POST /git/checkout", .scopes = "git:write", .paths = "path write optional", .limits = "timeout_s 60",
        .body = BodyKind::Json, .tier = Tier::N1, .flags = gitChange, .summary = "switch to a branch or commit"},
    {.id = "git_branch", .route = "POST /git/branch", .scopes = "git:write", .paths = "path write optional", .limits = "timeout_s 60",
        .body = BodyKind::Json, .tier = Tier::N1, .flags = gitChange, .summary = "make or remove a branch"},
    {.id = "git_clone", .route = "POST /git/clone", .scopes = "git:remote git:write", .paths = "path write",
        .limits = "timeout_s 600; max_bytes 1GiB", .params = "allow_remotes -; deny_remotes -", .body = BodyKind::Json,
        .stream = StreamKind::SseOption, .tier = Tier::N1, .flags = gitChange, .summary = "clone from another host"},
};

} // namespace

Section systemFacts() { return {"system", systemRows}; }
Section devTools() { return {"dev_tools", devRows}; }

} // namespace Cofferdam::Policy::Rows
