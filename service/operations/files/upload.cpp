// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/base/atomicfile.h"
#include "common/base/ids.h"
#include "common/protocol/requestreader.h"
#include "service/operations/files/common.h"
#include "service/operations/files/files.h"
#include "service/pathguard/newfile.h"

#include <unistd.h>

#include <cerrno>
#include <future>
#include <system_error>

using namespace Qt::StringLiterals;

namespace Cofferdam::Files {

namespace {

/// What a request for writing a file says, after the policy's parameters.
struct WriteOptions {
    bool overwrite = true;
    bool createParents = true;
    std::optional<mode_t> mode; ///< asked for
};

Result<mode_t> readMode(const RequestContext &context, const QByteArray &text)
{
    bool octal = false;
    const uint mode = text.toUInt(&octal, 8);
    if (!octal || text.size() > 5 || mode > 0777)
        return failure("invalid_request", u"expected an octal mode from 0000 to 0777, without set-id and sticky bits"_s, {{u"parameter"_s, u"mode"_s}});
    if (mode & ~uint(context.rule->modeParam("max_mode").value_or(0777)))
        return paramRefused(context, "max_mode", u"the mode has bits the policy does not allow"_s);
    return mode_t(mode);
}

Result<WriteOptions> judgeOptions(const RequestContext &context, std::optional<bool> overwrite, std::optional<bool> parents, const std::optional<QByteArray> &mode)
{
    WriteOptions options;
    for (const auto &[key, asked, target] : {std::tuple {"overwrite", overwrite, &options.overwrite}, {"create_parents", parents, &options.createParents}}) {
        const Result<bool> allowed = asked ? permitted(context, key, *asked) : context.rule->boolParam(key, true);
        if (!allowed)
            return failure(allowed.error());
        *target = *allowed;
    }
    if (mode) {
        const Result<mode_t> read = readMode(context, *mode);
        if (!read)
            return failure(read.error());
        options.mode = *read;
    }
    return options;
}

Result<WriteOptions> optionsOfQuery(const RequestContext &context)
{
    std::optional<bool> asked[2];
    const char *const keys[] = {"overwrite", "create_parents"};
    for (int i = 0; i < 2; ++i) {
        if (!context.queryValue(keys[i]))
            continue;
        const Result<bool> value = context.queryBool(keys[i], false);
        if (!value)
            return failure(value.error());
        asked[i] = *value;
    }
    return judgeOptions(context, asked[0], asked[1], context.queryValue("mode"));
}

Result<WriteOptions> optionsOfJson(const RequestContext &context, QByteArray *content = nullptr)
{
    RequestReader reader(context.json);
    for (const char *known : {"path", "path_base64"})
        (void)reader.value(known);
    const auto overwrite = reader.boolean("overwrite"), parents = reader.boolean("create_parents");
    const auto mode = reader.string("mode");
    const bool present = reader.value("content_base64") != nullptr;
    std::optional<QByteArray> decoded = content ? reader.base64("content_base64") : std::nullopt;
    if (!present)
        reader.fault("content_base64", u"the field `content_base64` is missing"_s);
    if (Result<void> read = reader.finish(); !read)
        return failure(std::move(read).error());
    if (content)
        *content = std::move(*decoded);
    return judgeOptions(context, overwrite, parents, mode);
}

/// If-Match and If-None-Match against what has the name; old is null where nothing has.
Result<void> checkConditions(const RequestContext &context, const struct stat *old, const QByteArray &asWritten)
{
    const QByteArray match = context.header("if-match"), noneMatch = context.header("if-none-match");
    const QByteArray etag = old && S_ISREG(old->st_mode) ? etagOf(*old) : QByteArray();
    const bool matches = match.isEmpty() || (old && etagListed(match, etag));
    const bool differs = noneMatch.isEmpty() || !old || !etagListed(noneMatch, etag);
    if (matches && differs)
        return {};
    return failure("precondition_failed", u"the file is not what the request's condition expects"_s, PathGuard::pathDetails(asWritten));
}

/// Everything that can refuse before the content is looked at.
Result<void> checkTarget(const RequestContext &context, const ResolvedPath &path, const WriteOptions &options)
{
    if (path.isRoot || path.mustBeDirectory)
        return failure("is_directory", u"expected the name of a file, got a directory's"_s, PathGuard::pathDetails(path.asWritten));
    if (Result<void> extension = checkExtensions(context, path.name, path.asWritten); !extension)
        return extension;
    if (!path.exists) {
        if (Result<void> named = checkNewName(path); !named)
            return named;
    } else if (Result<void> fine = PathGuard::replaceable(path.info); !fine) {
        return failure(withPath(std::move(fine).error(), path.asWritten));
    }
    if (Result<void> met = checkConditions(context, path.exists ? &path.info : nullptr, path.asWritten); !met)
        return met;
    if (path.exists && !options.overwrite)
        return failure("already_exists", u"something has this name already"_s, PathGuard::pathDetails(path.asWritten));
    return {};
}

/// The hash, while the disk takes the content in another thread.
Result<QByteArray> hashAndSync(int descriptor, qint64 size, const std::atomic<bool> &cancelled)
{
    constexpr qint64 WorthAThread = 1 << 20;
    const auto sync = [descriptor] { return ::fsync(descriptor) == 0 ? 0 : errno; };
    std::future<int> synced;
    if (size >= WorthAThread) {
        try {
            synced = std::async(std::launch::async, sync);
        } catch (const std::system_error &) {
            // No thread to be had: one after the other.
        }
    }
    Result<QByteArray> digest = sha256OfFile(descriptor, size, cancelled);
    const int number = synced.valid() ? synced.get() : sync();
    return number == 0 ? std::move(digest) : failure(systemError(number, u"cannot write the file to disk"_s));
}

mode_t modeOf(const RequestContext &context, const ResolvedPath &path, const WriteOptions &options)
{
    const mode_t most = mode_t(context.rule->modeParam("max_mode").value_or(0777));
    return options.mode.value_or((path.exists ? path.info.st_mode & 0777 : 0644) & most);
}

/// Gives the content its name, and makes the answer.
Result<Reply> place(RequestContext &context, const WriteOptions &options, UniqueFd content, qint64 size, const QByteArray &digest)
{
    const ResolvedPath &path = *context.path("path");
    PathGuard::NewDirectories parents;
    Result<UniqueFd> directory = parents.make(path.parent, path.missingBelow);
    if (!directory)
        return failure(withPath(std::move(directory).error(), path.asWritten));
    bool replaced = false;
    PathGuard::NewFile file(std::move(content));
    // If-None-Match: * must hold at the very moment the name is given.
    const bool mustBeNew = context.header("if-none-match").trimmed() == "*";
    PathGuard::NewFile::Target target {directory->get(), path.name, modeOf(context, path, options), options.overwrite && !mustBeNew, {}};
    target.check = [&](const struct stat *old) {
        replaced = old != nullptr;
        return checkConditions(context, old, path.asWritten);
    };
    if (Result<void> published = file.publish(target); !published) {
        if (mustBeNew && published.error().code == "already_exists")
            return failure("precondition_failed", u"the file exists already"_s, PathGuard::pathDetails(path.asWritten));
        return failure(withPath(std::move(published).error(), path.asWritten));
    }
    parents.keep();
    struct stat now {};
    if (::fstat(file.descriptor(), &now) != 0)
        return PathGuard::systemFailure(errno, u"cannot look at the file"_s, path.asWritten);
    QByteArray json = "{";
    appendText(json, "path", path.asWritten);
    json.append(",\"size\":").append(QByteArray::number(size)).append(",\"sha256\":\"").append(digest).append('"');
    appendText(json.append(','), "etag", etagOf(now));
    context.auditParams.insert("size"_L1, size);
    return Reply::jsonText(json.append('}'), replaced ? 200 : 201);
}

Result<Reply> writeBytes(RequestContext &context, const WriteOptions &options, const QByteArray &bytes)
{
    const ResolvedPath &path = *context.path("path");
    Result<UniqueFd> file = PathGuard::NewFile::createUnnamed(path.parent.get());
    Result<void> written = file ? writeAll(file->get(), bytes) : Result<void>(failure(file.error()));
    if (written && ::fsync(file->get()) != 0)
        written = failure(systemError(errno, u"cannot write the file to disk"_s));
    if (!written)
        return failure(withPath(std::move(written).error(), path.asWritten));
    return place(context, options, std::move(*file), bytes.size(), sha256Hex(bytes));
}

Result<Reply> uploadStream(RequestContext &context)
{
    const Result<WriteOptions> options = optionsOfQuery(context);
    if (!options)
        return failure(options.error());
    const ResolvedPath &path = *context.path("path");
    const auto limit = context.limit("max_bytes");
    if (limit && context.body.size > *limit)
        return overLimit(context, "max_bytes", *limit, path.asWritten);
    if (Result<void> fine = checkTarget(context, path, *options); !fine)
        return failure(std::move(fine).error());
    if (!context.body.file)
        return writeBytes(context, *options, context.body.bytes);
    const Result<QByteArray> digest = hashAndSync(context.body.file.get(), context.body.size, context.cancelled);
    if (!digest)
        return failure(withPath(digest.error(), path.asWritten));
    return place(context, *options, std::move(context.body.file), context.body.size, *digest);
}

Result<Reply> upload(RequestContext &context)
{
    QByteArray content;
    const Result<WriteOptions> options = optionsOfJson(context, &content);
    if (!options)
        return failure(options.error());
    const ResolvedPath &path = *context.path("path");
    const auto limit = context.limit("max_bytes");
    if (limit && content.size() > *limit)
        return overLimit(context, "max_bytes", *limit, path.asWritten);
    if (Result<void> fine = checkTarget(context, path, *options); !fine)
        return failure(std::move(fine).error());
    return writeBytes(context, *options, content);
}

template <typename Read>
void fill(Operation &operation, Read read)
{
    operation.prepare = [read](RequestContext &context) -> Result<void> {
        const Result<WriteOptions> options = read(context);
        return options ? Result<void>() : failure(options.error());
    };
    operation.resolveOptions = [read](const RequestContext &context, const Policy::PathParameter &) {
        const Result<WriteOptions> options = read(context);
        return PathGuard::ResolveOptions {{PathRole::Write}, false, true, options && options->createParents};
    };
}

} // namespace

Operation uploadOperation()
{
    Operation operation {"upload", Runs::Pool, answering(upload), {}, {}, {}};
    fill(operation, [](const RequestContext &context) { return optionsOfJson(context); });
    return operation;
}

Operation uploadStreamOperation()
{
    Operation operation {"files_upload_stream", Runs::Pool, answering(uploadStream), {}, {}, {}};
    fill(operation, optionsOfQuery);
    operation.openSpool = [](RequestContext &context) -> Result<UniqueFd> {
        const ResolvedPath &path = *context.path("path");
        const Result<WriteOptions> options = optionsOfQuery(context);
        if (!options)
            return failure(options.error());
        if (Result<void> fine = checkTarget(context, path, *options); !fine)
            return failure(std::move(fine).error());
        Result<UniqueFd> file = PathGuard::NewFile::createUnnamed(path.parent.get());
        return file ? std::move(file) : failure(withPath(std::move(file).error(), path.asWritten));
    };
    return operation;
}

} // namespace Cofferdam::Files
