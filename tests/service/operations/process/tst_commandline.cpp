// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "service/operations/process/commandline.h"

#include <QtTest/QTest>

using namespace Cofferdam::Process;
using namespace Qt::StringLiterals;

class TestCommandLine : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void refuses_data();
    void refuses();
    void splits_data();
    void splits();
};

void TestCommandLine::refuses_data()
{
    QTest::addColumn<QByteArray>("command");
    for (const char *command : {"", "   ", "'", "a 'b", "a \"b", "a \"b\\\"", "a\\", "\"", "'' x", "\"\""})
        QTest::newRow(command) << QByteArray(command);
}

void TestCommandLine::refuses()
{
    QFETCH(QByteArray, command);
    const auto words = splitCommand(command);
    QVERIFY(!words);
    QCOMPARE(words.error().code, "invalid_request");
    QCOMPARE(words.error().details.value("pointer"_L1).toString(), u"/command"_s);
}

void TestCommandLine::splits_data()
{
    QTest::addColumn<QByteArray>("command");
    QTest::addColumn<QList<QByteArray>>("words");
    using Words = QList<QByteArray>;
    QTest::newRow("plain") << "git status"_ba << Words {"git", "status"};
    QTest::newRow("blanks") << " \t a\n b  "_ba << Words {"a", "b"};
    QTest::newRow("single") << "a 'b  \\ \"c'"_ba << Words {"a", "b  \\ \"c"};
    QTest::newRow("double") << R"(a "b \"c\" \\ \$x \`y \n")"_ba << Words {"a", R"(b "c" \ $x `y \n)"};
    QTest::newRow("joined") << R"(a'b'"c"\ d)"_ba << Words {"abc d"};
    QTest::newRow("empty words") << "a '' \"\""_ba << Words {"a", "", ""};
    QTest::newRow("line goes on") << "a\\\nb \"c\\\nd\""_ba << Words {"ab", "cd"};
    QTest::newRow("nothing is expanded") << "echo $HOME * ~ `id` $(id)"_ba << Words {"echo", "$HOME", "*", "~", "`id`", "$(id)"};
    QTest::newRow("operators are bytes") << "a|b && c > d; e &"_ba << Words {"a|b", "&&", "c", ">", "d;", "e", "&"};
    QTest::newRow("no comment") << "a # b"_ba << Words {"a", "#", "b"};
    QTest::newRow("bytes") << "a \xff\xc3\xa4"_ba << Words {"a", "\xff\xc3\xa4"};
}

void TestCommandLine::splits()
{
    QFETCH(QByteArray, command);
    QFETCH(QList<QByteArray>, words);
    const auto split = splitCommand(command);
    QVERIFY(split);
    QCOMPARE(*split, words);
}

QTEST_APPLESS_MAIN(TestCommandLine)
#include "tst_commandline.moc"
