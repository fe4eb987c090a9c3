// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/base/result.h"
#include "common/base/uniquefd.h"

#include <QtCore/QByteArray>

#include <sys/stat.h>

#include <optional>

/// The only way from policed paths to the disk: calls on descriptors, security.md E1.1. All thread-safe, all may block on the disk.
namespace Cofferdam::PathGuard {

struct ResolvedPath;

/// openat2 below directory: never above it, never through magic links; with noSymlinks through no link at all. Retries EAGAIN a
/// bounded number of times. Invalid with errno set where it failed.
[[nodiscard]] UniqueFd openBeneath(int directory, const char *path, int flags, bool noSymlinks);
/// False where the kernel has no openat2 (or a filter refuses it).
[[nodiscard]] bool hasOpenat2();

/// The name under which the object of a descriptor is reached now; nothing for one that was deleted, is not reachable, or has none.
[[nodiscard]] std::optional<QByteArray> canonicalNameOf(int descriptor);
/// The same where the object's stat is already known.
[[nodiscard]] std::optional<QByteArray> canonicalNameOf(int descriptor, const struct stat &info);
/// The text of a link from an O_PATH|O_NOFOLLOW handle; empty where it is none.
[[nodiscard]] QByteArray linkTextOf(int handle);
[[nodiscard]] bool sameObject(const struct stat &a, const struct stat &b);

/// Reopens a judged regular file for reading, never blocking on a FIFO. Errors: is_directory, path_not_regular, os_permission,
/// too_many_files, io_error; all with details.path.
[[nodiscard]] Result<UniqueFd> openForReading(const ResolvedPath &path);
/// Reopens a judged directory for reading its entries. Errors: not_directory, os_permission, too_many_files, io_error.
[[nodiscard]] Result<UniqueFd> openDirectory(const ResolvedPath &path);

/// A system call's error with details.path.
[[nodiscard]] std::unexpected<Error> systemFailure(int number, const QString &what, const QByteArray &asWritten);
/// {path} and, where it is not UTF-8, {path_base64}: what every error about a path carries.
[[nodiscard]] QJsonObject pathDetails(const QByteArray &asWritten);

} // namespace Cofferdam::PathGuard
