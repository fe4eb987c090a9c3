// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/policy/lint.h"
#include "common/policy/textlist.h"

#include <algorithm>

/// Two endpoints over the same files that disagree: L6 L7.
using namespace Qt::StringLiterals;

namespace Cofferdam::Policy {

namespace {

bool readsFiles(const EffectiveRule &rule)
{
    const auto &paths = rule.endpoint->paths;
    return rule.enabled.value && rule.paths && rule.endpoint->group == "file_ops"
        && std::any_of(paths.begin(), paths.end(), [](const PathParameter &p) { return p.roles.contains(PathRole::Read); });
}

bool movesFiles(const EffectiveRule &rule)
{
    return rule.enabled.value && !rule.paths.value_or(PathRules()).readOnly && (rule.endpoint->id == "files_move" || rule.endpoint->id == "files_copy");
}

bool reachedTogether(const LintRun &run, const EffectiveRule &a, const EffectiveRule &b)
{
    const auto &all = run.policy.identities();
    return std::any_of(all.begin(), all.end(), [&](const IdentityInfo &identity) { return run.reaches(identity, a) && run.reaches(identity, b); });
}

/// Nothing that entry denies can be had under paths.
bool closes(const PathRules &paths, const DenyEntry &entry)
{
    for (const DenyEntry &other : paths.deny) {
        if (other.text == entry.text && (other.nocase || !entry.nocase))
            return true;
        if (!entry.prefix.isEmpty() && !other.prefix.isEmpty() && isWithin(entry.prefix, other.prefix, other.nocase))
            return true;
    }
    return std::none_of(paths.roots.begin(), paths.roots.end(), [&](const QByteArray &root) { return entry.couldHitWithin(root); });
}

bool rootsMeet(const PathRules &a, const PathRules &b)
{
    return std::any_of(a.roots.begin(), a.roots.end(), [&](const QByteArray &x) {
        return std::any_of(b.roots.begin(), b.roots.end(), [&](const QByteArray &y) { return isWithin(x, y) || isWithin(y, x); });
    });
}

/// Some of wide's files lie where narrow may not go.
bool reachesBeyond(const PathRules &wide, const PathRules &narrow)
{
    const bool rootBeyond = std::any_of(wide.roots.begin(), wide.roots.end(), [&](const QByteArray &root) {
        return std::none_of(narrow.roots.begin(), narrow.roots.end(), [&](const QByteArray &other) { return isWithin(root, other); });
    });
    return rootBeyond || std::any_of(narrow.deny.begin(), narrow.deny.end(), [&](const DenyEntry &entry) { return !closes(wide, entry); });
}

void lintDisagreement(LintRun &run, const EffectiveRule &strict)
{
    for (const DenyEntry &entry : strict.paths->deny) {
        if (entry.from.layer == Layer::Default)
            continue;
        QList<QByteArray> doors;
        for (const EffectiveRule &other : run.policy.rules()) {
            if (&other != &strict && readsFiles(other) && rootsMeet(*strict.paths, *other.paths) && !closes(*other.paths, entry)
                && reachedTogether(run, strict, other))
                doors.append(other.endpoint->id);
        }
        if (!doors.isEmpty())
            run.add("L6", run.placeOf(entry.from, "paths.deny"), u"%1 is denied to %2 but can be read with %3"_s.arg(textOf(entry.text), textOf(strict.endpoint->id), shortList(doors)),
                u"write the deny under `files_*` or defaults, so that every reader has it"_s);
    }
}

void lintLaundering(LintRun &run, const EffectiveRule &mover)
{
    QList<QByteArray> readers;
    LintPlace place;
    for (const EffectiveRule &reader : run.policy.rules()) {
        if (&reader == &mover || !readsFiles(reader) || !reachedTogether(run, mover, reader))
            continue;
        if (!rootsMeet(*mover.paths, *reader.paths) || !reachesBeyond(*mover.paths, *reader.paths))
            continue;
        readers.append(reader.endpoint->id);
        if (run.isWritten(reader.paths->rootsFrom))
            place = run.placeOf(reader.paths->rootsFrom, "paths.allow");
    }
    if (!readers.isEmpty())
        run.add("L7", place, u"%1 can bring files to where %2 reads, from where it may not"_s.arg(textOf(mover.endpoint->id), shortList(readers)),
            u"give %1 the same paths, or turn it off"_s.arg(textOf(mover.endpoint->id)));
}

} // namespace

void lintSideDoors(LintRun &run)
{
    for (const EffectiveRule &rule : run.policy.rules()) {
        if (readsFiles(rule))
            lintDisagreement(run, rule);
        if (movesFiles(rule))
            lintLaundering(run, rule);
    }
}

} // namespace Cofferdam::Policy
