// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/audit/lineview.h"
#include "service/auditlog/auditlog.h"
#include "tests/support/fakeclock.h"

#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

#include <sys/resource.h>
#include <sys/stat.h>

#include <atomic>
#include <csignal>
#include <future>
#include <thread>

using namespace Cofferdam;
using namespace Qt::StringLiterals;
using Cofferdam::Test::FakeClock;

namespace {

constexpr int Soon = 10'000;

Audit::Record call(const QByteArray &endpoint, const QByteArray &decision = "allow", const QByteArray &session = {})
{
    Audit::Record record;
    record.identity = "reader";
    record.endpoint = endpoint;
    record.decision = decision;
    record.status = decision == "allow" ? 200 : 403;
    record.session = session;
    record.paths = {{"read", "/home/user/" + endpoint}};
    return record;
}

/// A log in a directory of its own.
struct Fixture {
    explicit Fixture(AuditLogOptions wanted = {}) : options(std::move(wanted))
    {
        options.directory = dir.filePath(u"audit"_s).toLocal8Bit();
        options.retryMs = 20;
        reopen();
    }
    void reopen()
    {
        log.reset();
        auto opened = AuditLog::open(options, clock, redactor);
        if (!opened)
            qFatal("%s", qPrintable(opened.error().message));
        log = std::move(*opened);
    }
    [[nodiscard]] QList<QByteArray> query(const QByteArray &text = {}, qsizetype limit = 10'000)
    {
        const auto filter = Audit::Filter::parse(text, clock.utcMs());
        const auto page = log->query(*filter, {}, limit);
        return page ? page->lines : QList<QByteArray>();
    }
    [[nodiscard]] QStringList files() const
    {
        return QDir(QString::fromLocal8Bit(options.directory)).entryList({u"audit-*.jsonl"_s}, QDir::Files, QDir::Name);
    }

    QTemporaryDir dir;
    FakeClock clock;
    Audit::Redactor redactor;
    AuditLogOptions options;
    std::unique_ptr<AuditLog> log;
};

QByteArray endpointOf(const QByteArray &line) { return Audit::LineView::parse(line)->text(Audit::Field::Endpoint); }

/// While it lives, no file of this process may grow past bytes: writes fail with EFBIG, as on a full disk.
class FileSizeLimit
{
public:
    explicit FileSizeLimit(rlim_t bytes)
    {
        ::getrlimit(RLIMIT_FSIZE, &m_before);
        m_handler = ::signal(SIGXFSZ, SIG_IGN);
        const rlimit limit {bytes, m_before.rlim_max};
        ::setrlimit(RLIMIT_FSIZE, &limit);
    }
    ~FileSizeLimit() { lift(); }
    void lift()
    {
        ::setrlimit(RLIMIT_FSIZE, &m_before);
        ::signal(SIGXFSZ, m_handler);
    }

private:
    rlimit m_before {};
    sighandler_t m_handler = SIG_DFL;
};

} // namespace

class TestAuditLog : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void secondWriterIsRefused();
    void fullDiskRefusesAndRecovers();
    void lostRecordsAreTold();
    void badCursorIsRefused();
    void secretsNeverReachTheFile();
    void modesAreClosed();
    void linesAreOnDiskAndChained();
    void appendDurablyCallsBackAfterTheSync();
    void manyThreadsLoseNothing();
    void rotatesBySize();
    void rotatesByDay();
    void clockStepsDoNotReopenADay();
    void pagesGoBackInTime();
    void queriesFilter();
    void querySpansBlocks();
    void subscribersSeeEveryLine();
    void statsAndVerify();
    void stopWritesTheAnchorAndTakesNoMore();
};

void TestAuditLog::secondWriterIsRefused()
{
    Fixture f;
    const auto second = AuditLog::open(f.options, f.clock, f.redactor);
    QVERIFY(!second);
    QCOMPARE(second.error().code, "audit_busy");
}

