// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "service/pathguard/pathguard.h"

#include <optional>

namespace Cofferdam::PathGuard {

/// The root below which a text lies: which of the rules' roots, by its name or by its canonical name.
struct RootMatch {
    QByteArray root; ///< as the rules name it
    qsizetype length = 0; ///< of the part of the text that is the root
};

/// Finds the longest root that holds an absolute, normalised path; nothing when it is outside.
[[nodiscard]] std::optional<RootMatch> matchRoot(const Policy::PathRules &rules, const RootSet &roots, QByteArrayView absolutePath);
[[nodiscard]] std::optional<Policy::PathRules::Refusal> judgeResolved(
    const Policy::PathRules &rules, const RootSet &roots, QByteArrayView absolutePath, Policy::PathRole role);
/// directory + "/" + name, without doubling the slash of "/".
[[nodiscard]] QByteArray joined(QByteArrayView directory, QByteArrayView name);

/// Where to begin: an opened root and the components still to go, in the caller's own spelling (".." kept, "." dropped).
struct Start {
    QByteArray rootName; ///< as the rules have it
    RootSet::Opened root;
    QList<QByteArray> components;
    bool mustBeDirectory = false;
};

/// What a resolver reached, before it is judged by its canonical name.
struct Reached {
    UniqueFd handle; ///< invalid: does not exist
    struct stat info {}; ///< of handle
    UniqueFd parent;
    QByteArray name;
    QByteArray missingBelow;
    bool mustBeDirectory = false;
};

/// One call of Guard::resolve: lexical judgement, then a resolver, then judgement of what was reached. policy.md 6, security.md E1.3.
class Resolution
{
public:
    Resolution(const Policy::PathRules &rules, const RootSet &roots, Resolver resolver, const ResolveOptions &options, QByteArrayView raw);

    [[nodiscard]] Result<ResolvedPath> run();

private:
    [[nodiscard]] Result<Start> locate() const;
    [[nodiscard]] Result<void> judgeText(const QByteArray &lexical, const QList<QByteArray> &components, QByteArrayView base) const;
    [[nodiscard]] std::optional<Reached> throughKernel(const Start &start, Error &fatal) const;
    [[nodiscard]] Result<ResolvedPath> judgeReached(Reached &&reached) const;
    [[nodiscard]] Result<QByteArray> nameReached(const Reached &reached) const;
    [[nodiscard]] Result<void> judgeName(QByteArrayView canonical) const;
    [[nodiscard]] std::unexpected<Error> refused(const Policy::PathRules::Refusal &refusal) const;
    [[nodiscard]] std::unexpected<Error> refused(const char *code, const QString &message, const QByteArray &rule = {}) const;
    [[nodiscard]] std::unexpected<Error> outside() const;
    [[nodiscard]] bool needsParent() const;
    friend class Walker;

    const Policy::PathRules &m_rules;
    const RootSet &m_roots;
    const Resolver m_resolver;
    const ResolveOptions &m_options;
    const QByteArray m_raw;
};

} // namespace Cofferdam::PathGuard
