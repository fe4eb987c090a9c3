// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/policy/validate.h"

#include "common/policy/glob.h"
#include "common/policy/load.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Cofferdam::Policy::Load {

namespace {

QList<QByteArray> groupNames()
{
    QList<QByteArray> names;
    for (const Group &group : groups())
        names.append(group.name);
    return names;
}

QList<QByteArray> endpointIds()
{
    QList<QByteArray> ids;
    for (const Endpoint &endpoint : endpoints())
        ids.append(endpoint.id);
    return ids;
}

QList<const Endpoint *> matching(const std::function<bool(const Endpoint &)> &matches)
{
    QList<const Endpoint *> list;
    for (const Endpoint &endpoint : endpoints()) {
        if (matches(endpoint))
            list.append(&endpoint);
    }
    return list;
}

void cannotDisable(Reader &reader, const SourceSpan &span, const QByteArray &path)
{
    reader.fault("core_endpoint"_ba, span, path, u"`health`, `capabilities` and `capabilities_check` cannot be disabled"_s);
}

/// The endpoints a selector stands for; nothing, with a fault, where it is not one.
std::optional<Applies> resolveSelector(Reader &reader, const Node::Member &member, const QByteArray &path)
{
    const QByteArray &selector = member.key;
    if (selector.startsWith("group:")) {
        const QByteArray group = selector.sliced(6);
        if (!findGroup(group)) {
            QList<QByteArray> known;
            for (const QByteArray &name : groupNames())
                known.append("group:" + name);
            reader.unknown("unknown_group"_ba, member.keySpan, path, u"group"_s, selector, known);
            return std::nullopt;
        }
        return Applies {"an endpoint of group `" + group + '`', matching([&](const Endpoint &e) { return e.group == group; })};
    }
    if (isGlob(selector)) {
        if (const auto glob = Glob::compile(selector); !glob) {
            reader.fault("bad_pattern"_ba, member.keySpan, path, glob.error().message);
            return std::nullopt;
        }
        return Applies {"an endpoint that `" + selector + "` matches", matching([&](const Endpoint &e) { return nameMatches(selector, e.id); })};
    }
    if (const Endpoint *endpoint = findEndpoint(selector))
        return Applies {'`' + selector + '`', {endpoint}, true};
    reader.unknown("unknown_endpoint"_ba, member.keySpan, path, u"endpoint"_s, selector, endpointIds());
    return std::nullopt;
}

void readEnabled(Reader &reader, const Place &place, const Applies &applies, RuleFields &fields)
{
    fields.enabled = reader.boolean(place);
    const bool coreOnly = !applies.endpoints.isEmpty() && std::ranges::all_of(applies.endpoints, &Endpoint::isCore);
    if (fields.enabled && !fields.enabled->value && coreOnly)
        cannotDisable(reader, place.node->span, place.path);
}

void readRulePaths(Reader &reader, const Place &place, const Applies &applies, RuleFields &fields)
{
    if (!std::ranges::any_of(applies.endpoints, &Endpoint::takesPaths)) {
        const QString who = QString::fromUtf8(applies.words);
        reader.fault("no_paths"_ba, place.node->span, place.path,
            applies.exact ? u"%1 takes no path"_s.arg(who) : u"expected %1 to take a path, got none that does"_s.arg(who));
        return;
    }
    readPaths(reader, place, fields.paths);
}

QList<Member> ruleMembers(Reader &reader, const Applies &applies, RuleFields &fields)
{
    return {
        {"scopes", [&](const Place &p) { fields.scopes = reader.strings(p, "a list of scopes"_L1, checkRequiredScope); }},
        {"paths", [&](const Place &p) { readRulePaths(reader, p, applies, fields); }},
        {"limits", [&](const Place &p) { readLimits(reader, p, applies, fields); }},
        {"params", [&](const Place &p) { readParams(reader, p, applies, fields); }},
        {"audit", [&](const Place &p) { fields.audit = reader.word(p, {"off", "deny", "all"}); }},
    };
}

} // namespace