void TestAuditLog::fullDiskRefusesAndRecovers()
{
    Fixture f;
    f.log->append(call("before"));
    QVERIFY(f.log->flush(Soon));
    FileSizeLimit limit(1024);
    std::promise<bool> told;
    QTest::ignoreMessage(QtCriticalMsg, "cannot write the audit log: File too large");
    f.log->append(call("waits", "allow", QByteArray(2000, 'x')));
    f.log->appendDurably(call("durable"), [&told](bool onDisk) { told.set_value(onDisk); });
    QVERIFY(!told.get_future().get());
    QVERIFY(!f.log->isAvailable());
    QVERIFY(!f.log->stats().available);
    QVERIFY(!f.log->flush(50));
    // what is on disk is whole even now
    QVERIFY(Audit::verifyLog(f.options.directory)->ok);
    QTest::ignoreMessage(QtInfoMsg, "the audit log can be written again");
    limit.lift();
    QTRY_VERIFY_WITH_TIMEOUT(f.log->isAvailable(), Soon);
    QVERIFY(f.log->flush(Soon));
    QCOMPARE(f.query().size(), 4); // header, before, waits, durable: kept, in order, once
    QCOMPARE(endpointOf(f.query().at(2)), "waits");
    QVERIFY(f.log->verify()->ok);
}

void TestAuditLog::lostRecordsAreTold()
{
    Fixture f({.queueRecords = 4});
    f.log->append(call("before"));
    QVERIFY(f.log->flush(Soon));
    FileSizeLimit limit(1024);
    QTest::ignoreMessage(QtCriticalMsg, "cannot write the audit log: File too large");
    std::promise<bool> told;
    f.log->appendDurably(call("first", "allow", QByteArray(2000, 'x')), [&told](bool onDisk) { told.set_value(onDisk); });
    QVERIFY(!told.get_future().get());
    QTest::ignoreMessage(QtCriticalMsg, "an audit record could not be kept: the log cannot be written");
    for (int i = 0; i < 10; ++i)
        f.log->append(call("more"));
    QCOMPARE(f.log->stats().lost, quint64(6));
    QTest::ignoreMessage(QtInfoMsg, "the audit log can be written again");
    limit.lift();
    QTRY_VERIFY_WITH_TIMEOUT(f.log->isAvailable(), Soon);
    QVERIFY(f.log->flush(Soon));
    const QList<QByteArray> lost = f.query("endpoint:audit.lost");
    QCOMPARE(lost.size(), 1);
    QCOMPARE(Audit::LineView::parse(lost.first())->number(Audit::Field::Count), 6);
    QCOMPARE(f.query("endpoint:more").size(), 4);
    QVERIFY(f.log->verify()->ok);
}

void TestAuditLog::badCursorIsRefused()
{
    Fixture f;
    for (const QByteArray &cursor : {QByteArray("x"), QByteArray("0"), QByteArray("-1"), QByteArray("99999999999999999999")}) {
        const auto page = f.log->query({}, cursor, 10);
        QVERIFY(!page);
        QCOMPARE(page.error().code, "invalid_request");
    }
}

void TestAuditLog::secretsNeverReachTheFile()
{
    Fixture f;
    f.redactor.setSecrets({"canary-7c1f"});
    Audit::Record record = call("files_list", "deny", "canary-7c1f");
    record.paths = {{"read", "/tmp/canary-7c1f/x"}};
    record.params = {{"op"_L1, "canary-7c1f"_L1}};
    f.log->append(std::move(record));
    QVERIFY(f.log->flush(Soon));
    for (const QString &name : f.files()) {
        QFile file(QString::fromLocal8Bit(f.options.directory) + u'/' + name);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray text = file.readAll();
        QVERIFY(!text.contains("canary"));
        QVERIFY(text.contains("[redacted]"));
    }
    QVERIFY(f.log->verify()->ok);
}

void TestAuditLog::modesAreClosed()
{
    Fixture f;
    f.log->append(call("x"));
    f.log->stop();
    struct stat info {};
    QCOMPARE(::stat(f.options.directory.constData(), &info), 0);
    QCOMPARE(info.st_mode & 07777, mode_t(0700));
    QCOMPARE(::stat((f.options.directory + '/' + f.files().first().toLatin1()).constData(), &info), 0);
    QCOMPARE(info.st_mode & 07777, mode_t(0600));
}

