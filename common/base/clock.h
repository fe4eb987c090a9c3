// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QByteArray>
#include <QtCore/QDateTime>

namespace Cofferdam {

/// The time, injected so that tests can move it. Thread-safe. Limits and rates use monotonicNs(), people see utcMs().
class Clock
{
public:
    virtual ~Clock() = default;
    /// Nanoseconds of a clock that never steps.
    [[nodiscard]] virtual qint64 monotonicNs() const = 0;
    /// Milliseconds since 1970-01-01T00:00:00Z.
    [[nodiscard]] virtual qint64 utcMs() const = 0;
};

class SystemClock final : public Clock
{
public:
    [[nodiscard]] qint64 monotonicNs() const override;
    [[nodiscard]] qint64 utcMs() const override;
};

/// RFC 3339 UTC with milliseconds, as every time in the API and the audit log: 2026-11-30T21:57:19.123Z
[[nodiscard]] QByteArray formatUtc(qint64 utcMs);
/// Appends the same to out without a temporary.
void appendUtc(QByteArray &out, qint64 utcMs);

} // namespace Cofferdam
