// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "service/operation/operation.h"
#include "service/pathguard/descriptors.h"

#include <optional>

/// What the handlers of files share. All reentrant.
namespace Cofferdam::Files {

using PathGuard::ResolvedPath;
using Policy::PathRole;

/// A handler that may fail, as the pipeline wants it.
template <typename Function>
[[nodiscard]] std::function<Outcome(const ContextPointer &)> answering(Function function)
{
    return [function](const ContextPointer &context) -> Outcome {
        Result<Reply> reply = function(*context);
        return reply ? std::move(*reply) : Reply::failed(std::move(reply).error());
    };
}

/// "inode-size-mtime_ns" in hex, in quotes: endpoints.md 1.8, http.md 4.
[[nodiscard]] QByteArray etagOf(const struct stat &info);
/// Does an If-Match or If-None-Match value name this ETag: "*", or a list of tags; W/ is ignored.
[[nodiscard]] bool etagListed(const QByteArray &header, const QByteArray &etag);
[[nodiscard]] QByteArray octalMode(mode_t mode);

/// Appends an entry {name, path, type, size, mode, modified, link_target?, …_base64?} without its braces.
struct EntryFacts {
    QByteArray name, path;
    struct stat info {};
    std::optional<QByteArray> linkTarget;
};
void appendEntry(QByteArray &json, const EntryFacts &facts);
/// Appends "key":"text" and, where text is not UTF-8, "key_base64".
void appendText(QByteArray &json, const char *key, const QByteArray &text);
/// The path of something below what the caller wrote, as the caller may write it.
[[nodiscard]] QByteArray below(const QByteArray &asWritten, const QByteArray &relative);

/// The resolved path of the same, as the guard judges it.
[[nodiscard]] QByteArray resolvedBelow(const ResolvedPath &top, const QByteArray &relative);

/// A copy of the error that names the path as written and keeps what it has.
[[nodiscard]] Error withPath(Error error, const QByteArray &asWritten);
/// 403 param_not_allowed with the rule that set the parameter.
[[nodiscard]] std::unexpected<Error> paramRefused(const RequestContext &context, const char *key, const QString &message);
/// 413 payload_too_large with the limit's key, value and rule.
[[nodiscard]] std::unexpected<Error> overLimit(const RequestContext &context, const char *key, qint64 limit, const QByteArray &asWritten);
/// allow_extensions / deny_extensions against every suffix of a name, without case.
[[nodiscard]] Result<void> checkExtensions(const RequestContext &context, const QByteArray &name, const QByteArray &asWritten);
/// The recursive, hidden, hash… a caller asked for: refused where the policy's parameter forbids it.
[[nodiscard]] Result<bool> permitted(const RequestContext &context, const char *key, bool asked);
/// invalid_path for control characters in a name that would be made.
[[nodiscard]] Result<void> checkNewName(const ResolvedPath &path);
/// What a caller asked for, lowered to the limit; applied then says so.
[[nodiscard]] qint64 lowered(const RequestContext &context, const char *key, std::optional<qint64> asked, qint64 unlimited, QJsonObject &applied);
/// Appends ,"applied":{…} when there is something to say.
void appendApplied(QByteArray &json, const QJsonObject &applied);

/// Reads size bytes from the start of a file, fewer where it ends earlier. Errors: io_error.
[[nodiscard]] Result<QByteArray> readUpTo(int descriptor, qint64 offset, qint64 size);
/// The hex SHA-256 of the first size bytes, read in blocks; stops with io_error when cancelled.
[[nodiscard]] Result<QByteArray> sha256OfFile(int descriptor, qint64 size, const std::atomic<bool> &cancelled);

} // namespace Cofferdam::Files
