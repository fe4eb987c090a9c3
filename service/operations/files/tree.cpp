// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "service/operations/files/tree.h"

#include "service/pathguard/treewalk.h"

using namespace Qt::StringLiterals;

namespace Cofferdam::Files {

Result<void> judgeBelow(const PathGuard::Guard &guard, const ResolvedPath &top, const QByteArray &relative, PathRole role)
{
    const auto refusal = guard.judge(resolvedBelow(top, relative), role);
    if (!refusal)
        return {};
    // The refused descendant is not named: the caller may not know of it.
    return policyDenied(refusal->code, u"the policy refuses something below this directory"_s, refusal->rule.rule,
        PathGuard::pathDetails(top.asWritten));
}

Result<void> judgeTree(const RequestContext &context, const ResolvedPath &top, const ResolvedPath *destination)
{
    Result<UniqueFd> directory = PathGuard::openDirectory(top);
    if (!directory)
        return failure(std::move(directory).error());
    const PathGuard::Guard guard = context.guard();
    PathGuard::TreeWalk walk;
    walk.maxEntries = context.limit("max_entries").value_or(-1);
    walk.cancelled = &context.cancelled;
    walk.enter = [&](const PathGuard::TreeWalk::Visit &visit) -> Result<void> {
        Result<void> judged = judgeBelow(guard, top, visit.path, PathRole::Delete);
        if (judged && destination)
            judged = judgeBelow(guard, *destination, visit.path, PathRole::Write);
        return judged;
    };
    Result<void> done = walk.run(std::move(*directory));
    if (!done && done.error().code == "payload_too_large")
        return overLimit(context, "max_entries", walk.maxEntries, top.asWritten);
    return done ? done : Result<void>(failure(withPath(std::move(done).error(), top.asWritten)));
}

Result<void> refuseRoot(const RequestContext &context, const ResolvedPath &path)
{
    if (!path.isRoot && path.parent)
        return {};
    return policyDenied("path_denied", u"a directory the policy names as boundary is never removed or moved"_s,
        context.rule->paths->rootsFrom.rule, PathGuard::pathDetails(path.asWritten));
}

} // namespace Cofferdam::Files
