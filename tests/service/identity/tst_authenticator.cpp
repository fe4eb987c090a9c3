// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "service/identity/peeruid.h"
#include "service/identity/tokenauthenticator.h"
#include "tests/support/fakeclock.h"
#include "tests/support/policies.h"

#include <QtTest/QTest>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

using namespace Cofferdam;

namespace {

constexpr char ReaderToken[] = "reader-token-0123456789";
constexpr char OperatorToken[] = "operator-token-0123456789";

QByteArray policyWithReader()
{
    return "version: 1\nauth:\n  tokens:\n    - id: reader\n      scopes: [\"files:read\"]\n      token_sha256: " + sha256Hex(ReaderToken) + "\n";
}

Gate::Head headWith(std::initializer_list<Gate::HeaderField> fields)
{
    Gate::Head head;
    head.method = "GET";
    head.path = "/files/list";
    head.headers = fields;
    head.peer.bucket = "127.0.0.1";
    return head;
}

} // namespace

class TestAuthenticator : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        m_tokens = Test::snapshotOf(policyWithReader(), "/tmp", OperatorToken);
        m_open = Test::snapshotOf("version: 1\n", "/tmp", OperatorToken);
        QVERIFY(m_tokens && m_open);
    }

    void refuses_data()
    {
        QTest::addColumn<QList<std::pair<QByteArray, QByteArray>>>("headers");
        QTest::addColumn<bool>("admin");
        QTest::addColumn<QByteArray>("code");
        using Headers = QList<std::pair<QByteArray, QByteArray>>;
        const QByteArray reader = ReaderToken, supervisor = OperatorToken;
        QTest::newRow("nothing") << Headers {} << false << QByteArray("auth_required");
        QTest::newRow("two access tokens") << Headers {{"x-access-token", reader}, {"x-access-token", reader}} << false << QByteArray("auth_ambiguous");
        QTest::newRow("two authorizations") << Headers {{"authorization", "Bearer " + reader}, {"authorization", "Bearer x"}} << false << QByteArray("auth_ambiguous");
        QTest::newRow("basic") << Headers {{"authorization", "Basic " + reader}} << false << QByteArray("auth_invalid");
        QTest::newRow("empty bearer") << Headers {{"authorization", "Bearer "}} << false << QByteArray("auth_invalid");
        QTest::newRow("bare token") << Headers {{"authorization", reader}} << false << QByteArray("auth_invalid");
        QTest::newRow("empty access token") << Headers {{"x-access-token", ""}} << false << QByteArray("auth_invalid");
        QTest::newRow("unknown") << Headers {{"x-access-token", reader + "x"}} << false << QByteArray("auth_invalid");
        QTest::newRow("prefix") << Headers {{"x-access-token", reader.chopped(1)}} << false << QByteArray("auth_invalid");
        QTest::newRow("bad bearer beats good access token") << Headers {{"authorization", "Bearer no"}, {"x-access-token", reader}} << false << QByteArray("auth_invalid");
        QTest::newRow("operator on an endpoint") << Headers {{"authorization", "Bearer " + supervisor}} << false << QByteArray("auth_invalid");
        QTest::newRow("identity on admin") << Headers {{"authorization", "Bearer " + reader}} << true << QByteArray("auth_invalid");
        QTest::newRow("nothing on admin") << Headers {} << true << QByteArray("auth_required");
    }
    void refuses()
    {
        using Headers = QList<std::pair<QByteArray, QByteArray>>;
        QFETCH(const Headers, headers);
        QFETCH(const bool, admin);
        Gate::Head head = headWith({});
        for (const auto &[name, value] : headers)
            head.headers.append(Gate::HeaderField {name, value});
        Test::FakeClock clock;
        Identity::TokenAuthenticator authenticator(clock);
        const auto caller = authenticator.authenticate(head, *m_tokens, admin);
        QVERIFY(!caller);
        QTEST(caller.error().code, "code");
        QVERIFY(!caller.error().message.contains(QLatin1StringView(ReaderToken)));
    }

    void unknownTokenIsRefusedInAnonymousModeToo()
    {
        Test::FakeClock clock;
        Identity::TokenAuthenticator authenticator(clock);
        Gate::Head head = headWith({{"x-access-token", "whatever"}});
        head.peer.uid = int(::geteuid());
        const auto caller = authenticator.authenticate(head, *m_open, false);
        QVERIFY(!caller);
        QCOMPARE(caller.error().code, QByteArray("auth_invalid"));
    }

    void anonymousIsForTheSameUser()
    {
        Test::FakeClock clock;
        Identity::TokenAuthenticator authenticator(clock);
        Gate::Head head = headWith({});
        QVERIFY(!authenticator.authenticate(head, *m_open, false)); // a peer nobody can name
        head.peer.uid = int(::geteuid()) + 1;
        QVERIFY(!authenticator.authenticate(head, *m_open, false));
        head.peer.uid = int(::geteuid());
        const auto caller = authenticator.authenticate(head, *m_open, false);
        QVERIFY(caller);
        QCOMPARE(caller->identity, QByteArray("anonymous"));
        QCOMPARE(caller->scopes, QList<QByteArray> {"*"});
    }

    void accepts()
    {
        Test::FakeClock clock;
        Identity::TokenAuthenticator authenticator(clock);
        const auto reader = authenticator.authenticate(headWith({{"authorization", QByteArray("bearer ") + ReaderToken}}), *m_tokens, false);
        QVERIFY(reader);
        QCOMPARE(reader->identity, QByteArray("reader"));
        QVERIFY(!reader->isOperator);
        const auto supervisor = authenticator.authenticate(headWith({{"x-access-token", OperatorToken}}), *m_tokens, true);
        QVERIFY(supervisor);
        QCOMPARE(supervisor->identity, QByteArray("operator:local"));
        QVERIFY(supervisor->isOperator);
    }

    void throttlesFailuresButNeverAValidToken()
    {
        Test::FakeClock clock;
        Identity::TokenAuthenticator authenticator(clock);
        const Gate::Head wrong = headWith({{"x-access-token", "wrong"}});
        for (int i = 0; i < Identity::TokenAuthenticator::FailuresPerMinute; ++i)
            QCOMPARE(authenticator.authenticate(wrong, *m_tokens, false).error().code, QByteArray("auth_invalid"));
        const Error throttled = authenticator.authenticate(wrong, *m_tokens, false).error();
        QCOMPARE(throttled.code, QByteArray("auth_throttled"));
        QVERIFY(throttled.details.value(QStringLiteral("retry_after")).toInteger() >= 1);
        QVERIFY(authenticator.authenticate(headWith({{"x-access-token", ReaderToken}}), *m_tokens, false));
        clock.advanceMs(61'000);
        QCOMPARE(authenticator.authenticate(wrong, *m_tokens, false).error().code, QByteArray("auth_invalid"));
    }

    void findsTheUidOfALoopbackPeer()
    {
        const UniqueFd listener(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
        sockaddr_in address {};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        QCOMPARE(::bind(listener.get(), reinterpret_cast<sockaddr *>(&address), sizeof address), 0);
        QCOMPARE(::listen(listener.get(), 1), 0);
        socklen_t size = sizeof address;
        QCOMPARE(::getsockname(listener.get(), reinterpret_cast<sockaddr *>(&address), &size), 0);
        const UniqueFd client(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
        QCOMPARE(::connect(client.get(), reinterpret_cast<sockaddr *>(&address), size), 0);
        const UniqueFd served(::accept(listener.get(), nullptr, nullptr));
        QCOMPARE(Identity::peerUid(served.get()), int(::geteuid()));
        QCOMPARE(Identity::peerUid(-1), -1);
    }

private:
    std::shared_ptr<PolicySnapshot> m_tokens, m_open;
};

QTEST_GUILESS_MAIN(TestAuthenticator)
#include "tst_authenticator.moc"
