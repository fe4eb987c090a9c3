// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/policy/catalogue.h"

#include <algorithm>

/// Groups, scopes, limits and parameters of endpoints.md 1.2, 1.3, 1.6 and 1.7.
namespace Cofferdam::Policy {

namespace {

constexpr auto isSize = LimitKind::Size;
constexpr auto isCount = LimitKind::Integer;
constexpr auto isTime = LimitKind::Seconds;
constexpr auto lowered = "an asked value is lowered to it, what is found is cut with `truncated`, what is sent is refused with 413";
constexpr auto exhausted = "429 `resource_exhausted`";
constexpr auto tooLarge = "413 `payload_too_large`";

template <typename T>
const T *findIn(const QList<T> &list, QByteArrayView key)
{
    const auto it = std::ranges::find(list, key, &T::key);
    return it == list.end() ? nullptr : &*it;
}

} // namespace

const QList<Group> &groups()
{
    static const QList<Group> list {
        {"core", true, false, "what every caller needs: health and discovery"},
        {"commands", true, true, "commands that the operator declared"},
        {"file_ops", true, true, "files and directories"},
        {"process", true, true, "programs: run and wait, or in the background"},
        {"terminal", true, true, "interactive terminals"},
        {"system", true, true, "facts about the host, and the service's environment"},
        {"dev_tools", false, true, "running source text, and git"},
        {"browser", false, true, "a web browser"},
        {"agents", false, true, "sessions of declared agent programs"},
        {"net", false, true, "local ports reached through the service"},
        {"desktop", false, true, "a virtual desktop"},
        {"tools", true, true, "tool discovery and invocation"},
        {"mcp", true, true, "the Model Context Protocol"},
        {"web", false, true, "requests to web hosts"},
        {"db", false, true, "SQLite files"},
        {"custom", true, true, "routes of an embedding program that name no group"},
    };
    return list;
}

const QList<Scope> &scopes()
{
    static const QList<Scope> list {
        {"files:read", "listing, metadata, contents, search, archive, watch", ""},
        {"files:write", "create and change files", ""},
        {"files:delete", "remove files; also the source side of a move", "separate so that an uploader cannot erase"},
        {"process:run", "start programs", "a program is not bound by path rules (L1)"},
        {"process:read", "see own processes and read their output", ""},
        {"process:control", "signals, standard input, forget", ""},
        {"terminal:use", "create, drive and end terminals", "a program is not bound by path rules (L1)"},
        {"terminal:view", "list, history, read-only attach", ""},
        {"commands:run", "list and run declared commands the caller holds the extra scopes for", ""},
        {"system:read", "host facts, metrics, ports, packages, OpenAPI", ""},
        {"env:read", "read the service's environment", "variables often hold secrets (L8)"},
        {"env:write", "change the environment of later programs", ""},
        {"code:run", "run source text and keep contexts", "a program is not bound by path rules (L1)"},
        {"git:read", "inspect repositories", ""},
        {"git:write", "change repositories", ""},
        {"git:remote", "talk to other hosts", ""},
        {"browser:use", "drive pages", "reaches the network (L1, L9)"},
        {"browser:script", "run script in pages", "reaches the network (L1, L9)"},
        {"agents:read", "see agent sessions", ""},
        {"agents:run", "drive agent sessions", "a program is not bound by path rules (L1)"},
        {"net:proxy", "reach a local port through the service", ""},
        {"desktop:view", "see the virtual desktop", ""},
        {"desktop:control", "act on the virtual desktop and launch programs", "a program is not bound by path rules (L1)"},
        {"tools:read", "tool discovery", ""},
        {"tools:invoke", "tool invocation", "each call also needs its operation's own scopes"},
        {"web:request", "requests to web hosts", "reaches the network"},
        {"db:query", "read SQLite files", ""},
        {"db:mutate", "change SQLite files", ""},
    };
    return list;
}

const QList<LimitKey> &limitKeys()
{
    static const QList<LimitKey> list {
        {"max_request_bytes", isSize, false, "the largest declared length of a request's body; by default max_bytes for raw bodies, else the larger of 1 MiB and 4/3 of the largest body limit plus 64 KiB", "413 `request_too_large` before reading; the connection is closed"},
        {"rate_per_minute", isCount, false, "calls a minute for each identity; the burst is the same", "429 `rate_limited` with Retry-After"},
        {"max_concurrency", isCount, false, "calls at the same time for each identity", "429 `concurrency_limited` with Retry-After 1"},
        {"max_bytes", isSize, false, "bytes of data sent or received", "413 `payload_too_large` for what is sent; what is received may be cut with `truncated`"},
        {"max_output_bytes", isSize, false, "bytes of output kept of a program", "head and tail are kept, the middle is cut, `truncated` gives the total"},
        {"max_stdin_bytes", isSize, false, "bytes of standard input", tooLarge},
        {"max_code_bytes", isSize, false, "bytes of source text", tooLarge},
        {"max_message_bytes", isSize, false, "bytes of one message", tooLarge},
        {"max_event_bytes", isSize, false, "bytes of one event", tooLarge},
        {"max_value_bytes", isSize, false, "bytes of one value", tooLarge},
        {"max_line_bytes", isSize, false, "bytes of one line", "the line is cut"},
        {"max_file_bytes", isSize, false, "bytes of a file that is looked into", "the file is skipped"},
        {"max_hash_bytes", isSize, false, "bytes of a file that is hashed", tooLarge},
        {"max_entries", isCount, false, "entries of a reply or a tree", lowered},
        {"max_results", isCount, false, "results of a search", lowered},
        {"max_files", isCount, false, "files of an archive", lowered},
        {"max_depth", isCount, false, "levels of directories", lowered},
        {"max_edits", isCount, false, "replacements of one call", lowered},
        {"max_parts", isCount, false, "parts of an upload", lowered},
        {"max_checks", isCount, false, "supposed calls of one check", lowered},
        {"max_calls", isCount, false, "calls of one batch", lowered},
        {"max_amount", isCount, false, "steps of one scroll", lowered},
        {"max_keys", isCount, false, "chords of one call", lowered},
        {"max_fps", isCount, false, "pictures a second", "pictures are left out"},
        {"timeout_s", isTime, false, "seconds a call or program may take", "an asked value is lowered; the program is ended and its partial output returned"},
        {"max_duration_s", isTime, false, "seconds a stream may last", "the stream ends with `duration_limit`"},
        {"idle_timeout_s", isTime, true, "seconds without traffic; 0 for no limit", "the stream or session ends with `idle_timeout`"},
        {"max_processes", isCount, false, "programs alive in the whole service", exhausted},
        {"max_sessions", isCount, false, "sessions alive in the whole service", exhausted},
        {"max_contexts", isCount, false, "code contexts alive in the whole service", exhausted},
        {"max_watches", isCount, false, "watches alive in the whole service", exhausted},
        {"max_clients", isCount, false, "clients of one session", exhausted},
        {"max_uploads", isCount, false, "uploads under way in the whole service", exhausted},
        {"max_per_identity", isCount, false, "living things of one identity", exhausted},
        {"buffer_bytes", isSize, false, "bytes of output kept of each stream", "the oldest are dropped with a `gap`"},
        {"replay_bytes", isSize, false, "bytes of terminal output kept", "the oldest are dropped with a `gap`"},
        {"queue_bytes", isSize, false, "bytes queued for a slow reader", "the stream ends with `slow_consumer`"},
        {"queue_events", isCount, false, "events queued for a slow reader", "the oldest are dropped with a `gap`"},
        {"retain_s", isTime, false, "seconds a finished program is remembered", "it is forgotten"},
        {"max_cols", isCount, false, "columns of a terminal", "400 `invalid_request`"},
        {"max_rows", isCount, false, "rows of a terminal", "400 `invalid_request`"},
        {"max_width", isCount, false, "pixels across a desktop", "400 `invalid_request`"},
        {"max_height", isCount, false, "pixels down a desktop", "400 `invalid_request`"},
        {"max_ratio", isCount, false, "how many times an archive may grow", tooLarge},
        {"min_interval_s", isTime, false, "the least seconds between samples", "an asked value is raised to it"},
    };
    return list;
}

const LimitKey *findLimitKey(QByteArrayView key) { return findIn(limitKeys(), key); }

const QList<ParamKey> &paramKeys()
{
    using enum ParamKind;
    static const QList<ParamKey> list {
        {"overwrite", Bool, false, {}, "whether an existing file may be replaced; false answers 409 `already_exists`"},
        {"create_parents", Bool, false, {}, "whether missing directories are made"},
        {"recursive", Bool, false, {}, "whether callers may ask for whole trees"},
        {"hidden", Bool, false, {}, "whether callers may ask for names that begin with a dot"},
        {"allow_extensions", StringList, false, {}, "the only suffixes a name may have, compared without case"},
        {"deny_extensions", StringList, true, {}, "suffixes a name may not have, compared without case; every suffix counts"},
        {"max_mode", OctalMode, false, {}, "the permission bits a file may get; set-id bits never"},
        {"formats", StringList, false, {"tar.gz", "zip", "png", "jpeg", "webp"}, "the formats a caller may choose"},
        {"hash", Bool, false, {}, "whether callers may ask for the SHA-256"},
        {"regex", Bool, false, {}, "whether callers may search by regular expression"},
        {"min_debounce_ms", Integer, false, {}, "the least milliseconds events are gathered"},
        {"shell_mode", Bool, false, {}, "whether callers may have a command interpreted by `sh -c`"},
        {"allow_commands", StringList, false, {}, "the only programs, by name or absolute path; a speed bump, not a fence (L2)"},
        {"deny_commands", StringList, true, {}, "programs refused, by name or absolute path; a speed bump, not a fence (L2)"},
        {"allow_shells", StringList, false, {}, "the login shells a caller may choose"},
        {"allow_env", StringList, false, {}, "globs of variables a caller may add"},
        {"deny_env", StringList, true, {}, "globs of variables a caller may not add; loader variables never"},
        {"allow_signals", StringList, false, {"INT", "TERM", "KILL", "CONT", "TSTP", "HUP", "QUIT", "USR1", "USR2", "STOP"},
            "the signals a caller may send"},
        {"languages", StringList, false, {"python", "node", "bash"}, "the languages a caller may run"},
        {"allow_keys", StringList, false, {}, "globs of variable names a caller may see or set"},
        {"deny_keys", StringList, true, {}, "globs of variable names a caller may not see or set"},
        {"managers", StringList, false, {"dpkg", "pip", "npm"}, "the package managers that are asked"},
        {"hide_host", Bool, false, {}, "whether the host's name is left out"},
        {"allow_hosts", StringList, false, {}, "the only hosts; checked again after redirects and on the resolved address"},
        {"deny_hosts", StringList, true, {}, "hosts refused; cloud metadata and link-local addresses always are"},
        {"allow_schemes", StringList, false, {"http", "https"}, "the URL schemes a caller may open"},
        {"allow_remotes", StringList, false, {}, "the only remotes git may talk to"},
        {"deny_remotes", StringList, true, {}, "remotes git may not talk to"},
        {"allow_ports", IntegerOrRangeList, false, {}, "the only ports, as numbers or ranges `8000-8100`"},
        {"deny_ports", IntegerOrRangeList, true, {}, "ports refused, as numbers or ranges `8000-8100`"},
        {"allow_names", StringList, false, {}, "the only declared commands"},
        {"deny_names", StringList, true, {}, "declared commands refused"},
        {"allow_agents", StringList, false, {}, "the only declared agents"},
        {"takeover", Bool, false, {}, "whether a client may evict another"},
        {"query_token", Bool, false, {}, "whether the token may travel in the URL; secrets land in logs (L11)"},
        {"drivers", StringList, false, {"xvfb", "vnc"}, "the display drivers a caller may choose"},
        {"read_only", Bool, false, {}, "whether only reading statements are run"},
    };
    return list;
}

const ParamKey *findParamKey(QByteArrayView key) { return findIn(paramKeys(), key); }

} // namespace Cofferdam::Policy
