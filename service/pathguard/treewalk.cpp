// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "service/pathguard/treewalk.h"

#include "common/base/atomicfile.h"
#include "service/pathguard/descriptors.h"
#include "service/pathguard/directoryreader.h"

#include <dirent.h>
#include <fcntl.h>

#include <cerrno>

using namespace Qt::StringLiterals;

namespace Cofferdam::PathGuard {

namespace {

constexpr size_t OpenLevels = 32; ///< descriptors one walk may hold

std::unexpected<Error> swapped()
{
    return failure("path_symlink", u"a directory was moved or replaced during the walk"_s);
}

bool isRealDirectory(int directory, const DirectoryReader::Entry &entry)
{
    if (entry.type != DT_UNKNOWN)
        return entry.type == DT_DIR;
    struct stat info {};
    return ::fstatat(directory, entry.name.constData(), &info, AT_SYMLINK_NOFOLLOW) == 0 && S_ISDIR(info.st_mode);
}

} // namespace

Result<void> TreeWalk::run(UniqueFd top)
{
    m_levels.clear();
    m_found = 0;
    if (Result<void> pushed = push(std::move(top), {}); !pushed)
        return pushed;
    while (!m_levels.empty()) {
        if (cancelled && cancelled->load(std::memory_order_relaxed))
            return failure("io_error", u"the call was given up by its caller"_s);
        Level &level = m_levels.back();
        if (Result<void> done = level.names.isEmpty() ? pop() : visitNext(level); !done)
            return done;
    }
    return {};
}

Result<void> TreeWalk::push(UniqueFd directory, const QByteArray &path)
{
    Level level;
    level.path = path;
    if (::fstat(directory.get(), &level.info) != 0)
        return failure(systemError(errno, u"cannot look at a directory"_s));
    DirectoryReader reader(std::move(directory));
    while (std::optional<DirectoryReader::Entry> entry = reader.next()) {
        if (++m_found > maxEntries && maxEntries >= 0)
            return failure("payload_too_large", u"the directory holds more than "_s + QString::number(maxEntries) + u" entries"_s,
                {{u"limit"_s, u"max_entries"_s}});
        level.names.append({entry->name, isRealDirectory(reader.descriptor(), *entry)});
    }
    if (reader.error() != 0)
        return failure(systemError(reader.error(), u"cannot read a directory"_s));
    level.directory = reader.takeDescriptor();
    m_levels.push_back(std::move(level));
    if (m_levels.size() > OpenLevels)
        m_levels[m_levels.size() - OpenLevels - 1].directory.reset();
    return {};
}

Result<void> TreeWalk::visitNext(Level &level)
{
    const Name next = level.names.takeLast();
    const QByteArray path = level.path.isEmpty() ? next.name : level.path + '/' + next.name;
    if (Result<void> entered = enter({level.directory.get(), next.name, path, next.isDirectory}); !entered || !next.isDirectory)
        return entered;
    UniqueFd child(::openat(level.directory.get(), next.name.constData(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (child)
        return push(std::move(child), path);
    if (errno == ENOENT)
        return {};
    if (errno == ELOOP || errno == ENOTDIR)
        return swapped();
    return failure(systemError(errno, u"cannot open a directory"_s));
}

Result<void> TreeWalk::pop()
{
    const Level done = std::move(m_levels.back());
    m_levels.pop_back();
    if (m_levels.empty())
        return {};
    Level &level = m_levels.back();
    if (!level.directory) {
        struct stat info {};
        UniqueFd up(::openat(done.directory.get(), "..", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
        if (!up || ::fstat(up.get(), &info) != 0 || !sameObject(info, level.info))
            return swapped();
        level.directory = std::move(up);
    }
    if (!leave)
        return {};
    const QByteArray name = done.path.sliced(done.path.lastIndexOf('/') + 1);
    return leave({level.directory.get(), name, done.path, true});
}

} // namespace Cofferdam::PathGuard
