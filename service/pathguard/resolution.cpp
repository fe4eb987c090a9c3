// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "service/pathguard/resolution.h"

#include "service/pathguard/descriptors.h"
#include "service/pathguard/walker.h"

#include <fcntl.h>

#include <algorithm>
#include <cerrno>

using namespace Qt::StringLiterals;

namespace Cofferdam::PathGuard {

using Policy::PathRole;

namespace {

/// The components of a text without empty ones and "."; whether it ends like a directory's name.
QList<QByteArray> componentsOf(QByteArrayView text, bool *directory)
{
    QList<QByteArray> components;
    *directory = false;
    for (qsizetype from = 0; from <= text.size();) {
        qsizetype to = text.indexOf('/', from);
        if (to < 0)
            to = text.size();
        const QByteArrayView component = text.sliced(from, to - from);
        *directory = component.isEmpty() || component == "." || component == "..";
        if (!component.isEmpty() && component != ".")
            components.append(component.toByteArray());
        from = to + 1;
    }
    return components;
}

} // namespace

QByteArray joined(QByteArrayView directory, QByteArrayView name)
{
    QByteArray path;
    path.reserve(directory.size() + 1 + name.size());
    path.append(directory);
    if (!path.endsWith('/'))
        path.append('/');
    path.append(name);
    return path;
}

std::optional<RootMatch> matchRoot(const Policy::PathRules &rules, const RootSet &roots, QByteArrayView absolutePath)
{
    std::optional<RootMatch> best;
    for (const QByteArray &root : rules.roots) {
        for (const QByteArray &name : {root, roots.canonicalName(root)}) {
            if (!name.isEmpty() && Policy::isWithin(absolutePath, name) && (!best || name.size() > best->length))
                best = RootMatch {root, name.size()};
        }
    }
    return best;
}

std::optional<Policy::PathRules::Refusal> judgeResolved(
    const Policy::PathRules &rules, const RootSet &roots, QByteArrayView absolutePath, PathRole role)
{
    const std::optional<RootMatch> match = matchRoot(rules, roots, absolutePath);
    if (!match)
        return Policy::PathRules::Refusal {"path_outside", rules.rootsFrom};
    if (match->length == match->root.size() && absolutePath.startsWith(match->root))
        return rules.judge(absolutePath, role);
    // The root is reached through a link: the rules know it by its written name, deny entries may use either.
    if (const Policy::DenyEntry *entry = rules.denied(absolutePath))
        return Policy::PathRules::Refusal {"path_denied", entry->from};
    QByteArrayView below = absolutePath.sliced(match->length);
    if (below.startsWith('/'))
        below = below.sliced(1);
    return rules.judge(below.isEmpty() ? match->root : joined(match->root, below), role);
}

Resolution::Resolution(
    const Policy::PathRules &rules, const RootSet &roots, Resolver resolver, const ResolveOptions &options, QByteArrayView raw)
    : m_rules(rules)
    , m_roots(roots)
    , m_resolver(resolver == Resolver::Automatic && !hasOpenat2() ? Resolver::Walker : resolver)
    , m_options(options)
    , m_raw(raw.toByteArray())
{
}

Result<ResolvedPath> Resolution::run()
{
    const Result<Start> start = locate();
    if (!start)
        return failure(start.error());
    if (m_resolver != Resolver::Walker) {
        Error fatal;
        if (std::optional<Reached> reached = throughKernel(*start, fatal)) {
            Result<ResolvedPath> judged = judgeReached(std::move(*reached));
            // What is gone may be the root itself: the walker looks.
            if (judged || judged.error().code != "file_not_found")
                return judged;
        }
        if (!fatal.code.isEmpty())
            return failure(std::move(fatal));
    }
    Result<Reached> walked = Walker(*this, *start).run();
    if (!walked)
        return failure(std::move(walked).error());
    return judgeReached(std::move(*walked));
}

bool Resolution::needsParent() const
{
    const bool changes = std::ranges::any_of(
        m_options.roles, [](PathRole role) { return role == PathRole::Write || role == PathRole::Delete; });
    return changes || m_options.leaf || m_options.mayBeMissing;
}

/// Judges the request's text before any look at the disk, so that what is outside or denied answers alike whether or not it exists.
Result<Start> Resolution::locate() const
{
    if (Result<void> text = Policy::checkPathText(m_raw, true); !text) {
        Error error = std::move(text).error();
        error.details = pathDetails(m_raw);
        return failure(std::move(error));
    }
    if (m_rules.roots.isEmpty())
        return outside();
    const QByteArray &base = m_rules.roots.first();
    const QByteArray lexical = Policy::normalisePath(m_raw, base);
    Start start;
    const QByteArray absolute = m_raw.startsWith('/') ? m_raw : joined(base, m_raw);
    const QList<QByteArray> all = componentsOf(absolute, &start.mustBeDirectory);
    const std::optional<RootMatch> match = matchRoot(m_rules, m_roots, lexical);
    if (!match)
        return outside();
    if (Result<void> judged = judgeText(lexical, all, base); !judged)
        return failure(std::move(judged).error());
    if (needsParent() && !all.isEmpty() && all.last() == "..")
        return refused("invalid_path", u"expected a name at the end of the path, got \"..\""_s);
    start.rootName = match->root;
    start.root = m_roots.opened(match->root);
    if (start.root.descriptor < 0)
        return outside();
    // Keep the caller's spelling below the root: only the kernel may fold "..". A root that is itself written with ".." is folded here.
    const QByteArray spelled = '/' + all.join('/');
    const QByteArray prefix = lexical.first(match->length);
    bool ignored = false;
    start.components = componentsOf(Policy::isWithin(spelled, prefix) ? spelled.sliced(prefix.size()) : lexical.sliced(prefix.size()), &ignored);
    return start;
}

Result<void> Resolution::judgeText(const QByteArray &lexical, const QList<QByteArray> &components, QByteArrayView base) const
{
    if (Result<void> judged = judgeName(lexical); !judged)
        return judged;
    if (!components.contains(".."))
        return {};
    // "secret/../open" must not tell whether secret is there.
    QByteArray prefix;
    for (const QByteArray &component : components) {
        if (component == "..") {
            const QByteArray folded = Policy::normalisePath(prefix.isEmpty() ? "/"_ba : prefix, base);
            if (const Policy::DenyEntry *entry = m_rules.denied(folded))
                return refused({"path_denied", entry->from});
        }
        prefix += '/' + component;
    }
    return {};
}

/// The fast way: the kernel resolves everything in one call. Nothing where it refused; the walker then finds out why, judging as it
/// goes. fatal is set where it must not be tried again.
std::optional<Reached> Resolution::throughKernel(const Start &start, Error &fatal) const
{
    const bool never = m_rules.symlinks == Policy::Symlinks::Never;
    Reached reached;
    reached.mustBeDirectory = start.mustBeDirectory;
    const QByteArray path = start.components.isEmpty() ? "."_ba : start.components.join('/');
    if (!needsParent() || start.components.isEmpty()) {
        reached.handle = openBeneath(start.root.descriptor, path.constData(), O_PATH, never);
    } else {
        const qsizetype slash = path.lastIndexOf('/');
        const QByteArray directory = slash < 0 ? "."_ba : path.first(slash);
        reached.name = start.components.last();
        reached.parent = openBeneath(start.root.descriptor, directory.constData(), O_PATH | O_DIRECTORY, never);
        if (reached.parent) {
            reached.handle.reset(::openat(reached.parent.get(), reached.name.constData(), O_PATH | O_NOFOLLOW | O_CLOEXEC));
            if (!reached.handle && errno == ENOENT && m_options.mayBeMissing)
                return reached;
        }
    }
    if (reached.handle && ::fstat(reached.handle.get(), &reached.info) == 0) {
        const bool ends = S_ISLNK(reached.info.st_mode) && (!m_options.leaf || never);
        return ends ? std::nullopt : std::optional(std::move(reached));
    }
    if (errno == EAGAIN)
        fatal = refused("path_symlink", u"the path kept changing while it was resolved"_s, m_rules.symlinksFrom.rule).error();
    return {};
}

Result<ResolvedPath> Resolution::judgeReached(Reached &&reached) const
{
    ResolvedPath result;
    result.info = reached.info;
    result.exists = reached.handle.isValid();
    if (S_ISLNK(result.info.st_mode) && m_rules.symlinks == Policy::Symlinks::Never)
        return refused("path_symlink", u"the path holds a symbolic link, and the policy follows none"_s, m_rules.symlinksFrom.rule);
    Result<QByteArray> canonical = nameReached(reached);
    if (!canonical)
        return failure(std::move(canonical).error());
    if (Result<void> judged = judgeName(*canonical); !judged)
        return failure(std::move(judged).error());
    if (m_rules.refuseHardlinks && result.isRegular() && result.info.st_nlink > 1 && m_options.roles.contains(PathRole::Read))
        return refused("path_denied", u"the file has more than one name, and the policy refuses such files"_s, m_rules.hardlinksFrom.rule);
    if (reached.mustBeDirectory && result.exists && !result.isDirectory())
        return refused("not_directory", u"the path ends with a slash, but names no directory"_s);
    const std::optional<RootMatch> match = matchRoot(m_rules, m_roots, *canonical);
    result.asWritten = m_raw;
    result.root = match ? match->root : QByteArray();
    result.isRoot = match && match->length == canonical->size();
    result.path = std::move(*canonical);
    result.handle = std::move(reached.handle);
    if (!result.isRoot)
        result.parent = std::move(reached.parent);
    result.name = reached.name.isEmpty() ? result.path.sliced(result.path.lastIndexOf('/') + 1) : reached.name;
    result.missingBelow = reached.missingBelow;
    result.mustBeDirectory = reached.mustBeDirectory;
    return result;
}

/// The canonical name of what was reached; where the operation will use (parent, name), that pair must say the same.
Result<QByteArray> Resolution::nameReached(const Reached &reached) const
{
    std::optional<QByteArray> ofPair;
    if (reached.parent) {
        ofPair = canonicalNameOf(reached.parent.get());
        if (!ofPair)
            return refused("file_not_found", u"the directory is gone"_s);
        ofPair = joined(*ofPair, reached.missingBelow.isEmpty() ? reached.name : reached.missingBelow + '/' + reached.name);
    }
    if (!reached.handle)
        return ofPair ? Result<QByteArray>(*ofPair) : Result<QByteArray>(refused("file_not_found", u"nothing is there"_s));
    std::optional<QByteArray> ofHandle = canonicalNameOf(reached.handle.get(), reached.info);
    if (!ofHandle)
        return refused("file_not_found", u"nothing is there any more"_s);
    if (ofPair && *ofPair != *ofHandle)
        return refused("path_symlink", u"the path changed while it was resolved"_s, m_rules.symlinksFrom.rule);
    return std::move(*ofHandle);
}

Result<void> Resolution::judgeName(QByteArrayView canonical) const
{
    if (m_options.roles.isEmpty())
        return outside();
    for (const PathRole role : m_options.roles) {
        if (const auto refusal = judgeResolved(m_rules, m_roots, canonical, role))
            return refused(*refusal);
    }
    return {};
}

std::unexpected<Error> Resolution::refused(const Policy::PathRules::Refusal &refusal) const
{
    if (refusal.code == "path_outside")
        return outside();
    const QString message = refusal.code == "path_denied" ? u"a deny rule covers the path"_s : u"the policy allows reading only here"_s;
    return refused(refusal.code.constData(), message, refusal.rule.rule);
}

std::unexpected<Error> Resolution::refused(const char *code, const QString &message, const QByteArray &rule) const
{
    QJsonObject details = pathDetails(m_raw);
    if (!rule.isEmpty())
        details.insert("rule"_L1, QString::fromUtf8(rule));
    return failure(code, message, std::move(details));
}

std::unexpected<Error> Resolution::outside() const
{
    return refused("path_outside", u"the path is outside the directories the policy allows"_s, m_rules.rootsFrom.rule);
}

} // namespace Cofferdam::PathGuard
