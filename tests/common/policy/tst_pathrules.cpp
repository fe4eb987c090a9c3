// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/policy/pathrules.h"

#include <QtTest/QtTest>

using namespace Cofferdam;
using namespace Cofferdam::Policy;

namespace {

Provenance from(const char *rule)
{
    Provenance provenance;
    provenance.rule = rule;
    return provenance;
}

PathRules rules(const QList<QByteArray> &roots, const QList<QByteArray> &deny, bool nocase = false)
{
    PathRules result;
    result.roots = roots;
    result.rootsFrom = from("policy:roots");
    result.nocase = nocase;
    for (const QByteArray &pattern : deny)
        result.deny.append(DenyEntry::compile(pattern, nocase, from("policy:deny")).value());
    return result;
}

} // namespace

class TestPathRules : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void judges_data();
    void judges();
    void readOnlyRefusesWriteAndDeleteOnly();
    void ownRecordsAreReadableNeverWritable();
    void namesTheRule();
    void noRootsMeansOutside();
    void longestRootWins();
    void removingARootNeverWidens();
    void normalises_data();
    void normalises();
    void within_data();
    void within();
    void refusesPathText_data();
    void refusesPathText();
    void refusesBadPattern();
    void couldDenyBelow();
};

void TestPathRules::judges_data()
{
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<QByteArray>("expected");
    QTest::newRow("inside") << QByteArray("/home/user/a") << QByteArray();
    QTest::newRow("the root itself") << QByteArray("/home/user") << QByteArray();
    QTest::newRow("name that only begins alike") << QByteArray("/home/user2/a") << QByteArray("path_outside");
    QTest::newRow("above") << QByteArray("/home") << QByteArray("path_outside");
    QTest::newRow("top") << QByteArray("/") << QByteArray("path_outside");
    QTest::newRow("other") << QByteArray("/etc/passwd") << QByteArray("path_outside");
    QTest::newRow("denied name") << QByteArray("/home/user/x/.env") << QByteArray("path_denied");
    QTest::newRow("denied ancestor") << QByteArray("/home/user/.ssh/keys/id") << QByteArray("path_denied");
    QTest::newRow("denied prefix") << QByteArray("/home/user/private/deep/x") << QByteArray("path_denied");
    QTest::newRow("denied prefix itself") << QByteArray("/home/user/private") << QByteArray("path_denied");
    QTest::newRow("not the prefix") << QByteArray("/home/user/private2") << QByteArray();
    QTest::newRow("prefix is case-sensitive") << QByteArray("/home/user/Private/x") << QByteArray();
    QTest::newRow("suffix pattern") << QByteArray("/home/user/a.pem") << QByteArray("path_denied");
    QTest::newRow("byte order mark before the name") << QByteArray("/home/user/\xef\xbb\xbfsecret.pem") << QByteArray("path_denied");
    QTest::newRow("outside comes before denied") << QByteArray("/etc/.env") << QByteArray("path_outside");
}

void TestPathRules::judges()
{
    QFETCH(QByteArray, path);
    QFETCH(QByteArray, expected);
    const PathRules set = rules({"/home/user"}, {"**/.env", "**/.ssh", "/home/user/private/", "*.pem"});
    const auto refusal = set.judge(path, PathRole::Read);
    QCOMPARE(refusal ? refusal->code : QByteArray(), expected);
}

void TestPathRules::readOnlyRefusesWriteAndDeleteOnly()
{
    PathRules set = rules({"/w"}, {});
    set.readOnly = true;
    set.readOnlyFrom = from("preset:read-only");
    QCOMPARE(set.judge("/w/a", PathRole::Write)->code, QByteArray("path_read_only"));
    QCOMPARE(set.judge("/w/a", PathRole::Delete)->rule.rule, QByteArray("preset:read-only"));
    QVERIFY(!set.judge("/w/a", PathRole::Read));
    QVERIFY(!set.judge("/w/a", PathRole::Exec));
}

void TestPathRules::ownRecordsAreReadableNeverWritable()
{
    PathRules set = rules({"/w"}, {});
    set.neverWritable = {"/w/.cofferdam"};
    QCOMPARE(set.judge("/w/.cofferdam/desktop/a.png", PathRole::Delete)->code, QByteArray("path_read_only"));
    QCOMPARE(set.judge("/w/.cofferdam", PathRole::Write)->rule.rule, QByteArray("default:service-files"));
    QVERIFY(!set.judge("/w/.cofferdam/desktop/a.png", PathRole::Read));
    QVERIFY(!set.judge("/w/.cofferdam2", PathRole::Write));
}

void TestPathRules::namesTheRule()
{
    const PathRules set = rules({"/w"}, {"*.key"});
    QCOMPARE(set.judge("/x", PathRole::Read)->rule.rule, QByteArray("policy:roots"));
    QCOMPARE(set.judge("/w/a.key", PathRole::Read)->rule.rule, QByteArray("policy:deny"));
    QCOMPARE(set.denied("/w/a.key")->text, QByteArray("*.key"));
}

void TestPathRules::noRootsMeansOutside()
{
    const PathRules set;
    QCOMPARE(set.judge("/", PathRole::Read)->code, QByteArray("path_outside"));
    QCOMPARE(set.judge("/a", PathRole::Read)->code, QByteArray("path_outside"));
}

void TestPathRules::longestRootWins()
{
    const PathRules set = rules({"/w", "/w/out", "/"}, {});
    QCOMPARE(set.rootOf("/w/out/a"), QByteArray("/w/out"));
    QCOMPARE(set.rootOf("/w/outer"), QByteArray("/w"));
    QCOMPARE(set.rootOf("/etc"), QByteArray("/"));
}

