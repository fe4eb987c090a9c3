// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "service/operations/files/common.h"
#include "service/operations/files/files.h"
#include "service/operations/files/range.h"

using namespace Qt::StringLiterals;

namespace Cofferdam::Files {

namespace {

struct OpenedFile {
    UniqueFd descriptor;
    struct stat info {};
};

/// The file of `path`, open and within the policy's extensions and size.
Result<OpenedFile> openWithinLimits(const RequestContext &context, const ResolvedPath &path)
{
    if (path.isRegular()) {
        if (Result<void> extension = checkExtensions(context, path.name, path.asWritten); !extension)
            return failure(std::move(extension).error());
    }
    Result<UniqueFd> descriptor = PathGuard::openForReading(path);
    if (!descriptor)
        return failure(std::move(descriptor).error());
    OpenedFile file {std::move(*descriptor), {}};
    if (::fstat(file.descriptor.get(), &file.info) != 0)
        return PathGuard::systemFailure(errno, u"cannot look at the file"_s, path.asWritten);
    const auto limit = context.limit("max_bytes");
    if (limit && file.info.st_size > *limit)
        return overLimit(context, "max_bytes", *limit, path.asWritten);
    return file;
}

Result<Reply> download(RequestContext &context)
{
    const ResolvedPath &path = *context.path("path");
    const Result<OpenedFile> file = openWithinLimits(context, path);
    if (!file)
        return failure(file.error());
    const Result<QByteArray> content = readUpTo(file->descriptor.get(), 0, file->info.st_size);
    if (!content)
        return failure(withPath(content.error(), path.asWritten));
    QByteArray json = "{";
    appendText(json, "path", path.asWritten);
    json.append(",\"size\":").append(QByteArray::number(content->size()));
    json.append(",\"content_base64\":\"").append(content->toBase64()).append("\"}");
    context.auditParams.insert("size"_L1, content->size());
    return Reply::jsonText(std::move(json));
}

/// 304 where the caller has this very file, a part where it asked for one, else the whole.
Result<Reply> downloadStream(RequestContext &context)
{
    const ResolvedPath &path = *context.path("path");
    Result<OpenedFile> file = openWithinLimits(context, path);
    if (!file)
        return failure(std::move(file).error());
    const qint64 size = file->info.st_size;
    const QByteArray etag = etagOf(file->info);
    Reply reply;
    reply.contentType = "application/octet-stream";
    reply.headers = {{"etag", etag}, {"accept-ranges", "bytes"}};
    if (const QByteArray known = context.header("if-none-match"); !known.isEmpty() && etagListed(known, etag)) {
        reply.status = 304;
        return reply;
    }
    const QByteArray condition = context.header("if-range");
    const Range range = readRange(condition.isEmpty() || condition == etag ? context.header("range") : QByteArray(), size);
    if (range.kind == Range::Kind::Unsatisfiable) {
        QJsonObject details = PathGuard::pathDetails(path.asWritten);
        details.insert("size"_L1, size);
        return failure("range_not_satisfiable", u"expected one range of bytes within the file"_s, std::move(details));
    }
    reply.headers.append({"content-disposition", contentDisposition(path.name)});
    if (range.kind == Range::Kind::Part) {
        const QByteArray last = QByteArray::number(range.offset + range.length - 1);
        reply.status = 206;
        reply.headers.append(
            {"content-range", "bytes " + QByteArray::number(range.offset) + '-' + last + '/' + QByteArray::number(size)});
    }
    reply.file = std::move(file->descriptor);
    reply.fileOffset = range.offset;
    reply.fileLength = range.length;
    context.auditParams.insert("size"_L1, range.length);
    return reply;
}

} // namespace

Operation downloadOperation() { return {"download", Runs::Pool, answering(download), {}, {}, {}}; }

// Opening and looking are all it does: the gate sends the bytes.
Operation downloadStreamOperation() { return {"files_download_stream", Runs::Inline, answering(downloadStream), {}, {}, {}}; }

} // namespace Cofferdam::Files
