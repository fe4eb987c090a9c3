// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/audit/lineview.h"
#include "common/audit/record.h"
#include "common/audit/redactor.h"

#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtTest/QTest>

using namespace Cofferdam::Audit;
using namespace Qt::StringLiterals;

namespace {

Record fullRecord()
{
    Record r;
    r.requestId = "req1";
    r.session = "s1";
    r.object = "o1";
    r.agent = "a1";
    r.task = "t1";
    r.identity = "reader";
    r.endpoint = "files_move";
    r.method = "POST";
    r.decision = "deny";
    r.code = "path_denied";
    r.status = 403;
    r.rule = "policy:endpoints.files_*";
    r.paths = {{"delete", "/a b"}, {"write", "/c"}};
    r.params = {{"op"_L1, "move"_L1}, {"size"_L1, 9007199254740993LL}};
    r.peer = "127.0.0.1:5";
    r.durationUs = 12;
    r.bytesIn = 0;
    r.bytesOut = 99;
    r.revision = "ff";
    r.count = 3;
    return r;
}

Position fullPosition() { return {7, "boot1", 1'796'079'439'123, 42, firstPrev()}; }

QByteArray lineOf(const Record &record)
{
    QByteArray line;
    appendLine(line, record, fullPosition());
    return line;
}

QJsonObject objectOf(const QByteArray &line)
{
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson(line, &error);
    return error.error == QJsonParseError::NoError ? document.object() : QJsonObject();
}

} // namespace

class TestAuditRecord : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void forgedTextsStayOneLine_data();
    void forgedTextsStayOneLine();
    void keysComeInTheirOrder();
    void absentMembersAreLeftOut();
    void appendsBehindWhatIsThere();
    void readsBackWhatItWrote();
    void bytesThatAreNoTextSurvive();
    void refusesWhatIsNoLine_data();
    void refusesWhatIsNoLine();
    void secretsAreTakenOut_data();
    void secretsAreTakenOut();
    void decisionIsNeverRedacted();
};

void TestAuditRecord::forgedTextsStayOneLine_data()
{
    QTest::addColumn<QByteArray>("path");
    QTest::newRow("row 67: a second line") << QByteArray("x\n{\"decision\":\"allow\"}");
    QTest::newRow("row 67: escape") << QByteArray("\x1b[31mred\x1b]0;t\x07");
    QTest::newRow("row 67: U+0085") << QByteArray("a\xc2\x85z");
    QTest::newRow("row 67: U+2028 and U+2029") << QByteArray("a\xe2\x80\xa8z\xe2\x80\xa9");
    QTest::newRow("quote and backslash") << QByteArray("\",\"decision\":\"allow\\");
    QTest::newRow("carriage return and NUL") << QByteArray("a\r\0b", 4);
    QTest::newRow("DEL") << QByteArray("a\x7fz");
    QTest::newRow("astral") << QByteArray("\xf0\x9f\x98\x80");
    QTest::newRow("not UTF-8") << QByteArray("a\xff\xfez\xc3");
    QTest::newRow("surrogate in UTF-8") << QByteArray("\xed\xa0\x80");
    QTest::newRow("bidi override") << QByteArray("invoice\xe2\x80\xae" "fdp.exe");
}

void TestAuditRecord::forgedTextsStayOneLine()
{
    QFETCH(QByteArray, path);
    Record record = fullRecord();
    record.paths = {{"read", path}};
    record.rule = path;
    record.session = path;
    record.params = {{QString::fromUtf8(path), QString::fromUtf8(path)}};
    const QByteArray line = lineOf(record);
    for (const char c : line)
        QVERIFY2(c >= 0x20 && c < 0x7f, line.constData());
    const QJsonObject object = objectOf(line);
    QCOMPARE(object.value("decision"_L1).toString(), u"deny"_s);
    QCOMPARE(object.value("paths"_L1).toArray().size(), 1);
    QCOMPARE(parseLine(line)->record.paths.first().path, path);
}

void TestAuditRecord::keysComeInTheirOrder()
{
    const QByteArray expected = R"({"seq":7,"boot":"boot1","ts":"2026-11-30T22:57:19.123Z","mono_ns":42,"request_id":"req1","event":"call",)"
                                R"("session":"s1","object":"o1","agent":"a1","task":"t1","identity":"reader","endpoint":"files_move","method":"POST",)"
                                R"("decision":"deny","code":"path_denied","status":403,"rule":"policy:endpoints.files_*",)"
                                R"("paths":[{"role":"delete","path":"/a b"},{"role":"write","path":"/c"}],"params":{"op":"move","size":9007199254740993},)"
                                R"("peer":"127.0.0.1:5","duration_us":12,"bytes_in":0,"bytes_out":99,"revision":"ff","count":3,"prev":")"
        + firstPrev() + "\"}";
    QCOMPARE(lineOf(fullRecord()), expected);
}