void readGroups(Reader &reader, const Place &place, QList<Rule> &rules)
{
    const auto add = [&](const QByteArray &group, const SourceSpan &nameSpan, const QByteArray &path, Sourced<bool> enabled) {
        const Group *known = findGroup(group);
        if (!known) {
            reader.unknown("unknown_group"_ba, nameSpan, path, u"group"_s, group, groupNames());
            return;
        }
        if (!known->canDisable && !enabled.value)
            cannotDisable(reader, nameSpan, path);
        Rule rule {"group:" + group, nameSpan, "groups." + group, {}};
        rule.fields.enabled = enabled;
        rules.append(rule);
    };
    if (place.node->isList()) {
        reader.items(place, "a list of groups"_L1, [&](const Place &item) {
            if (const auto name = reader.string(item))
                add(name->value, name->span, item.path, {true, name->span});
        });
    } else if (place.node->isMap()) {
        reader.each(place, [&](const Node::Member &member, const QByteArray &path) {
            const auto enabled = reader.boolean({&member.value, path});
            add(member.key, member.keySpan, path, enabled.value_or(Sourced<bool> {true, member.value.span}));
        });
    } else {
        reader.wrongType(place, "a map of groups or a list of their names"_L1);
    }
}

void readDefaults(Reader &reader, const Place &place, const SourceSpan &keySpan, QList<Rule> &rules)
{
    Rule rule {{}, keySpan, "defaults"_ba, {}};
    const Applies applies {"any endpoint"_ba, matching([](const Endpoint &) { return true; }), false, true};
    const auto isEnabled = [](const Node::Member &m) { return m.key == "enabled"; };
    const QList<Member> known = ruleMembers(reader, applies, rule.fields);
    const bool isMap = reader.members(place, known, [&](const Node::Member &m, const QByteArray &path) {
        if (isEnabled(m))
            reader.fault("misplaced_key"_ba, m.keySpan, path, u"`defaults` takes no `enabled`: write it under `endpoints` with a selector such as `\"*\"`"_s);
        else
            reader.unknown("unknown_key"_ba, m.keySpan, path, u"key"_s, m.key, {"scopes", "paths", "limits", "params", "audit"});
    });
    if (isMap)
        rules.append(rule);
}

void readEndpoints(Reader &reader, const Place &place, QList<Rule> &rules)
{
    reader.each(place, [&](const Node::Member &member, const QByteArray &path) {
        const std::optional<Applies> applies = resolveSelector(reader, member, path);
        Rule rule {member.key, member.keySpan, "endpoints." + member.key, {}};
        if (!applies)
            return;
        QList<Member> known = ruleMembers(reader, *applies, rule.fields);
        known.prepend({"enabled", [&](const Place &p) { readEnabled(reader, p, *applies, rule.fields); }});
        if (reader.members({&member.value, path}, known))
            rules.append(rule);
    });
}

void readPaths(Reader &reader, const Place &place, PathFields &paths)
{
    const auto checkDeny = [](QByteArrayView pattern) -> QString {
        if (const auto glob = Glob::compile(pattern); !glob || pattern.isEmpty())
            return pattern.isEmpty() ? u"expected a path or pattern, got an empty string"_s : glob.error().message;
        return {};
    };
    reader.members(place, {
        {"allow", [&](const Place &p) {
            paths.allow = reader.strings(p, "a list of directories"_L1, checkAbsolute);
            if (paths.allow && paths.allow->value.isEmpty())
                reader.fault("bad_value"_ba, p.node->span, p.path, u"expected one directory or more, got an empty list"_s);
        }},
        {"deny", [&](const Place &p) {
            paths.deny = reader.strings(p, "a list of paths and patterns"_L1, checkDeny);
            for (const Node &item : p.node->items)
                paths.denySpans.append(item.span);
        }},
        {"read_only", [&](const Place &p) { paths.readOnly = reader.boolean(p); }},
        {"symlinks", [&](const Place &p) { paths.symlinks = reader.word(p, {"within", "never"}); }},
        {"nocase", [&](const Place &p) { paths.nocase = reader.boolean(p); }},
        {"hardlinks", [&](const Place &p) { paths.hardlinks = reader.word(p, {"allow", "refuse"}); }},
    });
}

} // namespace Cofferdam::Policy::Load
