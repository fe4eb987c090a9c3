// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/protocol/jsonparser.h"

#include <QtCore/QElapsedTimer>
#include <QtCore/QJsonArray>
#include <QtCore/QJsonObject>
#include <QtTest/QTest>

#include <limits>

using namespace Cofferdam;
using namespace Qt::StringLiterals;

class tst_jsonparser : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void refuses_data();
    void refuses();
    void duplicatesAreAllReported();
    void manyKeysAreLinear();
    void takes_data();
    void takes();
    void keepsPlaces();
    void writesStrings_data();
    void writesStrings();
    void writesCanonically();
};

void tst_jsonparser::refuses_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("place"); // LINE:COLUMN POINTER
    const auto row = [](const char *name, const QByteArray &text, const char *place) { QTest::newRow(name) << text << QByteArray(place); };
    row("empty", "", "1:1 ");
    row("blank", " \n ", "2:2 ");
    row("byte order mark", "\xef\xbb\xbf{}", "1:1 ");
    row("duplicate", R"({"a":1,"a":2})", "1:8 /a");
    row("duplicate after unescaping", R"({"a":1,"\u0061":2})", "1:8 /a");
    row("duplicate inside", R"({"x":[{"k":1,"k":2}]})", "1:14 /x/0/k");
    row("pointer escapes", R"({"a/b~c":nul})", "1:10 /a~1b~0c");
    row("lone high surrogate", R"(["\ud800"])", "1:3 /0");
    row("lone low surrogate", R"(["\udc00"])", "1:3 /0");
    row("wrong pair", R"(["\ud800\u0041"])", "1:3 /0");
    row("over-long UTF-8", "[\"\xc0\xaf\"]", "1:3 ");
    row("surrogate in UTF-8", "[\"\xed\xa0\x80\"]", "1:3 ");
    row("past U+10FFFF", "[\n\"\xf4\x90\x80\x80\"]", "2:2 ");
    row("cut UTF-8", "\"\xe2\x82", "1:2 ");
    row("control in string", "[\"a\tb\"]", "1:4 /0");
    row("NUL", QByteArray("[\0]", 3), "1:2 /0");
    row("unclosed string", R"(["a)", "1:2 /0");
    row("unclosed list", "[1", "1:3 /0");
    row("unclosed object", R"({"a":1)", "1:7 /a");
    row("trailing text", "{} {}", "1:4 ");
    row("trailing comma", "[1,]", "1:4 /1");
    row("missing comma", "[1 2]", "1:4 /0");
    row("missing colon", R"({"a" 1})", "1:6 /");
    row("bare key", "{a:1}", "1:2 /");
    row("single quotes", "['a']", "1:2 /0");
    row("comment", "[1] // c", "1:5 ");
    row("leading zero", "[01]", "1:2 /0");
    row("plus", "[+1]", "1:2 /0");
    row("dot first", "[.5]", "1:2 /0");
    row("dot last", "[5.]", "1:4 /0");
    row("empty exponent", "[1e]", "1:4 /0");
    row("hexadecimal", "[0x1]", "1:3 /0");
    row("NaN", "[NaN]", "1:2 /0");
    row("infinity", "[1e999]", "1:2 /0");
    row("integer past 64 bits", "[9223372036854775808]", "1:2 /0");
    row("word", "[True]", "1:2 /0");
    row("bad escape", R"(["\x41"])", "1:3 /0");
    row("short escape", R"(["\u12"])", "1:3 /0");
    row("33 levels", QByteArray(33, '[') + QByteArray(33, ']'), "1:33 /0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0");
    row("too long", QByteArray((1 << 20) + 1, ' '), "1:1 ");
}

void tst_jsonparser::refuses()
{
    QFETCH(QByteArray, text);
    const Result<Node> result = parseJson(text);
    QVERIFY(!result);
    const Error &error = result.error();
    QCOMPARE(error.code, "invalid_json"_ba);
    QVERIFY(!error.message.isEmpty() && error.span);
    QTEST(QByteArray::number(error.span->line) + ':' + QByteArray::number(error.span->column) + ' ' + error.details["pointer"_L1].toString().toUtf8(), "place");
}

void tst_jsonparser::duplicatesAreAllReported()
{
    QList<Error> duplicates;
    const Result<Node> result = parseJson(R"({"a":false,"a":true,"b":{"c":1,"c":2,"c":3}})", {}, &duplicates);
    QVERIFY(result);
    QCOMPARE(result->find("a")->boolean, false);
    QCOMPARE(duplicates.size(), 3);
    QCOMPARE(duplicates[2].details["pointer"_L1].toString(), u"/b/c"_s);
}

