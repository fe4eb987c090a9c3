// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "fakehandler.h"
#include "rawclient.h"

#include <QtCore/QtEndian>
#include <QtTest/QTest>

using namespace Cofferdam;
using namespace std::chrono_literals;

namespace {

using Frame = std::pair<int, QByteArray>;

int closeCode(const Frame &frame) { return frame.first == 0x88 && frame.second.size() >= 2 ? qFromBigEndian<quint16>(frame.second.constData()) : 0; }

} // namespace

class WebSocketTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_server = std::make_unique<TestServer>(quick()); }
    void cleanup() { m_server.reset(); }
    void denials_data();
    void denials();
    void accepts();
    void framesSentWithTheHead();
    void violations_data();
    void violations();
    void joinsFragments();
    void pings();
    void largeMessages();
    void endlessFragments();
    void slowConsumer();
    void sessionCloses();
    void peerCloses();
    void peerVanishes();
    void stopTellsEveryone();

private:
    RawClient open(const QByteArray &path = "/ws");
    std::unique_ptr<TestServer> m_server;
};

RawClient WebSocketTest::open(const QByteArray &path)
{
    RawClient client(m_server->port());
    client.send(upgradeRequest(path));
    if (client.read().status != 101 || client.readFrame() != Frame(0x81, "opened"))
        qFatal("the upgrade failed");
    return client;
}

void WebSocketTest::denials_data()
{
    QTest::addColumn<QByteArray>("request");
    QTest::addColumn<int>("status");
    QTest::newRow("by the judge (row 32)") << upgradeRequest("/wsrefused") << 403;
    QTest::newRow("by the call") << upgradeRequest("/wsfails") << 404;
    QTest::newRow("call without a session") << upgradeRequest("/hello") << 200;
    QTest::newRow("session without an upgrade") << getRequest("/ws", "Connection: close\r\n") << 500;
    QTest::newRow("short key (row 38)") << getRequest("/ws", "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: x\r\n")
                                        << 400;
}

void WebSocketTest::denials()
{
    QFETCH(const QByteArray, request);
    QFETCH(const int, status);
    RawClient client(m_server->port());
    client.send(request);
    const RawClient::Answer answer = client.read();
    QCOMPARE(answer.status, status);
    QVERIFY(answer.fields.contains("content-length"));
    QVERIFY(client.isClosed());
}

void WebSocketTest::accepts()
{
    RawClient client(m_server->port());
    client.send(upgradeRequest("/ws", "Origin: http://x\r\nSec-WebSocket-Protocol: cofferdam.test, secret.token\r\n"));
    const RawClient::Answer answer = client.read();
    QCOMPARE(answer.status, 101);
    QCOMPARE(answer.fields.value("sec-websocket-accept"), QByteArray("s3pPLMBiTxaQ9kYGzzhZRbK+xOo="));
    QCOMPARE(answer.fields.value("sec-websocket-protocol"), QByteArray("cofferdam.test"));
    QCOMPARE(answer.fields.value("x-content-type-options"), QByteArray("nosniff"));
    QCOMPARE(answer.fields.value("x-request-id"), QByteArray("r1"));
    QVERIFY(!answer.fields.contains("access-control-allow-origin"));
    QCOMPARE(client.readFrame(), Frame(0x81, "opened"));
    client.send(RawClient::frame(0x81, "hi"));
    QCOMPARE(client.readFrame(), Frame(0x81, "echo:hi"));
    client.send(RawClient::frame(0x82, QByteArray("\0\xff", 2)));
    QCOMPARE(client.readFrame(), Frame(0x82, QByteArray("\0\xff", 2)));
}

void WebSocketTest::framesSentWithTheHead()
{
    RawClient client(m_server->port());
    client.send(upgradeRequest("/ws") + RawClient::frame(0x81, "early") + RawClient::frame(0x81, "bird"));
    QCOMPARE(client.read().status, 101);
    QCOMPARE(client.readFrame(), Frame(0x81, "opened"));
    QCOMPARE(client.readFrame(), Frame(0x81, "echo:early"));
    QCOMPARE(client.readFrame(), Frame(0x81, "echo:bird"));
}