void TestAuditLog::linesAreOnDiskAndChained()
{
    Fixture f;
    for (int i = 0; i < 1000; ++i)
        f.log->append(call("e" + QByteArray::number(i)));
    QVERIFY(f.log->flush(Soon));
    const QList<QByteArray> lines = f.query();
    QCOMPARE(lines.size(), 1001);
    for (int i = 0; i < 1000; ++i) {
        const auto view = Audit::LineView::parse(lines[i + 1]);
        QCOMPARE(view->number(Audit::Field::Seq), i + 2);
        QCOMPARE(view->text(Audit::Field::Endpoint), "e" + QByteArray::number(i));
        QCOMPARE(view->text(Audit::Field::Boot), f.log->boot());
    }
    const auto verified = f.log->verify();
    QVERIFY(verified->ok);
    QCOMPARE(verified->records, 1001);
}

void TestAuditLog::appendDurablyCallsBackAfterTheSync()
{
    Fixture f;
    std::promise<quint64> seen;
    f.log->appendDurably(call("strict"), [&](bool onDisk) { seen.set_value(onDisk ? f.log->stats().records : 0); });
    QCOMPARE(seen.get_future().get(), quint64(2));
}

void TestAuditLog::manyThreadsLoseNothing()
{
    Fixture f({.queueRecords = 64});
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t) {
        threads.emplace_back([&f, t] {
            for (int i = 0; i < 2500; ++i)
                f.log->append(call("t" + QByteArray::number(t), "allow", QByteArray::number(i)));
        });
    }
    for (std::thread &thread : threads)
        thread.join();
    QVERIFY(f.log->flush(Soon));
    QCOMPARE(f.log->stats().lost, quint64(0));
    for (int t = 0; t < 4; ++t) {
        const QList<QByteArray> lines = f.query("endpoint:t" + QByteArray::number(t));
        QCOMPARE(lines.size(), 2500);
        for (int i = 0; i < 2500; ++i)
            QCOMPARE(Audit::LineView::parse(lines[i])->text(Audit::Field::Session), QByteArray::number(i));
    }
    QVERIFY(f.log->verify()->ok);
}

void TestAuditLog::rotatesBySize()
{
    Fixture f({.maxFileBytes = 4096});
    for (int i = 0; i < 60; ++i) {
        f.log->append(call("e" + QByteArray::number(i)));
        QVERIFY(f.log->flush(Soon));
    }
    QVERIFY(f.files().size() > 3);
    QCOMPARE(f.query("not event:service").size(), 60);
    const auto verified = f.log->verify();
    QVERIFY2(verified->ok, verified->firstBad ? verified->firstBad->reason.constData() : "");
    QCOMPARE(verified->files, f.files().size());
}

void TestAuditLog::rotatesByDay()
{
    Fixture f;
    f.log->append(call("today"));
    QVERIFY(f.log->flush(Soon));
    f.clock.utc += 86'400'000;
    f.log->append(call("tomorrow"));
    QVERIFY(f.log->flush(Soon));
    QCOMPARE(f.files(), QStringList({u"audit-20261130-1.jsonl"_s, u"audit-20261201-1.jsonl"_s}));
    QVERIFY(f.log->verify()->ok);
    f.reopen();
    f.log->append(call("later"));
    QVERIFY(f.log->flush(Soon));
    QCOMPARE(f.files().size(), 2); // an orderly restart goes on in the same file
    QVERIFY(f.log->verify()->ok);
}

void TestAuditLog::clockStepsDoNotReopenADay()
{
    Fixture f;
    f.log->append(call("today"));
    QVERIFY(f.log->flush(Soon));
    f.clock.utc -= 3 * 86'400'000;
    f.log->append(call("before"));
    QVERIFY(f.log->flush(Soon));
    QCOMPARE(f.files(), QStringList({u"audit-20261130-1.jsonl"_s}));
    QVERIFY(f.log->verify()->ok);
}

