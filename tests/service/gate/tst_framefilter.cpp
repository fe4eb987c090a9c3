// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "service/gate/framefilter.h"

#include <QtCore/QtEndian>
#include <QtTest/QTest>

using namespace Cofferdam::Gate;

namespace {

/// A frame as a client sends it.
QByteArray frame(int first, const QByteArray &payload, bool masked = true, int lengthForm = 0)
{
    QByteArray bytes(1, char(first));
    const int maskBit = masked ? 0x80 : 0;
    const qsizetype size = payload.size();
    const int form = lengthForm ? lengthForm : size < 126 ? 1 : size <= 0xffff ? 2 : 8;
    if (form == 1) {
        bytes.append(char(maskBit | int(size)));
    } else if (form == 2) {
        const quint16 big = qToBigEndian(quint16(size));
        bytes.append(char(maskBit | 126)).append(reinterpret_cast<const char *>(&big), 2);
    } else {
        const quint64 big = qToBigEndian(quint64(size));
        bytes.append(char(maskBit | 127)).append(reinterpret_cast<const char *>(&big), 8);
    }
    const QByteArray mask("\x11\xa2\x33\x44", 4);
    if (!masked)
        return bytes + payload;
    bytes += mask;
    for (qsizetype i = 0; i < size; ++i)
        bytes.append(char(uchar(payload[i]) ^ uchar(mask[i % 4])));
    return bytes;
}

QByteArray served(int opcode, const QByteArray &payload)
{
    QByteArray out;
    appendFrame(out, opcode, payload);
    return out;
}

} // namespace

class FrameFilterTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void refuses_data();
    void refuses();
    void handsOn_data();
    void handsOn();
    void claimedLengthCounts();
    void fragmentsAreCapped();
    void floodIsCapped();
    void closeFrameIsShort();
};

void FrameFilterTest::refuses_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<int>("code");
    QTest::newRow("not masked (row 38)") << QByteArray("\x81\x05hello") << 1002;
    QTest::newRow("control not masked") << QByteArray("\x89\x00", 2) << 1002;
    for (const int bit : {0x40, 0x20, 0x10})
        QTest::addRow("reserved bit %x", unsigned(bit)) << frame(0x81 | bit, "a") << 1002;
    for (const int opcode : {3, 4, 5, 6, 7, 11, 12, 13, 14, 15})
        QTest::addRow("opcode %d", opcode) << frame(0x80 | opcode, "a") << 1002;
    QTest::newRow("ping of 126 bytes") << frame(0x89, QByteArray(126, 'p')) << 1002;
    QTest::newRow("ping in fragments") << frame(0x09, "p") << 1002;
    QTest::newRow("close in fragments") << frame(0x08, "") << 1002;
    QTest::newRow("continuation of nothing") << frame(0x80, "a") << 1002;
    QTest::newRow("text inside a message") << frame(0x01, "a") + frame(0x81, "b") << 1002;
    QTest::newRow("binary inside a message") << frame(0x01, "a") + frame(0x82, "b") << 1002;
    QTest::newRow("length not shortest, 16 bit") << frame(0x81, "a", true, 2) << 1002;
    QTest::newRow("length not shortest, 64 bit") << frame(0x81, QByteArray(200, 'a'), true, 8) << 1002;
    QTest::newRow("length past 63 bits") << QByteArray("\x82\xff\xff\xff\xff\xff\xff\xff\xff\xff", 10) + "mask" << 1002;
    QTest::newRow("message too big") << frame(0x82, QByteArray(1001, 'a')) << 1009;
    QTest::newRow("message too big in fragments") << frame(0x02, QByteArray(600, 'a')) + frame(0x80, QByteArray(401, 'a')) << 1009;
}

void FrameFilterTest::refuses()
{
    QFETCH(const QByteArray, bytes);
    QFETCH(const int, code);
    for (const qsizetype size : {qsizetype(1), qsizetype(3), bytes.size()}) {
        FrameFilter filter(SocketLimits {.maxMessageBytes = 1000, .queueBytes = 1000, .maxFragments = 10});
        QByteArray out;
        bool good = filter.feed(frame(0x81, "first"), 0, out);
        QVERIFY(good);
        for (qsizetype at = 0; good && at < bytes.size(); at += size)
            good = filter.feed(QByteArrayView(bytes).sliced(at, std::min(size, bytes.size() - at)), 0, out);
        QVERIFY(!good);
        QCOMPARE(filter.closeCode(), code);
        QCOMPARE(out, served(1, "first"));
        QVERIFY(!filter.feed(frame(0x81, "late"), 0, out));
        QCOMPARE(out, served(1, "first"));
    }
}

