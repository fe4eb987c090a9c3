// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/policy/document.h"

/// The halves of loadDocument: text → tree with places, tree → document. Private to the loader.
namespace Cofferdam::Policy::Load {

/// The caps of policy.md 1.
struct Caps {
    static constexpr qsizetype bytes = 1 << 20;
    static constexpr int depth = 32;
    static constexpr int nodes = 100'000;
    static constexpr int aliases = 1'000;
};

/// The tree of a text, or nothing where it cannot be read; faults go into diagnostics (repeated keys with a tree). A YAML text
/// without content is a null node.
[[nodiscard]] std::optional<Node> readYaml(QByteArrayView text, QList<Diagnostic> &diagnostics);
[[nodiscard]] std::optional<Node> readJson(QByteArrayView text, QList<Diagnostic> &diagnostics);

/// A plain YAML word as the 1.2 core schema sees it: null, boolean, integer, float or string.
[[nodiscard]] Node resolvePlain(const QByteArray &word);

/// The steps from the root to a value, as `$.endpoints["files_*"].limits[0]`.
[[nodiscard]] QByteArray pathWithKey(const QByteArray &path, QByteArrayView key);
[[nodiscard]] QByteArray pathWithIndex(const QByteArray &path, qsizetype index);

/// The strict reading of the tree (policy.md 1–4): fills document, and reports every fault.
void validate(const Node &root, Document &document, QList<Diagnostic> &diagnostics);

} // namespace Cofferdam::Policy::Load
