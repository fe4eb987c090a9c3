// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/policy/completion_place.h"
#include "common/policy/completion_words.h"
#include "common/policy/glob.h"

#include "common/base/bytesize.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Cofferdam::Policy {

namespace Completing {

namespace {

using Path = QList<QByteArray>;

void addWords(QList<Completion> &list, QByteArrayView where, const char *detail)
{
    for (const Word &word : allWords()) {
        if (where == QByteArrayView(word.where))
            list.append({word.word, detail, QString::fromUtf8(word.help)});
    }
}

QString routeOf(const Endpoint &endpoint) { return QString::fromLatin1(endpoint.method + ' ' + endpoint.path); }

void addGroups(QList<Completion> &list, const QByteArray &prefix)
{
    for (const Group &group : groups())
        list.append({prefix + group.name, "group", QString::fromUtf8(group.summary) + (group.onByDefault ? u"."_s : u"; off unless turned on."_s)});
}

void addEndpoints(QList<Completion> &list)
{
    for (const Endpoint &endpoint : endpoints())
        list.append({endpoint.id, "endpoint", QString::fromUtf8(endpoint.summary) + u" ("_s + routeOf(endpoint) + u')'});
    addGroups(list, "group:");
    list.append({"*", "glob", u"Every endpoint; outranks groups and defaults."_s});
    list.append({"files_*", "glob", u"Every endpoint whose id begins with files_."_s});
}

void addScopes(QList<Completion> &list, bool held)
{
    for (const Scope &scope : scopes()) {
        const QString note = scope.note.isEmpty() ? QString() : u"; "_s + QString::fromUtf8(scope.note);
        list.append({scope.name, "scope", QString::fromUtf8(scope.grants) + note});
    }
    if (!held)
        return;
    QList<QByteArray> spaces;
    for (const Scope &scope : scopes()) {
        const QByteArray space = scope.name.first(scope.name.indexOf(':'));
        if (!spaces.contains(space))
            spaces.append(space);
    }
    for (const QByteArray &space : spaces)
        list.append({space + ":*", "scope", u"every scope of %1"_s.arg(QString::fromUtf8(space))});
    list.append({"*", "scope", u"every scope"_s});
}

/// The endpoints a selector stands for; all for an empty one.
QList<const Endpoint *> endpointsOf(const QByteArray &selector)
{
    QList<const Endpoint *> list;
    for (const Endpoint &endpoint : endpoints()) {
        if (selector.isEmpty() || selector == endpoint.id || selector == "group:" + endpoint.group
            || (isGlob(selector) && nameMatches(selector, endpoint.id)))
            list.append(&endpoint);
    }
    return list;
}

QString defaultOf(const LimitKey &key, const QByteArray &selector)
{
    const Endpoint *endpoint = findEndpoint(selector);
    const LimitDefault *limit = endpoint ? endpoint->limit(key.key) : nullptr;
    if (!limit || !limit->value)
        return {};
    return u" Default: "_s + (key.kind == LimitKind::Size ? formatByteSize(*limit->value) : QString::number(*limit->value)) + u'.';
}

void addLimits(QList<Completion> &list, const QByteArray &selector)
{
    const QList<const Endpoint *> where = endpointsOf(selector);
    for (const LimitKey &key : limitKeys()) {
        if (std::ranges::any_of(where, [&](const Endpoint *e) { return e->limit(key.key) != nullptr; }))
            list.append({key.key, "limit", QString::fromUtf8(key.meaning) + u". At the limit: "_s + QString::fromUtf8(key.atLimit) + u'.' + defaultOf(key, selector)});
    }
}

void addParams(QList<Completion> &list, const QByteArray &selector)
{
    const QList<const Endpoint *> where = endpointsOf(selector);
    for (const ParamKey &key : paramKeys()) {
        if (std::ranges::any_of(where, [&](const Endpoint *e) { return e->param(key.key) != nullptr; }))
            list.append({key.key, "parameter", QString::fromUtf8(key.meaning) + (key.unionMerge ? u"; the lists of all matching rules add up"_s : QString())});
    }
}

QList<Completion> valuesOfParam(const QByteArray &name)
{
    QList<Completion> list;
    const ParamKey *key = findParamKey(name);
    if (key && key->kind == ParamKind::Bool)
        addWords(list, "value:bool", "value");
    for (const QByteArray &value : key ? key->closedValues : Path())
        list.append({value, "value", QString::fromUtf8(key->meaning)});
    return list;
}

/// Inside a rule or `defaults`: tail is the way below it.
QList<Completion> inRule(const Path &tail, const QByteArray &selector, Spot::Due due)
{
    QList<Completion> list;
    const QByteArray first = tail.value(0);
    const bool key = due == Spot::Due::Key;
    if (tail.isEmpty() && key)
        addWords(list, "rule", "key");
    else if (tail.size() == 1 && key && first == "paths")
        addWords(list, "paths", "key");
    else if (tail.size() == 1 && key && first == "limits")
        addLimits(list, selector);
    else if (tail.size() == 1 && key && first == "params")
        addParams(list, selector);
    else if (first == "scopes" && due == Spot::Due::Item)
        addScopes(list, false);
    else if (tail.size() == 1 && due == Spot::Due::Value)
        addWords(list, first == "enabled" ? "value:bool"_ba : "value:" + first, "value");
    else if (tail.size() == 2 && first == "params" && !key)
        list = valuesOfParam(tail[1]);
    else if (tail.size() == 2 && first == "limits" && due == Spot::Due::Value)
        list.append({"null", "value", u"No limit: an explicit widening."_s});
    else if (tail.size() == 2 && first == "paths" && due == Spot::Due::Value)
        addWords(list, tail[1] == "read_only" || tail[1] == "nocase" ? "value:bool"_ba : "value:" + tail[1], "value");
    return list;
}

QList<Completion> inAuth(const Path &tail, Spot::Due due)
{
    QList<Completion> list;
    const QByteArray first = tail.value(0);
    const bool entry = tail.size() >= 2 && tail[1] == "-";
    if (tail.isEmpty() && due == Spot::Due::Key)
        addWords(list, "auth", "key");
    else if (tail.size() == 2 && entry && due == Spot::Due::Key)
        addWords(list, first == "operators" ? "operator" : "token", "key");
    else if (due == Spot::Due::Item && !tail.isEmpty() && tail.last().endsWith("scopes"))
        addScopes(list, true);
    else if (first == "allow_anonymous" && due == Spot::Due::Value)
        addWords(list, "value:bool", "value");
    else if (entry && tail.size() == 3 && tail[2] == "role" && due == Spot::Due::Value)
        addWords(list, "value:role", "value");
    return list;
}

QList<Completion> inSandboxing(const Path &tail, Spot::Due due)
{
    QList<Completion> list;
    if (due == Spot::Due::Key && tail.size() <= 1)
        addWords(list, tail.isEmpty() ? "sandboxing" : "subprocess", "key");
    else if (due == Spot::Due::Value && tail.size() == 2)
        addWords(list, tail[1] == "level" ? "value:level" : tail[1].endsWith("_seconds") ? "" : "value:bool", "value");
    return list;
}

QList<Completion> atTop(const QByteArray &key, Spot::Due due)
{
    QList<Completion> list;
    const bool isKey = due == Spot::Due::Key;
    if (key == "groups" && due != Spot::Due::Value)
        addGroups(list, {});
    else if (key == "endpoints" && isKey)
        addEndpoints(list);
    else if (isKey && (key == "audit" || key == "http"))
        addWords(list, key, "key");
    else if (due == Spot::Due::Value)
        addWords(list, QByteArray("value:" + key), key == "preset" ? "preset" : "value");
    return list;
}

} // namespace

QList<Completion> candidates(const Spot &spot)
{
    Path path = spot.path;
    QList<Completion> list;
    const bool below = path.value(0) == "server";
    if (below)
        path.removeFirst();
    const QByteArray first = path.value(0);
    if (path.isEmpty()) {
        addWords(list, "root", "key");
        if (!below)
            addWords(list, "configuration", "key");
        return spot.due == Spot::Due::Key ? list : QList<Completion>();
    }
    if (first == "defaults") {
        list = inRule(path.sliced(1), {}, spot.due);
        list.removeIf([](const Completion &c) { return c.text == "enabled"; });
        return list;
    }
    if (first == "endpoints" && path.size() > 1)
        return inRule(path.sliced(2), path[1], spot.due);
    if (first == "auth")
        return inAuth(path.sliced(1), spot.due);
    if (first == "sandboxing" && !below)
        return inSandboxing(path.sliced(1), spot.due);
    if (path.size() == 1)
        return atTop(first, spot.due);
    if (path.size() == 2 && spot.due == Spot::Due::Value)
        addWords(list, first == "groups" || path[1] == "required" ? "value:bool"_ba : first == "audit" ? "value:" + path[1] : ""_ba, "value");
    return list;
}

} // namespace Completing