void FrameFilterTest::handsOn_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("expected");
    QTest::newRow("text") << frame(0x81, "hello") << served(1, "hello");
    QTest::newRow("empty") << frame(0x82, "") << served(2, "");
    QTest::newRow("125, 126, 65536 bytes") << frame(0x82, QByteArray(125, 'a')) + frame(0x82, QByteArray(126, 'b')) + frame(0x82, QByteArray(65536, 'c'))
                                           << served(2, QByteArray(125, 'a')) + served(2, QByteArray(126, 'b')) + served(2, QByteArray(65536, 'c'));
    QTest::newRow("fragments joined") << frame(0x01, "a") + frame(0x00, "") + frame(0x00, "bc") + frame(0x80, "d") << served(1, "abcd");
    QTest::newRow("cut inside a character") << frame(0x01, "\xe2\x82") + frame(0x80, "\xac!") << served(1, "\xe2\x82\xac!");
    QTest::newRow("ping between fragments") << frame(0x01, "a") + frame(0x89, "p") + frame(0x80, "b") << served(9, "p") + served(1, "ab");
    QTest::newRow("close") << frame(0x88, "\x03\xe8 bye") << served(8, "\x03\xe8 bye");
    QTest::newRow("all byte values") << frame(0x82, QByteArray::fromHex("00010203fffefdfc7f8081")) << served(2, QByteArray::fromHex("00010203fffefdfc7f8081"));
}

void FrameFilterTest::handsOn()
{
    QFETCH(const QByteArray, bytes);
    QFETCH(const QByteArray, expected);
    for (const qsizetype size : {qsizetype(1), qsizetype(5), qsizetype(4096), bytes.size()}) {
        FrameFilter filter;
        QByteArray out;
        for (qsizetype at = 0; at < bytes.size(); at += size)
            QVERIFY(filter.feed(QByteArrayView(bytes).sliced(at, std::min(size, bytes.size() - at)), 0, out));
        QCOMPARE(out, expected);
        QCOMPARE(filter.closeCode(), 0);
    }
}

void FrameFilterTest::claimedLengthCounts()
{
    FrameFilter filter;
    QByteArray out;
    // One GiB announced, nothing sent: refused at the header.
    QVERIFY(!filter.feed(QByteArray("\x82\xff\x00\x00\x00\x00\x40\x00\x00\x00mask", 14), 0, out));
    QCOMPARE(filter.closeCode(), 1009);
}

void FrameFilterTest::fragmentsAreCapped()
{
    FrameFilter filter(SocketLimits {.maxMessageBytes = 1 << 20, .queueBytes = 1000, .maxFragments = 3});
    QByteArray out;
    QVERIFY(filter.feed(frame(0x01, "") + frame(0x00, "") + frame(0x80, "x"), 0, out));
    QVERIFY(filter.feed(frame(0x01, "") + frame(0x00, "") + frame(0x00, ""), 0, out));
    QVERIFY(!filter.feed(frame(0x00, ""), 0, out));
    QCOMPARE(filter.closeCode(), 1009);
    QCOMPARE(out, served(1, "x"));
}

void FrameFilterTest::floodIsCapped()
{
    FrameFilter filter;
    QByteArray out;
    for (int second = 1; second < 4; ++second) {
        for (int i = 0; i < 64; ++i)
            QVERIFY(filter.feed(frame(0x89, ""), second * 1000, out));
    }
    QVERIFY(!filter.feed(frame(0x89, ""), 3999, out));
    QCOMPARE(filter.closeCode(), 4429);
}

void FrameFilterTest::closeFrameIsShort()
{
    QCOMPARE(closeFrame(1002, "x"), QByteArray("\x88\x03\x03\xeax", 5));
    QCOMPARE(closeFrame(1002, QByteArray(500, 'x')).size(), 127);
}

QTEST_APPLESS_MAIN(FrameFilterTest)
#include "tst_framefilter.moc"