void TestAuditRecord::absentMembersAreLeftOut()
{
    QCOMPARE(lineOf(Record {}), R"({"seq":7,"boot":"boot1","ts":"2026-11-30T22:57:19.123Z","mono_ns":42,"event":"call","prev":")" + firstPrev() + "\"}");
}

void TestAuditRecord::appendsBehindWhatIsThere()
{
    QByteArray out = "before";
    appendLine(out, fullRecord(), fullPosition());
    QCOMPARE(out, "before" + lineOf(fullRecord()));
}

void TestAuditRecord::readsBackWhatItWrote()
{
    const auto entry = parseLine(lineOf(fullRecord()));
    QVERIFY(entry);
    QByteArray again;
    appendLine(again, entry->record, entry->position);
    QCOMPARE(again, lineOf(fullRecord()));
    QCOMPARE(entry->position.utcMs, fullPosition().utcMs);
}

void TestAuditRecord::bytesThatAreNoTextSurvive()
{
    Record record = fullRecord();
    record.paths = {{"read", "/home/\xff"}};
    const QByteArray line = lineOf(record);
    QVERIFY(line.contains(R"("path":"/home/\ufffd","path_base64":"L2hvbWUv/w==")"));
    const auto view = LineView::parse(line);
    QVERIFY(view);
    QVERIFY(view->anyPath([](QByteArrayView path) { return path == "/home/\xff"; }));
}

void TestAuditRecord::refusesWhatIsNoLine_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("cut") << lineOf(fullRecord()).chopped(1);
    QTest::newRow("key twice") << QByteArray(R"({"seq":1,"seq":2})");
    QTest::newRow("list") << QByteArray("[1]");
    QTest::newRow("two objects") << QByteArray(R"({"seq":1}{"seq":2})");
    QTest::newRow("open string") << QByteArray(R"({"seq":"1)");
    QTest::newRow("control inside") << QByteArray("{\"boot\":\"a\x01\"}");
    QTest::newRow("no value") << QByteArray(R"({"seq":,"boot":"a"})");
}

void TestAuditRecord::refusesWhatIsNoLine()
{
    QFETCH(QByteArray, line);
    QVERIFY(!LineView::parse(line));
    QVERIFY(!parseLine(line));
}

void TestAuditRecord::secretsAreTakenOut_data()
{
    QTest::addColumn<QByteArray>("secret");
    QTest::newRow("a token") << QByteArray("canary-4f6c2d");
    QTest::newRow("with a quote and a backslash") << QByteArray("ca\"na\\ry");
    QTest::newRow("beyond ASCII") << QByteArray("k\xc3\xa4nary");
    QTest::newRow("a prefix of another") << QByteArray("canary");
}

void TestAuditRecord::secretsAreTakenOut()
{
    QFETCH(QByteArray, secret);
    Redactor redactor;
    redactor.setSecrets({secret, {}, secret + "-longer", "other"});
    Record record = fullRecord();
    record.session = record.object = record.agent = record.task = record.method = record.rule = record.peer = "x" + secret + "y";
    record.paths = {{"read", "/tmp/" + secret}, {"write", "/" + secret + "-longer/\xff"}};
    const QString text = QString::fromUtf8(secret);
    record.params = {{text, QJsonArray {text, QJsonObject {{"deep"_L1, u"a"_s + text + u"b"_s}}}}};
    QVERIFY(redactor.touches(lineOf(record)));
    redactor.redact(record);
    const QByteArray line = lineOf(record);
    QVERIFY(!redactor.touches(line));
    QVERIFY(!line.contains(secret));
    QVERIFY(!QJsonDocument(objectOf(line)).toJson().contains(secret));
    QCOMPARE(record.paths.at(1).path, QByteArray("/[redacted]/\xff"));
    QCOMPARE(redactor.redacted("a " + secret + " b"), QByteArray("a [redacted] b"));
}

void TestAuditRecord::decisionIsNeverRedacted()
{
    Redactor redactor;
    redactor.setSecrets({"deny"});
    Record record = fullRecord();
    redactor.redact(record);
    QCOMPARE(record.decision, "deny");
}

QTEST_APPLESS_MAIN(TestAuditRecord)
#include "tst_auditrecord.moc"
