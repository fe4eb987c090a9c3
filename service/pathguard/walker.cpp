// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "service/pathguard/walker.h"

#include "service/pathguard/descriptors.h"

#include <fcntl.h>

#include <algorithm>
#include <cerrno>

using namespace Qt::StringLiterals;

namespace Cofferdam::PathGuard {

namespace {

constexpr int MaximumHops = 40; ///< links in one path, as the kernel has it

UniqueFd openChild(int directory, const QByteArray &name, int flags = 0)
{
    return UniqueFd(::openat(directory, name.constData(), O_PATH | O_NOFOLLOW | O_CLOEXEC | flags));
}

/// Puts the components of a text on top of the stack, so that they come next.
void push(QList<QByteArray> &stack, const QByteArray &text)
{
    const QList<QByteArray> parts = text.split('/');
    for (auto part = parts.crbegin(); part != parts.crend(); ++part) {
        if (!part->isEmpty() && *part != ".")
            stack.append(*part);
    }
}

} // namespace

Walker::Walker(const Resolution &resolution, const Start &start)
    : m_resolution(resolution)
    , m_firstRoot(start.rootName)
    , m_todo(start.components)
    , m_mustBeDirectory(start.mustBeDirectory)
{
    std::ranges::reverse(m_todo);
}

Result<Reached> Walker::run()
{
    if (Result<void> entered = enterRoot(m_firstRoot); !entered)
        return failure(std::move(entered).error());
    Reached reached;
    while (!m_todo.isEmpty()) {
        const Result<Step> done = step(reached);
        if (!done)
            return failure(done.error());
        if (*done == Step::Done) {
            reached.mustBeDirectory = m_mustBeDirectory;
            return reached;
        }
    }
    if (::fstat(m_current.get(), &reached.info) != 0)
        return systemFailure(errno, u"cannot look at the path"_s, m_resolution.m_raw);
    reached.handle = std::move(m_current);
    reached.parent = std::move(m_parent);
    reached.name = m_names.isEmpty() ? QByteArray() : m_names.last();
    reached.mustBeDirectory = m_mustBeDirectory;
    return reached;
}

Result<void> Walker::enterRoot(const QByteArray &root)
{
    // The full look at the root's name: one that was replaced is outside until the next load.
    const int descriptor = m_resolution.m_roots.descriptorOf(root);
    if (descriptor < 0)
        return m_resolution.outside();
    m_root.reset(::openat(descriptor, ".", O_PATH | O_DIRECTORY | O_CLOEXEC));
    m_rootCanonical = m_resolution.m_roots.canonicalName(root);
    m_names.clear();
    return reopenTo(0);
}

/// Goes to the directory at a depth of m_names again, from the root and through no link.
Result<void> Walker::reopenTo(qsizetype depth)
{
    m_names.resize(depth);
    m_parent.reset();
    m_current = m_root.duplicate();
    if (!m_current)
        return systemFailure(m_root ? EMFILE : errno, u"cannot open the path"_s, m_resolution.m_raw);
    for (const QByteArray &name : std::as_const(m_names)) {
        UniqueFd next = openChild(m_current.get(), name, O_DIRECTORY);
        if (!next)
            return m_resolution.refused("path_symlink", u"the path changed while it was resolved"_s, m_resolution.m_rules.symlinksFrom.rule);
        m_parent = std::exchange(m_current, std::move(next));
    }
    return {};
}

QByteArray Walker::here() const
{
    return m_names.isEmpty() ? m_rootCanonical : joined(m_rootCanonical, m_names.join('/'));
}

Result<Walker::Step> Walker::step(Reached &reached)
{
    const QByteArray component = m_todo.takeLast();
    if (component == "..") {
        const Result<void> climbed = climb();
        return climbed ? Result<Step>(Step::Next) : failure(climbed.error());
    }
    UniqueFd next = openChild(m_current.get(), component);
    struct stat info {};
    if (!next && errno == ENOENT) {
        const Result<void> fine = missing(component, reached);
        return fine ? Result<Step>(Step::Done) : failure(fine.error());
    }
    if (!next || ::fstat(next.get(), &info) != 0)
        return systemFailure(errno, u"cannot open the path"_s, m_resolution.m_raw);
    const bool last = m_todo.isEmpty();
    if (S_ISLNK(info.st_mode) && !(last && m_resolution.m_options.leaf)) {
        const Result<void> followed = follow(next.get());
        return followed ? Result<Step>(Step::Next) : failure(followed.error());
    }
    if (!last && !S_ISDIR(info.st_mode))
        return m_resolution.refused("not_directory", u"a component of the path is not a directory"_s);
    m_names.append(component);
    // A denied directory is not looked into, so nothing below it shows by a different answer.
    if (Result<void> judged = m_resolution.judgeName(here()); !judged)
        return failure(std::move(judged).error());
    m_parent = std::exchange(m_current, std::move(next));
    return Step::Next;
}

Result<void> Walker::follow(int link)
{
    const auto &rules = m_resolution.m_rules;
    if (rules.symlinks == Policy::Symlinks::Never)
        return m_resolution.refused("path_symlink", u"the path holds a symbolic link, and the policy follows none"_s, rules.symlinksFrom.rule);
    const QByteArray target = linkTextOf(link);
    if (++m_hops > MaximumHops || target.isEmpty())
        return m_resolution.refused("path_symlink", u"the path goes through too many symbolic links"_s, rules.symlinksFrom.rule);
    if (m_todo.isEmpty() && target.endsWith('/'))
        m_mustBeDirectory = true;
    if (target.startsWith('/'))
        return restartAt(target);
    push(m_todo, target);
    return {};
}

Result<void> Walker::climb()
{
    if (!m_names.isEmpty())
        return reopenTo(m_names.size() - 1);
    if (m_rootCanonical == "/")
        return {};
    // Above the root: fine only where the rest leads into an allow root again. The canonical name holds no link, so the text is exact.
    return restartAt(m_rootCanonical.first(m_rootCanonical.lastIndexOf('/')) + '/');
}

/// Goes on at an absolute place followed by what is still to do. Outside every root nothing is looked up: components are only
/// folded until they name a root.
Result<void> Walker::restartAt(const QByteArray &absolute)
{
    push(m_todo, absolute);
    QByteArray folded = "/";
    for (;;) {
        for (const QByteArray &root : m_resolution.m_rules.roots) {
            if (folded == root || folded == m_resolution.m_roots.canonicalName(root))
                return enterRoot(root);
        }
        if (m_todo.isEmpty())
            return m_resolution.outside();
        const QByteArray component = m_todo.takeLast();
        if (component != "..")
            folded = joined(folded, component);
        else
            folded.truncate(qMax(folded.lastIndexOf('/'), qsizetype(1)));
    }
}

Result<void> Walker::missing(const QByteArray &component, Reached &reached)
{
    const auto &options = m_resolution.m_options;
    if (!options.mayBeMissing || (!m_todo.isEmpty() && !options.missingParents))
        return m_resolution.refused("file_not_found", u"nothing is there"_s);
    if (m_todo.contains(".."))
        return m_resolution.refused("invalid_path", u"expected plain names below a missing directory, got \"..\""_s);
    QList<QByteArray> names {component};
    while (!m_todo.isEmpty())
        names.append(m_todo.takeLast());
    reached.name = names.takeLast();
    reached.missingBelow = names.join('/');
    reached.parent = std::move(m_current);
    return {};
}

} // namespace Cofferdam::PathGuard
