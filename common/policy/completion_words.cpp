// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/policy/completion_words.h"

namespace Cofferdam::Policy::Completing {

namespace {

constexpr Word words[] = {
    {"root", "version", "The version of the policy language: 1."},
    {"root", "preset", "A compiled-in policy that this one starts from."},
    {"root", "base_dir", "The directory that bounds every endpoint which takes paths, unless `paths.allow` replaces it."},
    {"root", "groups", "Turns whole groups of endpoints on or off."},
    {"root", "defaults", "Scopes, paths, limits, parameters and audit level of every endpoint that no more specific rule names."},
    {"root", "auth", "Who may call: tokens with their scopes, operators, anonymous callers."},
    {"root", "endpoints", "Rules by endpoint id, by glob over ids, or by `group:NAME`; the most specific one wins, field by field."},
    {"root", "audit", "Whether calls need the audit log, and how it is flushed."},
    {"root", "http", "Host names, origins and the number of connections."},
    {"rule", "enabled", "Whether the endpoint answers at all; a disabled one is 404 `endpoint_disabled`."},
    {"rule", "scopes", "The scopes a caller needs, all of them; an empty list means any authenticated identity."},
    {"rule", "paths", "Where the endpoint may reach: allowed roots, denied patterns, read-only, links."},
    {"rule", "limits", "Sizes, counts, times, rates and concurrency."},
    {"rule", "params", "What callers may ask of this endpoint."},
    {"rule", "audit", "Which calls are written to the audit log: none, the denied ones, or all."},
    {"paths", "allow", "Absolute directories that replace base_dir as the boundary."},
    {"paths", "deny", "Absolute prefixes and globs that are never reached; the lists of all matching rules add up."},
    {"paths", "read_only", "Refuses writing and deleting with `path_read_only`."},
    {"paths", "symlinks", "Whether symbolic links are followed inside the boundary or refused."},
    {"paths", "nocase", "Compares deny patterns without regard to case."},
    {"paths", "hardlinks", "Whether files with several names may be used."},
    {"auth", "tokens", "One identity for each token: `{id, scopes, token_env | token_sha256}`."},
    {"auth", "operators", "People who watch or operate the service through the console: `{id, role, token_env | token_sha256}`."},
    {"auth", "allow_anonymous", "Lets callers without a token in, with `anonymous_scopes`."},
    {"auth", "anonymous_scopes", "The scopes of callers without a token."},
    {"auth", "legacy_scopes", "The scopes of the single token of ABX_SERVER_TOKEN."},
    {"token", "id", "The identity's name in the audit log: a–z, 0–9, `_`, `.`, `-`."},
    {"token", "scopes", "What this identity may do."},
    {"token", "token_env", "The environment variable that holds the token when the service starts."},
    {"token", "token_sha256", "The SHA-256 of the token, 64 hexadecimal digits in quotes."},
    {"operator", "id", "The operator's name in the audit log."},
    {"operator", "role", "An observer reads everything and changes nothing."},
    {"operator", "token_env", "The environment variable that holds the token when the service starts."},
    {"operator", "token_sha256", "The SHA-256 of the token, 64 hexadecimal digits in quotes."},
    {"audit", "required", "Refuses calls with `audit_unavailable` while the log cannot be written."},
    {"audit", "sync", "Whether every line is on the disk before the answer, or within 20 ms."},
    {"http", "hosts", "Host names that requests may carry besides the loopback ones, with their port."},
    {"http", "origins", "Origins of web pages that may call; none by default."},
    {"http", "max_connections", "Connections at the same time; 256 by default."},
    {"configuration", "server", "The policy, when the file also configures other parts."},
    {"configuration", "sandboxing", "How programs are confined."},
    {"sandboxing", "subprocess", "Programs that run on this machine."},
    {"subprocess", "level", "How programs are confined; only the word `none` turns them on in this version."},
    {"subprocess", "timeout_seconds", "The time a program gets when the call asks for none; 30 by default."},
    {"subprocess", "kill_grace_seconds", "The time between TERM and KILL; 5 by default."},
    {"subprocess", "restricted_path", "Leaves only root-owned system directories in PATH."},
    {"subprocess", "workspace_only", "Keeps the working directory of programs inside the boundary."},
    {"value:audit", "off", "Nothing is written."},
    {"value:audit", "deny", "Denied calls are written."},
    {"value:audit", "all", "Every call is written."},
    {"value:symlinks", "within", "Links are followed as long as their target stays inside the boundary."},
    {"value:symlinks", "never", "Any link on the way is refused with `path_symlink`."},
    {"value:hardlinks", "allow", "Files with several names are used like others."},
    {"value:hardlinks", "refuse", "Files with several names are refused."},
    {"value:sync", "group", "Lines are flushed together, at most 20 ms late."},
    {"value:sync", "strict", "A call is answered when its line is on the disk."},
    {"value:role", "observer", "Reads everything and changes nothing."},
    {"value:role", "operator", "May change the policy and end sessions."},
    {"value:level", "none", "Programs run unconfined, as the user of the service (L29)."},
    {"value:bool", "true", "Yes."},
    {"value:bool", "false", "No."},
    {"value:version", "1", "The only version."},
    {"value:preset", "default", "What the catalogue says: all but the opt-in groups, inside base_dir."},
    {"value:preset", "transfer-only", "Files in and out, and nothing else."},
    {"value:preset", "read-only", "Look at files and at the host, change nothing."},
    {"value:preset", "hardened", "Work on files without running anything; secrets denied, everything audited."},
    {"value:preset", "locked", "Nothing but health and discovery."},
    {"value:preset", "workspace", "Files inside the directories you name in `paths.allow`, everything audited."},
};

} // namespace

std::span<const Word> allWords() { return words; }

} // namespace Cofferdam::Policy::Completing
