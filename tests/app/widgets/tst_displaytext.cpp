// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/displaytext.h"

#include <QtTest/QtTest>

using namespace Qt::StringLiterals;
using namespace Cofferdam::App;

class TestDisplayText : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void escapes_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("shown");
        QTest::newRow("plain") << QByteArray("/home/user/out/report.txt") << u"/home/user/out/report.txt"_s;
        QTest::newRow("letters of other scripts stay") << QByteArray("/tmp/\xc3\xa4\xe6\x97\xa5.txt") << u"/tmp/ä日.txt"_s;
        QTest::newRow("beyond the first plane stays") << QByteArray("\xf0\x9f\x93\x81") << QString::fromUtf8("\xf0\x9f\x93\x81");
        QTest::newRow("line feed") << QByteArray("a\nb") << u"a\\nb"_s;
        QTest::newRow("escape") << QByteArray("\x1b[31m") << u"\\x1b[31m"_s;
        QTest::newRow("delete") << QByteArray("a\x7f") << u"a\\x7f"_s;
        QTest::newRow("nul") << QByteArray("a\0b", 3) << u"a\\x00b"_s;
        QTest::newRow("right-to-left override") << QByteArray("a\xe2\x80\xae" "fdp.exe") << u"a\\u202efdp.exe"_s;
        QTest::newRow("isolate") << QByteArray("\xe2\x81\xa6x") << u"\\u2066x"_s;
        QTest::newRow("zero width space") << QByteArray("pass\xe2\x80\x8bwd") << u"pass\\u200bwd"_s;
        QTest::newRow("byte order mark") << QByteArray("\xef\xbb\xbfx") << u"\\ufeffx"_s;
        QTest::newRow("line separator") << QByteArray("a\xe2\x80\xa8" "b") << u"a\\u2028b"_s;
        QTest::newRow("no-break space") << QByteArray("a\xc2\xa0" "b") << u"a\\xa0b"_s;
        QTest::newRow("tag character") << QByteArray("\xf3\xa0\x81\x81") << u"\\U000e0041"_s;
        QTest::newRow("not utf-8") << QByteArray("a\xff\xc3.txt") << u"a\\xff\\xc3.txt"_s;
        QTest::newRow("backslash stays") << QByteArray("a\\n") << u"a\\n"_s;
    }
    void escapes()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, shown);
        QCOMPARE(displayText(bytes), shown);
    }

    void quotesForTheShell()
    {
        QCOMPARE(shellQuoted(u"files_read"_s), u"files_read"_s);
        QCOMPARE(shellQuoted(u"/a b"_s), u"'/a b'"_s);
        QCOMPARE(shellQuoted(u"it's $(x)"_s), u"'it'\\''s $(x)'"_s);
        QCOMPARE(shellQuoted(QString()), u"''"_s);
    }

    void saysDurations()
    {
        QLocale::setDefault(QLocale::c());
        QCOMPARE(displayDuration(-1), QString());
        QCOMPARE(displayDuration(0), u"0 µs"_s);
        QCOMPARE(displayDuration(820), u"820 µs"_s);
        QCOMPARE(displayDuration(12'400), u"12.4 ms"_s);
        QCOMPARE(displayDuration(3'100'000), u"3.1 s"_s);
    }

    void saysSizes()
    {
        QLocale::setDefault(QLocale::c());
        QCOMPARE(displayBytes(-1), QString());
        QCOMPARE(displayBytes(4300), u"4.2 KiB"_s);
    }
};

QTEST_GUILESS_MAIN(TestDisplayText)
#include "tst_displaytext.moc"
