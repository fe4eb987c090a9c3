// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/policy/lint.h"
#include "common/policy/textlist.h"

#include <algorithm>

/// Boundaries and deny patterns: L3 L5 L13 L19 L20 L21 L28.
using namespace Qt::StringLiterals;

namespace Cofferdam::Policy {

namespace {

bool anyWithin(const QList<QByteArray> &paths, const QByteArray &root)
{
    return std::any_of(paths.begin(), paths.end(), [&](const QByteArray &path) { return !path.isEmpty() && isWithin(path, root); });
}

void lintRoots(LintRun &run, const EffectiveRule &rule)
{
    const PathRules &paths = *rule.paths;
    for (const QByteArray &root : paths.roots) {
        const LintPlace place = run.placeOf(paths.rootsFrom, paths.rootsAreAllow ? "paths.allow" : "");
        if (root == "/")
            run.add("L3", place, u"the boundary is the whole file system"_s, u"name the directories that callers need"_s);
        else if (paths.rootsAreAllow && anyWithin(run.policy.inputs().serviceFiles + QList<QByteArray> {run.facts.policyFile}, root))
            run.add("L3", place, u"the allow root %1 holds files of the service itself"_s.arg(textOf(root)), u"name a directory below it that does not"_s);
        if (!paths.rootsAreAllow)
            continue;
        if (run.facts.missingRoots.contains(root))
            run.add("L21", place, u"the allow root %1 does not exist"_s.arg(textOf(root)), u"make the directory, or correct its name"_s);
        if (run.facts.linkRoots.contains(root))
            run.add("L21", place, u"the allow root %1 is a symbolic link"_s.arg(textOf(root)), u"name the directory it points to"_s);
    }
}

bool isSharedPlace(const QByteArray &root)
{
    return isWithin(root, "/tmp") || isWithin(root, "/var/tmp") || isWithin(root, "/dev/shm");
}

void lintLinks(LintRun &run, const EffectiveRule &rule)
{
    const PathRules &paths = *rule.paths;
    if (paths.symlinks == Symlinks::Never || !paths.rootsAreAllow || !run.isWritten(paths.rootsFrom))
        return;
    for (const QByteArray &root : paths.roots) {
        if (isSharedPlace(root))
            run.add("L20", run.placeOf(paths.rootsFrom, "paths.allow"), u"links are followed in %1, which other programs write"_s.arg(textOf(root)),
                u"write symlinks: never, or use a directory of your own"_s);
    }
}

void lintOverwrite(LintRun &run, const EffectiveRule &rule)
{
    const auto param = rule.params.constFind("overwrite");
    if (param == rule.params.constEnd() || param->from.layer == Layer::Default || param->value.toBool(true) || rule.paths->rootsAreAllow)
        return;
    run.add("L5", run.placeOf(param->from, "params.overwrite"), u"%1 forbids overwriting but lets callers pick any name in base_dir"_s.arg(textOf(param->from.rule)),
        u"add paths.allow with the directory for new files"_s);
}

bool looksLikeRegex(const QByteArray &pattern)
{
    return pattern.startsWith('^') || pattern.endsWith('$') || pattern.contains('\\') || pattern.contains(".+")
        || (pattern.contains('(') && pattern.contains('|'));
}

/// A pattern is judged once, over every endpoint it applies to: it is idle only where it is idle everywhere.
void lintDenyPatterns(LintRun &run)
{
    QHash<qsizetype, bool> useful;
    const auto eachWritten = [&run](auto use) {
        for (const EffectiveRule &rule : run.policy.rules()) {
            for (const DenyEntry &entry : rule.paths ? rule.paths->deny : QList<DenyEntry>()) {
                if (run.isWritten(entry.from))
                    use(rule, entry);
            }
        }
    };
    eachWritten([&useful](const EffectiveRule &rule, const DenyEntry &entry) {
        const auto &roots = rule.paths->roots;
        useful[entry.from.span.offset] |= std::any_of(roots.begin(), roots.end(), [&](const QByteArray &root) { return entry.couldHitWithin(root); });
    });
    eachWritten([&](const EffectiveRule &, const DenyEntry &entry) {
        const LintPlace place = run.placeOf(entry.from, "paths.deny");
        if (looksLikeRegex(entry.text))
            run.add("L13", place, u"the deny pattern %1 looks like a regular expression"_s.arg(textOf(entry.text)),
                u"write a glob: `*` inside a component, `**` over several"_s);
        else if (!useful.value(entry.from.span.offset))
            run.add("L13", place, u"the deny pattern %1 can match nothing inside the boundary"_s.arg(textOf(entry.text)),
                u"write it for the boundary, or begin it with `**/`"_s);
    });
}

bool hasLetters(const QByteArray &text)
{
    return std::any_of(text.begin(), text.end(), [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); });
}

void lintCase(LintRun &run, const EffectiveRule &rule)
{
    const PathRules &paths = *rule.paths;
    const auto folds = [&](const QByteArray &root) { return run.facts.caseFoldingRoots.contains(root); };
    if (paths.nocase || std::none_of(paths.roots.begin(), paths.roots.end(), folds))
        return;
    for (const DenyEntry &entry : paths.deny) {
        if (run.isWritten(entry.from) && hasLetters(entry.text))
            run.add("L28", run.placeOf(entry.from, "paths.deny"), u"%1 misses other spellings on a file system that ignores case"_s.arg(textOf(entry.text)),
                u"add nocase: true"_s);
    }
}

void lintPolicyFile(LintRun &run)
{
    for (const QByteArray &path : run.facts.worldWritable)
        run.add("L19", {}, u"%1 is writable by other users"_s.arg(textOf(path)), u"take the write permission of others away"_s);
    if (run.facts.policyFile.isEmpty())
        return;
    for (const EffectiveRule &rule : run.policy.rules()) {
        if (rule.paths && rule.enabled.value && rule.endpoint->group == "file_ops" && rule.endpoint->mutating
            && !rule.paths->judge(run.facts.policyFile, PathRole::Write))
            run.add("L19", run.placeOf(rule.paths->rootsFrom, "paths.allow"), u"the policy file can be written through the API"_s,
                u"keep the policy outside of every boundary"_s);
    }
}

} // namespace

void lintPaths(LintRun &run)
{
    for (const EffectiveRule &rule : run.policy.rules()) {
        if (!rule.paths || !rule.enabled.value)
            continue;
        lintRoots(run, rule);
        lintLinks(run, rule);
        lintOverwrite(run, rule);
        lintCase(run, rule);
    }
    lintDenyPatterns(run);
    lintPolicyFile(run);
}

} // namespace Cofferdam::Policy
