// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/base/result.h"

#include <QtCore/QByteArray>

#include <sys/types.h>

namespace Cofferdam {

/// Replaces the service's own file at path by data: temporary file beside it, write, fsync, rename, fsync of the directory.
/// A crash leaves the old or the new content. Errors: disk_full, quota_exceeded, os_permission, io_error. Blocks.
/// Not for policed paths: those go through the path guard.
[[nodiscard]] Result<void> writeFileAtomically(const QByteArray &path, QByteArrayView data, mode_t mode = 0600);

/// Makes a directory for the service's own use, and its parents where they are missing; what exists stays as it is. path is absolute.
/// Errors: those of systemError(), with the part that could not be made.
[[nodiscard]] Result<void> makeDirectories(const QByteArray &path, mode_t mode = 0700);

/// Reads the service's own file whole. Errors: file_not_found, payload_too_large past cap, os_permission, io_error. Blocks.
[[nodiscard]] Result<QByteArray> readWholeFile(const QByteArray &path, qint64 cap);

/// Writes all of data to fd, going on after short writes and EINTR.
[[nodiscard]] Result<void> writeAll(int fd, QByteArrayView data);

/// The error of a failed system call: ENOSPC disk_full, EDQUOT quota_exceeded, EMFILE/ENFILE too_many_files, EACCES/EPERM/EROFS
/// os_permission, ENOENT file_not_found, EEXIST already_exists, ENOTDIR not_directory, EISDIR is_directory, ENOTEMPTY not_empty,
/// ELOOP path_symlink, ENAMETOOLONG invalid_path, else io_error.
[[nodiscard]] Error systemError(int number, const QString &what);

} // namespace Cofferdam
