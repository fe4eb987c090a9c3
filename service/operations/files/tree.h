// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "service/operations/files/common.h"

namespace Cofferdam::Files {

/// Judges one path below a resolved directory. Errors: path_denied, path_read_only, path_outside with the rule.
[[nodiscard]] Result<void> judgeBelow(const PathGuard::Guard &guard, const ResolvedPath &top, const QByteArray &relative, PathRole role);

/// Judges everything below a directory for removal and, where it is to be moved, each entry's new place for writing: a denied
/// descendant refuses all, since moving would launder it (endpoints.md 1.5). Errors also: payload_too_large past max_entries.
[[nodiscard]] Result<void> judgeTree(const RequestContext &context, const ResolvedPath &top, const ResolvedPath *destination);

/// A boundary root is never deleted or moved.
[[nodiscard]] Result<void> refuseRoot(const RequestContext &context, const ResolvedPath &path);

} // namespace Cofferdam::Files
