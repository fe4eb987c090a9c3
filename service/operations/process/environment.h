// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "service/operation/requestcontext.h"

#include <map>

namespace Cofferdam::Process {

using Variables = std::map<QByteArray, QByteArray>;

/// How a variable is guarded against callers (security.md row 48, ADR 0053).
enum class VariableGuard {
    Free,
    Named, ///< changes what an allowed program does: only where allow_env names it literally
    Never, ///< the loader's and the service's own
};
[[nodiscard]] VariableGuard guardOf(QByteArrayView name);

/// Whether the caller of context may set these. Errors: invalid_request for a bad name or value, param_not_allowed with the rule.
[[nodiscard]] Result<void> checkVariables(const RequestContext &context, const Variables &asked);

/// What every program gets: the service's own PATH (filtered), HOME, USER, LANG, LC_*, TERM, TZ, and the ids of the call.
[[nodiscard]] Variables baseVariables(const RequestContext &context);

/// The directories of a PATH; restricted: only absolute ones that belong to root and that nobody else may write.
[[nodiscard]] QList<QByteArray> searchPath(QByteArrayView path, bool restricted);
/// The same for the service's own PATH under the policy of context.
[[nodiscard]] QList<QByteArray> searchPath(const RequestContext &context);

} // namespace Cofferdam::Process
