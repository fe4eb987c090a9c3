// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/audit/lineview.h"
#include "common/audit/logfiles.h"
#include "common/base/atomicfile.h"
#include "common/base/ids.h"

#include <QtCore/QFile>
#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

using namespace Cofferdam;
using namespace Cofferdam::Audit;
using namespace Qt::StringLiterals;

namespace {

/// Writes a log as the service does, so that tests can damage it.
class Log
{
public:
    void beginFile()
    {
        const QByteArray previous = files.isEmpty() ? QByteArray() : name(files.size() - 1);
        files.append(QList<QByteArray>());
        add(fileHeader(previous));
    }
    void add(const Record &record)
    {
        QByteArray line;
        appendLine(line, record, {++seq, "boot", 1'796'079'439'123, 1, prev});
        prev = sha256Hex(line);
        files.last().append(line);
    }
    void addCalls(int count)
    {
        Record record;
        record.endpoint = "files_list";
        for (int i = 0; i < count; ++i)
            add(record);
    }
    static QByteArray name(qsizetype index) { return "audit-20261130-" + QByteArray::number(index + 1) + ".jsonl"; }
    void save(const QByteArray &directory) const
    {
        for (qsizetype i = 0; i < files.size(); ++i)
            QVERIFY(writeFileAtomically(directory + '/' + name(i), files[i].join('\n') + '\n'));
        QVERIFY(writeFileAtomically(Anchor::pathIn(directory), Anchor {seq, prev, name(files.size() - 1), true}.toJson()));
    }

    QList<QList<QByteArray>> files;
    QByteArray prev = firstPrev();
    quint64 seq = 0;
};

Log threeFiles()
{
    Log log;
    for (int i = 0; i < 3; ++i) {
        log.beginFile();
        log.addCalls(3);
    }
    return log;
}

} // namespace

class TestAuditChain : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void namesTheFirstBadRecord_data();
    void namesTheFirstBadRecord();
    void cutTailShowsByTheAnchor();
    void changedLastLineShowsByTheAnchor();
    void tornLastLine();
    void wholeLogVerifies();
    void olderFilesMayBeGone();
    void emptyDirectory();
    void stopsAtTheEndItIsTold();
    void missingDirectoryIsAnError();
    void fileNames_data();
    void fileNames();
};

void TestAuditChain::namesTheFirstBadRecord_data()
{
    QTest::addColumn<int>("file");
    QTest::addColumn<QByteArray>("damage");
    QTest::addColumn<int>("badFile");
    QTest::addColumn<int>("badLine");
    QTest::addColumn<QByteArray>("reason");
    // a changed line shows at the next one: its prev no longer fits
    QTest::newRow("a value changed") << 1 << "edit 2"_ba << 1 << 4 << "prev is not the hash"_ba;
    QTest::newRow("a line removed") << 1 << "remove 2"_ba << 1 << 3 << "prev is not the hash"_ba;
    QTest::newRow("a line doubled") << 0 << "double 1"_ba << 0 << 3 << "prev is not the hash"_ba;
    QTest::newRow("two lines swapped") << 2 << "swap 1"_ba << 2 << 2 << "prev is not the hash"_ba;
    QTest::newRow("a header removed") << 1 << "remove 0"_ba << 1 << 1 << "does not begin with a header"_ba;
    QTest::newRow("not JSON") << 0 << "junk 2"_ba << 0 << 3 << "not a line of an audit log"_ba;
    QTest::newRow("an empty line") << 0 << "empty 2"_ba << 0 << 3 << "not a line of an audit log"_ba;
    QTest::newRow("last line of a file") << 0 << "remove 3"_ba << 1 << 1 << "prev is not the hash"_ba;
}

void TestAuditChain::namesTheFirstBadRecord()
{
    QFETCH(int, file);
    QFETCH(QByteArray, damage);
    QFETCH(int, badFile);
    QFETCH(int, badLine);
    QFETCH(QByteArray, reason);
    Log log = threeFiles();
    QList<QByteArray> &lines = log.files[file];
    const int line = damage.last(1).toInt();
    const QByteArray how = damage.first(damage.indexOf(' '));
    if (how == "edit")
        lines[line].replace("files_list", "files_xist");
    else if (how == "remove")
        lines.removeAt(line);
    else if (how == "double")
        lines.insert(line, lines[line]);
    else if (how == "swap")
        lines.swapItemsAt(line, line + 1);
    else
        lines[line] = how == "junk" ? "junk" : "";
    const QTemporaryDir dir;
    log.save(dir.path().toLocal8Bit());
    const auto result = verifyLog(dir.path().toLocal8Bit());
    QVERIFY(result);
    QVERIFY(!result->ok);
    QCOMPARE(result->firstBad->file, Log::name(badFile));
    QCOMPARE(result->firstBad->line, badLine);
    QVERIFY2(result->firstBad->reason.contains(reason), result->firstBad->reason.constData());
}

void TestAuditChain::cutTailShowsByTheAnchor()
{
    Log log = threeFiles();
    log.files.last().removeLast();
    const QTemporaryDir dir;
    log.save(dir.path().toLocal8Bit());
    const auto result = verifyLog(dir.path().toLocal8Bit());
    QVERIFY(!result->ok);
    QVERIFY(result->firstBad->reason.contains("the tail was cut"));
}

