// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/base/result.h"

#include <QtCore/QByteArray>
#include <QtCore/QJsonObject>
#include <QtCore/QList>

#include <optional>

/// Requests and replies of endpoints.md 1.8 as plain values. Paths are bytes. fromJson() fails with bad_reply where a member that the
/// contract promises is missing or of another type.
namespace Cofferdam::Client {

struct FileEntry {
    QByteArray name, path, type; ///< type: file, directory, symlink, other
    qint64 size = 0;
    QByteArray mode, modified, linkTarget;
    [[nodiscard]] static Result<FileEntry> fromJson(const QJsonObject &object);
};

struct FileList {
    QByteArray path;
    QList<FileEntry> entries;
    bool truncated = false;
    QByteArray cursor; ///< for the next page; empty at the end
    [[nodiscard]] static Result<FileList> fromJson(const QJsonObject &object);
};
struct ListOptions {
    bool recursive = false;
    std::optional<qint64> maxEntries;
    QByteArray cursor;
};

struct FileStat {
    bool exists = false;
    FileEntry entry; ///< where it exists
    QByteArray etag, sha256;
    [[nodiscard]] static Result<FileStat> fromJson(const QJsonObject &object);
};

struct FileContent {
    QByteArray path, bytes;
    qint64 size = 0; ///< of the whole file
    QByteArray etag;
    bool truncated = false;
    [[nodiscard]] static Result<FileContent> fromJson(const QJsonObject &object);
};
struct ReadOptions {
    std::optional<qint64> startLine, endLine; ///< either lines …
    std::optional<qint64> offset, length; ///< … or bytes
};

struct WrittenFile {
    QByteArray path;
    qint64 size = 0;
    QByteArray sha256, etag;
    [[nodiscard]] static Result<WrittenFile> fromJson(const QJsonObject &object);
};
struct WriteOptions {
    std::optional<bool> overwrite;
    QByteArray mode; ///< "0644"
    QByteArray ifMatch, ifNoneMatch; ///< of the stream only
};

struct DownloadedFile {
    qint64 size = 0; ///< bytes handed to the sink
    QByteArray etag;
    bool notModified = false; ///< ifNoneMatch held: nothing came
};
struct DownloadOptions {
    std::optional<qint64> offset, length;
    QByteArray ifNoneMatch;
};

struct ShellRequest {
    QList<QByteArray> argv; ///< or command, exactly one of the two
    QByteArray command;
    QByteArray cwd;
    QList<std::pair<QByteArray, QByteArray>> env;
    QByteArray standardInput;
    std::optional<qint64> timeoutSeconds;
};
struct ShellResult {
    int exitCode = -1;
    QByteArray signal, standardOutput, standardError;
    bool timedOut = false, truncated = false;
    qint64 durationMs = 0;
    [[nodiscard]] static Result<ShellResult> fromJson(const QJsonObject &object);
};

/// One supposed call of capabilities_check.
struct SupposedCall {
    QByteArray endpoint, path, op; ///< op: read, write, delete, exec; empty takes the endpoint's own
    [[nodiscard]] QJsonObject toJson() const;
};
struct CheckedCall {
    QByteArray decision; ///< allowed, denied, depends
    QByteArray endpoint, code, scope, rule, revision;
    [[nodiscard]] bool isAllowed() const { return decision == "allowed"; }
    [[nodiscard]] static Result<CheckedCall> fromJson(const QJsonObject &object);
};

/// Adds key, or key_base64 where the bytes are not UTF-8 text.
void insertBytes(QJsonObject &object, QLatin1StringView key, const QByteArray &bytes);

} // namespace Cofferdam::Client
