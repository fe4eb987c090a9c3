// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/base/clock.h"
#include "service/operation/seams.h"

#include <QtCore/QHash>

#include <array>
#include <mutex>

namespace Cofferdam::RateLimit {

/// Token buckets (burst = rate) and semaphores by (identity, endpoint), on the monotonic clock. A state lives on across reloads as
/// long as its number stays the same. Sharded locks; thread-safe. policy.md 7.
class BucketLimiter final : public RateLimiter
{
public:
    explicit BucketLimiter(const Clock &clock);

    [[nodiscard]] std::optional<Error> takeRate(const QByteArray &identity, const Policy::EffectiveRule &rule) override;
    [[nodiscard]] Result<std::unique_ptr<ConcurrencySlot>> takeSlot(const QByteArray &identity, const Policy::EffectiveRule &rule) override;

private:
    struct Bucket {
        qint64 perMinute = 0;
        double tokens = 0;
        qint64 filledNs = 0;
    };
    using Counter = std::shared_ptr<std::atomic<qint64>>;
    struct Shard {
        std::mutex mutex;
        QHash<QByteArray, Bucket> buckets;
        QHash<QByteArray, Counter> counters;
    };
    [[nodiscard]] Shard &shardOf(const QByteArray &key) { return m_shards[qHash(key) % m_shards.size()]; }

    const Clock &m_clock;
    std::array<Shard, 16> m_shards;
};

} // namespace Cofferdam::RateLimit
