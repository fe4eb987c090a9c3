// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/base/result.h"
#include "common/base/uniquefd.h"
#include "common/policy/pathrules.h"

#include <QtCore/QByteArray>
#include <QtCore/QList>

#include <sys/stat.h>

#include <memory>
#include <optional>

namespace Cofferdam::PathGuard {

/// A path the guard has judged, with the descriptors the operation must use: nothing is resolved twice. Move-only.
struct ResolvedPath {
    QByteArray parameter; ///< "path", "source" …
    QByteArray asWritten; ///< the caller's bytes: what answers show
    QByteArray path; ///< resolved, absolute: what the audit log shows
    QByteArray root; ///< the boundary it lies in
    UniqueFd handle; ///< O_PATH on the object; invalid where it does not exist
    UniqueFd parent; ///< O_PATH directory that holds it; set where the role is write or delete, or the target may be missing; never for a boundary root
    QByteArray name; ///< plain last component; below parent where that is set
    struct stat info {}; ///< of handle
    bool exists = false;
    bool isRoot = false; ///< the boundary root itself: never deletable
    bool mustBeDirectory = false; ///< written with a trailing slash
    QByteArray missingBelow; ///< components still missing between parent and name ("a/b"), where create_parents may make them

    [[nodiscard]] bool isDirectory() const { return exists && S_ISDIR(info.st_mode); }
    [[nodiscard]] bool isRegular() const { return exists && S_ISREG(info.st_mode); }
};

/// The boundary directories of a policy, opened at load; a root whose identity has changed counts as outside, one absent at load is
/// opened when it first exists. Thread-safe. policy.md 6.4.
class RootSet
{
public:
    RootSet();
    ~RootSet();
    RootSet(const RootSet &) = delete;
    RootSet &operator=(const RootSet &) = delete;

    void add(const QByteArray &root);
    /// A descriptor of root that is still the same directory as at load, valid as long as the set; -1 otherwise.
    [[nodiscard]] int descriptorOf(const QByteArray &root) const;
    /// The root's canonical name (links in its own path resolved at load); empty where it is absent.
    [[nodiscard]] QByteArray canonicalName(const QByteArray &root) const;
    /// A root without the look at its name that descriptorOf() takes: what is opened below it must be checked by its own canonical name.
    struct Opened {
        int descriptor = -1;
        QByteArray canonical;
    };
    [[nodiscard]] Opened opened(const QByteArray &root) const;

private:
    struct Private;
    std::unique_ptr<Private> d;
};

enum class Resolver { Automatic, Openat2, Walker }; ///< both run the same tests

struct ResolveOptions {
    QList<Policy::PathRole> roles {Policy::PathRole::Read};
    bool leaf = false; ///< act on the last component itself, never follow it
    bool mayBeMissing = false; ///< a target that does not exist yet is fine (write): parent and name come back
    bool missingParents = false; ///< missing intermediate directories are fine too (create_parents)
};

/// Judges and resolves the paths of one endpoint under one policy snapshot. Cheap to make per request; thread-safe. Refusals have
/// the codes invalid_path, path_outside, path_denied, path_read_only, path_symlink, file_not_found, not_directory, os_permission and
/// those of systemError(), and carry details.rule (of the policy's) and details.path (as written). A path outside answers alike whether
/// or not anything is there.
class Guard
{
public:
    Guard(const Policy::PathRules &rules, const RootSet &roots, Resolver resolver = Resolver::Automatic);

    /// raw is bytes: whether a text had to be UTF-8 is for its reader to say.
    [[nodiscard]] Result<ResolvedPath> resolve(QByteArrayView raw, const ResolveOptions &options) const;
    /// May this entry of an already resolved directory be seen or touched: name is one component below directoryPath.
    [[nodiscard]] bool entryAllowed(QByteArrayView directoryPath, QByteArrayView name, Policy::PathRole role) const;
    /// May the text of a link in directoryPath be shown: only when what it names stays inside and is not denied.
    [[nodiscard]] bool linkTargetAllowed(QByteArrayView directoryPath, QByteArrayView target) const;
    /// Judges a resolved, absolute path for a role; nothing when it may be used.
    [[nodiscard]] std::optional<Policy::PathRules::Refusal> judge(QByteArrayView resolvedPath, Policy::PathRole role) const;
    [[nodiscard]] const Policy::PathRules &rules() const { return m_rules; }

private:
    const Policy::PathRules &m_rules;
    const RootSet &m_roots;
    Resolver m_resolver;
};

} // namespace Cofferdam::PathGuard
