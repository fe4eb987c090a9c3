// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "filescall.h"

#include <QtCore/QJsonArray>
#include <QtTest/QtTest>

#include <sys/stat.h>
#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace Cofferdam;
using namespace Cofferdam::Testing;

namespace {

QStringList pathsIn(const Answered &answered)
{
    QStringList paths;
    const QJsonArray entries = answered.json.value("entries"_L1).toArray();
    for (const QJsonValue &entry : entries)
        paths.append(entry["path"_L1].toString());
    return paths;
}

} // namespace

/// files_list: endpoints.md 1.4, 1.8.
class TestList : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void refuses_data();
    void refuses();
    void deniedEntriesAreAbsent();
    void deniedDirectoriesAreNotEntered();
    void row8And9OddFilesAreListedAtOnce();
    void row12EveryNameIsThere();
    void row13ByteOrderMark();
    void linkTargetsOnlyInside();
    void hiddenByParameter();
    void orderAndPages_data();
    void orderAndPages();
    void depthIsLowered();
    void entriesAreLowered();
    void anEntryInFull();
};

void TestList::refuses_data()
{
    QTest::addColumn<QList<QByteArray>>("query");
    QTest::addColumn<QByteArray>("code");
    QTest::newRow("outside") << QList<QByteArray> {"path=../out"} << "path_outside"_ba;
    QTest::newRow("row3 parent") << QList<QByteArray> {"path=../"} << "path_outside"_ba;
    QTest::newRow("row3 doubled") << QList<QByteArray> {"path=a/..//../"} << "path_outside"_ba;
    QTest::newRow("row2 link out") << QList<QByteArray> {"path=outdir"} << "path_outside"_ba;
    QTest::newRow("file") << QList<QByteArray> {"path=f"} << "not_directory"_ba;
    QTest::newRow("row8 FIFO") << QList<QByteArray> {"path=fifo"} << "not_directory"_ba;
    QTest::newRow("missing") << QList<QByteArray> {"path=none"} << "file_not_found"_ba;
    QTest::newRow("recursion forbidden") << QList<QByteArray> {"path=.", "recursive=true"} << "param_not_allowed"_ba;
    QTest::newRow("no boolean") << QList<QByteArray> {"path=.", "recursive=yes"} << "invalid_request"_ba;
    QTest::newRow("no number") << QList<QByteArray> {"path=.", "max_entries=ten"} << "invalid_request"_ba;
    QTest::newRow("zero") << QList<QByteArray> {"path=.", "max_entries=0"} << "invalid_request"_ba;
    QTest::newRow("no cursor of ours") << QList<QByteArray> {"path=.", "cursor=***"} << "invalid_request"_ba;
}

void TestList::refuses()
{
    QFETCH(QList<QByteArray>, query);
    QFETCH(QByteArray, code);
    const FilesCall files("  files_list: {params: {recursive: false}}\n");
    files.makeFile("ws/f");
    files.makeLink("ws/outdir", "../out");
    ::mkfifo((files / "ws/fifo").constData(), 0644);
    const Answered got = files.get("files_list", query);
    QCOMPARE(got.code, code);
    if (code == "param_not_allowed")
        QCOMPARE(got.error.details.value("rule"_L1).toString(), u"policy:endpoints.files_list"_s);
}

void TestList::deniedEntriesAreAbsent()
{
    const FilesCall files("  files_list: {paths: {deny: ['*.pem', '**/.ssh']}}\n");
    files.makeFile("ws/a.txt");
    files.makeFile("ws/key.pem");
    files.makeDirectory("ws/.ssh");
    const Answered got = files.get("files_list", {"path=."});
    QVERIFY(got.ok());
    QCOMPARE(pathsIn(got), QStringList({u"a.txt"_s}));
    QCOMPARE(got.json.value("truncated"_L1), QJsonValue(false));
}

