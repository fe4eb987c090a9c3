// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/base/atomicfile.h"
#include "service/operations/files/common.h"
#include "service/operations/files/files.h"
#include "service/operations/files/tree.h"
#include "service/pathguard/treewalk.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

using namespace Qt::StringLiterals;

namespace Cofferdam::Files {

namespace {

Result<bool> recursionAsked(const RequestContext &context)
{
    return context.queryBool("recursive", false).and_then([&](bool asked) { return permitted(context, "recursive", asked); });
}

Result<void> unlinkEntry(int directory, const QByteArray &name, int flags)
{
    if (::unlinkat(directory, name.constData(), flags) == 0 || errno == ENOENT)
        return {};
    // Something else took the name since it was looked at.
    if (errno == EISDIR || errno == ENOTDIR)
        return failure("path_symlink", u"an entry was replaced while it was removed"_s);
    return failure(systemError(errno, u"cannot remove an entry"_s));
}

/// Removes what is below a directory; entries that came after the check are judged as they are met.
Result<qint64> removeContents(const RequestContext &context, const ResolvedPath &top)
{
    Result<UniqueFd> directory = PathGuard::openDirectory(top);
    if (!directory)
        return failure(std::move(directory).error());
    const PathGuard::Guard guard = context.guard();
    qint64 removed = 0;
    PathGuard::TreeWalk walk;
    walk.cancelled = &context.cancelled;
    walk.enter = [&](const PathGuard::TreeWalk::Visit &visit) -> Result<void> {
        if (Result<void> judged = judgeBelow(guard, top, visit.path, PathRole::Delete); !judged || visit.isDirectory)
            return judged;
        ++removed;
        return unlinkEntry(visit.directory, visit.name, 0);
    };
    walk.leave = [&](const PathGuard::TreeWalk::Visit &visit) {
        ++removed;
        return unlinkEntry(visit.directory, visit.name, AT_REMOVEDIR);
    };
    const Result<void> done = walk.run(std::move(*directory));
    return done ? Result<qint64>(removed) : failure(withPath(done.error(), top.asWritten));
}

Result<Reply> deletePath(RequestContext &context)
{
    const Result<bool> recursive = recursionAsked(context);
    if (!recursive)
        return failure(recursive.error());
    const ResolvedPath &path = *context.path("path");
    if (Result<void> movable = refuseRoot(context, path); !movable)
        return failure(std::move(movable).error());
    qint64 removed = 1;
    if (path.isDirectory() && *recursive) {
        // The whole tree is judged before anything goes.
        if (Result<void> judged = judgeTree(context, path, nullptr); !judged)
            return failure(std::move(judged).error());
        const Result<qint64> contents = removeContents(context, path);
        if (!contents)
            return failure(contents.error());
        removed += *contents;
    }
    struct stat now {};
    if (::fstatat(path.parent.get(), path.name.constData(), &now, AT_SYMLINK_NOFOLLOW) != 0)
        return PathGuard::systemFailure(errno, u"cannot remove it"_s, path.asWritten);
    if (!PathGuard::sameObject(now, path.info))
        return failure("path_symlink", u"something else took the name while it was removed"_s, PathGuard::pathDetails(path.asWritten));
    if (::unlinkat(path.parent.get(), path.name.constData(), path.isDirectory() ? AT_REMOVEDIR : 0) != 0)
        return PathGuard::systemFailure(errno, u"cannot remove it"_s, path.asWritten);
    QByteArray json = "{";
    appendText(json, "path", path.asWritten);
    context.auditParams.insert("removed"_L1, removed);
    return Reply::jsonText(json.append(",\"removed\":").append(QByteArray::number(removed)).append('}'));
}

} // namespace

Operation deleteOperation()
{
    Operation operation {"files_delete", Runs::Pool, answering(deletePath), {}, {}, {}};
    operation.prepare = [](RequestContext &context) -> Result<void> {
        const Result<bool> recursive = recursionAsked(context);
        return recursive ? Result<void>() : failure(recursive.error());
    };
    operation.resolveOptions
        = [](const RequestContext &, const Policy::PathParameter &) { return PathGuard::ResolveOptions {{PathRole::Delete}, true, false, false}; };
    return operation;
}

} // namespace Cofferdam::Files