void TestAuditLog::pagesGoBackInTime()
{
    Fixture f({.maxFileBytes = 8192});
    for (int i = 0; i < 100; ++i) {
        f.log->append(call("e" + QByteArray::number(i), i % 2 ? "deny" : "allow"));
        if (i % 10 == 0)
            QVERIFY(f.log->flush(Soon));
    }
    const auto filter = Audit::Filter::parse("decision:deny", 0);
    QList<QByteArray> all;
    QByteArray cursor;
    int pages = 0;
    do {
        const auto page = f.log->query(*filter, cursor, 7);
        QVERIFY(page);
        QVERIFY(!page->truncated);
        all = page->lines + all;
        cursor = page->cursor;
        ++pages;
    } while (!cursor.isEmpty() && pages < 50);
    QCOMPARE(all.size(), 50);
    for (int i = 0; i < 50; ++i)
        QCOMPARE(endpointOf(all[i]), "e" + QByteArray::number(2 * i + 1));
}

void TestAuditLog::queriesFilter()
{
    Fixture f;
    f.log->append(call("files_list"));
    f.log->append(call("files_read", "deny"));
    f.log->append(call("shell", "deny"));
    QCOMPARE(f.query("decision:deny endpoint:files_*").size(), 1);
    QCOMPARE(f.query("path~/home/user").size(), 3);
    QCOMPARE(f.query("", 1).size(), 1);
    QCOMPARE(endpointOf(f.query("", 1).first()), "shell");
    QCOMPARE(f.query("nothing").size(), 0);
}

void TestAuditLog::querySpansBlocks()
{
    // lines longer and shorter than the reader's block of 1 MiB
    Fixture f;
    f.log->append(call("first"));
    f.log->append(call("long", "allow", QByteArray(3 << 20, 'x')));
    for (int i = 0; i < 5000; ++i)
        f.log->append(call("e", "allow", QByteArray(700, 'y')));
    f.log->append(call("last"));
    QCOMPARE(f.query("endpoint:e", 100'000).size(), 5000);
    QCOMPARE(f.query("endpoint:long").size(), 1);
    QCOMPARE(f.query("endpoint:first").size(), 1);
    QCOMPARE(endpointOf(f.query("", 1).first()), "last");
}

void TestAuditLog::subscribersSeeEveryLine()
{
    Fixture f;
    QList<QByteArray> seen;
    std::mutex mutex;
    const int id = f.log->subscribe([&](const std::shared_ptr<const AuditBatch> &batch) {
        const std::lock_guard lock(mutex);
        for (const QByteArrayView line : batch->lines)
            seen.append(line.toByteArray());
    });
    for (int i = 0; i < 500; ++i)
        f.log->append(call("e"));
    QVERIFY(f.log->flush(Soon));
    f.log->unsubscribe(id);
    f.log->append(call("unseen"));
    QVERIFY(f.log->flush(Soon));
    QCOMPARE(seen, f.query("not endpoint:unseen"));
}

void TestAuditLog::statsAndVerify()
{
    Fixture f;
    f.log->append(call("x"));
    QVERIFY(f.log->flush(Soon));
    const AuditStats stats = f.log->stats();
    QVERIFY(stats.available);
    QCOMPARE(stats.records, quint64(2));
    QCOMPARE(stats.queue, 0);
    QCOMPARE(stats.file, "audit-20261130-1.jsonl");
}

void TestAuditLog::stopWritesTheAnchorAndTakesNoMore()
{
    Fixture f;
    for (int i = 0; i < 100; ++i)
        f.log->append(call("x"));
    f.log->stop();
    const auto anchor = Audit::Anchor::read(f.options.directory);
    QVERIFY(anchor);
    QVERIFY(anchor->clean);
    QCOMPARE(anchor->seq, quint64(101));
    QVERIFY(Audit::verifyLog(f.options.directory)->ok);
    QTest::ignoreMessage(QtCriticalMsg, "an audit record could not be kept: the log cannot be written");
    f.log->append(call("late"));
    QCOMPARE(f.log->stats().lost, quint64(1));
    f.log->stop();
}

QTEST_GUILESS_MAIN(TestAuditLog)
#include "tst_auditlog.moc"
