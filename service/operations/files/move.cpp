// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/base/atomicfile.h"
#include "common/protocol/requestreader.h"
#include "service/operations/files/common.h"
#include "service/operations/files/files.h"
#include "service/operations/files/tree.h"
#include "service/pathguard/newfile.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

using namespace Qt::StringLiterals;

namespace Cofferdam::Files {

namespace {

/// Whether an existing destination is replaced: as asked, else as the parameter says.
Result<bool> overwrite(const RequestContext &context)
{
    RequestReader reader(context.json);
    for (const char *known : {"source", "source_base64", "destination", "destination_base64"})
        (void)reader.value(known);
    const std::optional<bool> asked = reader.boolean("overwrite");
    if (Result<void> read = reader.finish(); !read)
        return failure(std::move(read).error());
    return asked ? permitted(context, "overwrite", *asked) : context.rule->boolParam("overwrite", false);
}

std::unexpected<Error> refused(const char *code, const QString &message, const ResolvedPath &side)
{
    QJsonObject details = PathGuard::pathDetails(side.asWritten);
    details.insert("parameter"_L1, QString::fromUtf8(side.parameter));
    return failure(code, message, std::move(details));
}

/// Is the entry under the judged name still the judged object.
Result<void> unchanged(const ResolvedPath &path)
{
    struct stat now {};
    if (::fstatat(path.parent.get(), path.name.constData(), &now, AT_SYMLINK_NOFOLLOW) != 0)
        return PathGuard::systemFailure(errno, u"cannot move it"_s, path.asWritten);
    if (!PathGuard::sameObject(now, path.info))
        return refused("path_symlink", u"something else took the name meanwhile"_s, path);
    return {};
}

Result<void> checkDestination(const ResolvedPath &source, const ResolvedPath &destination, bool replace)
{
    if (!destination.exists) {
        if (destination.mustBeDirectory && !source.isDirectory())
            return refused("not_directory", u"the destination ends with a slash, but the source is no directory"_s, destination);
        return checkNewName(destination);
    }
    if (!replace)
        return refused("already_exists", u"something has this name already"_s, destination);
    if (Result<void> fine = PathGuard::replaceable(destination.info); !fine)
        return failure(withPath(std::move(fine).error(), destination.asWritten));
    if (source.isDirectory())
        return refused("not_directory", u"a directory cannot replace a file"_s, destination);
    return {};
}

/// Across file systems: only a regular file within max_bytes, by copy, then the source goes.
Result<void> copyThenRemove(const RequestContext &context, const ResolvedPath &source, const ResolvedPath &destination, bool replace)
{
    if (source.isDirectory())
        return refused("is_directory", u"a directory cannot move to another file system"_s, source);
    Result<UniqueFd> from = PathGuard::openForReading(source);
    if (!from)
        return failure(std::move(from).error());
    const auto limit = context.limit("max_bytes");
    if (limit && source.info.st_size > *limit)
        return overLimit(context, "max_bytes", *limit, source.asWritten);
    Result<UniqueFd> created = PathGuard::NewFile::createUnnamed(destination.parent.get());
    if (!created)
        return failure(withPath(std::move(created).error(), destination.asWritten));
    PathGuard::NewFile copy(std::move(*created));
    constexpr qint64 BlockBytes = 1 << 20;
    for (qint64 at = 0; at < source.info.st_size;) {
        const Result<QByteArray> block = readUpTo(from->get(), at, qMin(BlockBytes, source.info.st_size - at));
        if (!block || block->isEmpty())
            return block ? refused("io_error", u"the file shrank while it was moved"_s, source) : failure(withPath(block.error(), source.asWritten));
        if (Result<void> written = writeAll(copy.descriptor(), *block); !written)
            return failure(withPath(std::move(written).error(), destination.asWritten));
        at += block->size();
    }
    const timespec times[] = {source.info.st_atim, source.info.st_mtim};
    if (::futimens(copy.descriptor(), times) != 0 || ::fsync(copy.descriptor()) != 0)
        return PathGuard::systemFailure(errno, u"cannot write the file"_s, destination.asWritten);
    if (Result<void> same = unchanged(source); !same)
        return same;
    const mode_t mode = source.info.st_mode & 0777;
    if (Result<void> placed = copy.publish({destination.parent.get(), destination.name, mode, replace, {}}); !placed)
        return failure(withPath(std::move(placed).error(), destination.asWritten));
    if (::unlinkat(source.parent.get(), source.name.constData(), 0) != 0)
        return PathGuard::systemFailure(errno, u"copied, but cannot remove the source"_s, source.asWritten);
    return {};
}

Result<void> rename(const RequestContext &context, const ResolvedPath &source, const ResolvedPath &destination, bool replace)
{
    if (Result<void> same = unchanged(source); !same)
        return same;
    // Without replace the kernel itself refuses; with it, what is replaced was looked at just now.
    struct stat old {};
    const bool fresh = ::fstatat(destination.parent.get(), destination.name.constData(), &old, AT_SYMLINK_NOFOLLOW) != 0;
    if (replace && !fresh) {
        if (Result<void> fine = PathGuard::replaceable(old); !fine)
            return failure(withPath(std::move(fine).error(), destination.asWritten));
    }
    const uint flags = replace && !fresh ? 0 : RENAME_NOREPLACE;
    if (::renameat2(source.parent.get(), source.name.constData(), destination.parent.get(), destination.name.constData(), flags) == 0)
        return {};
    if (errno == EXDEV)
        return copyThenRemove(context, source, destination, replace);
    if (errno == EEXIST)
        return refused("already_exists", u"something has this name already"_s, destination);
    if (errno == EINVAL)
        return refused("invalid_request", u"a directory cannot move into itself"_s, destination);
    return PathGuard::systemFailure(errno, u"cannot move it"_s, source.asWritten);
}

Result<Reply> moveFile(RequestContext &context)
{
    const Result<bool> replace = overwrite(context);
    if (!replace)
        return failure(replace.error());
    const ResolvedPath &source = *context.path("source");
    const ResolvedPath &destination = *context.path("destination");
    for (const ResolvedPath *side : {&source, &destination}) {
        if (Result<void> movable = refuseRoot(context, *side); !movable)
            return failure(std::move(movable).error());
    }
    if (Result<void> fits = checkDestination(source, destination, *replace); !fits)
        return failure(std::move(fits).error());
    if (source.isDirectory()) {
        if (Result<void> judged = judgeTree(context, source, &destination); !judged)
            return failure(std::move(judged).error());
    }
    if (Result<void> moved = rename(context, source, destination, *replace); !moved)
        return failure(std::move(moved).error());
    QByteArray json = "{";
    appendText(json, "source", source.asWritten);
    appendText(json.append(','), "destination", destination.asWritten);
    return Reply::jsonText(json.append('}'));
}

} // namespace

Operation moveOperation()
{
    Operation operation {"files_move", Runs::Pool, answering(moveFile), {}, {}, {}};
    operation.prepare = [](RequestContext &context) -> Result<void> {
        const Result<bool> replace = overwrite(context);
        return replace ? Result<void>() : failure(replace.error());
    };
    operation.resolveOptions = [](const RequestContext &, const Policy::PathParameter &parameter) {
        const bool isSource = parameter.name == "source";
        return PathGuard::ResolveOptions {{isSource ? PathRole::Delete : PathRole::Write}, true, !isSource, false};
    };
    return operation;
}

} // namespace Cofferdam::Files
