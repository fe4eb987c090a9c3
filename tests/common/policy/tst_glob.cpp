// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/policy/glob.h"

#include <QtCore/QElapsedTimer>
#include <QtTest/QtTest>

using namespace Cofferdam;
using namespace Cofferdam::Policy;

class TestGlob : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void refusesBadPatterns_data();
    void refusesBadPatterns();
    void matchesPaths_data();
    void matchesPaths();
    void matchesAncestors_data();
    void matchesAncestors();
    void couldMatchBelow_data();
    void couldMatchBelow();
    void matchesNames_data();
    void matchesNames();
    void agreesWithSlowMatcher();
    void takesLinearTime_data();
    void takesLinearTime();
    void emptyGlobMatchesNothing();
};

void TestGlob::refusesBadPatterns_data()
{
    QTest::addColumn<QByteArray>("pattern");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("unclosed class") << QByteArray("/a/[bc");
    QTest::newRow("class over a slash") << QByteArray("/a/[b/c]");
    QTest::newRow("empty class") << QByteArray("[]");
    QTest::newRow("empty negated class") << QByteArray("[!]");
    QTest::newRow("backward range") << QByteArray("[z-a]");
    QTest::newRow("dot") << QByteArray("/a/./b");
    QTest::newRow("dot dot") << QByteArray("**/../x");
    QTest::newRow("nul") << QByteArray("a\0b", 3);
    QTest::newRow("too long") << QByteArray(4097, 'a');
    QTest::newRow("too many components") << QByteArray("/a").repeated(257);
}

void TestGlob::refusesBadPatterns()
{
    QFETCH(QByteArray, pattern);
    const auto glob = Glob::compile(pattern);
    QVERIFY(!glob);
    QCOMPARE(glob.error().code, QByteArray("bad_pattern"));
}

void TestGlob::matchesPaths_data()
{
    QTest::addColumn<QByteArray>("pattern");
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<bool>("nocase");
    QTest::addColumn<bool>("expected");
    const auto row = [](const char *pattern, const char *path, bool expected, bool nocase = false) {
        QTest::addRow("%s ~ %s%s", pattern, path, nocase ? " nocase" : "") << QByteArray(pattern) << QByteArray(path) << nocase << expected;
    };
    row("**/.env", "/.env", true);
    row("**/.env", "/a/.env", true);
    row("**/.env", "/a/b/c/.env", true);
    row("**/.env", "/a/b.env", false);
    row("**/.env", "/a/.env/b", false);
    row("**/.env", "/a/.envx", false);
    row("**/.env.*", "/a/.env.local", true);
    row("**/.env.*", "/a/.env", false);
    row("**/.ssh/**", "/h/.ssh", true);
    row("**/.ssh/**", "/h/.ssh/id", true);
    row("**/.ssh/**", "/h/.ssh/a/b", true);
    row("**/.ssh/**", "/h/ssh/a", false);
    row("/a/*/c", "/a/b/c", true);
    row("/a/*/c", "/a/b/b/c", false);
    row("/a/*/c", "/a/c", false);
    row("/a/**/c", "/a/c", true);
    row("/a/**/c", "/a/b/b/c", true);
    row("/a/**/c", "/x/a/c", false);
    row("/a/**", "/a", true);
    row("/a/**", "/ab", false);
    row("/**", "/", true);
    row("/", "/", true);
    row("/", "/a", false);
    row("/a//b/", "/a/b", true);
    row("*.pem", "/x/y/key.pem", true);
    row("*.pem", "/x/y.pem/z", false);
    row("*.pem", "/x/.pem", true);
    row("*", "/x", true);
    row("**", "/x/y", true);
    row("a**b", "/x/axxb", true);
    row("a**b", "/a/b", false);
    row("?", "/x/y", true);
    row("?", "/x/yz", false);
    row("?", "/x/\xc3\xa9", false);
    row("??", "/x/\xc3\xa9", true);
    row("[a-c]x", "/bx", true);
    row("[a-c]x", "/dx", false);
    row("[!a-c]x", "/dx", true);
    row("[^a-c]x", "/bx", false);
    row("[]]x", "/]x", true);
    row("[!]]x", "/]x", false);
    row("[a-]x", "/-x", true);
    row("[-a]x", "/-x", true);
    row("[a-c-]x", "/-x", true);
    row("[*]", "/*", true);
    row("[*]", "/a", false);
    row(".git/**", "/w/.git/hooks/x", true);
    row(".git/**", "/.git", true);
    row(".git/**", "/w/x.git/y", false);
    row("a/b", "/x/a/b", true);
    row("a/b", "/x/a/c/b", false);
    row("*.PEM", "/x/a.pem", false);
    row("*.PEM", "/x/a.pem", true, true);
    row("[A-C]x", "/bX", true, true);
    row("[!A-C]x", "/bX", false, true);
    row("/Home/U", "/home/u", true, true);
    // Rows 13 and 14 of security.md: a byte order mark, joiners and bidi marks are plain bytes of a name.
    row("*.pem", "/d/\xef\xbb\xbfsecret.pem", true);
    row(".git/**", "/d/.g\xe2\x80\x8dit/hooks/x", false);
    row("**/.git/**", "/d/.git/hooks/x\xe2\x80\xae" "fdp", true);
    row("*(*(a))", "/x/b(c(a))", true);
}

