// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/audit/auditmodel.h"

#include <QtCore/QFile>
#include <QtTest/QAbstractItemModelTester>
#include <QtTest/QSignalSpy>
#include <QtTest/QtTest>

using namespace Qt::StringLiterals;
using namespace Cofferdam::App;

namespace {

QList<AuditRow> makeRows(qint64 from, int count)
{
    QList<AuditRow> rows;
    rows.reserve(count);
    for (int i = 0; i < count; ++i) {
        AuditRow row;
        row.seq = from + i;
        row.utcMs = 1'796'000'000'000 + row.seq;
        row.identity = "agent" + QByteArray::number(row.seq % 5);
        row.endpoint = "files_read";
        row.decision = row.seq % 2 ? "deny" : "allow";
        row.code = row.seq % 2 ? "path_denied" : "";
        row.rule = "policy:endpoints.files_*";
        row.path = "/home/user/out/report-" + QByteArray::number(row.seq % 1000) + ".txt";
        row.status = 200;
        row.durationUs = 830;
        rows.append(row);
    }
    return rows;
}

qint64 residentKiB()
{
    QFile file(u"/proc/self/statm"_s);
    if (!file.open(QIODevice::ReadOnly)) return 0;
    return file.readAll().split(' ').value(1).toLongLong() * 4;
}

} // namespace

class TestAuditModel : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void announcesOneInsertATick()
    {
        AuditModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QSignalSpy inserted(&model, &QAbstractItemModel::rowsInserted);
        for (int i = 0; i < 50; ++i)
            model.append(makeRows(i * 10, 10));
        QCOMPARE(model.rowCount(), 0);
        QTRY_COMPARE(model.rowCount(), 500);
        QCOMPARE(inserted.count(), 1);
    }

    void pausedGoesOnCollecting()
    {
        AuditModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.append(makeRows(0, 10));
        model.setPaused(true);
        QCOMPARE(model.rowCount(), 10);
        model.append(makeRows(10, 42));
        model.flush();
        QCOMPARE(model.rowCount(), 10);
        QCOMPARE(model.waitingCount(), 42);
        QCOMPARE(model.newestSeq(), 51);
        model.setPaused(false);
        QCOMPARE(model.rowCount(), 52);
        QCOMPARE(model.waitingCount(), 0);
        for (int i = 0; i < 52; ++i)
            QCOMPARE(model.row(i).seq, i);
    }

    void pausedTakesOlderPages()
    {
        AuditModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.reset(makeRows(100, 10));
        model.setPaused(true);
        model.append(makeRows(110, 5));
        model.flush();
        model.prepend(makeRows(50, 50));
        QCOMPARE(model.rowCount(), 60);
        model.setPaused(false);
        QCOMPARE(model.rowCount(), 65);
        for (int i = 0; i < 65; ++i)
            QCOMPARE(model.row(i).seq, 50 + i);
    }

    void forgetsTheOldestPastTheCapacity()
    {
        AuditModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setCapacity(10'000);
        for (int i = 0; i < 5; ++i) {
            model.append(makeRows(i * 5'000, 5'000));
            model.flush();
        }
        QVERIFY(model.rowCount() <= 10'000 + RecordStore::chunkRows);
        QCOMPARE(model.rowCount() + model.forgottenCount(), 25'000);
        QCOMPARE(model.row(model.rowCount() - 1).seq, 24'999);
        QCOMPARE(model.row(0).seq, model.forgottenCount());
        QVERIFY(model.isFull());
        model.prepend(makeRows(-10, 10));
        QCOMPARE(model.row(0).seq, model.forgottenCount());
    }

    void findsARowBySeq()
    {
        AuditModel model;
        model.reset(makeRows(10, 100));
        QCOMPARE(model.rowOfSeq(9), -1);
        QCOMPARE(model.rowOfSeq(10), 0);
        QCOMPARE(model.rowOfSeq(109), 99);
        QCOMPARE(model.rowOfSeq(110), -1);
    }

    void cellsAreTermsOfTheLanguage()
    {
        AuditModel model;
        AuditRow row = makeRows(7, 1).first();
        row.path = "/a b \xe2\x86\x92 /c";
        model.reset({row});
        QCOMPARE(model.filterTerm(model.index(0, AuditModel::Identity)), u"identity:agent2"_s);
        QCOMPARE(model.filterTerm(model.index(0, AuditModel::Path)), u"path~\"/a b\""_s);
        QCOMPARE(model.filterTerm(model.index(0, AuditModel::Status)), u"status:200"_s);
        QCOMPARE(model.filterTerm(model.index(0, AuditModel::Duration)), u"duration:>=830"_s);
        QCOMPARE(model.filterTerm(model.index(0, AuditModel::BytesIn)), QString());
        QCOMPARE(model.filterTerm({}), QString());
    }

    void pathsCannotDisguiseThemselves()
    {
        AuditModel model;
        AuditRow row;
        row.path = "/home/\xe2\x80\xaegpj.exe\n";
        model.reset({row});
        QCOMPARE(model.index(0, AuditModel::Path).data().toString(), u"/home/\\u202egpj.exe\\n"_s);
    }

    void cellsSayHeaderAndValue()
    {
        AuditModel model;
        model.reset(makeRows(1, 1));
        QCOMPARE(model.index(0, AuditModel::Decision).data(Qt::AccessibleTextRole).toString(), u"Decision: Denied"_s);
        for (int column = 0; column < AuditModel::ColumnCount; ++column)
            QVERIFY(!model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString().isEmpty());
    }

    void holdsAMillionRows()
    {
        AuditModel model;
        const qint64 before = residentKiB();
        QSignalSpy inserted(&model, &QAbstractItemModel::rowsInserted);
        for (int i = 0; i < 100; ++i) {
            model.append(makeRows(i * 10'000, 10'000));
            model.flush();
        }
        QCOMPARE(model.rowCount(), 1'000'000);
        QCOMPARE(inserted.count(), 100);
        for (const int row : {0, 4095, 4096, 499'999, 999'999})
            QCOMPARE(model.row(row).seq, row);
        const qint64 grown = (residentKiB() - before) / 1024;
        qInfo("one million rows: %lld MiB", static_cast<long long>(grown));
        QVERIFY2(grown <= 150, qPrintable(QString::number(grown)));
    }
};

QTEST_GUILESS_MAIN(TestAuditModel)
#include "tst_auditmodel.moc"
