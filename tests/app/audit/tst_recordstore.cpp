// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/audit/recordstore.h"
#include "app/audit/tailfollower.h"

#include <QtCore/QJsonArray>
#include <QtTest/QtTest>

using namespace Qt::StringLiterals;
using namespace Cofferdam::App;

namespace {

AuditRow makeRow(qint64 seq)
{
    AuditRow row;
    row.seq = seq;
    row.utcMs = 1'796'000'000'000 + seq;
    row.identity = "agent" + QByteArray::number(seq % 3);
    row.endpoint = "files_read";
    row.decision = seq % 2 ? "deny" : "allow";
    row.path = "/home/user/out/" + QByteArray::number(seq / 4);
    row.status = 200;
    row.durationUs = seq;
    return row;
}

QList<AuditRow> makeRows(qint64 from, int count)
{
    QList<AuditRow> rows;
    for (int i = 0; i < count; ++i)
        rows.append(makeRow(from + i));
    return rows;
}

} // namespace

class TestRecordStore : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void keepsWhatItWasGiven()
    {
        RecordStore store;
        for (int i = 0; i < 3 * RecordStore::chunkRows + 7; ++i)
            store.append(makeRow(i));
        QCOMPARE(store.size(), 3 * RecordStore::chunkRows + 7);
        for (const qsizetype i : {qsizetype(0), qsizetype(1), RecordStore::chunkRows - 1, RecordStore::chunkRows, store.size() - 1}) {
            const AuditRow row = store.at(i), wanted = makeRow(i);
            QCOMPARE(row.seq, wanted.seq);
            QCOMPARE(row.utcMs, wanted.utcMs);
            QCOMPARE(row.identity, wanted.identity);
            QCOMPARE(row.decision, wanted.decision);
            QCOMPARE(row.path, wanted.path);
            QCOMPARE(store.path(i), wanted.path);
            QCOMPARE(store.seq(i), wanted.seq);
        }
    }

    void prependsPagesBeforeTheRest()
    {
        RecordStore store;
        for (const AuditRow &row : makeRows(10'000, 100))
            store.append(row);
        store.prepend(makeRows(5'000, 5'000));
        store.prepend({});
        store.append(makeRow(10'100));
        QCOMPARE(store.size(), 5'101);
        for (qsizetype i = 0; i < store.size(); ++i)
            QCOMPARE(store.seq(i), 5'000 + i);
    }

    void forgetsWholeChunks()
    {
        RecordStore store;
        QCOMPARE(store.dropOldest(), 0);
        for (const AuditRow &row : makeRows(0, int(RecordStore::chunkRows) + 10))
            store.append(row);
        QCOMPARE(store.dropOldest(), RecordStore::chunkRows);
        QCOMPARE(store.size(), 10);
        QCOMPARE(store.seq(0), RecordStore::chunkRows);
        QCOMPARE(store.dropOldest(), 10);
        QCOMPARE(store.size(), 0);
        store.append(makeRow(1));
        QCOMPARE(store.seq(0), 1);
    }

    void remembersWhatItSaw()
    {
        RecordStore store;
        for (const AuditRow &row : makeRows(0, 10))
            store.append(row);
        QCOMPARE(store.seenIdentities(), (QList<QByteArray> {"agent0", "agent1", "agent2"}));
        QCOMPARE(store.seenCodes(), QList<QByteArray>());
    }

    void readsTimes_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<qint64>("utcMs");
        QTest::newRow("form of the log") << u"2026-11-30T21:57:19.123Z"_s << QDateTime::fromString(u"2026-11-30T21:57:19.123Z"_s, Qt::ISODateWithMs).toMSecsSinceEpoch();
        QTest::newRow("leap day") << u"2028-02-29T00:00:00.000Z"_s << QDateTime::fromString(u"2028-02-29T00:00:00.000Z"_s, Qt::ISODateWithMs).toMSecsSinceEpoch();
        QTest::newRow("epoch") << u"1970-01-01T00:00:00.000Z"_s << qint64(0);
        QTest::newRow("another form") << u"2026-11-30T22:57:19+01:00"_s << QDateTime::fromString(u"2026-11-30T21:57:19Z"_s, Qt::ISODate).toMSecsSinceEpoch();
        QTest::newRow("no day 31") << u"2026-11-31T21:57:19.123Z"_s << qint64(0);
        QTest::newRow("letters") << u"2026-1x-30T21:57:19.123Z"_s << qint64(0);
        QTest::newRow("empty") << QString() << qint64(0);
    }
    void readsTimes()
    {
        QFETCH(QString, text);
        QFETCH(qint64, utcMs);
        QCOMPARE(parseUtc(text), utcMs);
    }

    void readsRecords()
    {
        const AuditRow row = AuditRow::fromJson({{u"seq"_s, 7}, {u"ts"_s, u"2026-11-30T21:57:19.123Z"_s}, {u"decision"_s, u"deny"_s}, {u"status"_s, 403},
            {u"paths"_s, QJsonArray {QJsonObject {{u"role"_s, u"delete"_s}, {u"path"_s, u"/a"_s}}, QJsonObject {{u"role"_s, u"write"_s}, {u"path"_s, u"/b"_s}}}}});
        QCOMPARE(row.seq, 7);
        QCOMPARE(row.decision, "deny");
        QCOMPARE(row.status, 403);
        QCOMPARE(row.path, QByteArray("/a \xe2\x86\x92 /b"));
        QCOMPARE(row.durationUs, -1);
        QCOMPARE(row.count, 1);
        const AuditRow nothing = AuditRow::fromJson({});
        QCOMPARE(nothing.seq, -1);
        QCOMPARE(nothing.status, -1);
    }

    void followsUntilReleased()
    {
        TailFollower tail;
        QVERIFY(tail.isFollowing());
        tail.appended(10);
        QCOMPARE(tail.freshCount(), 0);
        tail.scrolledByUser(false);
        QVERIFY(!tail.isFollowing());
        tail.appended(300);
        tail.appended(12);
        QCOMPARE(tail.freshCount(), 312);
        tail.scrolledByUser(false);
        QCOMPARE(tail.freshCount(), 312);
        tail.scrolledByUser(true);
        QVERIFY(tail.isFollowing());
        QCOMPARE(tail.freshCount(), 0);
        tail.rowChosen();
        QVERIFY(!tail.isFollowing());
        tail.appended(1);
        tail.follow();
        QVERIFY(tail.isFollowing());
        QCOMPARE(tail.freshCount(), 0);
    }
};

QTEST_GUILESS_MAIN(TestRecordStore)
#include "tst_recordstore.moc"
