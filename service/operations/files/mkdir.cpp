// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/protocol/requestreader.h"
#include "service/operations/files/common.h"
#include "service/operations/files/files.h"
#include "service/pathguard/newfile.h"

using namespace Qt::StringLiterals;

namespace Cofferdam::Files {

namespace {

/// Whether missing parents are made: as asked, else as the parameter says.
Result<bool> createParents(const RequestContext &context)
{
    RequestReader reader(context.json);
    (void)reader.value("path");
    (void)reader.value("path_base64");
    const std::optional<bool> asked = reader.boolean("create_parents");
    if (Result<void> read = reader.finish(); !read)
        return failure(std::move(read).error());
    return asked ? permitted(context, "create_parents", *asked) : context.rule->boolParam("create_parents", true);
}

/// How many levels below its root a resolved path is.
qint64 depthOf(const RequestContext &context, const ResolvedPath &path)
{
    const QByteArray root = context.snapshot->roots->canonicalName(path.root);
    return path.path.sliced(qMin(root.size(), path.path.size())).count('/') + (root.endsWith('/') ? 1 : 0);
}

Result<Reply> makeDirectory(RequestContext &context)
{
    const ResolvedPath &path = *context.path("path");
    if (path.exists && !path.isDirectory())
        return failure("already_exists", u"something that is no directory has this name"_s, PathGuard::pathDetails(path.asWritten));
    if (!path.exists) {
        if (Result<void> named = checkNewName(path); !named)
            return failure(std::move(named).error());
        const auto limit = context.limit("max_depth");
        if (limit && depthOf(context, path) > *limit)
            return overLimit(context, "max_depth", *limit, path.asWritten);
        PathGuard::NewDirectories made;
        const QByteArray names = path.missingBelow.isEmpty() ? path.name : path.missingBelow + '/' + path.name;
        if (Result<UniqueFd> directory = made.make(path.parent, names); !directory)
            return failure(withPath(std::move(directory).error(), path.asWritten));
        made.keep();
    }
    QByteArray json = "{";
    appendText(json, "path", path.asWritten);
    return Reply::jsonText(json.append(path.exists ? ",\"created\":false}" : ",\"created\":true}"));
}

} // namespace

Operation makeDirectoryOperation()
{
    Operation operation {"files_mkdir", Runs::Pool, answering(makeDirectory), {}, {}, {}};
    operation.prepare = [](RequestContext &context) -> Result<void> {
        const Result<bool> parents = createParents(context);
        return parents ? Result<void>() : failure(parents.error());
    };
    operation.resolveOptions = [](const RequestContext &context, const Policy::PathParameter &) {
        return PathGuard::ResolveOptions {{PathRole::Write}, false, true, createParents(context).value_or(false)};
    };
    return operation;
}

} // namespace Cofferdam::Files
