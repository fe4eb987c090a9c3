// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "layout.h"

#include "common/base/atomicfile.h"
#include "service/pathguard/descriptors.h"
#include "service/pathguard/directoryreader.h"
#include "service/pathguard/newfile.h"
#include "service/pathguard/treewalk.h"

#include <QtTest/QtTest>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace Cofferdam;
using namespace Cofferdam::PathGuard;
using namespace Cofferdam::Testing;

/// The descriptor layer below the operations: opening, making, replacing, walking.
class TestFiles : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void row8FifoIsRefusedAtOnce();
    void row12EveryNameIsRead();
    void publishReplacesOnlyRegularFiles_data();
    void publishReplacesOnlyRegularFiles();
    void publishKeepsHardLinksOfTheOldFile();
    void publishWithoutReplaceKeepsTheOld();
    void aRefusedCheckLeavesNoTrace();
    void directoriesAreTakenBackUnlessKept();
    void directoriesAreNotMadeThroughALink();
    void aWalkCountsAndStops();
    void aDeepWalkHoldsFewDescriptors();
    void controlCharacters_data();
    void controlCharacters();

private:
    [[nodiscard]] UniqueFd opened(const QByteArray &path) { return UniqueFd(::open(path.constData(), O_PATH | O_CLOEXEC | O_DIRECTORY)); }
};

namespace {

ResolvedPath resolvedIn(const Layout &layout, const QByteArray &raw)
{
    const Policy::PathRules rules = rulesFor({layout / "ws"});
    RootSet roots;
    addAll(roots, rules);
    auto got = Guard(rules, roots).resolve(raw, {});
    return got ? std::move(*got) : ResolvedPath {};
}

QList<QByteArray> namesIn(const QByteArray &path)
{
    DirectoryReader reader(UniqueFd(::open(path.constData(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)));
    QList<QByteArray> names;
    while (auto entry = reader.next())
        names.append(entry->name);
    std::ranges::sort(names);
    return names;
}

NewFile fileWith(int directory, const QByteArray &content)
{
    auto file = NewFile::createUnnamed(directory);
    if (!file || !writeAll(file->get(), content))
        qFatal("cannot write an unnamed file");
    return NewFile(std::move(*file));
}

} // namespace

void TestFiles::row8FifoIsRefusedAtOnce()
{
    Layout layout;
    const auto opened = openForReading(resolvedIn(layout, "fifo"));
    QVERIFY(!opened);
    QCOMPARE(opened.error().code, "path_not_regular"_ba);
    QCOMPARE(openForReading(resolvedIn(layout, "dir")).error().code, "is_directory"_ba);
    QCOMPARE(openDirectory(resolvedIn(layout, "file.txt")).error().code, "not_directory"_ba);
    const auto file = openForReading(resolvedIn(layout, "file.txt"));
    QVERIFY(file);
    QVERIFY(::fcntl(file->get(), F_GETFD) & FD_CLOEXEC);
}

void TestFiles::row12EveryNameIsRead()
{
    Layout layout;
    layout.makeDirectory("many");
    QList<QByteArray> expected;
    for (char c = 'a'; c <= 'z'; ++c)
        expected.append(QByteArray(1, c));
    expected.append("\xff");
    for (const QByteArray &name : expected)
        layout.makeFile("many/" + name);
    QCOMPARE(namesIn(layout / "many"), expected);
}

void TestFiles::publishReplacesOnlyRegularFiles_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QByteArray>("code");
    QTest::newRow("directory") << "dir"_ba << "is_directory"_ba;
    QTest::newRow("link") << "outabs"_ba << "path_symlink"_ba;
    QTest::newRow("FIFO") << "fifo"_ba << "path_not_regular"_ba;
    QTest::newRow("file") << "file.txt"_ba << QByteArray();
    QTest::newRow("nothing") << "new"_ba << QByteArray();
}

void TestFiles::publishReplacesOnlyRegularFiles()
{
    QFETCH(QByteArray, name);
    QFETCH(QByteArray, code);
    Layout layout;
    const UniqueFd directory = opened(layout / "ws");
    const QList<QByteArray> before = namesIn(layout / "ws");
    const auto published = fileWith(directory.get(), "fresh").publish({directory.get(), name, 0640, true, {}});
    QCOMPARE(published ? QByteArray() : published.error().code, code);
    QCOMPARE(contentOf(layout / "out/secret"), "content"_ba);
    if (!published) {
        QCOMPARE(namesIn(layout / "ws"), before);
        return;
    }
    QCOMPARE(contentOf(layout / "ws/" + name), "fresh"_ba);
    struct stat info {};
    QCOMPARE(::stat((layout / "ws/" + name).constData(), &info), 0);
    QCOMPARE(info.st_mode & 07777, 0640U);
    QCOMPARE(namesIn(layout / "ws").size(), before.size() + (before.contains(name) ? 0 : 1));
}

void TestFiles::publishKeepsHardLinksOfTheOldFile()
{
    Layout layout;
    const UniqueFd directory = opened(layout / "ws");
    QVERIFY(fileWith(directory.get(), "fresh").publish({directory.get(), "hard", 0644, true, {}}));
    QCOMPARE(contentOf(layout / "ws/hard"), "fresh"_ba);
    QCOMPARE(contentOf(layout / "ws/two"), "content"_ba);
}

