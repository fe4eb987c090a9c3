// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/audit/record.h"
#include "service/operation/requestcontext.h"

#include <functional>
#include <memory>

namespace Cofferdam {

/// Takes audit records from every thread, in order per thread. Never drops: blocks the caller for back-pressure when its bound is hit.
class AuditSink
{
public:
    virtual ~AuditSink() = default;
    virtual void append(Audit::Record record) = 0;
    /// Calls back on the writer thread when the record is on disk (true) or cannot be (false).
    virtual void appendDurably(Audit::Record record, std::function<void(bool)> done) = 0;
    /// False while the log cannot be written.
    [[nodiscard]] virtual bool isAvailable() const = 0;
};

/// A slot of max_concurrency, given back when destroyed.
class ConcurrencySlot
{
public:
    virtual ~ConcurrencySlot() = default;
};

/// Token buckets and semaphores by (identity, endpoint). Thread-safe. policy.md 7.
class RateLimiter
{
public:
    virtual ~RateLimiter() = default;
    /// Takes one token; the error is rate_limited with details.retry_after, or nothing.
    [[nodiscard]] virtual std::optional<Error> takeRate(const QByteArray &identity, const Policy::EffectiveRule &rule) = 0;
    /// Takes a slot; the error is concurrency_limited. No limit: a null slot.
    [[nodiscard]] virtual Result<std::unique_ptr<ConcurrencySlot>> takeSlot(const QByteArray &identity, const Policy::EffectiveRule &rule) = 0;
};

/// Finds the caller of a head. Thread-safe. policy.md 2.
class Authenticator
{
public:
    virtual ~Authenticator() = default;
    /// Errors: auth_required, auth_invalid, auth_ambiguous, auth_throttled. admin: the operator's credential is due.
    [[nodiscard]] virtual Result<Caller> authenticate(const Gate::Head &head, const PolicySnapshot &snapshot, bool admin) = 0;
};

} // namespace Cofferdam
