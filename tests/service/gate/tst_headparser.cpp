// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "service/gate/headparser.h"
#include "service/gate/headrules.h"

#include <QtTest/QTest>

using namespace Cofferdam;
using namespace Cofferdam::Gate;

namespace {

const QByteArray Host = "Host: 127.0.0.1:9000\r\n";

QByteArray request(const QByteArray &line, const QByteArray &fields = {}) { return line + "\r\n" + Host + fields + "\r\n"; }
QByteArray get(const QByteArray &target) { return request("GET " + target + " HTTP/1.1"); }

struct Outcome {
    HeadParser::State state = HeadParser::State::Incomplete;
    qsizetype consumed = 0;
    QByteArray code;
    Head head;
    bool close = false;

    bool operator==(const Outcome &other) const
    {
        return state == other.state && code == other.code && head.path == other.head.path && head.query == other.head.query
            && head.contentLength == other.head.contentLength && head.headers.size() == other.head.headers.size() && close == other.close;
    }
};

/// Feeds bytes in pieces of at most size.
Outcome parse(QByteArrayView bytes, qsizetype size)
{
    HeadParser parser;
    Outcome outcome;
    while (!bytes.isEmpty() && outcome.state == HeadParser::State::Incomplete) {
        const HeadParser::Step step = parser.feed(bytes.first(std::min(size, bytes.size())));
        outcome.state = step.state;
        outcome.consumed += step.consumed;
        if (step.state == HeadParser::State::Incomplete && step.consumed != std::min(size, bytes.size()))
            qFatal("an incomplete head left bytes");
        bytes = bytes.sliced(step.consumed);
    }
    outcome.code = parser.error().code;
    outcome.close = parser.wantsClose();
    outcome.head = parser.takeHead();
    return outcome;
}

QByteArray manyLines(int count)
{
    QByteArray lines;
    for (int i = 0; i < count; ++i)
        lines += "X-" + QByteArray::number(i) + ": v\r\n";
    return lines;
}

} // namespace

class HeadParserTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void refuses_data();
    void refuses();
    void accepts_data();
    void accepts();
    void readsFields();
    void leavesTheBodyAlone();
    void capsAreExact();
    void upgrades_data();
    void upgrades();
    void closes_data();
    void closes();
    void goesOnAfterReset();
};