void TestList::deniedDirectoriesAreNotEntered()
{
    const FilesCall files("  files_list: {paths: {deny: ['@/ws/p/private']}}\n");
    files.makeDirectory("ws/p");
    files.makeDirectory("ws/p/private");
    files.makeFile("ws/p/private/x");
    files.makeFile("ws/p/open");
    QCOMPARE(pathsIn(files.get("files_list", {"path=.", "recursive=true"})), QStringList({u"p"_s, u"p/open"_s}));
}

void TestList::row8And9OddFilesAreListedAtOnce()
{
    const FilesCall files;
    ::mkfifo((files / "ws/fifo").constData(), 0644);
    const Answered got = files.get("files_list", {"path=."});
    QCOMPARE(got.json["entries"_L1][0]["type"_L1].toString(), u"other"_s);
}

void TestList::row12EveryNameIsThere()
{
    const FilesCall files;
    for (char c = 'a'; c <= 'z'; ++c)
        files.makeFile("ws/" + QByteArray(1, c));
    files.makeFile("ws/\xff");
    const Answered got = files.get("files_list", {"path=."});
    const QJsonArray entries = got.json["entries"_L1].toArray();
    QCOMPARE(entries.size(), 27);
    QCOMPARE(QByteArray::fromBase64(entries[26]["name_base64"_L1].toString().toLatin1()), "\xff"_ba);
    QCOMPARE(QByteArray::fromBase64(entries[26]["path_base64"_L1].toString().toLatin1()), "\xff"_ba);
    QVERIFY(entries[0]["name_base64"_L1].isUndefined());
    const QByteArray encoded = entries[26]["path_base64"_L1].toString().toLatin1();
    QCOMPARE(files.get("files_stat", {"path_base64=" + encoded}).json["exists"_L1], QJsonValue(true));
    QCOMPARE(files.get("files_delete", {"path_base64=" + encoded}).json["removed"_L1].toInt(), 1);
}

void TestList::row13ByteOrderMark()
{
    const FilesCall files("  files_list: {paths: {deny: ['*.pem']}}\n");
    files.makeFile("ws/\xef\xbb\xbfsecret.pem");
    files.makeDirectory("ws/\xef\xbb\xbf");
    const Answered got = files.get("files_list", {"path=.", "recursive=true"});
    QCOMPARE(pathsIn(got), QStringList({u"\ufeff"_s}));
}

void TestList::linkTargetsOnlyInside()
{
    const FilesCall files("  files_list: {paths: {deny: ['**/.ssh']}}\n");
    files.makeLink("ws/a", "b");
    files.makeLink("ws/denied", ".ssh/id");
    files.makeLink("ws/out", "../out/secret");
    files.makeLink("ws/outabs", "/etc/passwd");
    const QJsonArray entries = files.get("files_list", {"path=."}).json["entries"_L1].toArray();
    QCOMPARE(entries.size(), 4);
    for (const QJsonValue &entry : entries)
        QCOMPARE(entry["type"_L1].toString(), u"symlink"_s);
    QCOMPARE(entries[0]["link_target"_L1].toString(), u"b"_s);
    for (int i = 1; i < 4; ++i)
        QVERIFY(entries[i]["link_target"_L1].isUndefined());
}

void TestList::hiddenByParameter()
{
    const FilesCall files("  files_list: {params: {hidden: false}}\n");
    files.makeFile("ws/.dot");
    files.makeFile("ws/plain");
    QCOMPARE(pathsIn(files.get("files_list", {"path=."})), QStringList({u"plain"_s}));
    QCOMPARE(files.get("files_list", {"path=.", "hidden=true"}).code, "param_not_allowed"_ba);
    const FilesCall open;
    open.makeFile("ws/.dot");
    QCOMPARE(pathsIn(open.get("files_list", {"path=."})), QStringList({u".dot"_s}));
    QCOMPARE(pathsIn(open.get("files_list", {"path=.", "hidden=false"})), QStringList());
}

void TestList::orderAndPages_data()
{
    QTest::addColumn<int>("page");
    for (const int page : {1, 2, 3, 5, 100})
        QTest::addRow("%d", page) << page;
}

