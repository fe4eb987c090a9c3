// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/client/consoleclient.h"
#include "tests/support/fakeconsole.h"
#include "tests/support/fakedata.h"

#include <QtCore/QElapsedTimer>
#include <QtTest/QSignalSpy>
#include <QtTest/QTest>

using namespace Cofferdam;
using namespace Cofferdam::Client;
using namespace Cofferdam::Testing;
using namespace Qt::StringLiterals;

using State = ConsoleClient::State;

class TestConsoleClient : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void callWithoutConnectionFails();
    void wrongTokenIsRefusedInWords();
    void unknownProtocolIsRefusedInWords();
    void noServiceWaitsAndTriesAgain();
    void helloComesFirst();
    void callsAreAnswered();
    void serviceErrorsKeepCodeAndDetails();
    void silentCallTimesOut();
    void openCallsFailWhenTheServiceGoes();
    void comesBackAfterARestart();
    void notificationsArrive();
    void subscriptionGetsBacklogAndNewRecords();
    void destructionFinishesCalls();
    void closeStopsTrying();
};

namespace {

Result<QJsonValue> wait(const QFuture<Result<QJsonValue>> &future)
{
    if (!QTest::qWaitFor([&] { return future.isFinished(); }, 5000))
        return failure("test_time_out", {});
    return future.result();
}

} // namespace

#define CONNECT(client, fake) \
    client.open(fake.url(), FakeConsole::token()); \
    QTRY_COMPARE(client.state(), State::Connected)

void TestConsoleClient::callWithoutConnectionFails()
{
    ConsoleClient client;
    const auto future = client.call(u"policy.get"_s);
    QVERIFY(future.isFinished());
    QCOMPARE(future.result().error().code, QByteArray("no_service"));
}

void TestConsoleClient::wrongTokenIsRefusedInWords()
{
    FakeConsole fake;
    QVERIFY(fake.listen());
    ConsoleClient client;
    client.open(fake.url(), "wrong");
    QTRY_COMPARE(client.state(), State::Refused);
    QCOMPARE(client.stateText(), u"the service refused this credential: the token is not known"_s);
    QCOMPARE(fake.connectionCount(), 0);
}

void TestConsoleClient::unknownProtocolIsRefusedInWords()
{
    FakeConsole fake;
    fake.setProtocol(7);
    QVERIFY(fake.listen());
    ConsoleClient client;
    client.open(fake.url(), FakeConsole::token());
    QTRY_COMPARE(client.state(), State::Refused);
    QCOMPARE(client.stateText(), u"this service speaks protocol 7 of the operator's channel, this program knows 1; update the older of the two"_s);
}

void TestConsoleClient::noServiceWaitsAndTriesAgain()
{
    FakeConsole fake;
    QVERIFY(fake.listen());
    const QUrl url = fake.url();
    fake.stop();
    ConsoleClient client;
    QElapsedTimer timer;
    timer.start();
    client.open(url, FakeConsole::token());
    QTRY_COMPARE(client.state(), State::Waiting);
    QCOMPARE(client.stateText(), u"no service answers at %1"_s.arg(url.authority()));
    QVERIFY(fake.listen());
    QTRY_COMPARE(client.state(), State::Connected);
    QVERIFY2(timer.elapsed() >= 450, "the first pause is half a second");
}

void TestConsoleClient::helloComesFirst()
{
    FakeConsole fake;
    QVERIFY(fake.listen());
    ConsoleClient client;
    QSignalSpy hellos(&client, &ConsoleClient::helloReceived);
    CONNECT(client, fake);
    QCOMPARE(hellos.size(), 1);
    QCOMPARE(client.hello().value("revision"_L1).toString(), fake.revision());
    QCOMPARE(client.hello().value("role"_L1).toString(), u"operator"_s);
}

void TestConsoleClient::callsAreAnswered()
{
    FakeConsole fake;
    QVERIFY(fake.listen());
    ConsoleClient client;
    CONNECT(client, fake);
    const auto first = client.call(u"policy.get"_s);
    const auto second = client.call(u"audit.query"_s, {{u"limit"_s, 5}});
    QCOMPARE(wait(second).value().toObject().value("records"_L1).toArray().size(), 5);
    QCOMPARE(wait(first).value().toObject().value("text"_L1).toString(), FakeData::policyText());
    QCOMPARE(fake.calls().last().params.value("limit"_L1).toInt(), 5);
}