void TestAuditChain::changedLastLineShowsByTheAnchor()
{
    Log log = threeFiles();
    log.files.last().last().replace("files_list", "files_xist");
    const QTemporaryDir dir;
    log.save(dir.path().toLocal8Bit());
    const auto result = verifyLog(dir.path().toLocal8Bit());
    QVERIFY(!result->ok);
    QVERIFY(result->firstBad->reason.contains("not the one its anchor saw"));
}

void TestAuditChain::tornLastLine()
{
    const QTemporaryDir dir;
    threeFiles().save(dir.path().toLocal8Bit());
    QFile file(dir.filePath(QString::fromLatin1(Log::name(2))));
    QVERIFY(file.open(QIODevice::Append));
    file.write("{\"seq\":13,\"bo");
    file.close();
    const auto result = verifyLog(dir.path().toLocal8Bit());
    QVERIFY(!result->ok);
    QCOMPARE(result->firstBad->line, 5);
    QVERIFY(result->firstBad->reason.contains("torn: 13 bytes"));
}

void TestAuditChain::wholeLogVerifies()
{
    const QTemporaryDir dir;
    threeFiles().save(dir.path().toLocal8Bit());
    QFile other(dir.filePath(u"audit-20261130-9.jsonl.torn-1"_s));
    QVERIFY(other.open(QIODevice::WriteOnly));
    const auto result = verifyLog(dir.path().toLocal8Bit());
    QVERIFY2(result->ok, result->firstBad ? result->firstBad->reason.constData() : "");
    QCOMPARE(result->files, 3);
    QCOMPARE(result->records, 12);
    QCOMPARE(result->note, "seq 1 to 12");
}

void TestAuditChain::olderFilesMayBeGone()
{
    const QTemporaryDir dir;
    threeFiles().save(dir.path().toLocal8Bit());
    QVERIFY(QFile::remove(dir.filePath(QString::fromLatin1(Log::name(0)))));
    const auto result = verifyLog(dir.path().toLocal8Bit());
    QVERIFY(result->ok);
    QVERIFY(result->note.contains("audit-20261130-1.jsonl and older files are not here"));
    // one from the middle is another matter
    threeFiles().save(dir.path().toLocal8Bit());
    QVERIFY(QFile::remove(dir.filePath(QString::fromLatin1(Log::name(1)))));
    QVERIFY(!verifyLog(dir.path().toLocal8Bit())->ok);
}

void TestAuditChain::emptyDirectory()
{
    const QTemporaryDir dir;
    const auto result = verifyLog(dir.path().toLocal8Bit());
    QVERIFY(result->ok);
    QCOMPARE(result->records, 0);
    // an anchor without its log is a log that was taken away
    QVERIFY(writeFileAtomically(Anchor::pathIn(dir.path().toLocal8Bit()), Anchor {5, firstPrev(), "audit-20261130-1.jsonl", true}.toJson()));
    QVERIFY(!verifyLog(dir.path().toLocal8Bit())->ok);
}

void TestAuditChain::stopsAtTheEndItIsTold()
{
    const QTemporaryDir dir;
    const QByteArray path = dir.path().toLocal8Bit();
    const Log log = threeFiles();
    log.save(path);
    const auto anchor = Anchor::read(path);
    const qint64 size = QFile(dir.filePath(QString::fromLatin1(Log::name(2)))).size();
    QFile file(dir.filePath(QString::fromLatin1(Log::name(2))));
    QVERIFY(file.open(QIODevice::Append));
    file.write("{\"half");
    file.close();
    QVERIFY(verifyLog(path, anchor, {Log::name(2), size})->ok);
    QVERIFY(!verifyLog(path)->ok);
}

void TestAuditChain::missingDirectoryIsAnError()
{
    const auto result = verifyLog("/nonexistent/audit");
    QVERIFY(!result);
    QCOMPARE(result.error().code, "file_not_found");
}

void TestAuditChain::fileNames_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<bool>("good");
    const std::pair<const char *, bool> rows[] = {{"audit-20261130-1.jsonl", true}, {"audit-20261130-12.jsonl", true}, {"audit-20261130-0.jsonl", false},
        {"audit-20261130-01.jsonl", false}, {"audit-20261130-.jsonl", false}, {"audit-2026113-1.jsonl", false}, {"audit-20261130-1.jsonl.torn-1", false},
        {"xaudit-20261130-1.jsonl", false}, {"audit-20261130-99999999999.jsonl", false}, {"", false}};
    for (const auto &[name, good] : rows)
        QTest::newRow(name) << QByteArray(name) << good;
}

void TestAuditChain::fileNames()
{
    QFETCH(QByteArray, name);
    QFETCH(bool, good);
    const auto parsed = LogFileName::parse(name);
    QCOMPARE(parsed.has_value(), good);
    if (good)
        QCOMPARE(parsed->text(), name);
}

QTEST_APPLESS_MAIN(TestAuditChain)
#include "tst_auditchain.moc"
