// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "service/auditlog/auditlog.h"

namespace Cofferdam {

/// The newest matching lines before cursor, reading backwards from end without an index. Stops after three seconds or 16 MiB of lines
/// with truncated set. Errors: invalid_request, those of systemError(). Blocks.
[[nodiscard]] Result<AuditPage> queryLog(const QByteArray &directory, const Audit::LogEnd &end, const Audit::Filter &filter, const QByteArray &cursor,
    qsizetype limit);

} // namespace Cofferdam
