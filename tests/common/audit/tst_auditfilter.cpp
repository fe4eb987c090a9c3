// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/audit/filter.h"

#include <QtCore/QJsonDocument>
#include <QtTest/QTest>

using namespace Cofferdam;
using namespace Cofferdam::Audit;
using namespace Qt::StringLiterals;

namespace {

constexpr qint64 Now = 1'796'081'839'123; ///< 2026-11-30T22:57:19.123Z + 40 min

QByteArray sampleLine()
{
    Record r;
    r.requestId = "req-1";
    r.identity = "uploader";
    r.endpoint = "files_upload_stream";
    r.method = "POST";
    r.decision = "deny";
    r.code = "path_outside";
    r.status = 403;
    r.rule = "policy:endpoints.files_*";
    r.paths = {{"write", "/home/user/out/a (1).txt"}, {"read", "/srv/\xff"}};
    r.params = {{"command"_L1, "Git"_L1}};
    r.peer = "127.0.0.1:5";
    r.durationUs = 1500;
    r.bytesIn = 2048;
    QByteArray line;
    appendLine(line, r, {12, "b", 1'796'079'439'123, 5, firstPrev()});
    return line;
}

} // namespace

class TestAuditFilter : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void errorsMarkTheirColumn_data();
    void errorsMarkTheirColumn();
    void matches_data();
    void matches();
    void capsHold();
    void unreadableLineNeverMatches();
    void patterns_data();
    void patterns();
    void patternsAreNotExponential();
    void completes_data();
    void completes();
    void completesFromOutside();
};

void TestAuditFilter::errorsMarkTheirColumn_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("column");
    QTest::addColumn<QString>("part");
    QTest::newRow("unknown field") << "decision:deny endpont:x"_ba << 15 << u"unknown field \"endpont\""_s;
    QTest::newRow("unknown decision") << "decision:denied"_ba << 10 << u"expected one of allow, deny, error"_s;
    QTest::newRow("no value") << "identity:"_ba << 10 << u"expected a value"_s;
    QTest::newRow("number") << "status:abc"_ba << 8 << u"expected a number"_s;
    QTest::newRow("number overflow") << "status:>9223372036854775807"_ba << 8 << u"expected a number"_s;
    QTest::newRow("range open") << "status:400.."_ba << 8 << u"expected a number"_s;
    QTest::newRow("duration unit") << "duration:>10h"_ba << 10 << u"expected a number"_s;
    QTest::newRow("since unit") << "since:2x"_ba << 7 << u"expected a span"_s;
    QTest::newRow("since plain") << "since:5"_ba << 7 << u"expected a span"_s;
    QTest::newRow("open quote") << "x \"abc"_ba << 3 << u"expected a closing quote"_s;
    QTest::newRow("open parenthesis") << "(a or b"_ba << 8 << u"expected \")\""_s;
    QTest::newRow("stray parenthesis") << "a )"_ba << 3 << u"unexpected \")\""_s;
    QTest::newRow("or at the end") << "a or"_ba << 5 << u"came to the end"_s;
    QTest::newRow("not at the end") << "not"_ba << 4 << u"came to the end"_s;
    QTest::newRow("or at the start") << "or a"_ba << 1 << u"expected a term"_s;
    QTest::newRow("empty parentheses") << "()"_ba << 2 << u"expected a term"_s;
    QTest::newRow("tilde elsewhere") << "code~x"_ba << 5 << u"\"~\" is for path only"_s;
    QTest::newRow("relative path") << "path~home"_ba << 6 << u"expected an absolute path"_s;
}

void TestAuditFilter::errorsMarkTheirColumn()
{
    QFETCH(QByteArray, text);
    QFETCH(int, column);
    QFETCH(QString, part);
    const auto filter = Filter::parse(text, Now);
    QVERIFY(!filter);
    QCOMPARE(filter.error().code, "invalid_request");
    QCOMPARE(filter.error().details.value("column"_L1).toInt(), column);
    QCOMPARE(filter.error().span->column, column);
    QVERIFY2(filter.error().message.contains(part), qPrintable(filter.error().message));
}

void TestAuditFilter::matches_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("expected");
    const std::pair<const char *, bool> rows[] = {{"", true}, {"  ", true}, {"decision:deny", true}, {"decision:allow", false}, {"decision:*", true},
        {"endpoint:files_*", true}, {"endpoint:files", false}, {"endpoint:FILES_*", false}, {"identity:uploader code:path_*", true},
        {"identity:uploader code:scope_*", false}, {"identity:uploader and code:path_*", true}, {"identity:x or code:path_*", true}, {"identity:x or code:y", false},
        {"not identity:x", true}, {"not not identity:x", false}, {"not (identity:uploader or code:y)", false}, {"not identity:x code:y", false},
        {"(identity:x or decision:deny) status:403", true}, {"identity:x decision:deny or status:403", true}, {"NOT identity:x OR status:1", true},
        {"status:403", true}, {"status:=403", true}, {"status:>=400", true}, {"status:>403", false}, {"status:<404", true}, {"status:<=402", false},
        {"status:400..403", true}, {"status:404..499", false}, {"status:4*", true}, {"status:5*", false}, {"duration:>1ms", true}, {"duration:>2ms", false},
        {"duration_us:1500", true}, {"bytes_in:>=2KiB", true}, {"bytes_in:>2KiB", false}, {"bytes_out:>=0", false}, {"seq:12", true},
        {"path~/home/user/out", true}, {"path~/home/user/out/", true}, {"path~/home/user/ou", false}, {"path~/", true}, {"path~/srv", true},
        {"path~\"/home/user/out/a (1).txt\"", true}, {"path~/home/user/out/a", false}, {"path:*.txt", true}, {"path:*.pem", false}, {"path:/srv/?", true},
        {"since:1h", true}, {"since:30m", false}, {"until:30m", true}, {"until:1h", false}, {"since:2026-11-30T22:57:19Z", true}, {"since:2026-12-01", false},
        {"since:2026-11-30", true}, {"until:2026-12-01", true}, {"since:9999w", true}, {"upload", true}, {"UPLOAD", true}, {"git", true}, {"403", true}, {"nowhere", false}, {"\"a (1)\"", true},
        {"\"or\"", false}, {"\"path_out\" \"files_\"", true}, {"\"quote \\\" inside\"", false}, {"params:*Git*", true}, {"request_id:req-1", true}, {"session:", false}};
    for (const auto &[text, expected] : rows) {
        if (QByteArrayView(text) != "session:")
            QTest::newRow(text) << QByteArray(text) << expected;
    }
}

