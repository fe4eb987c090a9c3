// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/protocol/jsonparser.h"
#include "common/protocol/requestreader.h"

#include <QtTest/QTest>

using namespace Cofferdam;
using namespace Qt::StringLiterals;

class tst_requestreader : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void refuses_data();
    void refuses();
    void firstFaultStays();
    void reads();
};

/// The request all rows are read as.
static Result<void> readRequest(const Node &node)
{
    RequestReader reader(node);
    static_cast<void>(reader.requiredString("path"));
    static_cast<void>(reader.boolean("overwrite"));
    static_cast<void>(reader.integer("count", 1, 10));
    static_cast<void>(reader.stringList("argv"));
    static_cast<void>(reader.base64("content_base64"));
    return reader.finish();
}

void tst_requestreader::refuses_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("pointer");
    QTest::newRow("not an object") << "[]"_ba << u""_s;
    QTest::newRow("missing") << "{}"_ba << u"/path"_s;
    QTest::newRow("path null") << R"({"path":null})"_ba << u"/path"_s;
    QTest::newRow("path number") << R"({"path":5})"_ba << u"/path"_s;
    QTest::newRow("boolean as text") << R"({"path":"a","overwrite":"true"})"_ba << u"/overwrite"_s;
    QTest::newRow("integer as double") << R"({"path":"a","count":1.0})"_ba << u"/count"_s;
    QTest::newRow("integer small") << R"({"path":"a","count":0})"_ba << u"/count"_s;
    QTest::newRow("integer large") << R"({"path":"a","count":11})"_ba << u"/count"_s;
    QTest::newRow("list as text") << R"({"path":"a","argv":"ls"})"_ba << u"/argv"_s;
    QTest::newRow("list of numbers") << R"({"path":"a","argv":["ls",1]})"_ba << u"/argv"_s;
    QTest::newRow("base64 letters") << R"({"path":"a","content_base64":"a!=="})"_ba << u"/content_base64"_s;
    QTest::newRow("base64 space") << R"({"path":"a","content_base64":"YWJj YWJj"})"_ba << u"/content_base64"_s;
    QTest::newRow("base64 unpadded") << R"({"path":"a","content_base64":"YQ"})"_ba << u"/content_base64"_s;
    QTest::newRow("base64 stray bits") << R"({"path":"a","content_base64":"YR=="})"_ba << u"/content_base64"_s;
    QTest::newRow("base64 inner padding") << R"({"path":"a","content_base64":"YQ==YQ=="})"_ba << u"/content_base64"_s;
    QTest::newRow("base64url") << R"({"path":"a","content_base64":"-_-_"})"_ba << u"/content_base64"_s;
    QTest::newRow("unknown field") << R"({"path":"a","owerwrite":true})"_ba << u"/owerwrite"_s;
    QTest::newRow("unknown field escaped") << R"({"path":"a","a/b~":1})"_ba << u"/a~1b~0"_s;
}

void tst_requestreader::refuses()
{
    QFETCH(QByteArray, text);
    const Result<Node> node = parseJson(text);
    QVERIFY(node);
    const Result<void> result = readRequest(*node);
    QVERIFY(!result);
    QCOMPARE(result.error().code, "invalid_request"_ba);
    QTEST(result.error().details["pointer"_L1].toString(), "pointer");
}

void tst_requestreader::firstFaultStays()
{
    const Result<Node> node = parseJson(R"({"overwrite":1,"zzz":2})");
    RequestReader reader(*node, "/checks/0"_ba);
    QVERIFY(!reader.boolean("overwrite"));
    reader.fault("other", u"second"_s);
    const Result<void> result = reader.finish();
    QCOMPARE(result.error().details["pointer"_L1].toString(), u"/checks/0/overwrite"_s);
    QCOMPARE(result.error().message, u"expected a boolean, got integer"_s);
    QCOMPARE(result.error().span->offset, 13);
}

void tst_requestreader::reads()
{
    const Result<Node> node = parseJson(R"({"path":"a","overwrite":false,"count":10,"argv":["ls","-l"],"content_base64":"YWI=","raw":{"x":1}})");
    RequestReader reader(*node);
    QCOMPARE(reader.requiredString("path"), "a"_ba);
    QCOMPARE(reader.boolean("overwrite"), std::optional(false));
    QCOMPARE(reader.integer("count", 1, 10), std::optional<qint64>(10));
    QCOMPARE(reader.stringList("argv"), (QList<QByteArray> {"ls", "-l"}));
    QCOMPARE(reader.base64("content_base64"), std::optional("ab"_ba));
    QVERIFY(reader.value("raw")->isMap());
    QVERIFY(!reader.string("absent"));
    QVERIFY(reader.finish());
    const Result<Node> empty = parseJson(R"({"path":"","content_base64":""})");
    QVERIFY(readRequest(*empty));
}

QTEST_APPLESS_MAIN(tst_requestreader)
#include "tst_requestreader.moc"
