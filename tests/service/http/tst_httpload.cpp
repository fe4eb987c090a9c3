// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "fakehandler.h"
#include "rawclient.h"

#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QRandomGenerator>
#include <QtTest/QTest>

#include <atomic>
#include <thread>

using namespace Cofferdam;

namespace {

int openDescriptors() { return int(QDir(QStringLiteral("/proc/self/fd")).entryList(QDir::NoDotAndDotDot | QDir::AllEntries | QDir::System).size()); }

qint64 peakMemory()
{
    QFile status(QStringLiteral("/proc/self/status"));
    if (!status.open(QIODevice::ReadOnly))
        return 0;
    const QByteArray text = status.readAll();
    const qsizetype at = text.indexOf("VmHWM:");
    return text.sliced(at + 6, text.indexOf("kB", at) - at - 6).trimmed().toLongLong() * 1024;
}

void forgetPeak()
{
    QFile clear(QStringLiteral("/proc/self/clear_refs"));
    if (clear.open(QIODevice::WriteOnly))
        clear.write("5");
}

struct Ask {
    QByteArray request;
    QByteArray path;
    QByteArray body; ///< expected; empty: by path
    qint64 size = 0;
};

Ask randomAsk(QRandomGenerator &random)
{
    static const char *const paths[] = {"/hello", "/hello", "/later", "/file", "/none", "/echo", "/upload", "/refused", "/fails"};
    QByteArray path = paths[random.bounded(9)];
    if (path == "/echo" || path == "/upload") {
        const int size = path == "/echo" ? random.bounded(60'000) : random.bounded(65'537, 900'000);
        return {postRequest("/echo", QByteArray(size, 'b')), "/echo", "len=" + QByteArray::number(size) + (size > 65536 ? " spooled" : " memory"), 0};
    }
    const QByteArray junk = "X-Junk: " + QByteArray(random.bounded(2000), 'j') + "\r\n";
    if (path == "/file")
        return {getRequest(path, junk), path, {}, 8 << 20};
    return {getRequest(path, junk), path, path == "/hello" ? "hello" : path == "/later" ? "later" : "", 0};
}

bool isRight(RawClient &client, const Ask &ask)
{
    if (ask.size > 0) {
        const QByteArray head = client.readHead();
        return head.startsWith("HTTP/1.1 200 ") && client.skip(ask.size) == ask.size;
    }
    const RawClient::Answer answer = client.read();
    if (ask.path == "/refused")
        return answer.status == 403;
    if (ask.path == "/fails")
        return answer.status == 404;
    return answer.status == (ask.path == "/none" ? 204 : 200) && answer.body == ask.body;
}

/// One client's mixed life: connections of some requests, pipelined now and then, cut anywhere, sometimes left in the middle.
void live(int port, quint32 seed, int requests, std::atomic<int> &right, std::atomic<int> &wrong)
{
    QRandomGenerator random(seed);
    for (int done = 0; done < requests;) {
        RawClient client(port);
        for (int turns = random.bounded(1, 20); turns > 0 && done < requests; --turns) {
            std::vector<Ask> asks;
            QByteArray all;
            for (int n = random.bounded(4) ? 1 : 3; n > 0; --n) {
                asks.push_back(randomAsk(random));
                all += asks.back().request;
            }
            std::thread sender([&client, all, cut = random.bounded(1, 60'000)] { client.sendPieces(all, cut); });
            for (const Ask &ask : asks)
                ++(isRight(client, ask) ? right : wrong);
            sender.join();
            done += int(asks.size());
        }
        if (random.bounded(3) == 0) {
            client.send(getRequest("/file"));
            (void)client.readBytes(100);
        }
    }
}

} // namespace

class HttpLoadTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void mixedStress();
    void memoryIsFlat();
};

void HttpLoadTest::mixedStress()
{
    constexpr int Clients = 24;
    constexpr int RequestsEach = 100;
    Http::Settings settings;
    settings.workers = 2;
    TestServer server(settings);
    { // what the first request makes once
        RawClient client(server.port());
        client.send(getRequest("/hello"));
        QCOMPARE(client.read().status, 200);
    }
    QTRY_COMPARE(server.server->connections(), 0);
    const int before = openDescriptors();
    std::atomic<int> right = 0;
    std::atomic<int> wrong = 0;
    std::vector<std::thread> clients;
    for (int i = 0; i < Clients; ++i)
        clients.emplace_back([&server, i, &right, &wrong] { live(server.port(), quint32(i + 1), RequestsEach, right, wrong); });
    for (std::thread &client : clients)
        client.join();
    QTRY_COMPARE(server.server->connections(), 0);
    qInfo("%d right, %d wrong", right.load(), wrong.load());
    QCOMPARE(wrong.load(), 0);
    QVERIFY(right >= 2000);
    QTRY_COMPARE(openDescriptors(), before);
}

void HttpLoadTest::memoryIsFlat()
{
    constexpr qint64 Size = qint64(1) << 30;
    Http::Settings settings;
    settings.workers = 1;
    TestServer server(settings);
    if (!QFile::exists(QString::fromUtf8(server.handler.spoolPath())))
        QSKIP("no temporary directory");
    const QByteArray block(1 << 20, 'u');
    RawClient client(server.port());
    client.send(postRequest("/echo", QByteArray(70'000, 'x')));
    QCOMPARE(client.read().status, 200);
    forgetPeak();
    const qint64 before = peakMemory();
    client.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: " + QByteArray::number(Size) + "\r\n\r\n");
    for (qint64 sent = 0; sent < Size; sent += block.size())
        QVERIFY(client.send(block));
    QCOMPARE(client.read().body, "len=" + QByteArray::number(Size) + " spooled");
    const qint64 growth = peakMemory() - before;
    qInfo("1 GiB body: peak memory grew by %lld KiB", growth / 1024);
    QVERIFY2(growth < (qint64(32) << 20), qPrintable(QString::number(growth)));
}

QTEST_GUILESS_MAIN(HttpLoadTest)
#include "tst_httpload.moc"
