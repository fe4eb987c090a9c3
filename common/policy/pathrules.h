// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/policy/catalogue.h"
#include "common/policy/glob.h"
#include "common/policy/provenance.h"

#include <QtCore/QByteArray>
#include <QtCore/QList>

#include <optional>

namespace Cofferdam::Policy {

enum class Symlinks { Within, Never };

/// One deny entry: an absolute prefix or a glob.
struct DenyEntry {
    /// Errors: bad_pattern.
    [[nodiscard]] static Result<DenyEntry> compile(QByteArrayView text, bool nocase, const Provenance &from);
    [[nodiscard]] bool hits(QByteArrayView absolutePath, QByteArrayView root) const;
    /// True when something in directory or below it could be denied, or directory itself is.
    [[nodiscard]] bool couldHitWithin(QByteArrayView directory) const;

    QByteArray text;
    QByteArray prefix; ///< absolute prefix without glob characters; else empty
    bool nocase = false;
    Glob glob;
    Provenance from;
};

/// The path part of an endpoint's effective rule, compiled. Pure: paths are bytes and are judged as text; the path guard
/// gives it resolved ones. A value type; thread-safe. policy.md 6.
struct PathRules {
    QList<QByteArray> roots; ///< absolute, normalised; allow roots, else base_dir
    bool rootsAreAllow = false; ///< written as paths.allow (relative paths resolve against the first root either way)
    Provenance rootsFrom;
    QList<DenyEntry> deny;
    bool readOnly = false;
    Provenance readOnlyFrom;
    Symlinks symlinks = Symlinks::Within;
    Provenance symlinksFrom;
    bool nocase = false;
    Provenance nocaseFrom;
    bool refuseHardlinks = false;
    Provenance hardlinksFrom;
    QList<QByteArray> neverWritable; ///< prefixes of the service's own records below base_dir: readable, never written or deleted

    /// Why a path may not be used for a role: path_outside, path_denied, path_read_only; nothing when it may.
    struct Refusal {
        QByteArray code;
        Provenance rule;
    };
    [[nodiscard]] std::optional<Refusal> judge(QByteArrayView absolutePath, PathRole role) const;
    /// The root a path lies in (component-wise), the longest one; empty when outside all.
    [[nodiscard]] QByteArray rootOf(QByteArrayView absolutePath) const;
    /// The first entry that denies the path; ancestors count from below the root the path lies in.
    [[nodiscard]] const DenyEntry *denied(QByteArrayView absolutePath) const;
    /// True when something below directory could be denied.
    [[nodiscard]] bool couldDenyBelow(QByteArrayView directory) const;
};

/// Makes raw absolute against base (when relative) and folds `.`, `..`, and repeated slashes lexically; `..` at the top stays "/".
[[nodiscard]] QByteArray normalisePath(QByteArrayView raw, QByteArrayView base);
/// path == root or below it, by component; root "/" holds everything. nocase folds ASCII letters.
[[nodiscard]] bool isWithin(QByteArrayView path, QByteArrayView root, bool nocase = false);
/// The request-text rules of policy.md 6.1: empty, NUL, not UTF-8 (unless raw bytes are allowed), over 4096, a component over 255.
[[nodiscard]] Result<void> checkPathText(QByteArrayView raw, bool bytesAllowed = false);

} // namespace Cofferdam::Policy
