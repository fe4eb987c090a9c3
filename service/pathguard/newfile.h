// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/base/result.h"
#include "common/base/uniquefd.h"

#include <QtCore/QByteArray>

#include <sys/stat.h>

#include <functional>
#include <optional>
#include <vector>

namespace Cofferdam::PathGuard {

/// A file that does not exist until it is published: written without a name in the destination's file system, then linked or renamed
/// into place. The old object is never opened; whatever happens before publish() leaves no trace. security.md E1.4. One thread.
class NewFile
{
public:
    /// An unnamed file, readable and writable, in the file system of directory (O_PATH is fine). Errors: disk_full, quota_exceeded,
    /// too_many_files, os_permission, io_error.
    [[nodiscard]] static Result<UniqueFd> createUnnamed(int directory);

    /// Takes an unnamed file over.
    explicit NewFile(UniqueFd file)
        : m_file(std::move(file))
    {
    }
    [[nodiscard]] int descriptor() const { return m_file.get(); }

    struct Target {
        int directory = -1;
        QByteArray name; ///< one plain component
        mode_t mode = 0644;
        bool replace = true; ///< false: already_exists where anything has the name
        /// Judges the old entry (nothing: there is none) just before it is replaced.
        std::function<Result<void>(const struct stat *old)> check;
    };
    /// Gives the file its mode and its name, replacing only a regular file. The content must be synced by the caller. Errors:
    /// already_exists, is_directory, path_not_regular, path_symlink, those of check, system errors; the old content then is kept.
    [[nodiscard]] Result<void> publish(const Target &target);

private:
    [[nodiscard]] Result<void> linkAs(int directory, const QByteArray &name);

    UniqueFd m_file;
};

/// Why an existing entry cannot be replaced by a file; nothing for a regular file.
[[nodiscard]] Result<void> replaceable(const struct stat &old);

/// Missing directories made one by one below a held directory; taken back when not kept. One thread.
class NewDirectories
{
public:
    NewDirectories() = default;
    NewDirectories(NewDirectories &&) = default;
    NewDirectories &operator=(NewDirectories &&) = delete;
    ~NewDirectories();

    /// Makes each component of names ("a/b") below directory, entering it without following a link. The descriptor of the last one.
    /// Errors: path_symlink, not_directory, system errors.
    [[nodiscard]] Result<UniqueFd> make(const UniqueFd &directory, const QByteArray &names);
    void keep() { m_made.clear(); }

private:
    std::vector<std::pair<UniqueFd, QByteArray>> m_made;
};

/// True when a new name holds a control character (C0, DEL, or C1 in UTF-8): refused with 400, endpoints.md 1.1.
[[nodiscard]] bool hasControlCharacters(QByteArrayView name);

} // namespace Cofferdam::PathGuard
