// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/audit/auditfeed.h"
#include "app/audit/auditmodel.h"
#include "tests/app/fakesession.h"
#include "tests/support/fakedata.h"

#include <QtTest/QtTest>

using namespace Qt::StringLiterals;
using namespace Cofferdam;
using namespace Cofferdam::App;
using Testing::FakeSession;

class TestAuditFeed : public QObject
{
    Q_OBJECT
private:
    static void answerSubscriptions(FakeSession &session)
    {
        session.answers.insert(u"audit.subscribe"_s, [n = 0](const QJsonObject &) mutable { return QJsonObject {{u"subscription"_s, u"s%1"_s.arg(++n)}}; });
    }
    static QJsonObject page(qint64 from, int count, const QString &cursor = {})
    {
        QJsonObject answer {{u"records"_s, Testing::FakeData::records(from, count)}, {u"truncated"_s, !cursor.isEmpty()}};
        if (!cursor.isEmpty()) answer.insert("cursor"_L1, cursor);
        return answer;
    }
    static void event(FakeSession &session, const QString &subscription, qint64 from, int count, int missed = 0)
    {
        session.notify(u"audit.event"_s, {{u"subscription"_s, subscription}, {u"records"_s, Testing::FakeData::records(from, count)}, {u"missed"_s, missed}});
    }

private Q_SLOTS:
    void noRowIsLostOrTwiceBetweenSubscriptionAndPage()
    {
        FakeSession session;
        answerSubscriptions(session);
        session.held = {u"audit.query"_s};
        AuditModel model;
        AuditFeed feed(session, model);
        session.comeUp();
        QTRY_COMPARE(session.callsOf(u"audit.query"_s).size(), 1);
        event(session, u"s1"_s, 95, 10); // 95…104, of which the page has 95…99
        FakeSession::answer(session.callsOf(u"audit.query"_s).last(), page(0, 100));
        QTRY_VERIFY(feed.isLoaded());
        event(session, u"s1"_s, 105, 5);
        model.flush();
        QCOMPARE(model.rowCount(), 110);
        for (int i = 0; i < 110; ++i)
            QCOMPARE(model.row(i).seq, i);
    }

    void otherSubscriptionsAreIgnored()
    {
        FakeSession session;
        answerSubscriptions(session);
        session.answers.insert(u"audit.query"_s, [](const QJsonObject &) { return page(0, 1); });
        AuditModel model;
        AuditFeed feed(session, model);
        session.comeUp();
        QTRY_VERIFY(feed.isLoaded());
        event(session, u"another"_s, 1, 5);
        model.flush();
        QCOMPARE(model.rowCount(), 1);
    }

    void aNewFilterDropsTheOldAnswer()
    {
        FakeSession session;
        answerSubscriptions(session);
        session.held = {u"audit.query"_s};
        AuditModel model;
        AuditFeed feed(session, model);
        session.comeUp();
        QTRY_COMPARE(session.callsOf(u"audit.query"_s).size(), 1);
        feed.setFilter(u"decision:deny"_s);
        QTRY_COMPARE(session.callsOf(u"audit.query"_s).size(), 2);
        QCOMPARE(session.callsOf(u"audit.unsubscribe"_s).size(), 1);
        const auto queries = session.callsOf(u"audit.query"_s);
        QCOMPARE(queries.last().params.value("filter"_L1).toString(), u"decision:deny"_s);
        FakeSession::answer(queries.first(), page(0, 50));
        FakeSession::answer(queries.last(), page(0, 7));
        QTRY_VERIFY(feed.isLoaded());
        QCOMPARE(model.rowCount(), 7);
    }

    void olderPagesComeBeforeTheRest()
    {
        FakeSession session;
        answerSubscriptions(session);
        session.answers.insert(u"audit.query"_s, [](const QJsonObject &params) { return params.contains("cursor"_L1) ? page(0, 100) : page(100, 10, u"c1"_s); });
        AuditModel model;
        AuditFeed feed(session, model);
        session.comeUp();
        QTRY_VERIFY(feed.isLoaded());
        QVERIFY(feed.hasOlder());
        feed.loadOlder();
        QTRY_COMPARE(model.rowCount(), 110);
        QVERIFY(!feed.hasOlder());
        QCOMPARE(model.row(0).seq, 0);
        feed.loadOlder();
        QCOMPARE(session.callsOf(u"audit.query"_s).size(), 2);
    }

    void comesBackWithoutAHole()
    {
        FakeSession session;
        answerSubscriptions(session);
        session.answers.insert(u"audit.query"_s, [](const QJsonObject &params) {
            return params.value("filter"_L1).toString().contains("seq:>9"_L1) ? page(10, 5) : page(0, 10);
        });
        AuditModel model;
        AuditFeed feed(session, model);
        session.comeUp();
        QTRY_VERIFY(feed.isLoaded());
        session.goDown();
        QCOMPARE(model.rowCount(), 10);
        session.comeUp();
        QTRY_COMPARE(session.callsOf(u"audit.query"_s).size(), 2);
        QTRY_VERIFY(!feed.isLoading());
        model.flush();
        QCOMPARE(model.rowCount(), 15);
        QCOMPARE(model.row(14).seq, 14);
    }

    void startsOverWhenTooMuchHappened()
    {
        FakeSession session;
        answerSubscriptions(session);
        session.answers.insert(u"audit.query"_s, [&session](const QJsonObject &) {
            const auto count = session.callsOf(u"audit.query"_s).size();
            return count == 1 ? page(0, 10) : count == 2 ? page(90'000, 100, u"more"_s) : page(99'000, 100);
        });
        AuditModel model;
        AuditFeed feed(session, model);
        session.comeUp();
        QTRY_VERIFY(feed.isLoaded());
        session.goDown();
        session.comeUp();
        QTRY_COMPARE(model.rowCount(), 100);
        QCOMPARE(model.row(0).seq, 99'000);
    }

    void gapsAreCounted()
    {
        FakeSession session;
        answerSubscriptions(session);
        session.answers.insert(u"audit.query"_s, [](const QJsonObject &) { return page(0, 1); });
        AuditModel model;
        AuditFeed feed(session, model);
        session.comeUp();
        QTRY_VERIFY(feed.isLoaded());
        event(session, u"s1"_s, 500, 1, 498);
        QCOMPARE(feed.missedCount(), 498);
    }

    void aFailureIsSaid()
    {
        FakeSession session;
        session.held = {u"audit.subscribe"_s};
        AuditModel model;
        AuditFeed feed(session, model);
        session.comeUp();
        QTRY_COMPARE(session.callsOf(u"audit.subscribe"_s).size(), 1);
        FakeSession::answer(session.callsOf(u"audit.subscribe"_s).last(), failure("invalid_request", u"the log cannot be read"_s));
        QTRY_COMPARE(feed.problem(), u"the log cannot be read"_s);
        QVERIFY(!feed.isLoading());
        QVERIFY(!feed.isLoaded());
    }
};

QTEST_GUILESS_MAIN(TestAuditFeed)
#include "tst_auditfeed.moc"
