// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/policy/validate.h"

#include "common/policy/load.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Cofferdam::Policy::Load {

namespace {

const QList<QByteArray> policyKeys {"version", "preset", "base_dir", "groups", "defaults", "auth", "endpoints", "audit", "http"};
const QList<QByteArray> configurationKeys {"server", "commands", "agents", "agent_programs", "sandboxing", "tool_access",
    "tool_disclosure", "action_types", "autonomy", "mcp", "git_clone", "terminal", "desktop", "browser"};

void readVersion(Reader &reader, const Place &place)
{
    if (place.node->kind == Node::Kind::Integer && place.node->integer == 1)
        return;
    if (place.node->kind != Node::Kind::Integer)
        reader.wrongType(place, "the integer 1"_L1);
    else
        reader.fault("out_of_range"_ba, place.node->span, place.path, u"expected version 1, got %1"_s.arg(place.node->integer));
}

void readBaseDir(Reader &reader, const Place &place, Document &document)
{
    auto value = reader.string(place);
    if (!value)
        return;
    if (const QString message = checkAbsolute(value->value); !message.isEmpty())
        reader.fault("bad_value"_ba, place.node->span, place.path, message);
    else
        document.baseDir = value;
}

void misplaced(Reader &reader, const Node::Member &member, const QByteArray &path, bool configuration)
{
    if (!configuration && configurationKeys.contains(member.key)) {
        reader.fault("misplaced_key"_ba, member.keySpan, path,
            u"%1 belongs to a configuration: put the policy under a key `server` beside it"_s.arg(quoted(member.key)));
    } else if (configuration && policyKeys.contains(member.key)) {
        reader.fault("misplaced_key"_ba, member.keySpan, path, u"%1 belongs under `server`"_s.arg(quoted(member.key)));
    } else if (configuration && configurationKeys.contains(member.key)) {
        reader.fault("not_built"_ba, member.keySpan, path, u"%1 is not built in this version"_s.arg(quoted(member.key)));
    } else {
        reader.unknown("unknown_key"_ba, member.keySpan, path, u"key"_s, member.key,
            configuration ? configurationKeys : policyKeys + QList<QByteArray> {"server"_ba});
    }
}

/// The preset `workspace` has no boundary of its own: some rule must give one (policy.md 5).
void checkWorkspace(Reader &reader, const Document &document)
{
    if (!document.preset || document.preset->value != "workspace")
        return;
    const auto bounds = [](const Rule &rule) { return rule.fields.paths.allow.has_value(); };
    if (!std::ranges::any_of(document.rules, bounds)) {
        reader.fault("missing_key"_ba, document.preset->span, "$.preset"_ba,
            u"the preset `workspace` needs `paths.allow` with one directory or more, under `defaults` or an endpoint"_s);
    }
}

void readPolicy(Reader &reader, const Place &place, Document &document)
{
    SourceSpan defaultsKey;
    if (const Node::Member *member = place.node->member("defaults"))
        defaultsKey = member->keySpan;
    const QList<Member> known {
        {"version", [&](const Place &p) { readVersion(reader, p); }},
        {"preset", [&](const Place &p) { document.preset = reader.word(p, presetNames()); }},
        {"base_dir", [&](const Place &p) { readBaseDir(reader, p, document); }},
        {"groups", [&](const Place &p) { readGroups(reader, p, document.rules); }},
        {"defaults", [&](const Place &p) { readDefaults(reader, p, defaultsKey, document.rules); }},
        {"auth", [&](const Place &p) { readAuth(reader, p, document.auth); }},
        {"endpoints", [&](const Place &p) { readEndpoints(reader, p, document.rules); }},
        {"audit", [&](const Place &p) { readAudit(reader, p, document); }},
        {"http", [&](const Place &p) { readHttp(reader, p, document.http); }},
    };
    reader.members(place, known, [&](const Node::Member &m, const QByteArray &path) {
        if (document.hasServerKey && configurationKeys.contains(m.key))
            reader.fault("misplaced_key"_ba, m.keySpan, path, u"%1 belongs beside `server`, not under it"_s.arg(quoted(m.key)));
        else
            misplaced(reader, m, path, false);
    });
    checkWorkspace(reader, document);
}

} // namespace

QString checkAbsolute(QByteArrayView path)
{
    if (!path.startsWith('/'))
        return u"expected an absolute path, got %1"_s.arg(quoted(path));
    if (path.contains('\0') || path.size() > 4096)
        return u"expected a path without NUL of at most 4096 bytes"_s;
    return {};
}

void validate(const Node &root, Document &document, QList<Diagnostic> &diagnostics)
{
    // INVARIANT: the reader stops at maxFaults, so faults of the syntax alone can never fill the list before it starts.
    Reader reader(document.text, diagnostics);
    if (root.kind == Node::Kind::Null && document.format == Format::Yaml)
        return;
    const Place place {&root, "$"_ba};
    document.hasServerKey = root.isMap() && root.member("server");
    if (!document.hasServerKey) {
        readPolicy(reader, place, document);
        return;
    }
    const QList<Member> known {
        {"server", [&](const Place &p) { readPolicy(reader, p, document); }},
        {"sandboxing", [&](const Place &p) { readSandboxing(reader, p, document.sandbox); }},
    };
    reader.members(place, known, [&](const Node::Member &m, const QByteArray &path) { misplaced(reader, m, path, true); });
}

} // namespace Cofferdam::Policy::Load
