// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/policy/difference.h"
#include "common/policy/textlist.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Cofferdam::Policy {

namespace {

using Kind = Difference::Kind;

/// Collects one endpoint's changes for one identity.
struct Collector {
    QList<Difference> &out;
    const QByteArray &identity;
    const QByteArray &endpoint;

    void add(Kind kind, const QByteArray &pathClass, const char *field, const QString &predicate, const Provenance &before, const Provenance &after)
    {
        out.append({kind, identity, endpoint, pathClass, field, u'`' + textOf(identity) + u"` "_s + predicate, before.rule, after.rule});
    }
    [[nodiscard]] QString call() const { return u"call "_s + textOf(endpoint); }
};

bool covered(const QByteArray &root, const QList<QByteArray> &roots)
{
    return std::any_of(roots.begin(), roots.end(), [&](const QByteArray &other) { return isWithin(root, other); });
}

void compareRoots(Collector &collect, const PathRules &before, const PathRules &after)
{
    for (const QByteArray &root : after.roots) {
        if (!covered(root, before.roots))
            collect.add(Kind::NewlyAllowed, pathClassBelow(root), "paths.allow", u"can now "_s + collect.call() + u" on "_s
                    + textOf(pathClassBelow(root)), before.rootsFrom, after.rootsFrom);
    }
    for (const QByteArray &root : before.roots) {
        if (covered(root, after.roots))
            continue;
        QList<QByteArray> left;
        for (const QByteArray &other : after.roots) {
            if (isWithin(other, root))
                left.append(pathClassBelow(other));
        }
        const QString except = left.isEmpty() ? QString() : u" but for "_s + textOf(left.join(", "));
        collect.add(Kind::NewlyDenied, pathClassBelow(root), "paths.allow", u"can no longer "_s + collect.call() + u" on "_s
                + textOf(pathClassBelow(root)) + except, before.rootsFrom, after.rootsFrom);
    }
}

/// A pattern that reaches into none of the roots decides nothing.
bool matters(const DenyEntry &entry, const QList<QByteArray> &roots)
{
    return std::any_of(roots.begin(), roots.end(), [&](const QByteArray &root) { return entry.couldHitWithin(root); });
}

/// Some entry of rules denies all that entry denies.
bool deniedBy(const DenyEntry &entry, const PathRules &rules)
{
    return std::any_of(rules.deny.begin(), rules.deny.end(), [&](const DenyEntry &other) {
        if (other.text == entry.text)
            return other.nocase || !entry.nocase;
        return !entry.prefix.isEmpty() && !other.prefix.isEmpty() && isWithin(entry.prefix, other.prefix, other.nocase);
    });
}

void compareDeny(Collector &collect, const PathRules &before, const PathRules &after)
{
    for (const DenyEntry &entry : before.deny) {
        if (!deniedBy(entry, after) && matters(entry, before.roots) && matters(entry, after.roots))
            collect.add(Kind::NewlyAllowed, entry.text, "paths.deny", u"can now "_s + collect.call() + u" on "_s + textOf(entry.text),
                entry.from, after.rootsFrom);
    }
    for (const DenyEntry &entry : after.deny) {
        if (!deniedBy(entry, before) && matters(entry, before.roots) && matters(entry, after.roots))
            collect.add(Kind::NewlyDenied, entry.text, "paths.deny", u"can no longer "_s + collect.call() + u" on "_s + textOf(entry.text),
                before.rootsFrom, entry.from);
    }
}

bool changesThings(const Endpoint &endpoint)
{
    return std::any_of(endpoint.paths.begin(), endpoint.paths.end(), [](const PathParameter &parameter) {
        return parameter.roles.contains(PathRole::Write) || parameter.roles.contains(PathRole::Delete);
    });
}

void compareModes(Collector &collect, const Endpoint &endpoint, const PathRules &before, const PathRules &after)
{
    if (before.readOnly != after.readOnly && changesThings(endpoint))
        collect.add(after.readOnly ? Kind::NewlyDenied : Kind::NewlyAllowed, {}, "paths.read_only",
            (after.readOnly ? u"can no longer"_s : u"can now"_s) + u" write or delete with "_s + textOf(endpoint.id), before.readOnlyFrom,
            after.readOnlyFrom);
    if (before.symlinks != after.symlinks)
        collect.add(after.symlinks == Symlinks::Never ? Kind::Narrower : Kind::Wider, {}, "paths.symlinks",
            (after.symlinks == Symlinks::Never ? u"may no longer"_s : u"may now"_s) + u" follow links with "_s + textOf(endpoint.id),
            before.symlinksFrom, after.symlinksFrom);
    if (before.refuseHardlinks != after.refuseHardlinks)
        collect.add(after.refuseHardlinks ? Kind::Narrower : Kind::Wider, {}, "paths.hardlinks",
            (after.refuseHardlinks ? u"may no longer"_s : u"may now"_s) + u" use files with several names with "_s + textOf(endpoint.id),
            before.hardlinksFrom, after.hardlinksFrom);
    if (before.roots.value(0) != after.roots.value(0))
        collect.add(Kind::Changed, {}, "paths.allow", u"reaches relative paths of "_s + textOf(endpoint.id) + u" from "_s
                + textOf(after.roots.value(0)) + u" instead of "_s + textOf(before.roots.value(0)), before.rootsFrom, after.rootsFrom);
}

} // namespace

void comparePaths(QList<Difference> &out, const QByteArray &identity, const EffectiveRule &before, const EffectiveRule &after)
{
    if (!before.paths || !after.paths)
        return;
    Collector collect {out, identity, before.endpoint->id};
    compareRoots(collect, *before.paths, *after.paths);
    compareDeny(collect, *before.paths, *after.paths);
    compareModes(collect, *before.endpoint, *before.paths, *after.paths);
}

} // namespace Cofferdam::Policy