void WebSocketTest::violations_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<int>("code");
    QTest::newRow("not masked (row 38)") << QByteArray("\x81\x05hello") << 1002;
    QTest::newRow("reserved bit") << RawClient::frame(0xc1, "a") << 1002;
    QTest::newRow("unknown opcode") << RawClient::frame(0x83, "a") << 1002;
    QTest::newRow("long ping") << RawClient::frame(0x89, QByteArray(126, 'a')) << 1002;
    QTest::newRow("claimed GiB") << QByteArray("\x82\xff\x00\x00\x00\x00\x40\x00\x00\x00mask", 14) << 1009;
    QTest::newRow("too big") << RawClient::frame(0x82, QByteArray(100'001, 'a')) << 1009;
    QTest::newRow("not UTF-8") << RawClient::frame(0x81, "\xff\xfe") << 1007;
}

void WebSocketTest::violations()
{
    QFETCH(const QByteArray, bytes);
    QFETCH(const int, code);
    RawClient client = open();
    client.send(RawClient::frame(0x81, "before") + bytes + RawClient::frame(0x81, "after"));
    QCOMPARE(client.readFrame(), Frame(0x81, "echo:before"));
    QCOMPARE(closeCode(client.readFrame()), code);
    QVERIFY(client.isClosed());
    const Ended end = m_server->waitForEnded(1).at(0);
    QCOMPARE(end.status, 101);
}

void WebSocketTest::joinsFragments()
{
    RawClient client = open();
    const QByteArray euro = "\xe2\x82\xac";
    client.send(RawClient::frame(0x01, euro.first(1)) + RawClient::frame(0x00, euro.sliced(1, 1)) + RawClient::frame(0x89, "p")
        + RawClient::frame(0x80, euro.sliced(2)));
    QCOMPARE(client.readFrame(), Frame(0x8a, "p"));
    QCOMPARE(client.readFrame(), Frame(0x81, "echo:" + euro));
}

void WebSocketTest::pings()
{
    RawClient client = open();
    client.send(RawClient::frame(0x89, "abc"));
    QCOMPARE(client.readFrame(), Frame(0x8a, "abc"));
    QByteArray flood;
    for (int i = 0; i < 1000; ++i)
        flood += RawClient::frame(0x89, "");
    client.send(flood);
    Frame frame;
    while ((frame = client.readFrame()).first == 0x8a) { }
    QCOMPARE(closeCode(frame), 4429);
}

void WebSocketTest::largeMessages()
{
    RawClient client = open();
    for (const int size : {125, 126, 65535, 65536, 99'990}) {
        client.send(RawClient::frame(0x82, QByteArray(size, 'x')));
        const Frame frame = client.readFrame();
        QCOMPARE(frame.first, 0x82);
        QCOMPARE(frame.second.size(), size);
    }
}

void WebSocketTest::endlessFragments()
{
    RawClient client = open();
    for (int i = 0; i < 500 && client.send(RawClient::frame(i ? 0x00 : 0x02, QByteArray(50'000, 'x'))); ++i) { }
    QCOMPARE(closeCode(client.readFrame()), 1009);
}

void WebSocketTest::slowConsumer()
{
    RawClient client = open();
    client.send(RawClient::frame(0x81, "flood")); // 64 MiB into a queue of 1 MiB
    Frame frame;
    qint64 bytes = 0;
    while ((frame = client.readFrame()).first == 0x82)
        bytes += frame.second.size();
    QCOMPARE(closeCode(frame), 4413);
    QVERIFY(bytes <= (2 << 20));
}

void WebSocketTest::sessionCloses()
{
    RawClient client = open();
    client.send(RawClient::frame(0x81, "bye"));
    const Frame frame = client.readFrame();
    QCOMPARE(closeCode(frame), 4404);
    QVERIFY(client.isClosed());
    QVERIFY(m_server->waitForEnded(1).at(0).complete);
}

void WebSocketTest::peerCloses()
{
    RawClient client = open();
    client.send(RawClient::frame(0x88, "\x03\xe8"));
    QCOMPARE(closeCode(client.readFrame()), 1000);
    QVERIFY(client.isClosed());
    QVERIFY(m_server->waitForEnded(1).at(0).complete);
}

void WebSocketTest::peerVanishes()
{
    RawClient client = open();
    client.close();
    QCOMPARE(m_server->waitForEnded(1).size(), 1U);
    QTRY_COMPARE(m_server->server->connections(), 0);
}

void WebSocketTest::stopTellsEveryone()
{
    RawClient client = open();
    bool stopped = false;
    m_server->server->stop(5s, [&stopped] { stopped = true; });
    QCOMPARE(closeCode(client.readFrame()), 1001);
    client.close();
    QTRY_VERIFY(stopped);
}

QTEST_GUILESS_MAIN(WebSocketTest)
#include "tst_websocket.moc"
