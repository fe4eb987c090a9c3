// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/audit/chain.h"
#include "common/base/result.h"

#include <functional>
#include <limits>

namespace Cofferdam::Audit {

/// audit-YYYYMMDD-N.jsonl
struct LogFileName {
    QByteArray day; ///< eight digits
    int number = 0; ///< from 1

    [[nodiscard]] static std::optional<LogFileName> parse(QByteArrayView name);
    [[nodiscard]] QByteArray text() const;
    [[nodiscard]] auto operator<=>(const LogFileName &) const = default;
};

/// The log's files in directory, oldest first; others there are left alone. Errors as of systemError(). Blocks.
[[nodiscard]] Result<QList<LogFileName>> listLogFiles(const QByteArray &directory);

/// The end of the log as it was last known to be on disk: <directory>/anchor.json.
struct Anchor {
    quint64 seq = 0;
    QByteArray hash;
    QByteArray file;
    bool clean = false; ///< written by an orderly stop

    [[nodiscard]] QByteArray toJson() const;
    [[nodiscard]] static Result<Anchor> read(const QByteArray &directory);
    [[nodiscard]] static QByteArray pathIn(const QByteArray &directory);
};

/// Hands over every line of a file without its LF, then the torn rest if there is one; stops when a callback says false.
/// Reads up to limit bytes. A line longer than 16 MiB is handed over as a torn rest. Blocks.
[[nodiscard]] Result<void> readLines(const QByteArray &path, const std::function<bool(QByteArrayView)> &line,
    const std::function<void(qsizetype)> &torn, qint64 limit = std::numeric_limits<qint64>::max());

struct Verification {
    bool ok = false;
    int files = 0;
    qint64 records = 0;
    std::optional<BadRecord> firstBad;
    QByteArray note; ///< for people: what was checked, and what could not be
};

/// How far a log is whole while a service writes it: what follows in that file is under way.
struct LogEnd {
    QByteArray file;
    qint64 size = std::numeric_limits<qint64>::max();
};

/// Verifies every file of a log directory and its anchor; needs no running service. Errors: the directory or a file cannot be read.
/// Blocks; about a second for a million lines.
[[nodiscard]] Result<Verification> verifyLog(const QByteArray &directory);
/// The same up to end. The anchor must have been read before end was asked for: then it may only lag behind.
[[nodiscard]] Result<Verification> verifyLog(const QByteArray &directory, const Result<Anchor> &anchor, const LogEnd &end);

} // namespace Cofferdam::Audit
