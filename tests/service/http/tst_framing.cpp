// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "fakehandler.h"
#include "rawclient.h"

#include <QtCore/QElapsedTimer>
#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>
#include <QtTest/QTest>

using namespace Cofferdam;
using namespace std::chrono_literals;

/// security.md 2, rows 23 to 30, through a real socket: one refusal, a close, and nothing of what followed is ever served.
class FramingTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_server = std::make_unique<TestServer>(quick()); }
    void refusedOnce_data();
    void refusedOnce();
    void refusalReachesOneWhoSendsOn();
    void slowHead();
    void manySlowHeads();
    void silentConnection();
    void headInCrumbs();

private:
    std::unique_ptr<TestServer> m_server;
};

void FramingTest::refusedOnce_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("code");
    const QByteArray post = "POST /echo HTTP/1.1\r\nHost: 127.0.0.1\r\n";
    const QByteArray get = "GET /hello HTTP/1.1\r\nHost: 127.0.0.1\r\n";
    const auto row = [](const char *name, const QByteArray &bytes, int status, const char *code) {
        QTest::newRow(name) << bytes << status << QByteArray(code);
    };
    for (const char *length : {"-1", "+5", "0x5", "5,5", "", "abc", "9223372036854775808", "18446744073709551615", "0\r\nContent-Length: 44"})
        row(qPrintable(QString::fromLatin1("23 length %1").arg(QLatin1StringView(length))), post + "Content-Length: " + length + "\r\n\r\n", 400,
            "invalid_content_length");
    for (const char *field : {"Content-Length: 6\r\nTransfer-Encoding: chunked", "Transfer-Encoding: xchunked", "Transfer-Encoding: gzip",
             "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked", "Transfer-Encoding: chunked"})
        row(qPrintable(QString::fromLatin1("24 %1").arg(QLatin1StringView(field))), post + field + "\r\n\r\n0\r\n\r\n", 400, "transfer_encoding_rejected");
    for (const char *target : {"/x/../shell", "//shell", "/shell;a=1", "/shell#x", "/shell%0a", "/%2e%2e/x", "/a%2fb", "/a%00", "\\shell", "*"})
        row(qPrintable(QString::fromLatin1("25 target %1").arg(QLatin1StringView(target))),
            QByteArray("GET ") + target + " HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", 400, "bad_http");
    QByteArray lines;
    for (int i = 0; i < 110; ++i)
        lines += "X-" + QByteArray::number(i) + ": v\r\n";
    row("26 110 header lines", post + lines + "Content-Length: 3\r\n\r\n", 431, "headers_too_large");
    row("26 64 MiB in one header", get + "X: " + QByteArray(1 << 20, 'a') + "\r\n\r\n", 431, "headers_too_large");
    row("26 8 MiB of target", "GET /" + QByteArray(1 << 20, 'a') + " HTTP/1.1\r\n\r\n", 414, "uri_too_long");
    row("27 no host", "GET /hello HTTP/1.1\r\n\r\n", 400, "bad_http");
    row("27 two hosts", get + "Host: b\r\n\r\n", 400, "bad_http");
    row("27 bare LF", "GET /hello HTTP/1.1\nHost: a\n\n", 400, "bad_http");
    row("27 space before colon", get + "X-A : 1\r\n\r\n", 400, "bad_http");
    row("27 CR in the target", "GET /he\rllo HTTP/1.1\r\nHost: a\r\n\r\n", 400, "bad_http");
    row("27 folded", get + "X-A: 1\r\n  2\r\n\r\n", 400, "bad_http");
    row("28 chunk extension", post + "Transfer-Encoding: chunked\r\n\r\n5;a=\nb\r\nabcde\r\n0\r\n\r\n", 400, "transfer_encoding_rejected");
    row("38 short key", get + "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: x\r\n\r\n", 400, "bad_http");
    row("made-up method", "BREW /hello HTTP/1.1\r\nHost: a\r\n\r\n", 400, "bad_http");
    row("version 9.9", "GET /hello HTTP/9.9\r\nHost: a\r\n\r\n", 400, "bad_http");
    row("absolute form", "GET http://evil.example/ HTTP/1.1\r\nHost: a\r\n\r\n", 400, "bad_http");
    row("expectation", post + "Content-Length: 5\r\nExpect: something\r\n\r\nabcde", 417, "expectation_failed");
    row("TLS", QByteArray("\x16\x03\x01\x02\x00\x01\r\n\r\n", 10), 400, "bad_http");
}

