// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "fakehandler.h"
#include "rawclient.h"

#include "service/http/listener.h"

#include <QtCore/QElapsedTimer>
#include <QtTest/QTest>

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace Cofferdam;
using namespace std::chrono_literals;

/// Where the server listens, how many it takes, and how it stops.
class ListeningTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_server = std::make_unique<TestServer>(quick()); }
    void cleanup() { m_server.reset(); }
    void capIsKept();
    void unixSocket();
    void addresses_data();
    void addresses();
    void inheritedSocket();
    void stops();

private:
    std::unique_ptr<TestServer> m_server;
};

void ListeningTest::capIsKept()
{
    Http::Settings settings = quick();
    settings.workers = 1; // the order in which connections become idle is the order of their answers
    settings.maxConnections = 3;
    settings.deadlines.keepAlive = 60s;
    m_server = std::make_unique<TestServer>(settings);
    RawClient first(m_server->port());
    RawClient second(m_server->port());
    RawClient third(m_server->port());
    for (RawClient *client : {&first, &second, &third}) {
        client->send(getRequest("/hello"));
        QCOMPARE(client->read().status, 200);
    }
    RawClient fourth(m_server->port());
    fourth.send(getRequest("/never"));
    QVERIFY(first.isClosed()); // the one that was idle longest
    RawClient fifth(m_server->port());
    fifth.send(getRequest("/never"));
    QVERIFY(second.isClosed());
    third.send(getRequest("/never"));
    QTRY_COMPARE(m_server->handler.admitted(), 6);
    RawClient sixth(m_server->port()); // all are busy
    const RawClient::Answer answer = sixth.read();
    QCOMPARE(answer.status, 429);
    QVERIFY(sixth.isClosed());
}

void ListeningTest::unixSocket()
{
    const QByteArray path = m_server->handler.spoolPath() + "/socket";
    {
        Http::Server server(m_server->handler, m_server->clock, quick());
        QVERIFY(server.listen("unix:" + path));
        struct stat status {};
        QCOMPARE(::stat(path.constData(), &status), 0);
        QCOMPARE(status.st_mode & 0777U, 0600U);
        server.start();
        RawClient client(path);
        client.send(getRequest("/hello"));
        QCOMPARE(client.read().body, QByteArray("hello"));
        QCOMPARE(Http::Listener::open("unix:" + path).error().code, QByteArray("address_in_use"));
    }
    QVERIFY(::access(path.constData(), F_OK) != 0);
    // A socket file that nobody listens on any more is replaced; anything else is not.
    {
        auto left = Http::Listener::open("unix:" + path);
        QVERIFY(left);
        QVERIFY(::rename(path.constData(), (path + ".left").constData()) == 0);
    }
    QVERIFY(Http::Listener::open("unix:" + path + ".left"));
    const UniqueFd file(::open((path + ".file").constData(), O_CREAT | O_WRONLY | O_CLOEXEC, 0600));
    QCOMPARE(Http::Listener::open("unix:" + path + ".file").error().code, QByteArray("address_in_use"));
    QVERIFY(::access((path + ".file").constData(), F_OK) == 0);
}

void ListeningTest::addresses_data()
{
    QTest::addColumn<QByteArray>("address");
    for (const char *address : {"", "9000", "127.0.0.1", "127.0.0.1:", "127.0.0.1:x", "127.0.0.1:65536", "127.0.0.1:-1", "localhost:9000", "::1:9000",
             "[::1]", "unix:", "unix:relative", "unix:/a/path/that/is/really/and/truly/far/too/long/for/the/hundred/and/eight/bytes/which/the/kernel/gives/to/the/name/of/a/socket",
             "999.0.0.1:1"})
        QTest::newRow(address) << QByteArray(address);
}

void ListeningTest::addresses()
{
    QFETCH(const QByteArray, address);
    const auto listener = Http::Listener::open(address);
    QVERIFY(!listener);
    QCOMPARE(listener.error().code, QByteArray("invalid_address"));
}

void ListeningTest::inheritedSocket()
{
    auto made = Http::Listener::open("127.0.0.1:0");
    QVERIFY(made);
    Http::Server server(m_server->handler, m_server->clock, quick());
    QVERIFY(server.adopt(UniqueFd(::dup(made->descriptor()))));
    QCOMPARE(server.addresses(), QList<QByteArray> {made->address()});
    QCOMPARE(server.adopt(UniqueFd(::socket(AF_INET, SOCK_STREAM, 0))).error().code, QByteArray("invalid_address"));
    server.start();
    RawClient client(made->address().sliced(made->address().lastIndexOf(':') + 1).toInt());
    client.send(getRequest("/hello"));
    QCOMPARE(client.read().body, QByteArray("hello"));
}

void ListeningTest::stops()
{
    RawClient idle(m_server->port());
    idle.send(getRequest("/hello"));
    QCOMPARE(idle.read().status, 200);
    RawClient busy(m_server->port());
    busy.send(getRequest("/never"));
    QTRY_COMPARE(m_server->handler.admitted(), 2);
    bool stopped = false;
    QElapsedTimer timer;
    timer.start();
    m_server->server->stop(100ms, [&stopped] { stopped = true; });
    QVERIFY(idle.isClosed());
    QTRY_VERIFY(stopped);
    QVERIFY(timer.elapsed() >= 100);
    QVERIFY(busy.isClosed());
    QVERIFY(!RawClient(m_server->port()).isConnected());
    QCOMPARE(m_server->handler.ended().size(), 2U);
}

QTEST_GUILESS_MAIN(ListeningTest)
#include "tst_listening.moc"