void TestList::orderAndPages()
{
    QFETCH(int, page);
    const FilesCall files;
    const QStringList expected {u"B"_s, u"a"_s, u"a-b"_s, u"a.b"_s, u"a/x"_s, u"a/x.y"_s, u"a/x/deep"_s, u"a0"_s, u"empty"_s, u"z"_s};
    for (const char *directory : {"ws/a", "ws/a/x", "ws/empty"})
        files.makeDirectory(directory);
    for (const char *file : {"ws/B", "ws/a-b", "ws/a.b", "ws/a/x.y", "ws/a/x/deep", "ws/a0", "ws/z"})
        files.makeFile(file);
    QStringList all;
    QByteArray cursor;
    for (int pages = 0; pages < 20; ++pages) {
        QList<QByteArray> query {"path=.", "recursive=true", "max_entries=" + QByteArray::number(page)};
        if (!cursor.isEmpty())
            query.append("cursor=" + cursor);
        const Answered got = files.get("files_list", query);
        QVERIFY(got.ok());
        all += pathsIn(got);
        QVERIFY(pathsIn(got).size() <= page);
        cursor = got.json["cursor"_L1].toString().toLatin1();
        QCOMPARE(got.json["truncated"_L1].toBool(), !cursor.isEmpty());
        if (cursor.isEmpty())
            break;
    }
    QCOMPARE(all, expected);
}

void TestList::depthIsLowered()
{
    const FilesCall files("  files_list: {limits: {max_depth: 2}}\n");
    files.makeDirectory("ws/a");
    files.makeDirectory("ws/a/b");
    files.makeFile("ws/a/b/c");
    const Answered got = files.get("files_list", {"path=.", "recursive=true", "max_depth=9"});
    QCOMPARE(pathsIn(got), QStringList({u"a"_s, u"a/b"_s}));
    QCOMPARE(got.json["applied"_L1]["max_depth"_L1].toInt(), 2);
    QCOMPARE(got.json["truncated"_L1], QJsonValue(true));
}

void TestList::entriesAreLowered()
{
    const FilesCall files("  files_list: {limits: {max_entries: 2}}\n");
    for (const char *name : {"ws/a", "ws/b", "ws/c"})
        files.makeFile(name);
    const Answered got = files.get("files_list", {"path=.", "max_entries=50"});
    QCOMPARE(pathsIn(got).size(), 2);
    QCOMPARE(got.json["applied"_L1]["max_entries"_L1].toInt(), 2);
    QCOMPARE(got.json["truncated"_L1], QJsonValue(true));
    QVERIFY(!files.get("files_list", {"path=.", "max_entries=1"}).json.contains("applied"_L1));
}

void TestList::anEntryInFull()
{
    const FilesCall files;
    files.makeDirectory("ws/d");
    files.makeFile("ws/d/f.txt", "12345");
    const Answered got = files.get("files_list", {"path=" + (files / "ws/d/")});
    const QJsonObject entry = got.json["entries"_L1][0].toObject();
    QCOMPARE(entry.keys(), QStringList({u"mode"_s, u"modified"_s, u"name"_s, u"path"_s, u"size"_s, u"type"_s}));
    QCOMPARE(entry["name"_L1].toString(), u"f.txt"_s);
    QCOMPARE(entry["path"_L1].toString(), QString::fromUtf8(files / "ws/d/f.txt"));
    QCOMPARE(entry["size"_L1].toInt(), 5);
    QCOMPARE(entry["mode"_L1].toString(), u"0644"_s);
    QCOMPARE(entry["type"_L1].toString(), u"file"_s);
    QVERIFY(QRegularExpression(u"^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$"_s).match(entry["modified"_L1].toString()).hasMatch());
    QCOMPARE(got.json["path"_L1].toString(), QString::fromUtf8(files / "ws/d/"));
}

QTEST_GUILESS_MAIN(TestList)
#include "tst_files_list.moc"