void TestPathRules::removingARootNeverWidens()
{
    const QList<QByteArray> all {"/w", "/w/.ssh", "/w/a", "/w/a/.ssh/b"};
    const QList<QByteArray> paths {"/w", "/w/x", "/w/.ssh", "/w/.ssh/id", "/w/a/.ssh", "/w/a/.ssh/b", "/w/a/.ssh/b/c", "/w/a/.ssh/c", "/w/a"};
    const PathRules full = rules(all, {"**/.ssh", "/w/a/*/b/c"});
    for (qsizetype gone = 0; gone < all.size(); ++gone) {
        QList<QByteArray> fewer = all;
        fewer.removeAt(gone);
        const PathRules narrow = rules(fewer, {"**/.ssh", "/w/a/*/b/c"});
        for (const QByteArray &path : paths)
            QVERIFY2(narrow.judge(path, PathRole::Read) || !full.judge(path, PathRole::Read), path.constData());
    }
}

void TestPathRules::normalises_data()
{
    QTest::addColumn<QByteArray>("raw");
    QTest::addColumn<QByteArray>("expected");
    QTest::newRow("relative") << QByteArray("a/b") << QByteArray("/base/dir/a/b");
    QTest::newRow("dot") << QByteArray(".") << QByteArray("/base/dir");
    QTest::newRow("dots and slashes") << QByteArray(".//a/./b//") << QByteArray("/base/dir/a/b");
    QTest::newRow("up") << QByteArray("../x") << QByteArray("/base/x");
    QTest::newRow("far up stays at the top") << QByteArray("../../../../x") << QByteArray("/x");
    QTest::newRow("absolute") << QByteArray("/a/../b") << QByteArray("/b");
    QTest::newRow("top") << QByteArray("/..") << QByteArray("/");
    QTest::newRow("percent is literal") << QByteArray("%2e%2e/x") << QByteArray("/base/dir/%2e%2e/x");
    QTest::newRow("three dots are a name") << QByteArray("/.../x") << QByteArray("/.../x");
}

void TestPathRules::normalises()
{
    QFETCH(QByteArray, raw);
    QTEST(normalisePath(raw, "/base/dir"), "expected");
}

void TestPathRules::within_data()
{
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<QByteArray>("root");
    QTest::addColumn<bool>("nocase");
    QTest::addColumn<bool>("expected");
    QTest::newRow("equal") << QByteArray("/a") << QByteArray("/a") << false << true;
    QTest::newRow("below") << QByteArray("/a/b") << QByteArray("/a") << false << true;
    QTest::newRow("begins alike") << QByteArray("/ab") << QByteArray("/a") << false << false;
    QTest::newRow("shorter") << QByteArray("/a") << QByteArray("/a/b") << false << false;
    QTest::newRow("top holds all") << QByteArray("/a") << QByteArray("/") << false << true;
    QTest::newRow("empty root holds nothing") << QByteArray("/a") << QByteArray() << false << false;
    QTest::newRow("case") << QByteArray("/A/b") << QByteArray("/a") << false << false;
    QTest::newRow("nocase") << QByteArray("/A/b") << QByteArray("/a") << true << true;
}

void TestPathRules::within()
{
    QFETCH(QByteArray, path);
    QFETCH(QByteArray, root);
    QFETCH(bool, nocase);
    QTEST(isWithin(path, root, nocase), "expected");
}

void TestPathRules::refusesPathText_data()
{
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<bool>("bytes");
    QTest::addColumn<bool>("ok");
    QTest::newRow("empty") << QByteArray("") << false << false;
    QTest::newRow("nul") << QByteArray("a\0b", 3) << false << false;
    QTest::newRow("not UTF-8") << QByteArray("a\xff") << false << false;
    QTest::newRow("lone surrogate") << QByteArray("a\xed\xa0\x80") << false << false;
    QTest::newRow("bytes where allowed") << QByteArray("a\xff") << true << true;
    QTest::newRow("longest") << "/" + QByteArray("a/").repeated(2047) + "b" << false << true;
    QTest::newRow("too long") << QByteArray("/a").repeated(2049) << false << false;
    QTest::newRow("longest component") << QByteArray(255, 'a') << false << true;
    QTest::newRow("component too long") << "/x/" + QByteArray(256, 'a') + "/y" << true << false;
}

void TestPathRules::refusesPathText()
{
    QFETCH(QByteArray, path);
    QFETCH(bool, bytes);
    QFETCH(bool, ok);
    const auto result = checkPathText(path, bytes);
    QCOMPARE(result.has_value(), ok);
    if (!ok)
        QCOMPARE(result.error().code, QByteArray("invalid_path"));
}

void TestPathRules::refusesBadPattern()
{
    QCOMPARE(DenyEntry::compile("/a/[x", false, {}).error().code, QByteArray("bad_pattern"));
}

void TestPathRules::couldDenyBelow()
{
    const PathRules set = rules({"/w"}, {"/w/a/secret", "/w/b/*.key"});
    QVERIFY(set.couldDenyBelow("/w"));
    QVERIFY(set.couldDenyBelow("/w/a"));
    QVERIFY(set.couldDenyBelow("/w/a/secret/x"));
    QVERIFY(set.couldDenyBelow("/w/b"));
    QVERIFY(!set.couldDenyBelow("/w/c"));
    QVERIFY(!set.couldDenyBelow("/w/a/other"));
    QVERIFY(!set.couldDenyBelow("/w/b/sub"));
}

QTEST_GUILESS_MAIN(TestPathRules)
#include "tst_pathrules.moc"
