// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/base/result.h"

#include <QtCore/QByteArray>
#include <QtCore/QList>

namespace Cofferdam::Policy {

/// A compiled path pattern (policy.md 6.5): components; `**` spans zero or more, `*` and `?` stay inside one, `[...]` classes with
/// ranges and `!`/`^`. Bytes, not characters. A pattern without `/` matches the name of any component; one with `/` but not at its
/// start (`.git/**`) matches at any depth. Matching takes time linear in pattern × path and never fails open. A value type; thread-safe.
class Glob
{
public:
    Glob() = default;
    /// Errors: bad_pattern (empty, unclosed bracket, range that runs backwards, `.` or `..`, NUL, over 4096 bytes, over 256 components).
    [[nodiscard]] static Result<Glob> compile(QByteArrayView pattern, bool nocase = false);
    /// absolutePath: "/a/b" with single slashes and no dot segments. True when the path itself matches.
    [[nodiscard]] bool matches(QByteArrayView absolutePath) const;
    /// True when the path or any ancestor of it below root matches: `**/.ssh` also hits what is inside. A pattern that starts with
    /// `/` names whole paths, so it also hits from the root and from above it (ADR 0020).
    [[nodiscard]] bool matchesWithAncestors(QByteArrayView absolutePath, QByteArrayView root) const;
    /// True when something below directory (at any depth) could match: a walk must look. Never false when one could.
    [[nodiscard]] bool couldMatchBelow(QByteArrayView directory) const;
    [[nodiscard]] const QByteArray &pattern() const { return m_pattern; }

private:
    class Walk;
    struct Component {
        QByteArray text;
        bool anyDepth = false; ///< **
        bool literal = false;
    };
    [[nodiscard]] bool nameFits(const Component &component, QByteArrayView name) const;
    [[nodiscard]] bool nameMatchesBelow(QByteArrayView absolutePath, qsizetype rootEnd) const;

    QByteArray m_pattern;
    QList<Component> m_components;
    bool m_nameOnly = false;
    bool m_anchored = false; ///< starts at "/"
    bool m_nocase = false;
};

/// The same component matcher for ids and names (selectors, allow_env …): `*`, `?`, `[...]`.
[[nodiscard]] bool nameMatches(QByteArrayView pattern, QByteArrayView name, bool nocase = false);
/// True when text holds a glob character.
[[nodiscard]] bool isGlob(QByteArrayView text);

} // namespace Cofferdam::Policy
