// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "service/ratelimit/bucketlimiter.h"
#include "tests/support/fakeclock.h"
#include "tests/support/policies.h"

#include <QtTest/QTest>

using namespace Cofferdam;

namespace {

std::shared_ptr<PolicySnapshot> policyWith(const QByteArray &limits)
{
    return Test::snapshotOf("version: 1\nendpoints:\n  files_list:\n    limits: {" + limits + "}\n", "/tmp");
}

} // namespace

class TestBucketLimiter : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void refusesPastTheBurst()
    {
        Test::FakeClock clock;
        RateLimit::BucketLimiter limiter(clock);
        const auto policy = policyWith("rate_per_minute: 3");
        const Policy::EffectiveRule &rule = *policy->policy->rule("files_list");
        for (int i = 0; i < 3; ++i)
            QVERIFY(!limiter.takeRate("a", rule));
        const auto refused = limiter.takeRate("a", rule);
        QVERIFY(refused);
        QCOMPARE(refused->code, QByteArray("rate_limited"));
        QCOMPARE(refused->details.value(QStringLiteral("retry_after")).toInteger(), 20);
        QVERIFY(!limiter.takeRate("b", rule)); // another identity has its own bucket
        clock.advanceMs(20'000);
        QVERIFY(!limiter.takeRate("a", rule));
        QVERIFY(limiter.takeRate("a", rule));
    }

    void followsTheMonotonicClock() // security.md row 68
    {
        Test::FakeClock clock;
        RateLimit::BucketLimiter limiter(clock);
        const auto policy = policyWith("rate_per_minute: 1");
        const Policy::EffectiveRule &rule = *policy->policy->rule("files_list");
        QVERIFY(!limiter.takeRate("a", rule));
        clock.utc += 86'400'000;
        QVERIFY(limiter.takeRate("a", rule));
        clock.utc -= 2 * 86'400'000LL;
        QVERIFY(limiter.takeRate("a", rule));
    }

    void keepsItsStateAcrossReloadsWithTheSameNumber()
    {
        Test::FakeClock clock;
        RateLimit::BucketLimiter limiter(clock);
        const auto before = policyWith("rate_per_minute: 2"), same = policyWith("rate_per_minute: 2"), other = policyWith("rate_per_minute: 5");
        QVERIFY(!limiter.takeRate("a", *before->policy->rule("files_list")));
        QVERIFY(!limiter.takeRate("a", *same->policy->rule("files_list")));
        QVERIFY(limiter.takeRate("a", *same->policy->rule("files_list")));
        QVERIFY(!limiter.takeRate("a", *other->policy->rule("files_list")));
    }

    void givesSlotsBack() // security.md row 53
    {
        Test::FakeClock clock;
        RateLimit::BucketLimiter limiter(clock);
        const auto policy = policyWith("max_concurrency: 2");
        const Policy::EffectiveRule &rule = *policy->policy->rule("files_list");
        for (int i = 0; i < 10; ++i) {
            auto first = limiter.takeSlot("a", rule), second = limiter.takeSlot("a", rule), third = limiter.takeSlot("a", rule);
            QVERIFY(first && second);
            QVERIFY(!third);
            QCOMPARE(third.error().code, QByteArray("concurrency_limited"));
            QCOMPARE(third.error().details.value(QStringLiteral("retry_after")).toInteger(), 1);
            QVERIFY(limiter.takeSlot("b", rule));
        }
    }

    void noLimitNeedsNoSlot()
    {
        Test::FakeClock clock;
        RateLimit::BucketLimiter limiter(clock);
        const auto policy = Test::snapshotOf("version: 1\n", "/tmp");
        const Policy::EffectiveRule &rule = *policy->policy->rule("files_list");
        const auto slot = limiter.takeSlot("a", rule);
        QVERIFY(slot);
        QVERIFY(!*slot);
        for (int i = 0; i < 1000; ++i)
            QVERIFY(!limiter.takeRate("a", rule));
    }
};

QTEST_GUILESS_MAIN(TestBucketLimiter)
#include "tst_bucketlimiter.moc"