void TestFiles::publishWithoutReplaceKeepsTheOld()
{
    Layout layout;
    const UniqueFd directory = opened(layout / "ws");
    const QList<QByteArray> before = namesIn(layout / "ws");
    for (const char *name : {"file.txt", "dir", "outabs", "dangling"}) {
        const auto published = fileWith(directory.get(), "fresh").publish({directory.get(), name, 0644, false, {}});
        QVERIFY(!published);
        QCOMPARE(published.error().code, "already_exists"_ba);
    }
    QCOMPARE(contentOf(layout / "ws/file.txt"), "content"_ba);
    QCOMPARE(namesIn(layout / "ws"), before);
}

void TestFiles::aRefusedCheckLeavesNoTrace()
{
    Layout layout;
    const UniqueFd directory = opened(layout / "ws");
    const QList<QByteArray> before = namesIn(layout / "ws");
    const auto refuse = [](const struct stat *old) -> Result<void> {
        return old ? Result<void>(failure("precondition_failed", QStringLiteral("no"))) : Result<void>();
    };
    const auto published = fileWith(directory.get(), "fresh").publish({directory.get(), "file.txt", 0644, true, refuse});
    QCOMPARE(published.error().code, "precondition_failed"_ba);
    QCOMPARE(contentOf(layout / "ws/file.txt"), "content"_ba);
    QCOMPARE(namesIn(layout / "ws"), before);
}

void TestFiles::directoriesAreTakenBackUnlessKept()
{
    Layout layout;
    const UniqueFd directory = opened(layout / "ws/dir");
    {
        NewDirectories made;
        QVERIFY(made.make(directory, "a/b/c"));
        QCOMPARE(::access((layout / "ws/dir/a/b/c").constData(), F_OK), 0);
    }
    QVERIFY(::access((layout / "ws/dir/a").constData(), F_OK) != 0);
    {
        NewDirectories made;
        QVERIFY(made.make(directory, "sub/x"));
        made.keep();
    }
    QCOMPARE(::access((layout / "ws/dir/sub/x").constData(), F_OK), 0);
}

void TestFiles::directoriesAreNotMadeThroughALink()
{
    Layout layout;
    const UniqueFd directory = opened(layout / "ws");
    NewDirectories made;
    const auto got = made.make(directory, "outdir/a");
    QVERIFY(!got);
    QCOMPARE(got.error().code, "path_symlink"_ba);
    QVERIFY(::access((layout / "out/tree/a").constData(), F_OK) != 0);
}

void TestFiles::aWalkCountsAndStops()
{
    Layout layout;
    TreeWalk walk;
    QList<QByteArray> seen;
    walk.enter = [&seen](const TreeWalk::Visit &visit) -> Result<void> {
        seen.append(visit.path);
        return {};
    };
    const auto top = [&layout] { return UniqueFd(::open((layout / "ws/dir").constData(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)); };
    QVERIFY(walk.run(top()));
    std::ranges::sort(seen);
    QCOMPARE(seen, QList<QByteArray>({"inner.txt", "sub"}));
    walk.maxEntries = 1;
    QCOMPARE(walk.run(top()).error().code, "payload_too_large"_ba);
}

void TestFiles::aDeepWalkHoldsFewDescriptors()
{
    Layout layout;
    UniqueFd at = opened(layout / "ws/dir");
    constexpr int Depth = 600;
    for (int i = 0; i < Depth; ++i) {
        QCOMPARE(::mkdirat(at.get(), "d", 0755), 0);
        at = UniqueFd(::openat(at.get(), "d", O_PATH | O_DIRECTORY | O_CLOEXEC));
    }
    int deepest = 0;
    TreeWalk walk;
    walk.enter = [&](const TreeWalk::Visit &visit) -> Result<void> {
        deepest = qMax(deepest, visit.directory);
        return {};
    };
    qint64 removed = 0;
    walk.leave = [&](const TreeWalk::Visit &visit) -> Result<void> {
        removed += ::unlinkat(visit.directory, visit.name.constData(), AT_REMOVEDIR) == 0;
        return {};
    };
    const auto done = walk.run(UniqueFd(::open((layout / "ws/dir").constData(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)));
    QVERIFY(done);
    QVERIFY2(deepest < 200, QByteArray::number(deepest).constData());
    QCOMPARE(removed, Depth + 1); // and dir/sub
}

void TestFiles::controlCharacters_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<bool>("has");
    QTest::newRow("line feed") << "a\nb"_ba << true;
    QTest::newRow("escape") << "\x1b[2J"_ba << true;
    QTest::newRow("delete") << "a\x7f"_ba << true;
    QTest::newRow("C1") << "a\xc2\x85"_ba << true;
    QTest::newRow("plain") << "a b.txt"_ba << false;
    QTest::newRow("umlaut") << "\xc3\xa4"_ba << false;
    QTest::newRow("row14 bidi is a byte like another") << "invoice\xe2\x80\xae" "fdp.exe"_ba << false;
    QTest::newRow("not UTF-8") << "\xff"_ba << false;
}

void TestFiles::controlCharacters()
{
    QFETCH(QByteArray, name);
    QFETCH(bool, has);
    QCOMPARE(hasControlCharacters(name), has);
}

QTEST_GUILESS_MAIN(TestFiles)
#include "tst_pathguard_files.moc"
