// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/policy/catalogue_rows.h"

namespace Cofferdam::Policy::Rows {

namespace {

constexpr auto act = StartsPrograms | Mutating;

constexpr Row browserRows[] = {
    {.id = "browser_navigate", .route = "POST /browser/navigate", .scopes = "browser:use", .limits = "timeout_s 30",
        .params = "allow_hosts -; deny_hosts -; allow_schemes http,https", .body = BodyKind::Json, .flags = act,
        .summary = "open a page; cloud metadata and link-local hosts are always refused"},
    {.id = "browser_screenshot", .route = "POST /browser/screenshot", .scopes = "browser:use", .limits = "max_bytes 20MiB; timeout_s 15",
        .body = BodyKind::Json, .tier = Tier::P, .flags = StartsPrograms, .summary = "a picture of the page or an element"},
    {.id = "browser_content", .route = "GET /browser/content", .scopes = "browser:use", .limits = "max_bytes 5MiB", .query = "format",
        .tier = Tier::P, .flags = StartsPrograms, .summary = "the page as HTML or text"},
    {.id = "browser_click", .route = "POST /browser/click", .scopes = "browser:use", .limits = "timeout_s 5", .body = BodyKind::Json,
        .tier = Tier::P, .flags = act, .summary = "click an element"},
    {.id = "browser_type", .route = "POST /browser/type", .scopes = "browser:use", .limits = "timeout_s 5", .body = BodyKind::Json,
        .tier = Tier::P, .flags = act, .summary = "type into an element"},
    {.id = "browser_evaluate", .route = "POST /browser/evaluate", .scopes = "browser:use browser:script",
        .limits = "timeout_s 10; max_bytes 1MiB", .body = BodyKind::Json, .tier = Tier::P, .flags = act,
        .summary = "run script in the page"},
    {.id = "browser_pdf", .route = "POST /browser/pdf", .scopes = "browser:use", .limits = "max_bytes 20MiB", .body = BodyKind::Json,
        .tier = Tier::P, .flags = StartsPrograms, .summary = "the page as a printed document"},
    {.id = "browser_console", .route = "GET /browser/console", .scopes = "browser:use", .limits = "max_entries 1000", .query = "cursor",
        .tier = Tier::P, .flags = StartsPrograms, .summary = "console messages by cursor; reading does not clear them"},
    {.id = "browser_close", .route = "DELETE /browser", .scopes = "browser:use", .tier = Tier::N1, .flags = act,
        .summary = "close the browser and forget its state"},
};

constexpr Row agentRows[] = {
    {.id = "agents_list", .route = "GET /agents", .scopes = "agents:read", .params = "allow_agents -", .flags = StartsPrograms,
        .summary = "declared agents and their state"},
    {.id = "agents_session_start", .route = "POST /agents/{name}/sessions", .scopes = "agents:run", .paths = "cwd exec optional",
        .limits = "max_sessions 4; idle_timeout_s 1800", .params = "allow_agents -; allow_env -", .body = BodyKind::Json,
        .tier = Tier::N1, .flags = act, .summary = "start a session of a declared agent"},
    {.id = "agents_session_list", .route = "GET /agents/sessions", .scopes = "agents:read", .tier = Tier::N1, .flags = StartsPrograms,
        .summary = "own agent sessions"},
    {.id = "agents_session_detail", .route = "GET /agents/sessions/{id}", .scopes = "agents:read", .tier = Tier::N1,
        .flags = StartsPrograms, .summary = "one agent session"},
    {.id = "agents_session_send", .route = "POST /agents/sessions/{id}/input", .scopes = "agents:run", .limits = "max_bytes 1MiB",
        .body = BodyKind::Json, .tier = Tier::N1, .flags = act, .summary = "send one JSON line to a session"},
    {.id = "agents_session_events", .route = "GET /agents/sessions/{id}/events", .scopes = "agents:read", .stream = StreamKind::Sse,
        .tier = Tier::N1, .flags = StartsPrograms, .summary = "a session's events by sequence, with replay"},
    {.id = "agents_session_stop", .route = "DELETE /agents/sessions/{id}", .scopes = "agents:run", .tier = Tier::N1, .flags = act,
        .summary = "end a session"},
};

#define COFFERDAM_POINTER(ID, VERB, SUMMARY) \
    {.id = ID, .route = "POST /desktops/{id}/" VERB, .scopes = "desktop:control", .body = BodyKind::Json, .tier = Tier::N1, \
        .flags = Mutating, .summary = SUMMARY}

constexpr Row desktopRows[] = {
    {.id = "desktop_start", .route = "POST /desktops", .scopes = "desktop:control",
        .limits = "max_sessions 4; max_width 3840; max_height 2160; idle_timeout_s 1800", .params = "drivers xvfb,vnc",
        .body = BodyKind::Json, .tier = Tier::N1, .flags = Mutating, .summary = "start a virtual display; 1280×800×24 unless asked"},
    {.id = "desktop_list", .route = "GET /desktops", .scopes = "desktop:view", .tier = Tier::N1, .summary = "own desktops"},
    {.id = "desktop_detail", .route = "GET /desktops/{id}", .scopes = "desktop:view", .tier = Tier::N1,
        .summary = "a desktop's size, driver, windows and programs"},
    {.id = "desktop_stop", .route = "DELETE /desktops/{id}", .scopes = "desktop:control", .tier = Tier::N1, .flags = Mutating,
        .summary = "end a desktop's programs, then the display"},
    {.id = "desktop_launch", .route = "POST /desktops/{id}/launch", .scopes = "desktop:control", .paths = "cwd exec optional",
        .limits = "max_processes 16; timeout_s 30", .params = "allow_commands -; deny_commands -; allow_env -; deny_env -",
        .body = BodyKind::Json, .tier = Tier::N1, .flags = act, .summary = "start a program on the desktop and wait for its window"},
    {.id = "desktop_windows", .route = "GET /desktops/{id}/windows", .scopes = "desktop:view", .tier = Tier::N1,
        .summary = "windows with title, class, geometry and focus"},
    {.id = "desktop_screenshot", .route = "POST /desktops/{id}/screenshot", .scopes = "desktop:view", .limits = "max_bytes 20MiB",
        .params = "formats png,jpeg,webp", .body = BodyKind::Json, .tier = Tier::N1, .summary = "a picture of the desktop, with its SHA-256"},
    COFFERDAM_POINTER("desktop_click", "click", "click at a place; 422 outside the screen"),
    COFFERDAM_POINTER("desktop_move", "move", "move the pointer; 422 outside the screen"),
    COFFERDAM_POINTER("desktop_drag", "drag", "drag from one place to another; 422 outside the screen"),
    {.id = "desktop_scroll", .route = "POST /desktops/{id}/scroll", .scopes = "desktop:control", .limits = "max_amount 100",
        .body = BodyKind::Json, .tier = Tier::N1, .flags = Mutating, .summary = "scroll by direction and amount"},
    {.id = "desktop_type", .route = "POST /desktops/{id}/type", .scopes = "desktop:control", .limits = "max_bytes 64KiB",
        .body = BodyKind::Json, .tier = Tier::N1, .flags = Mutating, .summary = "type text, any Unicode, whatever the layout"},
    {.id = "desktop_key", .route = "POST /desktops/{id}/key", .scopes = "desktop:control", .limits = "max_keys 32",
        .body = BodyKind::Json, .tier = Tier::N1, .flags = Mutating, .summary = "press chords such as `ctrl+shift+s`"},
    {.id = "desktop_verify", .route = "POST /desktops/{id}/verify", .scopes = "desktop:view", .limits = "max_bytes 20MiB",
        .body = BodyKind::Json, .tier = Tier::N1, .summary = "compare the desktop with an expectation; fails closed"},
    {.id = "desktop_wait", .route = "POST /desktops/{id}/wait", .scopes = "desktop:view", .limits = "timeout_s 60",
        .body = BodyKind::Json, .tier = Tier::N1, .summary = "wait until a window title matches or pixels stay still"},
    {.id = "desktop_clipboard_get", .route = "GET /desktops/{id}/clipboard", .scopes = "desktop:view", .limits = "max_bytes 1MiB",
        .tier = Tier::N1, .summary = "the clipboard's text"},
    {.id = "desktop_clipboard_set", .route = "POST /desktops/{id}/clipboard", .scopes = "desktop:control", .limits = "max_bytes 1MiB",
        .body = BodyKind::Json, .tier = Tier::N1, .flags = Mutating, .summary = "set the clipboard's text"},
    {.id = "desktop_connect", .route = "GET /desktops/{id}/connect", .scopes = "desktop:view", .limits = "max_clients 8; max_fps 30",
        .stream = StreamKind::WebSocket, .tier = Tier::N1, .flags = Mutating,
        .summary = "the live picture, changed tiles only; input also needs desktop:control"},
};

#undef COFFERDAM_POINTER

} // namespace

Section browser() { return {"browser", browserRows}; }
Section agents() { return {"agents", agentRows}; }
Section desktop() { return {"desktop", desktopRows}; }

} // namespace Cofferdam::Policy::Rows