void TestGlob::matchesPaths()
{
    QFETCH(QByteArray, pattern);
    QFETCH(QByteArray, path);
    QFETCH(bool, nocase);
    const auto glob = Glob::compile(pattern, nocase);
    QVERIFY(glob);
    QTEST(glob->matches(path), "expected");
}

void TestGlob::matchesAncestors_data()
{
    QTest::addColumn<QByteArray>("pattern");
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<QByteArray>("root");
    QTest::addColumn<bool>("expected");
    const auto row = [](const char *pattern, const char *path, const char *root, bool expected) {
        QTest::addRow("%s ~ %s in %s", pattern, path, root) << QByteArray(pattern) << QByteArray(path) << QByteArray(root) << expected;
    };
    row("**/.ssh", "/h/u/.ssh/id_rsa", "/h/u", true);
    row("**/.ssh", "/h/u/.ssh", "/h/u", true);
    row(".ssh", "/h/u/x/.ssh/a/b/c", "/h/u", true);
    row(".ssh", "/h/u/x/ssh/a", "/h/u", false);
    row("u", "/h/u/x", "/h/u", false);
    row("**/u", "/h/u/x", "/h/u", false);
    row("u", "/h/u", "/h/u", true);
    row("h", "/h/u/x", "/h/u", false);
    row("/h/*", "/h/u/x", "/h/u", true);
    row("/h/*/y", "/h/u/y/z", "/h/u", true);
    row("/h/*/y", "/h/u/x/y", "/h/u", false);
    row("*.d", "/h/u/a.d/x", "/h/u", true);
    row("u", "/u/u/x", "/u", true);
    row("secret", "/secret/x", "/", true);
    row("**/a/b", "/r/a/b/c", "/r", true);
    row("**/r/a", "/r/a/c", "/r", true);
    row("**", "/r/a", "/r", true);
    row("/", "/r/a", "/r", true);
}

void TestGlob::matchesAncestors()
{
    QFETCH(QByteArray, pattern);
    QFETCH(QByteArray, path);
    QFETCH(QByteArray, root);
    const auto glob = Glob::compile(pattern);
    QVERIFY(glob);
    QTEST(glob->matchesWithAncestors(path, root), "expected");
}

void TestGlob::couldMatchBelow_data()
{
    QTest::addColumn<QByteArray>("pattern");
    QTest::addColumn<QByteArray>("directory");
    QTest::addColumn<bool>("expected");
    const auto row = [](const char *pattern, const char *directory, bool expected) {
        QTest::addRow("%s below %s", pattern, directory) << QByteArray(pattern) << QByteArray(directory) << expected;
    };
    row("*.pem", "/a", true);
    row("**/.env", "/a/b", true);
    row("/a/*/c", "/a", true);
    row("/a/*/c", "/a/b", true);
    row("/a/*/c", "/a/b/c", true);
    row("/a/*/c", "/a/b/d", false);
    row("/a/*/c", "/b", false);
    row("/a/**/c", "/a/x/y/z", true);
    row("/a/b", "/", true);
    row("/a/[xy]", "/a/z", false);
    row("/a/[xy]", "/a/x/q", true);
}

void TestGlob::couldMatchBelow()
{
    QFETCH(QByteArray, pattern);
    QFETCH(QByteArray, directory);
    const auto glob = Glob::compile(pattern);
    QVERIFY(glob);
    QTEST(glob->couldMatchBelow(directory), "expected");
}

void TestGlob::matchesNames_data()
{
    QTest::addColumn<QByteArray>("pattern");
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<bool>("expected");
    const auto row = [](const char *pattern, const char *name, bool expected) {
        QTest::addRow("%s ~ %s", pattern, name) << QByteArray(pattern) << QByteArray(name) << expected;
    };
    row("files_*", "files_list", true);
    row("files_*", "files_", true);
    row("files_*", "file_list", false);
    row("*", "", true);
    row("", "", true);
    row("", "a", false);
    row("*_stream", "files_upload_stream", true);
    row("pty_[dw]*", "pty_watch", true);
    row("pty_[dw]*", "pty_create", false);
    row("?hell", "shell", true);
    row("LD_*", "ld_preload", false);
    row("[", "[", true);
    row("a[b", "a[b", true);
}

