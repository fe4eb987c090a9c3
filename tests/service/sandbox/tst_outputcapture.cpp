// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "service/sandbox/subprocess/outputcapture.h"

#include <QtTest/QTest>

using Cofferdam::Sandbox::OutputCapture;
using namespace Qt::StringLiterals;

class TestOutputCapture : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void keepsHeadAndTail_data();
    void keepsHeadAndTail();
    void blocksOfAnySizeGiveTheSame();
    void neverSplitsACharacter();
};

void TestOutputCapture::keepsHeadAndTail_data()
{
    QTest::addColumn<QByteArray>("input");
    QTest::addColumn<bool>("cut");
    QTest::addColumn<QByteArray>("expected");
    QTest::newRow("nothing") << ""_ba << false << ""_ba;
    QTest::newRow("below") << "abc"_ba << false << "abc"_ba;
    QTest::newRow("exactly") << "abcdefghij"_ba << false << "abcdefghij"_ba;
    QTest::newRow("one more") << "abcdefghijk"_ba << true << "abcde\n[... 1 bytes left out ...]\nghijk"_ba;
    QTest::newRow("many") << "01234" + QByteArray(1000, 'x') + "56789" << true << "01234\n[... 1000 bytes left out ...]\n56789"_ba;
}

void TestOutputCapture::keepsHeadAndTail()
{
    QFETCH(QByteArray, input);
    QFETCH(bool, cut);
    QFETCH(QByteArray, expected);
    OutputCapture capture(10);
    capture.append(input);
    QCOMPARE(capture.isCut(), cut);
    QCOMPARE(capture.total(), input.size());
    QCOMPARE(capture.take(), expected);
}

void TestOutputCapture::blocksOfAnySizeGiveTheSame()
{
    QByteArray input;
    for (int i = 0; i < 500; ++i)
        input += QByteArray::number(i) + ' ';
    OutputCapture whole(100);
    whole.append(input);
    const QByteArray expected = whole.take();
    for (int block : {1, 3, 49, 50, 51, 99, 100, 101, 333}) {
        OutputCapture capture(100);
        for (qsizetype at = 0; at < input.size(); at += block)
            capture.append(input.sliced(at, qMin(qsizetype(block), input.size() - at)));
        QCOMPARE(capture.take(), expected);
    }
}

void TestOutputCapture::neverSplitsACharacter()
{
    const QByteArray input = QByteArray("äöü€😀").repeated(50);
    for (int cap = 2; cap < 40; ++cap) {
        OutputCapture capture(cap);
        capture.append(input);
        const QByteArray taken = capture.take();
        QVERIFY2(QUtf8StringView(taken).isValidUtf8(), qPrintable(QString::number(cap)));
    }
}

QTEST_APPLESS_MAIN(TestOutputCapture)
#include "tst_outputcapture.moc"
