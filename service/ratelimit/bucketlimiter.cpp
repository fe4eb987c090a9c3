// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "service/ratelimit/bucketlimiter.h"

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace Cofferdam::RateLimit {

namespace {

class Slot final : public ConcurrencySlot
{
public:
    explicit Slot(std::shared_ptr<std::atomic<qint64>> counter)
        : m_counter(std::move(counter))
    {
    }
    ~Slot() override { m_counter->fetch_sub(1); }
    Slot(const Slot &) = delete;
    Slot &operator=(const Slot &) = delete;

private:
    std::shared_ptr<std::atomic<qint64>> m_counter;
};

QByteArray keyOf(const QByteArray &identity, const Policy::EffectiveRule &rule) { return identity + '\n' + rule.endpoint->id; }

Error refusal(QByteArray code, const QString &message, qint64 retryAfter, const Policy::EffectiveRule &rule, QByteArrayView limit)
{
    return Error {std::move(code), message,
        {{"retry_after"_L1, retryAfter}, {"limit"_L1, QString::fromLatin1(limit)},
            {"rule"_L1, QString::fromUtf8(rule.ruleOfLimit(limit))}},
        {}};
}

} // namespace

BucketLimiter::BucketLimiter(const Clock &clock)
    : m_clock(clock)
{
}

std::optional<Error> BucketLimiter::takeRate(const QByteArray &identity, const Policy::EffectiveRule &rule)
{
    const std::optional<qint64> perMinute = rule.limit("rate_per_minute");
    if (!perMinute)
        return {};
    const QByteArray key = keyOf(identity, rule);
    const qint64 now = m_clock.monotonicNs();
    Shard &shard = shardOf(key);
    const std::lock_guard lock(shard.mutex);
    Bucket &bucket = shard.buckets[key];
    if (bucket.perMinute != *perMinute)
        bucket = {*perMinute, double(*perMinute), now};
    const double perNs = double(*perMinute) / 60e9;
    bucket.tokens = std::min(double(*perMinute), bucket.tokens + double(now - bucket.filledNs) * perNs);
    bucket.filledNs = now;
    if (bucket.tokens >= 1) {
        bucket.tokens -= 1;
        return {};
    }
    const qint64 wait = std::max<qint64>(1, qint64(std::ceil((1 - bucket.tokens) / perNs / 1e9)));
    return refusal("rate_limited", "over "_L1 + QString::number(*perMinute) + " calls a minute"_L1, wait, rule, "rate_per_minute");
}

Result<std::unique_ptr<ConcurrencySlot>> BucketLimiter::takeSlot(const QByteArray &identity, const Policy::EffectiveRule &rule)
{
    const std::optional<qint64> most = rule.limit("max_concurrency");
    if (!most)
        return nullptr;
    const QByteArray key = keyOf(identity, rule);
    Shard &shard = shardOf(key);
    const std::lock_guard lock(shard.mutex);
    Counter &counter = shard.counters[key];
    if (!counter)
        counter = std::make_shared<std::atomic<qint64>>(0);
    // INVARIANT: only raised under the shard's lock, so the comparison and the step are one.
    if (counter->load() >= *most)
        return failure(refusal("concurrency_limited", "over "_L1 + QString::number(*most) + " calls at the same time"_L1, 1, rule, "max_concurrency"));
    counter->fetch_add(1);
    return std::make_unique<Slot>(counter);
}

} // namespace Cofferdam::RateLimit
