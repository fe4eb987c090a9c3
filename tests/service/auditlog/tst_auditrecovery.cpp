// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/audit/lineview.h"
#include "service/auditlog/auditlog.h"
#include "tests/support/fakeclock.h"

#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QJsonDocument>
#include <QtCore/QProcess>
#include <QtCore/QRandomGenerator>
#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

using namespace Cofferdam;
using namespace Qt::StringLiterals;
using Cofferdam::Test::FakeClock;

namespace {

constexpr int Soon = 10'000;
constexpr char WriterVariable[] = "COFFERDAM_TEST_AUDIT_DIRECTORY";

Audit::Record call(const QByteArray &endpoint)
{
    Audit::Record record;
    record.endpoint = endpoint;
    record.identity = "reader";
    record.decision = "allow";
    return record;
}

struct Fixture {
    std::unique_ptr<AuditLog> open() const
    {
        auto log = AuditLog::open({.directory = directory}, clock, redactor);
        if (!log)
            qFatal("%s", qPrintable(log.error().message));
        return std::move(*log);
    }
    void write(int count) const
    {
        const auto log = open();
        for (int i = 0; i < count; ++i)
            log->append(call("e" + QByteArray::number(i)));
    }
    [[nodiscard]] QString lastFile() const
    {
        return QString::fromLocal8Bit(directory + '/' + Audit::listLogFiles(directory)->last().text());
    }
    /// Writes bytes behind the last file, as a crash in the middle of a line leaves it.
    void tear(const QByteArray &bytes) const
    {
        QFile file(lastFile());
        QVERIFY(file.open(QIODevice::Append));
        file.write(bytes);
    }
    /// The params of the only `recovered` record.
    [[nodiscard]] QJsonObject recovered(AuditLog &log) const
    {
        const auto page = log.query(*Audit::Filter::parse("endpoint:audit.recovered", 0), {}, 10);
        return page->lines.size() == 1 ? QJsonDocument::fromJson(page->lines.first()).object().value("params"_L1).toObject() : QJsonObject();
    }

