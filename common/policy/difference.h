// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/policy/engine.h"

namespace Cofferdam::Policy {

/// "/home/user/out/**": everything below a root.
[[nodiscard]] QByteArray pathClassBelow(const QByteArray &root);

/// What one identity may do with an endpoint it may call before and after: boundary, denies, limits and parameters.
void compareRules(QList<Difference> &out, const QByteArray &identity, const EffectiveRule &before, const EffectiveRule &after);
void comparePaths(QList<Difference> &out, const QByteArray &identity, const EffectiveRule &before, const EffectiveRule &after);
/// Which calls of the endpoint are recorded: nobody's rights change, so it is told once for every identity.
void compareAudit(QList<Difference> &out, const EffectiveRule &before, const EffectiveRule &after);

} // namespace Cofferdam::Policy
