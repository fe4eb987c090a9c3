// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "service/gate/responsewriter.h"

#include <QtTest/QTest>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

using namespace Cofferdam;
using namespace Cofferdam::Gate;

namespace {

const QByteArray Every = "X-Content-Type-Options: nosniff\r\nCache-Control: no-store\r\n"
                         "Cross-Origin-Resource-Policy: same-origin\r\nX-Frame-Options: DENY\r\n";

QByteArray sent(OutQueue &out)
{
    int pair[2] = {-1, -1};
    if (::socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0)
        qFatal("no socket pair");
    const OutQueue::State state = out.flush(pair[0]);
    ::close(pair[0]);
    if (state != OutQueue::State::Empty)
        qFatal("not all was sent");
    QByteArray all;
    char buffer[4096];
    for (ssize_t count = 0; (count = ::read(pair[1], buffer, sizeof buffer)) > 0;)
        all.append(buffer, count);
    ::close(pair[1]);
    return all;
}

struct Written {
    QByteArray bytes;
    bool complete = false;
};

Written write(ResponseWriter &writer, const QByteArray &text, qsizetype size)
{
    OutQueue out;
    Written written;
    for (qsizetype at = 0; at < text.size() && !written.complete; at += size)
        written.complete = writer.write(QByteArrayView(text).sliced(at, std::min(size, text.size() - at)), out);
    written.bytes = sent(out);
    return written;
}

} // namespace

class ResponseWriterTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void rewrites_data();
    void rewrites();
    void sendsFiles();
    void takesCorsOutOfUpgrades();
    void writesItsOwnAnswers();
    void neverSplits();
    void dropsWhatIsTooMuch();
};

void ResponseWriterTest::rewrites_data()
{
    QTest::addColumn<QByteArray>("from");
    QTest::addColumn<bool>("toHead");
    QTest::addColumn<bool>("close");
    QTest::addColumn<QByteArray>("to");
    const QByteArray hello = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n";
    QTest::newRow("plain") << hello + "\r\nhello" << false << false << hello + Every + "\r\nhello";
    QTest::newRow("close") << hello + "Connection: keep-alive\r\n\r\nhello" << false << true << hello + Every + "Connection: close\r\n\r\nhello";
    QTest::newRow("HEAD") << hello + "\r\nhello" << true << false << hello + Every + "\r\n";
    QTest::newRow("without length") << QByteArray("HTTP/1.1 403 Forbidden\r\n\r\n") << false << false
                                    << "HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n" + Every + "Connection: close\r\n\r\n";
    QTest::newRow("no content") << QByteArray("HTTP/1.1 204 No Content\r\nContent-Length: 0\r\n\r\n") << false << false
                                << "HTTP/1.1 204 No Content\r\n" + Every + "\r\n";
    const QByteArray chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n";
    QTest::newRow("chunked") << chunked + "\r\n5\r\n0\r\n\r\n\r\n0\r\n\r\n" << false << false << chunked + Every + "\r\n5\r\n0\r\n\r\n\r\n0\r\n\r\n";
}

void ResponseWriterTest::rewrites()
{
    QFETCH(const QByteArray, from);
    QFETCH(const bool, toHead);
    QFETCH(const bool, close);
    QFETCH(const QByteArray, to);
    for (const qsizetype size : {from.size(), qsizetype(1), qsizetype(3)}) {
        ResponseWriter writer;
        writer.begin(toHead, close);
        const Written written = write(writer, from, size);
        QVERIFY(written.complete);
        QCOMPARE(written.bytes, to);
    }
}

void ResponseWriterTest::sendsFiles()
{
    for (const bool toHead : {false, true}) {
        UniqueFd file(::memfd_create("piece", MFD_CLOEXEC));
        QCOMPARE(::write(file.get(), "0123456789", 10), 10);
        ResponseWriter writer;
        writer.begin(toHead, false);
        writer.attachFile(std::move(file), 3, 4);
        const Written written = write(writer, "HTTP/1.1 206 Partial Content\r\ncontent-length: 0\r\nX: y\r\n\r\n", 1000);
        QVERIFY(written.complete);
        QCOMPARE(written.bytes, "HTTP/1.1 206 Partial Content\r\nX: y\r\nContent-Length: 4\r\n" + Every + "\r\n" + (toHead ? "" : "3456"));
        QCOMPARE(writer.bodyBytes(), toHead ? 0 : 4);
        QCOMPARE(writer.status(), 206);
    }
}

void ResponseWriterTest::takesCorsOutOfUpgrades()
{
    ResponseWriter writer;
    writer.begin(false, false);
    writer.setUpgradeFields({{"Sec-WebSocket-Protocol", "cofferdam.pty.v1"}, {"X-Bad", "a\r\nb"}});
    const Written written = write(writer, "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nAccess-Control-Allow-Origin: *\r\n\r\n", 1000);
    QVERIFY(written.complete);
    QCOMPARE(written.bytes,
        "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\n" + Every + "Sec-WebSocket-Protocol: cofferdam.pty.v1\r\n\r\n");
}

void ResponseWriterTest::writesItsOwnAnswers()
{
    OutQueue out;
    ResponseWriter writer;
    writer.begin(false, false);
    writer.writeAnswer({.status = 400, .headers = {{"X-Request-Id", "1"}}, .contentType = "application/json", .body = "{}", .close = true}, out);
    QCOMPARE(sent(out),
        "HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\nContent-Length: 2\r\nX-Request-Id: 1\r\n" + Every + "Connection: close\r\n\r\n{}");
    QVERIFY(writer.closes());
}

void ResponseWriterTest::neverSplits()
{
    OutQueue out;
    ResponseWriter writer;
    writer.begin(false, false);
    Answer answer;
    answer.headers = {{"X-Name", "a\r\nX-Evil: 1"}, {"X-Good", "b"}};
    writer.writeAnswer(answer, out);
    const QByteArray bytes = sent(out);
    QVERIFY(!bytes.contains("Evil"));
    QVERIFY(bytes.contains("X-Good: b\r\n"));
    QCOMPARE(bytes.count("\r\n\r\n"), 1);
}

void ResponseWriterTest::dropsWhatIsTooMuch()
{
    OutQueue out;
    ResponseWriter writer;
    writer.begin(false, false);
    QVERIFY(writer.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nabcd", out));
    QVERIFY(writer.write("HTTP/1.1 200 OK\r\n\r\n", out));
    QVERIFY(sent(out).endsWith("\r\n\r\nab"));
    QCOMPARE(writer.bodyBytes(), 2);
}

QTEST_APPLESS_MAIN(ResponseWriterTest)
#include "tst_responsewriter.moc"
