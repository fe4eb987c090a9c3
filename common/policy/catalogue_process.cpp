// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/policy/catalogue_rows.h"

namespace Cofferdam::Policy::Rows {

namespace {

constexpr auto starter = "shell_mode false; allow_commands -; deny_commands -; allow_env -; deny_env -";
constexpr auto signalNames = "allow_signals INT,TERM,KILL,CONT,TSTP";

constexpr Row processRows[] = {
    {.id = "shell", .route = "POST /shell", .scopes = "process:run", .paths = "cwd exec optional",
        .limits = "timeout_s 300; max_output_bytes 1MiB; max_stdin_bytes 1MiB", .params = starter, .body = BodyKind::Json,
        .flags = StartsPrograms | Mutating,
        .summary = "run a program and wait; `argv`, or `command` split as a shell would but without one"},
    {.id = "shell_stream", .route = "POST /shell/stream", .scopes = "process:run", .paths = "cwd exec optional",
        .limits = "timeout_s 300; max_output_bytes 1MiB; max_stdin_bytes 1MiB", .params = starter, .body = BodyKind::Json,
        .stream = StreamKind::Sse, .flags = StartsPrograms | Mutating,
        .summary = "run a program; its output as events in true order with sequence numbers"},
    {.id = "process_start", .route = "POST /process/start", .scopes = "process:run", .paths = "cwd exec optional",
        .limits = "max_processes 100; max_per_identity 20; timeout_s -; buffer_bytes 1MiB; retain_s 900", .params = starter,
        .body = BodyKind::Json, .flags = StartsPrograms | Mutating,
        .summary = "start a program in the background and return a handle"},
    {.id = "process_list", .route = "GET /process/list", .scopes = "process:read", .limits = "max_entries 500", .tier = Tier::P,
        .flags = StartsPrograms, .summary = "own processes, also finished ones that are still kept"},
    {.id = "process_detail", .route = "GET /process/{id}", .scopes = "process:read", .tier = Tier::P, .flags = StartsPrograms,
        .summary = "state, exit code or signal, times, offsets"},
    {.id = "process_signal", .route = "POST /process/{id}/signal", .scopes = "process:control", .params = signalNames,
        .body = BodyKind::Json, .flags = StartsPrograms | Mutating, .summary = "signal a process; its group unless `group` is false"},
    {.id = "process_stdin", .route = "POST /process/{id}/stdin", .scopes = "process:control", .limits = "max_bytes 1MiB",
        .body = BodyKind::RawOrJson, .flags = StartsPrograms | Mutating,
        .summary = "feed bytes, `eof`, or both; the reply says how many were taken"},
    {.id = "process_output", .route = "GET /process/{id}/output", .scopes = "process:read", .limits = "max_bytes 1MiB",
        .query = "stream offset max_bytes wait_s follow", .stream = StreamKind::SseOption, .flags = StartsPrograms,
        .summary = "output by stream and byte offset; `gap` when the ring has moved on"},
    {.id = "process_wait", .route = "GET /process/{id}/wait", .scopes = "process:read", .limits = "timeout_s 60", .query = "timeout_s",
        .tier = Tier::N1, .flags = StartsPrograms, .summary = "wait for the end"},
    {.id = "process_remove", .route = "DELETE /process/{id}", .scopes = "process:control", .tier = Tier::N1,
        .flags = StartsPrograms | Mutating, .summary = "forget a finished process; 409 while it runs"},
};

constexpr Row terminalRows[] = {
    {.id = "pty_create", .route = "POST /pty/sessions", .scopes = "terminal:use", .paths = "cwd exec optional",
        .limits = "max_sessions 10; max_per_identity 5; idle_timeout_s 1800; replay_bytes 256KiB; max_cols 1000; max_rows 1000",
        .params = "allow_shells bash,sh,zsh; allow_commands -; deny_commands -; allow_env -; deny_env -", .body = BodyKind::Json,
        .tier = Tier::P, .flags = StartsPrograms | Mutating, .summary = "open a terminal with a shell or `argv`"},
    {.id = "pty_list", .route = "GET /pty/sessions", .scopes = "terminal:view", .tier = Tier::P, .flags = StartsPrograms,
        .summary = "own terminal sessions"},
    {.id = "pty_detail", .route = "GET /pty/sessions/{id}", .scopes = "terminal:view", .flags = StartsPrograms,
        .summary = "a session's state, size, offset and clients"},
    {.id = "pty_resize", .route = "POST /pty/sessions/{id}/resize", .scopes = "terminal:use", .limits = "max_cols 1000; max_rows 1000",
        .body = BodyKind::Json, .flags = StartsPrograms | Mutating, .summary = "set columns and rows"},
    {.id = "pty_signal", .route = "POST /pty/sessions/{id}/signal", .scopes = "terminal:use", .params = signalNames,
        .body = BodyKind::Json, .tier = Tier::N1, .flags = StartsPrograms | Mutating, .summary = "signal the foreground group"},
    {.id = "pty_history", .route = "GET /pty/sessions/{id}/history", .scopes = "terminal:view", .limits = "max_bytes 256KiB",
        .query = "offset max_bytes", .tier = Tier::N1, .flags = StartsPrograms, .summary = "kept output from an offset"},
    {.id = "pty_delete", .route = "DELETE /pty/sessions/{id}", .scopes = "terminal:use", .tier = Tier::P,
        .flags = StartsPrograms | Mutating, .summary = "end the session and its process group"},
    {.id = "pty_connect", .route = "GET /pty/sessions/{id}/connect", .scopes = "terminal:use",
        .limits = "max_clients 8; max_message_bytes 64KiB", .params = "takeover true; query_token false", .query = "since takeover token",
        .stream = StreamKind::WebSocket, .flags = StartsPrograms | Mutating,
        .summary = "drive a session: binary output, JSON control; `since` replays, `takeover` evicts"},
    {.id = "pty_watch", .route = "GET /pty/sessions/{id}/watch", .scopes = "terminal:view", .limits = "max_clients 8", .query = "since",
        .stream = StreamKind::WebSocket, .tier = Tier::N1, .flags = StartsPrograms,
        .summary = "look at a session; any input closes the socket"},
};

} // namespace

Section process() { return {"process", processRows}; }
Section terminal() { return {"terminal", terminalRows}; }

} // namespace Cofferdam::Policy::Rows
