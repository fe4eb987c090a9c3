// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/policy/engine.h"
#include "common/policy/textlist.h"

#include <algorithm>

/// What parameters of a policy say about parameters of a request (endpoints.md 1.7).
using namespace Qt::StringLiterals;

namespace Cofferdam::Policy {

namespace {

enum class Match { Exact, Glob, HostGlob, Port };

/// A request field that a pair of policy lists judges.
struct ListCheck {
    const char *asked;
    const char *allow;
    const char *deny;
    Match match;
};

constexpr ListCheck listChecks[] = {
    {"format", "formats", "", Match::Exact},
    {"language", "languages", "", Match::Exact},
    {"signal", "allow_signals", "", Match::Exact},
    {"manager", "managers", "", Match::Exact},
    {"driver", "drivers", "", Match::Exact},
    {"shell", "allow_shells", "", Match::Exact},
    {"name", "allow_names", "deny_names", Match::Exact},
    {"name", "allow_agents", "", Match::Exact},
    {"port", "allow_ports", "deny_ports", Match::Port},
    {"remote", "allow_remotes", "deny_remotes", Match::HostGlob},
    {"host", "allow_hosts", "deny_hosts", Match::HostGlob},
    {"scheme", "allow_schemes", "", Match::Exact},
    {"env", "allow_env", "deny_env", Match::Glob},
    {"set", "allow_keys", "deny_keys", Match::Glob},
    {"unset", "allow_keys", "deny_keys", Match::Glob},
};

/// Request flags that need the policy's consent; overwrite is judged by what is there, so it only may be refused.
constexpr const char *flags[] = {"recursive", "hidden", "create_parents", "hash", "regex", "shell_mode", "takeover"};

bool portMatches(QByteArrayView range, QByteArrayView port)
{
    const qsizetype dash = range.indexOf('-');
    bool ok = false;
    const int number = port.toInt(&ok);
    if (!ok)
        return false;
    const int low = (dash < 0 ? range : range.first(dash)).toInt(&ok);
    const int high = dash < 0 ? low : range.sliced(dash + 1).toInt();
    return ok && number >= low && number <= high;
}

bool itemMatches(Match match, QByteArrayView item, QByteArrayView value)
{
    switch (match) {
    case Match::Exact: return item == value;
    case Match::Glob: return nameMatches(item, value);
    case Match::HostGlob: return nameMatches(item, value, true);
    case Match::Port: return portMatches(item, value);
    }
    return false;
}

std::optional<ParamRefusal> judgeLists(const EffectiveRule &rule, QByteArrayView allowKey, QByteArrayView denyKey, Match match, QByteArrayView value)
{
    const auto hit = [&](const QByteArray &item) { return itemMatches(match, item, value); };
    if (const auto deny = rule.listParam(denyKey)) {
        if (const auto it = std::find_if(deny->begin(), deny->end(), hit); it != deny->end())
            return ParamRefusal {denyKey.toByteArray(), rule.fromOfEntry(denyKey, *it)};
    }
    if (const auto allow = rule.listParam(allowKey); allow && std::none_of(allow->begin(), allow->end(), hit))
        return ParamRefusal {allowKey.toByteArray(), rule.params.value(allowKey.toByteArray()).from};
    return {};
}

/// What a request field names: one text, a list of them, or the keys of a map.
QList<QByteArray> namesIn(const QJsonValue &value)
{
    QList<QByteArray> names;
    if (value.isArray())
        return bytesList(value.toArray());
    if (value.isObject()) {
        for (const QString &key : value.toObject().keys())
            names.append(key.toUtf8());
    } else if (value.isString() || value.isDouble()) {
        names = bytesList({value});
    }
    return names;
}

std::optional<ParamRefusal> refusedFlag(const EffectiveRule &rule, const QJsonObject &asked)
{
    for (const char *flag : flags) {
        const auto it = rule.params.constFind(flag);
        if (it != rule.params.constEnd() && !it->value.toBool(true) && asked.value(QLatin1StringView(flag)).toBool())
            return ParamRefusal {flag, it->from};
    }
    return {};
}

/// argv[0], or the first word of command.
QByteArray programOf(const QJsonObject &asked)
{
    const QJsonArray argv = asked.value("argv"_L1).toArray();
    if (!argv.isEmpty())
        return argv.first().toString().toUtf8();
    const QByteArray command = asked.value("command"_L1).toString().toUtf8().trimmed();
    const auto end = std::find_if(command.begin(), command.end(), [](char c) { return c == ' ' || c == '\t'; });
    return command.first(end - command.begin());
}

bool hasAbsolute(const QList<QByteArray> &list)
{
    return std::any_of(list.begin(), list.end(), [](const QByteArray &item) { return item.startsWith('/'); });
}

bool commandMatches(const QByteArray &item, QByteArrayView program)
{
    return item.startsWith('/') ? item == program : item == program.sliced(program.lastIndexOf('/') + 1);
}

/// ".tar.gz" and ".gz" of "a.tar.gz"; a leading dot makes a hidden name, and its rest is a suffix too.
QList<QByteArray> suffixesOf(QByteArrayView path)
{
    const QByteArray name = path.sliced(path.lastIndexOf('/') + 1).toByteArray().toLower();
    QList<QByteArray> suffixes;
    for (qsizetype dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1))
        suffixes.append(name.sliced(dot));
    return suffixes;
}

QByteArray dotted(const QByteArray &extension) { return (extension.startsWith('.') ? extension : '.' + extension).toLower(); }

} // namespace