void HeadParserTest::refuses_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("code");
    const auto row = [](const char *name, const QByteArray &bytes, const char *code) { QTest::newRow(name) << bytes << QByteArray(code); };
    const auto length = [&](const char *name, const QByteArray &fields) {
        row(name, request("POST /x HTTP/1.1", fields), "invalid_content_length");
    };
    // row 23
    length("length negative", "Content-Length: -1\r\n");
    length("length signed", "Content-Length: +5\r\n");
    length("length hexadecimal", "Content-Length: 0x5\r\n");
    length("length list", "Content-Length: 5,5\r\n");
    length("length list with space", "Content-Length: 43, 43\r\n");
    length("length empty", "Content-Length: \r\n");
    length("length word", "Content-Length: abc\r\n");
    length("length 2^63", "Content-Length: 9223372036854775808\r\n");
    length("length 2^64-1", "Content-Length: 18446744073709551615\r\n");
    length("length 2^64", "Content-Length: 18446744073709551616\r\n");
    length("length of 16 digits", "Content-Length: 1000000000000000\r\n");
    length("length twice", "Content-Length: 0\r\nContent-Length: 44\r\n");
    length("length twice, the same", "Content-Length: 4\r\nContent-Length: 4\r\n");
    length("length with inner space", "Content-Length: 1 2\r\n");
    // row 24 and 28
    const auto encoding = [&](const char *name, const QByteArray &fields) {
        row(name, request("POST /x HTTP/1.1", fields), "transfer_encoding_rejected");
    };
    encoding("chunked", "Transfer-Encoding: chunked\r\n");
    encoding("length and chunked", "Content-Length: 6\r\nTransfer-Encoding: chunked\r\n");
    encoding("chunked and length", "Transfer-Encoding: chunked\r\nContent-Length: 6\r\n");
    encoding("xchunked", "Transfer-Encoding: xchunked\r\n");
    encoding("gzip, chunked", "Transfer-Encoding: gzip, chunked\r\n");
    encoding("encoding twice", "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n");
    encoding("identity", "Transfer-Encoding: identity\r\n");
    encoding("encoding empty", "Transfer-Encoding:\r\n");
    encoding("encoding in capitals", "TRANSFER-ENCODING: chunked\r\n");
    // row 25
    for (const char *target : {"//shell", "/x/../shell", "/x/./shell", "/..", "/x/..", "/%2e%2e/x", "/x/%2E./y", "/.", "/shell;a=1", "/shell#x",
             "/shell%0a", "/shell%00", "/a%2fb", "/a%2Fb", "/x\\y", "/x?a=\\", "/x?a;b", "/x?a#b", "/x%", "/x%4", "/x%zz", "/x?%", "/x?a=%g0", "*",
             "x", "http://evil.example/", "/x\xff", "/%7f", "/%1f"})
        row(target, get(target), "bad_http");
    // row 26
    row("110 header lines", request("POST /x HTTP/1.1", manyLines(110) + "Content-Length: 3\r\n"), "headers_too_large");
    row("65 header lines", request("GET /x HTTP/1.1", manyLines(64)), "headers_too_large");
    row("one long header", request("GET /x HTTP/1.1", "X: " + QByteArray(70000, 'a') + "\r\n"), "headers_too_large");
    row("long target", get("/" + QByteArray(9000, 'a')), "uri_too_long");
    row("endless target", "GET /" + QByteArray(70000, 'a'), "uri_too_long");
    // row 27
    row("no host", "GET /x HTTP/1.1\r\n\r\n", "bad_http");
    row("no host, 1.0", "GET /x HTTP/1.0\r\n\r\n", "bad_http");
    row("two hosts", request("GET /x HTTP/1.1", "Host: b\r\n"), "bad_http");
    row("bare LF", "GET /x HTTP/1.1\nHost: a\n\n", "bad_http");
    row("bare LF in the end", "GET /x HTTP/1.1\r\nHost: a\r\n\n", "bad_http");
    row("bare CR", "GET /x HTTP/1.1\r\nHost: a\rX: b\r\n\r\n", "bad_http");
    row("space before colon", request("GET /x HTTP/1.1", "X-A : 1\r\n"), "bad_http");
    row("length with space before colon", request("POST /x HTTP/1.1", "Content-Length : 5\r\n"), "bad_http");
    row("CR in the target", get("/x\ry"), "bad_http");
    row("tab in the target", get("/x\ty"), "bad_http");
    row("folded", request("GET /x HTTP/1.1", "X-A: 1\r\n  2\r\n"), "bad_http");
    row("folded first line", "GET /x HTTP/1.1\r\n Host: a\r\n\r\n", "bad_http");
    row("line without colon", request("GET /x HTTP/1.1", "garbage\r\n"), "bad_http");
    row("no name", request("GET /x HTTP/1.1", ": v\r\n"), "bad_http");
    row("NUL in a value", request("GET /x HTTP/1.1", QByteArray("X-A: a\0b\r\n", 10)), "bad_http");
    row("escape in a value", request("GET /x HTTP/1.1", "X-A: a\x1b[0m\r\n"), "bad_http");
    row("tab in a value", request("GET /x HTTP/1.1", "X-A: a\tb\r\n"), "bad_http");
    row("DEL in a value", request("GET /x HTTP/1.1", "X-A: a\x7f" "b\r\n"), "bad_http");
    row("brackets in a name", request("GET /x HTTP/1.1", "X[A]: a\r\n"), "bad_http");
    row("the gate's own field", request("GET /x HTTP/1.1", "X-Gate-Ticket: 1\r\n"), "bad_http");
    // version, method, start
    for (const char *version : {"HTTP/9.9", "HTTPx1y1", "HTTP/2.0", "HTTP/0.9", "HTTP/1.2", "http/1.1", "HTTP/1.10", "ICE/1.0", "HTTP/1,1"})
        row(version, request(QByteArray("GET /x ") + version), "bad_http");
    row("version missing", "GET /x\r\n\r\n", "bad_http");
    for (const char *method : {"BREW", "get", "G", "GETS", "PROPFIND", "SOURCE", "CONNECT", "PRI", ""})
        row(qPrintable(QString::fromLatin1("method \"%1\"").arg(QLatin1StringView(method))), request(QByteArray(method) + " /x HTTP/1.1"), "bad_http");
    row("connect", request("CONNECT a:80 HTTP/1.1"), "bad_http");
    row("two spaces", request("GET  /x HTTP/1.1"), "bad_http");
    row("two spaces before the version", request("GET /x  HTTP/1.1"), "bad_http");
    row("leading space", " " + get("/x"), "bad_http");
    row("TLS hello", QByteArray("\x16\x03\x01\x02\x00\x01\r\n\r\n", 10), "bad_http");
    row("two empty lines", "\r\n\r\n" + get("/x"), "bad_http");
    row("empty line, bare LF", "\n" + get("/x"), "bad_http");
    row("empty line, bare CR", "\r" + get("/x"), "bad_http");
    row("HTTP/2 preface", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "bad_http");
    // expect
    for (const char *value : {"200-ok", "100-continue, x", "100", ""})
        row(qPrintable(QString::fromLatin1("expect \"%1\"").arg(QLatin1StringView(value))),
            request("POST /x HTTP/1.1", QByteArray("Content-Length: 1\r\nExpect: ") + value + "\r\n"), "expectation_failed");
}