void TestConsoleClient::serviceErrorsKeepCodeAndDetails()
{
    FakeConsole fake;
    QVERIFY(fake.listen());
    ConsoleClient client;
    CONNECT(client, fake);
    const QJsonObject draft {{u"text"_s, u"version: 1\n"_s}, {u"format"_s, u"yaml"_s}, {u"if_revision"_s, u"0"_s}};
    const auto reply = wait(client.call(u"policy.apply"_s, draft));
    QVERIFY(!reply);
    QCOMPARE(reply.error().code, QByteArray("precondition_failed"));
    QCOMPARE(reply.error().details.value("status"_L1).toInt(), 412);
    QCOMPARE(reply.error().details.value("text"_L1).toString(), FakeData::policyText());
}

void TestConsoleClient::silentCallTimesOut()
{
    FakeConsole fake;
    fake.setSilent(u"policy.get"_s);
    QVERIFY(fake.listen());
    ConsoleClient client;
    client.setCallLimit(std::chrono::milliseconds(200));
    CONNECT(client, fake);
    QCOMPARE(wait(client.call(u"policy.get"_s)).error().code, QByteArray("time_out"));
    QCOMPARE(client.state(), State::Connected);
    QVERIFY(wait(client.call(u"service.info"_s)));
}

void TestConsoleClient::openCallsFailWhenTheServiceGoes()
{
    FakeConsole fake;
    fake.setSilent(u"policy.get"_s);
    QVERIFY(fake.listen());
    ConsoleClient client;
    CONNECT(client, fake);
    const auto future = client.call(u"policy.get"_s);
    QTRY_VERIFY(!fake.calls().isEmpty());
    fake.stop();
    QCOMPARE(wait(future).error().code, QByteArray("no_service"));
    QCOMPARE(client.state(), State::Waiting);
}

void TestConsoleClient::comesBackAfterARestart()
{
    FakeConsole fake;
    QVERIFY(fake.listen());
    ConsoleClient client;
    CONNECT(client, fake);
    QSignalSpy hellos(&client, &ConsoleClient::helloReceived);
    fake.stop();
    QTRY_COMPARE(client.state(), State::Waiting);
    QVERIFY(fake.listen());
    QTRY_COMPARE(hellos.size(), 1);
    QVERIFY(wait(client.call(u"service.info"_s)));
}

void TestConsoleClient::notificationsArrive()
{
    FakeConsole fake;
    QVERIFY(fake.listen());
    ConsoleClient client;
    CONNECT(client, fake);
    QSignalSpy spy(&client, &ConsoleClient::notificationReceived);
    fake.notify(u"policy.changed"_s, {{u"revision"_s, u"abc"_s}});
    QTRY_COMPARE(spy.size(), 1);
    QCOMPARE(spy.first().at(0).toString(), u"policy.changed"_s);
    QCOMPARE(spy.first().at(1).toJsonObject().value("revision"_L1).toString(), u"abc"_s);
}

void TestConsoleClient::subscriptionGetsBacklogAndNewRecords()
{
    FakeConsole fake;
    QVERIFY(fake.listen());
    ConsoleClient client;
    CONNECT(client, fake);
    QSignalSpy spy(&client, &ConsoleClient::notificationReceived);
    const auto reply = wait(client.call(u"audit.subscribe"_s, {{u"backlog"_s, 10}}));
    QVERIFY(reply);
    QTRY_COMPARE(spy.size(), 1);
    QCOMPARE(spy.first().at(1).toJsonObject().value("records"_L1).toArray().size(), 10);
    fake.addRecords(FakeData::records(301, 2));
    QTRY_COMPARE(spy.size(), 2);
    const QJsonObject event = spy.at(1).at(1).toJsonObject();
    QCOMPARE(event.value("subscription"_L1), reply->toObject().value("subscription"_L1));
    QCOMPARE(event.value("records"_L1).toArray().size(), 2);
}

void TestConsoleClient::destructionFinishesCalls()
{
    FakeConsole fake;
    fake.setSilent(u"policy.get"_s);
    QVERIFY(fake.listen());
    QFuture<Result<QJsonValue>> future;
    {
        ConsoleClient client;
        CONNECT(client, fake);
        future = client.call(u"policy.get"_s);
    }
    QVERIFY(future.isFinished());
    QCOMPARE(future.result().error().code, QByteArray("cancelled"));
}

void TestConsoleClient::closeStopsTrying()
{
    FakeConsole fake;
    QVERIFY(fake.listen());
    ConsoleClient client;
    CONNECT(client, fake);
    client.close();
    QCOMPARE(client.state(), State::Idle);
    QTRY_COMPARE(fake.connectionCount(), 0);
}

QTEST_GUILESS_MAIN(TestConsoleClient)
#include "tst_consoleclient.moc"