std::optional<ParamRefusal> refusedExtension(const EffectiveRule &rule, QByteArrayView path)
{
    const QList<QByteArray> suffixes = suffixesOf(path);
    const auto hit = [&](const QByteArray &item) { return suffixes.contains(dotted(item)); };
    if (const auto deny = rule.listParam("deny_extensions")) {
        if (const auto it = std::find_if(deny->begin(), deny->end(), hit); it != deny->end())
            return ParamRefusal {"deny_extensions", rule.fromOfEntry("deny_extensions", *it)};
    }
    if (const auto allow = rule.listParam("allow_extensions"); allow && std::none_of(allow->begin(), allow->end(), hit))
        return ParamRefusal {"allow_extensions", rule.params.value("allow_extensions").from};
    return {};
}

std::optional<ParamRefusal> refusedName(const EffectiveRule &rule, QByteArrayView allowKey, QByteArrayView denyKey, QByteArrayView name)
{
    return judgeLists(rule, allowKey, denyKey, Match::Glob, name);
}

// A name without a slash may resolve to any file on PATH: lists of absolute paths can then only be judged at the start.
std::optional<ParamRefusal> refusedCommand(const EffectiveRule &rule, QByteArrayView program)
{
    const bool bare = !program.startsWith('/');
    const auto hit = [&](const QByteArray &item) { return commandMatches(item, program); };
    const auto deny = rule.listParam("deny_commands").value_or(QList<QByteArray>());
    if (const auto it = std::find_if(deny.begin(), deny.end(), hit); it != deny.end())
        return ParamRefusal {"deny_commands", rule.fromOfEntry("deny_commands", *it)};
    const auto allow = rule.listParam("allow_commands");
    if (allow && std::none_of(allow->begin(), allow->end(), hit))
        return ParamRefusal {"allow_commands", rule.params.value("allow_commands").from, bare && hasAbsolute(*allow)};
    if (bare && hasAbsolute(deny))
        return ParamRefusal {"deny_commands", rule.params.value("deny_commands").from, true};
    return {};
}

std::optional<ParamRefusal> refusedParam(const EffectiveRule &rule, const QJsonObject &asked)
{
    if (auto refusal = refusedFlag(rule, asked))
        return refusal;
    for (const ListCheck &check : listChecks) {
        for (const QByteArray &name : namesIn(asked.value(QLatin1StringView(check.asked)))) {
            if (auto refusal = judgeLists(rule, check.allow, check.deny, check.match, name))
                return refusal;
        }
    }
    std::optional<ParamRefusal> open;
    if (const QByteArray program = programOf(asked); !program.isEmpty())
        open = refusedCommand(rule, program);
    const auto overwrite = rule.params.constFind("overwrite");
    if (!open && overwrite != rule.params.constEnd() && !overwrite->value.toBool(true) && asked.value("overwrite"_L1).toBool())
        open = ParamRefusal {"overwrite", overwrite->from, true};
    return open;
}

} // namespace Cofferdam::Policy