    QTemporaryDir dir;
    QByteArray directory = dir.filePath(u"audit"_s).toLocal8Bit();
    FakeClock clock;
    Audit::Redactor redactor;
};

/// What the child of killedWriterLosesLittle does: appends for ever, and tells on stdout how far the disk has it.
[[noreturn]] void writeForEver(const QByteArray &directory)
{
    const SystemClock clock;
    const Audit::Redactor redactor;
    auto log = AuditLog::open({.directory = directory, .maxFileBytes = 200'000}, clock, redactor);
    if (!log)
        ::_exit(1);
    (*log)->subscribe([](const std::shared_ptr<const AuditBatch> &batch) {
        const QByteArray seq = Audit::LineView::parse(batch->lines.last())->text(Audit::Field::Seq) + '\n';
        if (::write(STDOUT_FILENO, seq.constData(), size_t(seq.size())) < 0)
            ::_exit(2);
    });
    for (int i = 0;; ++i)
        (*log)->append(call("e" + QByteArray::number(i)));
}

} // namespace

class TestAuditRecovery : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void tornLineIsKeptAside();
    void brokenChainIsTold();
    void cutTailIsTold();
    void removedLogIsTold();
    void tornHeaderOfANewFile();
    void orderlyRestartSaysNothing();
    void foreignFilesAreLeftAlone();
    void symlinkedDirectoryIsRefused();
    void killedWriterLosesLittle();
};

void TestAuditRecovery::tornLineIsKeptAside()
{
    const Fixture f;
    f.write(5);
    f.tear("{\"seq\":7,\"boot\":\"x");
    const auto log = f.open();
    const QJsonObject recovered = f.recovered(*log);
    QCOMPARE(recovered.value("last_seq"_L1).toInteger(), 6);
    QCOMPARE(recovered.value("torn_bytes"_L1).toInteger(), 18);
    QFile aside(QString::fromLocal8Bit(f.directory) + u'/' + recovered.value("kept_aside"_L1).toString());
    QVERIFY(aside.open(QIODevice::ReadOnly));
    QCOMPARE(aside.readAll(), "{\"seq\":7,\"boot\":\"x");
    log->append(call("after"));
    QVERIFY(log->flush(Soon));
    const auto verified = log->verify();
    QVERIFY2(verified->ok, verified->firstBad ? verified->firstBad->reason.constData() : "");
    QCOMPARE(verified->records, 8); // header, five, recovered, after
}

void TestAuditRecovery::brokenChainIsTold()
{
    const Fixture f;
    f.write(5);
    QFile file(f.lastFile());
    QVERIFY(file.open(QIODevice::ReadWrite));
    const QByteArray text = file.readAll().replace("\"e2\"", "\"eX\"");
    file.seek(0);
    file.write(text);
    file.close();
    const auto log = f.open();
    const QJsonObject recovered = f.recovered(*log);
    QCOMPARE(recovered.value("broken_line"_L1).toInteger(), 5);
    QVERIFY(recovered.value("reason"_L1).toString().contains("prev is not the hash"_L1));
    // the broken file is evidence: the log goes on in the next one
    QCOMPARE(log->stats().file, "audit-20261130-2.jsonl");
    QVERIFY(!log->verify()->ok);
    QCOMPARE(log->verify()->firstBad->line, 5);
}

void TestAuditRecovery::cutTailIsTold()
{
    const Fixture f;
    f.write(5);
    QFile file(f.lastFile());
    QVERIFY(file.open(QIODevice::ReadWrite));
    const QByteArray text = file.readAll();
    QVERIFY(file.resize(text.chopped(1).lastIndexOf('\n') + 1));
    file.close();
    const auto log = f.open();
    const QJsonObject recovered = f.recovered(*log);
    QCOMPARE(recovered.value("last_seq"_L1).toInteger(), 5);
    QCOMPARE(recovered.value("anchor_seq"_L1).toInteger(), 6);
}

void TestAuditRecovery::removedLogIsTold()
{
    const Fixture f;
    f.write(5);
    QVERIFY(QFile::remove(f.lastFile()));
    const auto log = f.open();
    QCOMPARE(f.recovered(*log).value("anchor_seq"_L1).toInteger(), 6);
    QCOMPARE(f.recovered(*log).value("last_seq"_L1).toInteger(), 0);
}

void TestAuditRecovery::tornHeaderOfANewFile()
{
    const Fixture f;
    f.write(5);
    QFile next(QString::fromLocal8Bit(f.directory) + u"/audit-20261130-2.jsonl"_s);
    QVERIFY(next.open(QIODevice::WriteOnly));
    next.write("{\"seq\":7");
    next.close();
    const auto log = f.open();
    QCOMPARE(f.recovered(*log).value("last_seq"_L1).toInteger(), 6);
    QVERIFY(log->flush(Soon));
    QVERIFY(log->verify()->ok);
    QCOMPARE(log->stats().file, "audit-20261130-1.jsonl");
}

void TestAuditRecovery::orderlyRestartSaysNothing()
{
    const Fixture f;
    f.write(5);
    f.write(5);
    const auto log = f.open();
    QVERIFY(f.recovered(*log).isEmpty());
    QCOMPARE(log->verify()->records, 11);
    QVERIFY(log->verify()->ok);
}

void TestAuditRecovery::foreignFilesAreLeftAlone()
{
    const Fixture f;
    f.write(1);
    QFile other(QString::fromLocal8Bit(f.directory) + u"/audit-zzz.jsonl"_s);
    QVERIFY(other.open(QIODevice::WriteOnly));
    other.write("not a log");
    other.close();
    f.write(1);
    QVERIFY(other.exists());
    QVERIFY(f.open()->verify()->ok);
}

void TestAuditRecovery::symlinkedDirectoryIsRefused()
{
    const Fixture f;
    QVERIFY(QDir(f.dir.path()).mkdir(u"elsewhere"_s));
    QVERIFY(QFile::link(f.dir.filePath(u"elsewhere"_s), QString::fromLocal8Bit(f.directory)));
    QVERIFY(!AuditLog::open({.directory = f.directory}, f.clock, f.redactor));
}

void TestAuditRecovery::killedWriterLosesLittle()
{
    const Fixture f;
    auto *random = QRandomGenerator::global();
    for (int round = 0; round < 12; ++round) {
        QProcess child;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QString::fromLatin1(WriterVariable), QString::fromLocal8Bit(f.directory));
        child.setProcessEnvironment(environment);
        child.start(QCoreApplication::applicationFilePath(), {});
        QVERIFY(child.waitForReadyRead(Soon));
        child.waitForReadyRead(random->bounded(30)); // any moment will do
        child.kill();
        QVERIFY(child.waitForFinished(Soon));
        const QByteArray told = child.readAll();
        const quint64 onDisk = told.left(told.lastIndexOf('\n')).split('\n').last().toULongLong();
        QVERIFY(onDisk > 0);
        const auto log = f.open();
        const auto verified = log->verify();
        QVERIFY2(verified->ok, verified->firstBad ? verified->firstBad->reason.constData() : "");
        // everything that was reported as synced is there
        QVERIFY2(log->stats().records >= onDisk, qPrintable(QString::number(log->stats().records) + u" < "_s + QString::number(onDisk)));
    }
}

int main(int argc, char **argv)
{
    if (const QByteArray directory = qgetenv(WriterVariable); !directory.isEmpty())
        writeForEver(directory);
    QCoreApplication application(argc, argv);
    TestAuditRecovery test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_auditrecovery.moc"