void tst_jsonparser::manyKeysAreLinear()
{
    QByteArray text = "{";
    for (int i = 0; i < 60'000; ++i)
        text += "\"key" + QByteArray::number(i) + "\":0,";
    text.back() = '}';
    QElapsedTimer timer;
    timer.start();
    const Result<Node> result = parseJson(text);
    QVERIFY(result && result->members.size() == 60'000);
    QVERIFY2(timer.elapsed() < 5000, "60,000 keys took over five seconds");
}

void tst_jsonparser::takes_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("canonical");
    const auto row = [](const char *name, const QByteArray &text, const char *canonical) { QTest::newRow(name) << text << QByteArray(canonical); };
    row("words", "[true, false ,null]", "[true,false,null]");
    row("sorts keys", R"({"b":1,"a":{}})", R"({"a":{},"b":1})");
    row("integers", "[0,-0,9223372036854775807,-9223372036854775807]", "[0,0,9223372036854775807,-9223372036854775807]");
    row("doubles", "[1.5,-2.25e2,1E-2]", "[1.5,-225,0.01]");
    row("escapes", R"(["\"\\\/\b\f\n\r\t\u00e4\ud83d\ude00"])", R"(["\"\\/\u0008\u000c\n\r\t\u00e4\ud83d\ude00"])");
    row("UTF-8", "[\"\xc3\xa4\xf0\x9f\x98\x80\"]", R"(["\u00e4\ud83d\ude00"])");
    row("NUL escaped", R"(["\u0000"])", R"(["\u0000"])");
    row("scalar root", " 5 ", "5");
    row("32 levels", QByteArray(32, '[') + QByteArray(32, ']'), "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]");
}

void tst_jsonparser::takes()
{
    QFETCH(QByteArray, text);
    const Result<Node> result = parseJson(text);
    QVERIFY2(result, result ? "" : qPrintable(result.error().message));
    QTEST(canonicalJson(result->toJson()), "canonical");
}

void tst_jsonparser::keepsPlaces()
{
    const QByteArray text = "{\n  \"a\": [1,\n   \"x\"]}";
    const Result<Node> result = parseJson(text);
    const Node::Member *member = result->member("a");
    QCOMPARE(member->keySpan, (SourceSpan {2, 3, 4, 3}));
    QCOMPARE(member->value.items[1].span, (SourceSpan {3, 4, 16, 3}));
    QCOMPARE(text.sliced(result->span.offset, result->span.length), text);
}

void tst_jsonparser::writesStrings_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("json");
    QTest::newRow("plain") << "abc /~"_ba << R"("abc /~")"_ba;
    QTest::newRow("quotes and lines") << "a\"b\\c\nd\r\te"_ba << R"("a\"b\\c\nd\r\te")"_ba;
    QTest::newRow("controls") << QByteArray("\0\x1b\x7f", 3) << R"("\u0000\u001b\u007f")"_ba;
    QTest::newRow("line separators") << "\xc2\x85\xe2\x80\xa8"_ba << R"("\u0085\u2028")"_ba;
    QTest::newRow("beyond the plane") << "\xf0\x9f\x98\x80"_ba << R"("\ud83d\ude00")"_ba;
    QTest::newRow("not UTF-8") << "a\xff\xc3"_ba << R"("a\ufffd\ufffd")"_ba;
    QTest::newRow("empty") << ""_ba << R"("")"_ba;
}

void tst_jsonparser::writesStrings()
{
    QFETCH(QByteArray, text);
    QByteArray out;
    appendJsonString(out, text);
    QTEST(out, "json");
}

void tst_jsonparser::writesCanonically()
{
    const QJsonObject object {{u"z"_s, 1}, {u"a"_s, QJsonArray {QJsonValue(), true, 1.25, qint64(9007199254740993)}}, {u"ä"_s, u"\"x"_s}};
    const QByteArray due = R"({"a":[null,true,1.25,9007199254740993],"z":1,"\u00e4":"\"x"})"_ba;
    QCOMPARE(canonicalJson(object), due);
    QCOMPARE(canonicalJson(std::numeric_limits<qint64>::max()), "9223372036854775807"_ba);
}

QTEST_APPLESS_MAIN(tst_jsonparser)
#include "tst_jsonparser.moc"
