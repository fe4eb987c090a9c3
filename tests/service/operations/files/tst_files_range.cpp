// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "service/operations/files/range.h"

#include <QtTest/QtTest>

using namespace Qt::StringLiterals;
using namespace Cofferdam::Files;

/// Range headers (security.md row 11) and file names in headers (row 30).
class TestRange : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void row11Ranges_data();
    void row11Ranges();
    void row30Names_data();
    void row30Names();
};

void TestRange::row11Ranges_data()
{
    QTest::addColumn<QByteArray>("header");
    QTest::addColumn<qint64>("size");
    QTest::addColumn<QByteArray>("expected");
    const auto row = [](const char *name, const QByteArray &header, qint64 size, const QByteArray &expected) {
        QTest::newRow(name) << header << size << expected;
    };
    row("none", "", 10, "whole");
    row("another unit", "lines=0-1", 10, "whole");
    row("five hundred overlapping", "bytes=" + QByteArray("0-,").repeated(500), 10, "416");
    row("two", "bytes=0-1,3-4", 10, "416");
    row("minus zero", "bytes=-0", 10, "416");
    row("no numbers", "bytes=-", 10, "416");
    row("no dash", "bytes=5", 10, "416");
    row("no equals", "bytes", 10, "416");
    row("nothing", "bytes=", 10, "416");
    row("letters", "bytes=a-b", 10, "416");
    row("sign", "bytes=+1-2", 10, "416");
    row("backwards", "bytes=5-4", 10, "416");
    row("beyond the end", "bytes=10-", 10, "416");
    row("empty file", "bytes=0-", 0, "416");
    row("empty file from the end", "bytes=-5", 0, "416");
    row("huge start", "bytes=99999999999999999999-", 10, "416");
    row("end over 64 bits", "bytes=0-18446744073709551615", 10, "0+10");
    row("first byte", "bytes=0-0", 10, "0+1");
    row("middle", "bytes=2-4", 10, "2+3");
    row("open", "bytes=7-", 10, "7+3");
    row("last three", "bytes=-3", 10, "7+3");
    row("more than there is from the end", "bytes=-300", 10, "0+10");
    row("end beyond the end", "bytes=8-100", 10, "8+2");
}

void TestRange::row11Ranges()
{
    QFETCH(QByteArray, header);
    QFETCH(qint64, size);
    QFETCH(QByteArray, expected);
    const Range range = readRange(header, size);
    const QByteArray got = range.kind == Range::Kind::Whole ? "whole"_ba
        : range.kind == Range::Kind::Unsatisfiable          ? "416"_ba
                                                            : QByteArray::number(range.offset) + '+' + QByteArray::number(range.length);
    QCOMPARE(got, expected);
}

void TestRange::row30Names_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QByteArray>("expected");
    QTest::newRow("plain") << "a.txt"_ba << "attachment; filename=\"a.txt\"; filename*=UTF-8''a.txt"_ba;
    QTest::newRow("CR LF and a quote") << "a\r\nX-Evil: 1\".txt"_ba
                                       << "attachment; filename=\"a__X-Evil: 1_.txt\"; filename*=UTF-8''a%0D%0AX-Evil%3A%201%22.txt"_ba;
    QTest::newRow("umlaut") << "\xc3\xa4.txt"_ba << "attachment; filename=\"__.txt\"; filename*=UTF-8''%C3%A4.txt"_ba;
    QTest::newRow("backslash and percent") << "a\\%41"_ba << "attachment; filename=\"a__41\"; filename*=UTF-8''a%5C%2541"_ba;
    QTest::newRow("not UTF-8") << "\xff.txt"_ba << "attachment; filename=\"_.txt\""_ba;
}

void TestRange::row30Names()
{
    QFETCH(QByteArray, name);
    QFETCH(QByteArray, expected);
    QCOMPARE(contentDisposition(name), expected);
}

QTEST_GUILESS_MAIN(TestRange)
#include "tst_files_range.moc"
