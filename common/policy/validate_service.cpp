// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/policy/validate.h"

#include <algorithm>

using namespace Qt::StringLiterals;

/// `audit`, `http` and `sandboxing`.
namespace Cofferdam::Policy::Load {

namespace {

bool isHostText(QByteArrayView text)
{
    return !text.isEmpty() && std::ranges::all_of(text, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '-' || c == ':' || c == '[' || c == ']' || c == '_';
    });
}

/// Compared with the Host header as text, so a name with a capital could never match.
QString checkHost(QByteArrayView host)
{
    return isHostText(host) ? QString() : u"expected a host in lower case, with its port where it has one, got %1"_s.arg(quoted(host));
}

QString checkOrigin(QByteArrayView origin)
{
    const bool web = origin.startsWith("http://") || origin.startsWith("https://");
    if (web && isHostText(origin.sliced(origin.indexOf("//") + 2)))
        return {};
    return u"expected an origin such as https://console.example:8443, in lower case and without a path, got %1"_s.arg(quoted(origin));
}

void notBuilt(Reader &reader, const SourceSpan &span, const QByteArray &path, QByteArrayView word)
{
    reader.fault("not_built"_ba, span, path, u"%1 is not built in this version"_s.arg(quoted(word)));
}

void readLevel(Reader &reader, const Place &place, SandboxSection &sandbox)
{
    static const QList<QByteArray> coming {"bwrap", "landlock"};
    if (place.node->isString() && coming.contains(place.node->text))
        notBuilt(reader, place.node->span, place.path, place.node->text);
    else
        sandbox.level = reader.word(place, {"none"});
}

std::optional<bool> valueOf(const std::optional<Sourced<bool>> &sourced) { return sourced ? std::optional(sourced->value) : std::nullopt; }

void readSubprocess(Reader &reader, const Place &place, SandboxSection &sandbox)
{
    static const QList<QByteArray> coming {"pids_limit", "memory_limit", "cpu_limit", "require_limits", "dangerous_binaries"};
    const QList<Member> known {
        {"level", [&](const Place &p) { readLevel(reader, p, sandbox); }},
        {"timeout_seconds", [&](const Place &p) { sandbox.timeoutSeconds = reader.integer(p, 1, 1'000'000); }},
        {"kill_grace_seconds", [&](const Place &p) { sandbox.killGraceSeconds = reader.integer(p, 0, 3600); }},
        {"restricted_path", [&](const Place &p) { sandbox.restrictedPath = valueOf(reader.boolean(p)); }},
        {"workspace_only", [&](const Place &p) { sandbox.workspaceOnly = valueOf(reader.boolean(p)); }},
    };
    reader.members(place, known, [&](const Node::Member &m, const QByteArray &path) {
        if (coming.contains(m.key))
            notBuilt(reader, m.keySpan, path, m.key);
        else
            reader.unknown("unknown_key"_ba, m.keySpan, path, u"key"_s, m.key,
                {"level", "timeout_seconds", "kill_grace_seconds", "restricted_path", "workspace_only"});
    });
}

} // namespace

void readAudit(Reader &reader, const Place &place, Document &document)
{
    reader.members(place, {
        {"required", [&](const Place &p) { document.auditRequired = reader.boolean(p); }},
        {"sync", [&](const Place &p) { document.auditSync = reader.word(p, {"group", "strict"}); }},
    });
}

void readHttp(Reader &reader, const Place &place, HttpSection &http)
{
    const auto list = [&reader](const Place &p, QString (*check)(QByteArrayView)) {
        return reader.strings(p, "a list of strings"_L1, check).value_or(Sourced<QList<QByteArray>> {}).value;
    };
    reader.members(place, {
        {"hosts", [&](const Place &p) { http.hosts = list(p, checkHost); }},
        {"origins", [&](const Place &p) { http.origins = list(p, checkOrigin); }},
        {"max_connections", [&](const Place &p) { http.maxConnections = reader.integer(p, 1, 1'000'000); }},
    });
}

void readSandboxing(Reader &reader, const Place &place, SandboxSection &sandbox)
{
    static const QList<QByteArray> coming {"default_backend", "overrides", "docker", "k8s", "profile"};
    sandbox.present = true;
    reader.members(place, {{"subprocess", [&](const Place &p) { readSubprocess(reader, p, sandbox); }}},
        [&](const Node::Member &m, const QByteArray &path) {
            if (coming.contains(m.key))
                notBuilt(reader, m.keySpan, path, m.key);
            else
                reader.unknown("unknown_key"_ba, m.keySpan, path, u"key"_s, m.key, {"subprocess"});
        });
}

} // namespace Cofferdam::Policy::Load
