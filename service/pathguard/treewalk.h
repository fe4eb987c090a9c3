// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/base/result.h"
#include "common/base/uniquefd.h"

#include <QtCore/QByteArray>
#include <QtCore/QList>

#include <sys/stat.h>

#include <atomic>
#include <functional>
#include <vector>

namespace Cofferdam::PathGuard {

/// Walks everything below a directory by descriptor: children are opened O_NOFOLLOW, and going back up is checked by identity, so a
/// directory that is swapped during the walk is never left for another place. Holds a bounded number of descriptors at any depth.
class TreeWalk
{
public:
    struct Visit {
        int directory; ///< that holds the entry
        const QByteArray &name;
        const QByteArray &path; ///< of the entry, relative to the top: "a/b"
        bool isDirectory; ///< a real one; a link to one is not
    };
    /// Called for each entry before what is below it (enter) and, for directories, after (leave). An error ends the walk.
    std::function<Result<void>(const Visit &)> enter;
    std::function<Result<void>(const Visit &)> leave;
    /// Entries found past this many end the walk with payload_too_large; negative: no bound.
    qint64 maxEntries = -1;
    const std::atomic<bool> *cancelled = nullptr; ///< ends the walk with io_error once true

    /// top: an open directory (not O_PATH). Errors: those of the callbacks, payload_too_large, path_symlink (swapped), system errors.
    [[nodiscard]] Result<void> run(UniqueFd top);
    [[nodiscard]] qint64 entriesFound() const { return m_found; }

private:
    struct Name {
        QByteArray name;
        bool isDirectory;
    };
    struct Level {
        UniqueFd directory; ///< closed while the walk is far below
        struct stat info {};
        QByteArray path;
        QList<Name> names; ///< still to visit
    };
    [[nodiscard]] Result<void> push(UniqueFd directory, const QByteArray &path);
    [[nodiscard]] Result<void> visitNext(Level &level);
    [[nodiscard]] Result<void> pop();

    std::vector<Level> m_levels;
    qint64 m_found = 0;
};

} // namespace Cofferdam::PathGuard
