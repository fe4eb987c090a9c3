// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Rows 7a and 7b of the performance page: figures are printed, nothing is asserted. Rounds of the log and of its peer alternate.
#include "service/auditlog/auditlog.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QTemporaryDir>
#ifdef COFFERDAM_SQLITE_PEER
#include <QtSql/QSqlDatabase>
#include <QtSql/QSqlQuery>
#endif

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <future>
#include <thread>
#include <vector>

using namespace Cofferdam;
using namespace Qt::StringLiterals;
using std::chrono::steady_clock;

namespace {

constexpr int Rounds = 3;
constexpr int Events = 200'000;
constexpr int SqlEvents = 4'000;
constexpr int DurableEvents = 300;
constexpr int Waiters = 32;

Audit::Record sample(int i)
{
    Audit::Record record;
    record.requestId = "0123456789abcdef0123456789abcdef";
    record.identity = "uploader";
    record.endpoint = "files_download_stream";
    record.method = "GET";
    record.decision = i % 10 == 0 ? "deny" : "allow";
    record.status = 200;
    record.paths = {{"read", "/home/user/out/report-2026.txt"}};
    record.peer = "127.0.0.1:50123";
    record.durationUs = 120;
    record.bytesOut = 4096;
    return record;
}

double median(std::vector<double> values)
{
    std::ranges::sort(values);
    return values[values.size() / 2];
}

double seconds(steady_clock::time_point since) { return std::chrono::duration<double>(steady_clock::now() - since).count(); }

struct OwnLog {
    OwnLog() : log(std::move(*AuditLog::open({.directory = dir.filePath(u"audit"_s).toLocal8Bit()}, clock, redactor)))
    {
        redactor.setSecrets({"one-secret-of-the-service", "another-secret-of-it"});
    }
    QTemporaryDir dir;
    SystemClock clock;
    Audit::Redactor redactor;
    std::unique_ptr<AuditLog> log;
};

struct Rates {
    double producer, durable;
};

/// Events a second for the caller, and until the last one is on disk.
Rates appendAll()
{
    OwnLog own;
    const auto begin = steady_clock::now();
    for (int i = 0; i < Events; ++i)
        own.log->append(sample(i));
    const double produced = seconds(begin);
    own.log->flush(60'000);
    return {Events / produced, Events / seconds(begin)};
}

/// The cost to a caller that the writer keeps up with: bursts with pauses.
double nanosecondsInTheRequestPath()
{
    OwnLog own;
    constexpr int burst = 2000;
    double total = 0;
    for (int round = 0; round < 20; ++round) {
        const Audit::Record record = sample(round);
        const auto begin = steady_clock::now();
        for (int i = 0; i < burst; ++i)
            own.log->append(record);
        total += seconds(begin);
        own.log->flush(60'000);
    }
    return total * 1e9 / (20.0 * burst);
}

double durable(int waiters)
{
    OwnLog own;
    std::vector<std::thread> threads;
    const auto begin = steady_clock::now();
    for (int t = 0; t < waiters; ++t) {
        threads.emplace_back([&own] {
            for (int i = 0; i < DurableEvents; ++i) {
                std::promise<void> done;
                own.log->appendDurably(sample(i), [&done](bool) { done.set_value(); });
                done.get_future().wait();
            }
        });
    }
    for (std::thread &thread : threads)
        thread.join();
    return waiters * DurableEvents / seconds(begin);
}

double formatNanoseconds()
{
    const Audit::Record record = sample(1);
    const Audit::Position position {123456, "0123456789abcdef0123456789abcdef", 1'796'079'439'123, 987654321, Audit::firstPrev()};
    QByteArray out;
    const auto begin = steady_clock::now();
    for (int i = 0; i < Events; ++i) {
        out.truncate(0);
        Audit::appendLine(out, record, position);
    }
    return seconds(begin) * 1e9 / Events;
}

/// Scans a log of a million lines; seconds for a filter nothing matches, and for the newest 200.
void queries()
{
    OwnLog own;
    for (int i = 0; i < 1'000'000; ++i)
        own.log->append(sample(i));
    own.log->flush(60'000);
    const auto measure = [&own](const QByteArray &text, const QByteArray &cursor = {}) {
        const auto filter = Audit::Filter::parse(text, 0);
        const auto begin = steady_clock::now();
        const auto page = own.log->query(*filter, cursor, 200);
        std::printf("query, 1 M lines, %-28s %8.3f s   %d lines%s\n", text.constData(), seconds(begin), int(page->lines.size()), page->truncated ? ", stopped by time" : "");
    };
    measure("");
    measure("decision:deny");
    measure("identity:nobody");
    measure("path~/nowhere status:>=500");
    measure("nosuchword");
    const auto begin = steady_clock::now();
    const auto verified = own.log->verify();
    std::printf("verify, 1 M lines                         %8.3f s   %s\n", seconds(begin), verified->ok ? "ok" : "broken");
}

#ifdef COFFERDAM_SQLITE_PEER
/// The same event as a row of ten columns.
double sqlite(const QString &synchronous, int perTransaction, int events)
{
    const QTemporaryDir dir;
    double rate = 0;
    {
        QSqlDatabase db = QSqlDatabase::addDatabase(u"QSQLITE"_s, u"peer"_s);
        db.setDatabaseName(dir.filePath(u"peer.sqlite"_s));
        if (!db.open())
            return 0;
        QSqlQuery query(db);
        query.exec(u"PRAGMA journal_mode=WAL"_s);
        query.exec("PRAGMA synchronous="_L1 + synchronous);
        query.exec(u"CREATE TABLE audit (seq INTEGER PRIMARY KEY, ts TEXT, request TEXT, identity TEXT, endpoint TEXT, decision TEXT, status INTEGER, path TEXT, peer TEXT, duration INTEGER)"_s);
        query.prepare(u"INSERT INTO audit (ts, request, identity, endpoint, decision, status, path, peer, duration) VALUES (?,?,?,?,?,?,?,?,?)"_s);
        const auto begin = steady_clock::now();
        for (int i = 0; i < events; ++i) {
            if (i % perTransaction == 0)
                db.transaction();
            const QString values[] = {u"2026-11-30T22:57:19.123Z"_s, u"0123456789abcdef0123456789abcdef"_s, u"uploader"_s, u"files_download_stream"_s,
                u"allow"_s, u"200"_s, u"/home/user/out/report-2026.txt"_s, u"127.0.0.1:50123"_s, u"120"_s};
            for (int column = 0; column < 9; ++column)
                query.bindValue(column, values[column]);
            query.exec();
            if (i % perTransaction == perTransaction - 1)
                db.commit();
        }
        rate = events / seconds(begin);
        db.close();
    }
    QSqlDatabase::removeDatabase(u"peer"_s);
    return rate;
}
#else
double sqlite(const QString &, int, int) { return 0; }
#endif

void printRow(const char *row, const char *what, double own, double peer, const char *target)
{
    if (peer > 0)
        std::printf("%-3s %-44s %10.0f/s   SQLite %10.0f/s   %6.2fx   target %s\n", row, what, own, peer, own / peer, target);
    else
        std::printf("%-3s %-44s %10.0f/s   peer missing   target %s\n", row, what, own, target);
}

} // namespace

int main(int argc, char **argv)
{
    const QCoreApplication application(argc, argv); // the SQL drivers are found through it
    std::vector<double> producer, untilDisk, alone, many, sqlEach, sqlThousand, sqlFull;
    for (int round = 0; round < Rounds; ++round) {
        const Rates rates = appendAll();
        producer.push_back(rates.producer);
        untilDisk.push_back(rates.durable);
        sqlEach.push_back(sqlite(u"NORMAL"_s, 1, SqlEvents));
        sqlThousand.push_back(sqlite(u"NORMAL"_s, 1000, 20 * SqlEvents));
        alone.push_back(durable(1));
        sqlFull.push_back(sqlite(u"FULL"_s, 1, DurableEvents));
        many.push_back(durable(Waiters));
    }
    printRow("7a", "append, not waited for (producer)", median(producer), median(sqlEach), ">= 500 k/s");
    printRow("7a", "append, until all is on disk", median(untilDisk), median(sqlThousand), "1000 a transaction beside it");
    std::printf("7a  in the request path                          %10.0f ns   target <= 2000 ns\n", nanosecondsInTheRequestPath());
    std::printf("    formatting one line                          %10.0f ns\n", formatNanoseconds());
    printRow("7b", "durable before the answer, one at a time", median(alone), median(sqlFull), ">= 1.0x");
    printRow("7b", "durable before the answer, 32 waiters", median(many), median(sqlFull), ">= 4x");
    queries();
    return 0;
}