void TestGlob::matchesNames()
{
    QFETCH(QByteArray, pattern);
    QFETCH(QByteArray, name);
    QTEST(nameMatches(pattern, name), "expected");
}

namespace {

// The definition, spelled out without care for time: what the fast matcher must agree with.
bool slowName(QByteArrayView pattern, QByteArrayView name)
{
    if (pattern.isEmpty())
        return name.isEmpty();
    if (pattern[0] == '*')
        return slowName(pattern.sliced(1), name) || (!name.isEmpty() && slowName(pattern, name.sliced(1)));
    return !name.isEmpty() && (pattern[0] == '?' || pattern[0] == name[0]) && slowName(pattern.sliced(1), name.sliced(1));
}

bool slowPath(const QList<QByteArray> &pattern, const QList<QByteArray> &path)
{
    if (pattern.isEmpty())
        return path.isEmpty();
    if (pattern[0] == "**")
        return slowPath(pattern.sliced(1), path) || (!path.isEmpty() && slowPath(pattern, path.sliced(1)));
    return !path.isEmpty() && slowName(pattern[0], path[0]) && slowPath(pattern.sliced(1), path.sliced(1));
}

} // namespace

void TestGlob::agreesWithSlowMatcher()
{
    QRandomGenerator random(20260101);
    const auto pick = [&](std::initializer_list<const char *> words) { return QByteArray(*(words.begin() + random.bounded(int(words.size())))); };
    for (int round = 0; round < 20'000; ++round) {
        QList<QByteArray> pattern;
        QList<QByteArray> path;
        for (int i = random.bounded(1, 6); i > 0; --i)
            pattern.append(pick({"**", "a", "b", "*", "a*", "*b", "?", "a*b*", "**", "*a*a*b"}));
        for (int i = random.bounded(1, 7); i > 0; --i)
            path.append(pick({"a", "b", "ab", "aab", "ba", "abab", "aaaab"}));
        const QByteArray patternText = "/" + pattern.join('/');
        const auto glob = Glob::compile(patternText);
        QVERIFY(glob);
        const bool expected = slowPath(pattern, path);
        const QByteArray pathText = "/" + path.join('/');
        QVERIFY2(glob->matches(pathText) == expected, (patternText + " ~ " + pathText).constData());
        bool ancestor = false;
        for (qsizetype n = 0; n <= path.size(); ++n)
            ancestor = ancestor || slowPath(pattern, path.first(n));
        QVERIFY2(glob->matchesWithAncestors(pathText, "/a") == ancestor, (patternText + " above " + pathText).constData());
        if (ancestor) {
            for (qsizetype n = 0; n < path.size(); ++n)
                QVERIFY2(glob->couldMatchBelow("/" + path.first(n).join('/')), (patternText + " below " + pathText).constData());
        }
    }
}

// Row 64 of security.md.
void TestGlob::takesLinearTime_data()
{
    QTest::addColumn<QByteArray>("pattern");
    QTest::addColumn<QByteArray>("path");
    const QByteArray longName = QByteArray(255, 'a');
    QTest::newRow("many stars, no end") << QByteArray("*a").repeated(40) + "b" << "/" + longName;
    QTest::newRow("many stars in each component") << "**/" + QByteArray("*a").repeated(40) + "b" << ("/" + longName).repeated(16);
    QTest::newRow("forty spans") << QByteArray("**/").repeated(40) + "b" << QByteArray("/a").repeated(2047);
    QTest::newRow("forty spans with names between") << QByteArray("**/a/").repeated(40) + "b" << QByteArray("/a").repeated(2047);
    QTest::newRow("spans of pairs") << QByteArray("**/a/a/").repeated(40) + "b" << QByteArray("/a").repeated(2047);
    QTest::newRow("parentheses") << QByteArray("*(*(a))") << "/" + QByteArray(255, '(');
}

void TestGlob::takesLinearTime()
{
    QFETCH(QByteArray, pattern);
    QFETCH(QByteArray, path);
    const auto glob = Glob::compile(pattern);
    QVERIFY(glob);
    QElapsedTimer timer;
    timer.start();
    QVERIFY(!glob->matches(path));
    QVERIFY(!glob->matchesWithAncestors(path, "/a"));
    QVERIFY(glob->couldMatchBelow(path));
    // An exponential or cubic matcher would need minutes; ours needs milliseconds, even unoptimised and under a sanitizer.
    QVERIFY2(timer.elapsed() < 2000, qPrintable(QString::number(timer.elapsed())));
}

void TestGlob::emptyGlobMatchesNothing()
{
    const Glob glob;
    QVERIFY(!glob.matches("/a"));
    QVERIFY(!glob.matchesWithAncestors("/a", "/"));
    QVERIFY(!glob.couldMatchBelow("/a"));
}

QTEST_GUILESS_MAIN(TestGlob)
#include "tst_glob.moc"