void HeadParserTest::refuses()
{
    QFETCH(const QByteArray, bytes);
    QFETCH(const QByteArray, code);
    const Outcome whole = parse(bytes, bytes.size());
    QCOMPARE(whole.state, HeadParser::State::Refused);
    QCOMPARE(whole.code, code);
    for (const qsizetype size : {1, 2, 7, 1000})
        QVERIFY2(parse(bytes, size).code == code, qPrintable(QString::number(size)));
}

void HeadParserTest::accepts_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<QByteArray>("query");
    QTest::newRow("root") << get("/") << QByteArray("/") << QByteArray();
    QTest::newRow("query") << get("/files/list?path=a%2Fb&x") << QByteArray("/files/list") << QByteArray("path=a%2Fb&x");
    QTest::newRow("empty query") << get("/x?") << QByteArray("/x") << QByteArray();
    QTest::newRow("decoded once") << get("/sh%65ll/%252e") << QByteArray("/shell/%2e") << QByteArray();
    QTest::newRow("dots that are names") << get("/.../.a/a.") << QByteArray("/.../.a/a.") << QByteArray();
    QTest::newRow("NUL in the query is the caller's") << get("/x?path=%00") << QByteArray("/x") << QByteArray("path=%00");
    QTest::newRow("dots in the query") << get("/x?path=../..") << QByteArray("/x") << QByteArray("path=../..");
    QTest::newRow("one empty line first") << "\r\n" + get("/x") << QByteArray("/x") << QByteArray();
    QTest::newRow("braces") << get("/x?a={b}|\"") << QByteArray("/x") << QByteArray("a={b}|\"");
    QTest::newRow("capitals stay") << get("/SHELL/") << QByteArray("/SHELL/") << QByteArray();
}

void HeadParserTest::accepts()
{
    QFETCH(const QByteArray, bytes);
    QFETCH(const QByteArray, path);
    QFETCH(const QByteArray, query);
    const Outcome whole = parse(bytes, bytes.size());
    QCOMPARE(whole.code, QByteArray());
    QCOMPARE(whole.state, HeadParser::State::Complete);
    QCOMPARE(whole.head.path, path);
    QCOMPARE(whole.head.query, query);
    for (const qsizetype size : {1, 2, 3, 7})
        QVERIFY(parse(bytes, size) == whole);
}

void HeadParserTest::readsFields()
{
    const Outcome outcome = parse(request("PUT /x HTTP/1.1", "X-A:  b c \r\nx-a: d\r\nEmpty:\r\nContent-Length: 000000000000012\r\nExpect: 100-Continue\r\n"), 4);
    QCOMPARE(outcome.state, HeadParser::State::Complete);
    QCOMPARE(outcome.head.method, QByteArray("PUT"));
    QCOMPARE(outcome.head.header("x-a"), QByteArray("b c"));
    QCOMPARE(outcome.head.headerCount("x-a"), 2);
    QCOMPARE(outcome.head.headerCount("empty"), 1);
    QCOMPARE(outcome.head.header("host"), QByteArray("127.0.0.1:9000"));
    QCOMPARE(outcome.head.contentLength, 12);
    QVERIFY(outcome.head.expectContinue);
    QVERIFY(!outcome.head.upgrade);
    QVERIFY(!outcome.close);
    QCOMPARE(parse(get("/"), 4).head.contentLength, -1);
}

void HeadParserTest::leavesTheBodyAlone()
{
    const QByteArray head = request("POST /x HTTP/1.1", "Content-Length: 5\r\n");
    const Outcome outcome = parse(head + "abcdeGET /y", 100000);
    QCOMPARE(outcome.state, HeadParser::State::Complete);
    QCOMPARE(outcome.consumed, head.size());
}

void HeadParserTest::capsAreExact()
{
    const QByteArray rest = request("GET /x HTTP/1.1", "X: \r\n");
    const QByteArray filler(MaxHeadBytes - rest.size(), 'a');
    QCOMPARE(parse(request("GET /x HTTP/1.1", "X: " + filler + "\r\n"), 65536).state, HeadParser::State::Complete);
    QCOMPARE(parse(request("GET /x HTTP/1.1", "X: " + filler + "a\r\n"), 65536).code, QByteArray("headers_too_large"));
    QCOMPARE(parse(request("GET /x HTTP/1.1", "X: " + filler + "a\r\n"), 1).code, QByteArray("headers_too_large"));
    QCOMPARE(parse(request("GET /x HTTP/1.1", manyLines(63)), 65536).state, HeadParser::State::Complete);
    QCOMPARE(parse(get('/' + QByteArray(MaxTargetBytes - 1, 'a')), 65536).state, HeadParser::State::Complete);
    QCOMPARE(parse(get('/' + QByteArray(MaxTargetBytes, 'a')), 65536).code, QByteArray("uri_too_long"));
}