void TestAuditFilter::matches()
{
    QFETCH(QByteArray, text);
    QFETCH(bool, expected);
    const auto filter = Filter::parse(text, Now);
    QVERIFY2(filter, filter ? "" : qPrintable(filter.error().message));
    QCOMPARE(filter->matchesLine(sampleLine()), expected);
    QCOMPARE(filter->matches(QJsonDocument::fromJson(sampleLine()).object()), expected);
}

void TestAuditFilter::capsHold()
{
    QVERIFY(!Filter::parse(QByteArray(4097, 'a'), Now));
    QVERIFY(Filter::parse(QByteArray(4096, 'a'), Now));
    QVERIFY(!Filter::parse(QByteArray(2000, '('), Now));
    QByteArray nots;
    for (int i = 0; i < 800; ++i)
        nots += "not ";
    const auto deep = Filter::parse(nots + "a", Now);
    QVERIFY(!deep);
    QVERIFY(deep.error().message.contains("nested too deeply"_L1));
}

void TestAuditFilter::unreadableLineNeverMatches()
{
    QVERIFY(!Filter::parse("not identity:x", Now)->matchesLine("{\"identity\":"));
    QVERIFY(!Filter().matchesLine("x"));
}

void TestAuditFilter::patterns_data()
{
    QTest::addColumn<QByteArray>("pattern");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("expected");
    QTest::newRow("empty") << ""_ba << ""_ba << true;
    QTest::newRow("empty and text") << ""_ba << "a"_ba << false;
    QTest::newRow("star and nothing") << "*"_ba << ""_ba << true;
    QTest::newRow("stars") << "**a**"_ba << "bab"_ba << true;
    QTest::newRow("question") << "a?c"_ba << "abc"_ba << true;
    QTest::newRow("question and nothing") << "a?"_ba << "a"_ba << false;
    QTest::newRow("backtrack") << "*ab*abc"_ba << "abxababc"_ba << true;
    QTest::newRow("tail") << "a*b"_ba << "axbx"_ba << false;
}

void TestAuditFilter::patterns()
{
    QFETCH(QByteArray, pattern);
    QFETCH(QByteArray, text);
    QFETCH(bool, expected);
    QCOMPARE(matchesPattern(pattern, text), expected);
}

void TestAuditFilter::patternsAreNotExponential()
{
    QByteArray pattern;
    for (int i = 0; i < 30; ++i)
        pattern += "*a";
    QVERIFY(!matchesPattern(pattern + "*b", QByteArray(100'000, 'a')));
}

void TestAuditFilter::completes_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("cursor");
    QTest::addColumn<int>("start");
    QTest::addColumn<QByteArray>("candidate");
    QTest::newRow("field at the start") << ""_ba << 0 << 0 << "decision:"_ba;
    QTest::newRow("field begun") << "dec"_ba << 3 << 0 << "decision:"_ba;
    QTest::newRow("field in parentheses") << "(a or dec"_ba << 9 << 6 << "decision:"_ba;
    QTest::newRow("path") << "pa"_ba << 2 << 0 << "path~"_ba;
    QTest::newRow("keyword") << "a no"_ba << 4 << 2 << "not "_ba;
    QTest::newRow("value") << "decision:"_ba << 9 << 9 << "deny"_ba;
    QTest::newRow("value begun") << "x decision:al"_ba << 13 << 11 << "allow"_ba;
    QTest::newRow("span") << "since:"_ba << 6 << 6 << "1h"_ba;
}

void TestAuditFilter::completes()
{
    QFETCH(QByteArray, text);
    QFETCH(int, cursor);
    QFETCH(int, start);
    QFETCH(QByteArray, candidate);
    const FilterCompletion completion = completeFilter(text, cursor);
    QCOMPARE(completion.start, start);
    QCOMPARE(completion.length, cursor - start);
    QVERIFY(std::ranges::any_of(completion.candidates, [&](const auto &c) { return c.text == candidate; }));
}

void TestAuditFilter::completesFromOutside()
{
    const auto completion = completeFilter("endpoint:files_", 15, [](QByteArrayView field) -> QList<QByteArray> {
        return field == "endpoint" ? QList<QByteArray> {"files_list", "shell"} : QList<QByteArray> {};
    });
    QCOMPARE(completion.field, "endpoint");
    QCOMPARE(completion.candidates.size(), 1);
    QCOMPARE(completion.candidates.first().text, "files_list");
}

QTEST_APPLESS_MAIN(TestAuditFilter)
#include "tst_auditfilter.moc"
