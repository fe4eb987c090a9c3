// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "service/gate/bodyintake.h"
#include "service/gate/connectiontable.h"

#include <QtTest/QTest>

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

using namespace Cofferdam;
using namespace Cofferdam::Gate;
using namespace Qt::StringLiterals;

class GatePartsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void smallBodyStaysInMemory();
    void largeBodyGoesToTheSpool();
    void spoolThatCannotBeOpened();
    void spoolThatIsFull();
    void oldestIdleGivesWay();
    void busyNeverGivesWay();
};

void GatePartsTest::smallBodyStaysInMemory()
{
    BodyIntake intake;
    QVERIFY(intake.begin(BodyIntake::MemoryBytes, []() -> Result<UniqueFd> { return failure("io_error", u"not due"_s); }));
    QCOMPARE(intake.take(QByteArray(65000, 'a')).value(), 65000);
    QVERIFY(!intake.isComplete());
    QCOMPARE(intake.take(QByteArray(5000, 'b')).value(), 536);
    QVERIFY(intake.isComplete());
    QCOMPARE(intake.take("more").value(), 0);
    const Body body = intake.finish();
    QCOMPARE(body.size, 65536);
    QCOMPARE(body.bytes.size(), 65536);
    QVERIFY(!body.file);
}

void GatePartsTest::largeBodyGoesToTheSpool()
{
    BodyIntake intake;
    QVERIFY(intake.begin(BodyIntake::MemoryBytes + 1, []() -> Result<UniqueFd> { return UniqueFd(::memfd_create("spool", MFD_CLOEXEC)); }));
    QCOMPARE(intake.take(QByteArray(70000, 'a')).value(), 65537);
    const Body body = intake.finish();
    QVERIFY(body.file);
    QCOMPARE(body.bytes, QByteArray());
    QCOMPARE(::lseek(body.file.get(), 0, SEEK_END), 65537);
}

void GatePartsTest::spoolThatCannotBeOpened()
{
    BodyIntake intake;
    const auto begun = intake.begin(1 << 20, []() -> Result<UniqueFd> { return failure("disk_full", u"no room"_s); });
    QVERIFY(!begun);
    QCOMPARE(begun.error().code, QByteArray("disk_full"));
}

void GatePartsTest::spoolThatIsFull()
{
    if (::access("/dev/full", W_OK) != 0)
        QSKIP("/dev/full is missing here");
    BodyIntake intake;
    QVERIFY(intake.begin(1 << 20, []() -> Result<UniqueFd> { return UniqueFd(::open("/dev/full", O_WRONLY | O_CLOEXEC)); }));
    const auto taken = intake.take(QByteArray(100, 'a'));
    QVERIFY(!taken);
    QCOMPARE(taken.error().code, QByteArray("disk_full"));
}

void GatePartsTest::oldestIdleGivesWay()
{
    ConnectionTable table;
    const auto young = table.add(0);
    const auto old = table.add(1);
    young->idleSinceNs = 200;
    old->idleSinceNs = 100;
    QCOMPARE(table.count(), 2);
    QCOMPARE(table.takeOldestIdle(), old);
    QCOMPARE(table.count(), 1); // one that was asked to leave no longer counts
    QCOMPARE(table.takeOldestIdle(), young);
    QCOMPARE(table.takeOldestIdle(), nullptr);
    table.remove(old);
    table.remove(young);
    QVERIFY(table.isEmpty());
}

void GatePartsTest::busyNeverGivesWay()
{
    ConnectionTable table;
    const auto busy = table.add(0);
    QCOMPARE(table.takeOldestIdle(), nullptr);
    table.remove(busy);
}

QTEST_APPLESS_MAIN(GatePartsTest)
#include "tst_gateparts.moc"
