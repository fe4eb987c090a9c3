// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/audit/filterlexer.h"
#include "common/audit/filternode.h"

namespace Cofferdam::Audit {

/// The test of `field:value` or `field~value`. Errors: unknown field, a value of another kind than the field's.
[[nodiscard]] Result<FilterNode> compileTerm(const FilterToken &term, qint64 nowUtcMs);

} // namespace Cofferdam::Audit
