// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "service/operations/files/common.h"
#include "service/operations/files/files.h"

#include <limits>

namespace Cofferdam::Files {

namespace {

Result<QByteArray> hashOf(RequestContext &context, const ResolvedPath &path)
{
    Result<UniqueFd> file = PathGuard::openForReading(path);
    if (!file)
        return failure(std::move(file).error());
    const auto limit = context.limit("max_hash_bytes");
    if (limit && path.info.st_size > *limit)
        return overLimit(context, "max_hash_bytes", *limit, path.asWritten);
    Result<QByteArray> digest = sha256OfFile(file->get(), path.info.st_size, context.cancelled);
    return digest ? std::move(digest) : failure(withPath(std::move(digest).error(), path.asWritten));
}

Result<Reply> statFile(RequestContext &context)
{
    const Result<bool> hash = context.queryBool("hash", false).and_then([&](bool asked) { return permitted(context, "hash", asked); });
    if (!hash)
        return failure(hash.error());
    const ResolvedPath &path = *context.path("path");
    QByteArray json = path.exists ? "{\"exists\":true," : "{\"exists\":false,";
    if (!path.exists) {
        appendText(json, "path", path.asWritten);
        return Reply::jsonText(json + '}');
    }
    appendEntry(json, {path.name, path.asWritten, path.info, {}});
    if (path.isRegular())
        appendText(json.append(','), "etag", etagOf(path.info));
    if (*hash) {
        const Result<QByteArray> digest = hashOf(context, path);
        if (!digest)
            return failure(digest.error());
        appendText(json.append(','), "sha256", *digest);
    }
    return Reply::jsonText(json + '}');
}

} // namespace

Operation statOperation()
{
    Operation operation {"files_stat", Runs::Pool, answering(statFile), {}, {}, {}};
    operation.resolveOptions = [](const RequestContext &, const Policy::PathParameter &) {
        return PathGuard::ResolveOptions {{PathRole::Read}, false, true, true};
    };
    return operation;
}

} // namespace Cofferdam::Files