namespace {

/// What must be written for a word at a place outside quotes.
QByteArray written(const QByteArray &text, const Completing::Spot &spot, Format format)
{
    using enum Completing::Spot::Due;
    static const QList<QByteArray> bare {"true", "false", "null", "1"};
    const bool isWord = spot.due != Key && bare.contains(text);
    if (spot.inQuotes || isWord)
        return text;
    const bool special = text.startsWith('*') || text.endsWith('*');
    return format == Format::Json || special ? '"' + text + '"' : text;
}

bool isWordByte(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' || c == '*';
}

} // namespace

QList<Completion> completionsAt(QByteArrayView text, qsizetype offset, Format format)
{
    const Completing::Spot spot = Completing::spotAt(text, offset, format);
    QList<Completion> list = Completing::candidates(spot);
    for (Completion &completion : list)
        completion.text = written(completion.text, spot, format);
    return list;
}

std::optional<Completion> hoverAt(QByteArrayView text, qsizetype offset, Format format)
{
    qsizetype end = std::clamp<qsizetype>(offset, 0, text.size());
    const auto goesOn = [&text](qsizetype at) {
        return isWordByte(text[at]) || (text[at] == ':' && at + 1 < text.size() && isWordByte(text[at + 1]));
    };
    while (end < text.size() && goesOn(end))
        ++end;
    const Completing::Spot spot = Completing::spotAt(text, end, format);
    const QList<Completion> list = Completing::candidates(spot);
    const auto it = std::ranges::find(list, spot.word, &Completion::text);
    return it == list.end() ? std::nullopt : std::optional(*it);
}

} // namespace Cofferdam::Policy
