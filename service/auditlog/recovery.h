// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/audit/logfiles.h"

#include <QtCore/QJsonObject>

namespace Cofferdam {

/// Where the log of an earlier run ends, and what a start must say about it.
struct LogTail {
    std::optional<Audit::LogFileName> file; ///< the last one; none: a new log
    qint64 size = 0; ///< bytes of whole lines in it
    quint64 seq = 0; ///< of its last line
    QByteArray hash = Audit::firstPrev(); ///< of its last line
    bool appendable = false; ///< false: it is broken or empty, the next line begins a new file
    QJsonObject recovered; ///< params of the `recovered` record; empty after an orderly stop
};

/// Looks at the last file of directory: follows its chain, cuts a torn last line off into FILE.torn-N beside it, and compares the end with
/// the anchor. Call it before the writer starts. Errors: those of systemError(). Blocks.
[[nodiscard]] Result<LogTail> recoverLog(const QByteArray &directory);

} // namespace Cofferdam
