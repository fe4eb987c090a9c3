// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "layout.h"

#include <QtTest/QtTest>

#include <cstdio>
#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace Cofferdam;
using namespace Cofferdam::PathGuard;
using namespace Cofferdam::Testing;

namespace {

QByteArray codeOf(const Policy::PathRules &rules, const RootSet &roots, const QByteArray &raw, Resolver resolver = Resolver::Automatic)
{
    const auto got = Guard(rules, roots, resolver).resolve(raw, {});
    return got ? "ok" : got.error().code;
}

} // namespace

/// The boundary directories over time: policy.md 6.4.
class TestRoots : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void row17RootThroughALink_data();
    void row17RootThroughALink();
    void aReplacedRootIsOutside_data();
    void aReplacedRootIsOutside();
    void aRemovedRootIsOutside();
    void anAbsentRootIsOpenedWhenItExists();
    void rootsInsideRoots();
    void theRootIsMarked();
};

void TestRoots::row17RootThroughALink_data()
{
    QTest::addColumn<int>("resolver");
    QTest::newRow("openat2") << int(Resolver::Openat2);
    QTest::newRow("walker") << int(Resolver::Walker);
}

void TestRoots::row17RootThroughALink()
{
    QFETCH(int, resolver);
    const auto with = Resolver(resolver);
    Layout layout;
    layout.makeLink("l", "ws");
    const Policy::PathRules rules = rulesFor({layout / "l"}, {layout / "l/private", "**/.ssh"});
    RootSet roots;
    addAll(roots, rules);
    QCOMPARE(codeOf(rules, roots, "file.txt", with), "ok"_ba);
    QCOMPARE(codeOf(rules, roots, layout / "l/file.txt", with), "ok"_ba);
    QCOMPARE(codeOf(rules, roots, layout / "ws/file.txt", with), "ok"_ba);
    QCOMPARE(codeOf(rules, roots, layout / "out/secret", with), "path_outside"_ba);
    QCOMPARE(codeOf(rules, roots, "outabs", with), "path_outside"_ba);
    QCOMPARE(codeOf(rules, roots, "private/p.txt", with), "path_denied"_ba);
    QCOMPARE(codeOf(rules, roots, layout / "ws/private/p.txt", with), "path_denied"_ba);
    // A new target counts after the next load only.
    QCOMPARE(::unlink((layout / "l").constData()), 0);
    layout.makeLink("l", "out");
    QCOMPARE(codeOf(rules, roots, "secret", with), "path_outside"_ba);
    RootSet reloaded;
    addAll(reloaded, rules);
    QCOMPARE(codeOf(rules, reloaded, "secret", with), "ok"_ba);
}

void TestRoots::aReplacedRootIsOutside_data() { row17RootThroughALink_data(); }

void TestRoots::aReplacedRootIsOutside()
{
    QFETCH(int, resolver);
    Layout layout;
    const Policy::PathRules rules = rulesFor({layout / "ws"});
    RootSet roots;
    addAll(roots, rules);
    QCOMPARE(codeOf(rules, roots, "file.txt", Resolver(resolver)), "ok"_ba);
    QCOMPARE(std::rename((layout / "ws").constData(), (layout / "moved").constData()), 0);
    QCOMPARE(codeOf(rules, roots, "file.txt", Resolver(resolver)), "path_outside"_ba);
    layout.makeDirectory("ws");
    layout.makeFile("ws/file.txt");
    layout.makeFile("ws/only-here");
    QCOMPARE(codeOf(rules, roots, "file.txt", Resolver(resolver)), "path_outside"_ba);
    QCOMPARE(codeOf(rules, roots, "only-here", Resolver(resolver)), "path_outside"_ba);
    QCOMPARE(codeOf(rules, roots, "none", Resolver(resolver)), "path_outside"_ba);
    QCOMPARE(roots.descriptorOf(layout / "ws"), -1);
}

void TestRoots::aRemovedRootIsOutside()
{
    Layout layout;
    layout.makeDirectory("gone");
    const Policy::PathRules rules = rulesFor({layout / "gone"});
    RootSet roots;
    addAll(roots, rules);
    QCOMPARE(::rmdir((layout / "gone").constData()), 0);
    QCOMPARE(codeOf(rules, roots, ".", Resolver::Openat2), "path_outside"_ba);
    QCOMPARE(codeOf(rules, roots, "x", Resolver::Openat2), "path_outside"_ba);
    QCOMPARE(codeOf(rules, roots, ".", Resolver::Walker), "path_outside"_ba);
}

void TestRoots::anAbsentRootIsOpenedWhenItExists()
{
    Layout layout;
    const Policy::PathRules rules = rulesFor({layout / "later"});
    RootSet roots;
    addAll(roots, rules);
    QCOMPARE(codeOf(rules, roots, "x"), "path_outside"_ba);
    layout.makeDirectory("later");
    layout.makeFile("later/x");
    QCOMPARE(codeOf(rules, roots, "x"), "ok"_ba);
}

void TestRoots::rootsInsideRoots()
{
    Layout layout;
    const Policy::PathRules rules = rulesFor({layout / "ws", layout / "ws/dir"});
    RootSet roots;
    addAll(roots, rules);
    const auto inner = Guard(rules, roots).resolve(layout / "ws/dir", {{Policy::PathRole::Delete}, true, false, false});
    QVERIFY(inner);
    QVERIFY(inner->isRoot);
    QCOMPARE(inner->root, layout / "ws/dir");
}

void TestRoots::theRootIsMarked()
{
    Layout layout;
    const Policy::PathRules rules = rulesFor({layout / "ws"});
    RootSet roots;
    addAll(roots, rules);
    for (const Resolver resolver : {Resolver::Openat2, Resolver::Walker}) {
        for (const QByteArray &raw : {layout / "ws", "."_ba, "./"_ba, layout / "ws/."}) {
            const auto got = Guard(rules, roots, resolver).resolve(raw, {{Policy::PathRole::Delete}, true, false, false});
            QVERIFY(got);
            QVERIFY(got->isRoot);
            QVERIFY(!got->parent);
        }
    }
}

QTEST_GUILESS_MAIN(TestRoots)
#include "tst_pathguard_roots.moc"