void FramingTest::refusedOnce()
{
    QFETCH(const QByteArray, bytes);
    QFETCH(const int, status);
    QFETCH(const QByteArray, code);
    const QByteArray smuggled = getRequest("/hello");
    for (const bool pieces : {false, true}) {
        if (pieces && bytes.size() > 4000)
            continue;
        const int admittedBefore = m_server->handler.admitted();
        RawClient client(m_server->port());
        pieces ? client.sendPieces(bytes + smuggled, 3) : client.send(bytes + smuggled);
        const RawClient::Answer answer = client.read();
        QCOMPARE(answer.status, status);
        QCOMPARE(QJsonDocument::fromJson(answer.body).object().value(QLatin1StringView("code")).toString().toUtf8(), code);
        QCOMPARE(answer.fields.value("connection"), QByteArray("close"));
        QCOMPARE(answer.fields.value("x-content-type-options"), QByteArray("nosniff"));
        QCOMPARE(answer.fields.value("cache-control"), QByteArray("no-store"));
        QVERIFY(answer.fields.contains("x-request-id"));
        bool closed = false;
        QCOMPARE(client.readAll(&closed), QByteArray());
        QVERIFY(closed);
        QCOMPARE(m_server->handler.admitted(), admittedBefore);
    }
}

void FramingTest::refusalReachesOneWhoSendsOn()
{
    RawClient client(m_server->port());
    client.send("POST /refused HTTP/1.1\r\nHost: a\r\nContent-Length: 100000000\r\n\r\n");
    for (int i = 0; i < 64 && client.send(QByteArray(65536, 'x')); ++i) { }
    QCOMPARE(client.read().status, 403);
    QVERIFY(client.isClosed());
}

void FramingTest::slowHead()
{
    Http::Settings settings = quick();
    settings.deadlines.head = 150ms;
    TestServer server(settings);
    RawClient client(server.port());
    QElapsedTimer timer;
    timer.start();
    client.send("GET /hello HTTP/1.1\r\nHost: a\r\nX-Slow:");
    const RawClient::Answer answer = client.read();
    QCOMPARE(answer.status, 408);
    QVERIFY(client.isClosed());
    QVERIFY(timer.elapsed() >= 150);
}

void FramingTest::manySlowHeads()
{
    Http::Settings settings = quick();
    settings.deadlines.head = 3s;
    TestServer server(settings);
    std::vector<std::unique_ptr<RawClient>> slow;
    for (int i = 0; i < 400; ++i) {
        slow.push_back(std::make_unique<RawClient>(server.port()));
        slow.back()->send("G");
    }
    // More than the cap: the oldest give way, and a normal call is served.
    RawClient client(server.port());
    client.send(getRequest("/hello"));
    QCOMPARE(client.read().body, QByteArray("hello"));
    QVERIFY(server.server->connections() <= 256);
    for (const auto &one : slow) {
        bool closed = false;
        (void)one->readAll(&closed);
        QVERIFY(closed);
    }
}

void FramingTest::silentConnection()
{
    Http::Settings settings = quick();
    settings.deadlines.keepAlive = 300ms;
    TestServer server(settings);
    RawClient client(server.port());
    QElapsedTimer timer;
    timer.start();
    QVERIFY(client.isClosed()); // without a word
    QVERIFY(timer.elapsed() >= 300);
}

void FramingTest::headInCrumbs()
{
    RawClient client(m_server->port());
    client.sendPieces(postRequest("/back", "abcdefgh") + getRequest("/hello"), 1);
    QCOMPARE(client.read().body, QByteArray("abcdefgh"));
    QCOMPARE(client.read().body, QByteArray("hello"));
}

QTEST_GUILESS_MAIN(FramingTest)
#include "tst_framing.moc"