void HeadParserTest::upgrades_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("code");
    QTest::addColumn<bool>("upgrade");
    const QByteArray key = "Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n";
    const QByteArray version = "Sec-WebSocket-Version: 13\r\n";
    const QByteArray ask = "Upgrade: websocket\r\nConnection: keep-alive, Upgrade\r\n";
    const auto row = [](const char *name, const QByteArray &bytes, const char *code, bool upgrade) {
        QTest::newRow(name) << bytes << QByteArray(code) << upgrade;
    };
    row("good", request("GET /c HTTP/1.1", ask + key + version), "", true);
    row("key too short", request("GET /c HTTP/1.1", ask + version + "Sec-WebSocket-Key: x\r\n"), "bad_http", false);
    row("key of 15 bytes", request("GET /c HTTP/1.1", ask + version + "Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2Rl\r\n"), "bad_http", false);
    row("key not base64", request("GET /c HTTP/1.1", ask + version + "Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2Rl!g==\r\n"), "bad_http", false);
    row("key missing", request("GET /c HTTP/1.1", ask + version), "bad_http", false);
    row("key twice", request("GET /c HTTP/1.1", ask + version + key + key), "bad_http", false);
    row("version 8", request("GET /c HTTP/1.1", ask + key + "Sec-WebSocket-Version: 8\r\n"), "bad_http", false);
    row("version missing", request("GET /c HTTP/1.1", ask + key), "bad_http", false);
    row("with POST", request("POST /c HTTP/1.1", ask + key + version), "bad_http", false);
    row("with a body", request("GET /c HTTP/1.1", ask + key + version + "Content-Length: 1\r\n"), "bad_http", false);
    row("with 1.0", request("GET /c HTTP/1.0", ask + key + version), "bad_http", false);
    row("without connection", request("GET /c HTTP/1.1", "Upgrade: websocket\r\n" + key + version), "bad_http", false);
    row("to something else", request("GET /c HTTP/1.1", "Upgrade: h2c\r\nConnection: Upgrade\r\n"), "", false);
}

void HeadParserTest::upgrades()
{
    QFETCH(const QByteArray, bytes);
    QFETCH(const QByteArray, code);
    QFETCH(const bool, upgrade);
    const Outcome outcome = parse(bytes, 5);
    QCOMPARE(outcome.code, code);
    QCOMPARE(outcome.head.upgrade, upgrade);
}

void HeadParserTest::closes_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<bool>("close");
    QTest::newRow("1.1") << get("/") << false;
    QTest::newRow("1.0") << request("GET / HTTP/1.0") << true;
    QTest::newRow("1.0 with keep-alive") << request("GET / HTTP/1.0", "Connection: keep-alive\r\n") << true;
    QTest::newRow("close") << request("GET / HTTP/1.1", "Connection: x, Close\r\n") << true;
    QTest::newRow("close in a second line") << request("GET / HTTP/1.1", "Connection: x\r\nConnection: close\r\n") << true;
    QTest::newRow("closed is another word") << request("GET / HTTP/1.1", "Connection: closed\r\n") << false;
}

void HeadParserTest::closes()
{
    QFETCH(const QByteArray, bytes);
    QFETCH(const bool, close);
    const Outcome outcome = parse(bytes, 100);
    QCOMPARE(outcome.state, HeadParser::State::Complete);
    QCOMPARE(outcome.close, close);
}

void HeadParserTest::goesOnAfterReset()
{
    HeadParser parser;
    QCOMPARE(parser.feed("nonsense\r\n\r\n").state, HeadParser::State::Refused);
    parser.reset();
    QVERIFY(!parser.hasBegun());
    QCOMPARE(parser.error().code, QByteArray());
    const QByteArray bytes = request("GET /a HTTP/1.1", "Connection: close\r\n");
    QCOMPARE(parser.feed(bytes).state, HeadParser::State::Complete);
    parser.reset();
    QCOMPARE(parser.feed(get("/b")).state, HeadParser::State::Complete);
    QCOMPARE(parser.takeHead().path, QByteArray("/b"));
    QVERIFY(!parser.wantsClose());
}

QTEST_APPLESS_MAIN(HeadParserTest)
#include "tst_headparser.moc"
