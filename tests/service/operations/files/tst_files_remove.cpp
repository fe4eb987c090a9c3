// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "filescall.h"

#include <QtTest/QtTest>

#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace Cofferdam;
using namespace Cofferdam::Testing;

namespace {

QJsonObject moveOf(const char *source, const char *destination)
{
    return {{u"source"_s, QString::fromUtf8(source)}, {u"destination"_s, QString::fromUtf8(destination)}};
}

} // namespace

/// files_delete and files_move: endpoints.md 1.5, security.md rows 5, 16.
class TestRemove : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void deleteRefuses_data();
    void deleteRefuses();
    void row16ADeniedDescendantRefusesAll();
    void deleteCounts();
    void deleteNeverFollowsALink();
    void deleteTakesOddFiles();
    void moveRefuses_data();
    void moveRefuses();
    void row16ADeniedDescendantDoesNotMove();
    void aDescendantDeniedAtTheDestinationDoesNotMove();
    void moves();
    void moveReplacesOnlyFiles();
    void moveAcrossFileSystems();
};

void TestRemove::deleteRefuses_data()
{
    QTest::addColumn<QByteArray>("rule");
    QTest::addColumn<QList<QByteArray>>("query");
    QTest::addColumn<QByteArray>("code");
    const auto row = [](const char *name, const QByteArray &rule, const QList<QByteArray> &query, const QByteArray &code) {
        QTest::newRow(name) << rule << query << code;
    };
    row("outside", "{}", {"path=../out/secret"}, "path_outside");
    row("row2 through a link", "{}", {"path=outdir/secret"}, "path_outside");
    row("the root", "{}", {"path=.", "recursive=true"}, "path_denied");
    row("row16 the root with a dot", "{}", {"path=./.", "recursive=true"}, "path_denied");
    row("parent name", "{}", {"path=d/.."}, "invalid_path");
    row("denied", "{paths: {deny: ['**/d']}}", {"path=d/f"}, "path_denied");
    row("read-only", "{paths: {read_only: true}}", {"path=f"}, "path_read_only");
    row("missing", "{}", {"path=none"}, "file_not_found");
    row("not empty", "{}", {"path=d"}, "not_empty");
    row("recursion forbidden", "{params: {recursive: false}}", {"path=d", "recursive=true"}, "param_not_allowed");
    row("too many entries", "{limits: {max_entries: 1}}", {"path=d", "recursive=true"}, "payload_too_large");
    row("no boolean", "{}", {"path=d", "recursive=1"}, "invalid_request");
    row("never: link", "{paths: {symlinks: never}}", {"path=outdir"}, "path_symlink");
}

void TestRemove::deleteRefuses()
{
    QFETCH(QByteArray, rule);
    QFETCH(QList<QByteArray>, query);
    QFETCH(QByteArray, code);
    const FilesCall files("  files_delete: " + rule + '\n');
    files.makeDirectory("ws/d");
    files.makeFile("ws/d/f");
    files.makeFile("ws/d/g");
    files.makeFile("ws/f");
    files.makeLink("ws/outdir", "../out");
    QCOMPARE(files.get("files_delete", query).code, code);
    QCOMPARE(files.names("ws"), QList<QByteArray>({"d", "f", "outdir"}));
    QCOMPARE(files.names("ws/d"), QList<QByteArray>({"f", "g"}));
    QCOMPARE(files.names("out"), QList<QByteArray> {"secret"});
}

void TestRemove::row16ADeniedDescendantRefusesAll()
{
    const FilesCall files("  files_delete: {paths: {deny: ['@/ws/p/private']}}\n");
    for (const char *directory : {"ws/p", "ws/p/a", "ws/p/private", "ws/p/z"})
        files.makeDirectory(directory);
    files.makeFile("ws/p/a/x");
    files.makeFile("ws/p/z/x");
    const Answered got = files.get("files_delete", {"path=p", "recursive=true"});
    QCOMPARE(got.code, "path_denied"_ba);
    QCOMPARE(got.error.details.value("rule"_L1).toString(), u"policy:endpoints.files_delete"_s);
    QCOMPARE(got.error.details.value("path"_L1).toString(), u"p"_s);
    QVERIFY(files.exists("ws/p/a/x") && files.exists("ws/p/z/x") && files.exists("ws/p/private"));
    QVERIFY(files.get("files_delete", {"path=p/a", "recursive=true"}).ok());
}

void TestRemove::deleteCounts()
{
    const FilesCall files;
    files.makeDirectory("ws/d");
    files.makeDirectory("ws/d/e");
    files.makeFile("ws/d/e/f");
    files.makeFile("ws/d/\xff");
    const Answered got = files.get("files_delete", {"path=d", "recursive=true"});
    QCOMPARE(got.json, QJsonObject({{u"path"_s, u"d"_s}, {u"removed"_s, 4}}));
    QVERIFY(files.names("ws").isEmpty());
    files.makeDirectory("ws/empty");
    QCOMPARE(files.get("files_delete", {"path=empty"}).json["removed"_L1].toInt(), 1);
    files.makeFile("ws/f");
    QCOMPARE(files.get("files_delete", {"path=f"}).json["removed"_L1].toInt(), 1);
}

void TestRemove::deleteNeverFollowsALink()
{
    const FilesCall files;
    files.makeDirectory("ws/d");
    files.makeLink("ws/d/out", "../../out");
    files.makeLink("ws/link", files / "out");
    QVERIFY(files.get("files_delete", {"path=link", "recursive=true"}).ok());
    QVERIFY(files.get("files_delete", {"path=d", "recursive=true"}).ok());
    QVERIFY(files.names("ws").isEmpty());
    QCOMPARE(files.names("out"), QList<QByteArray> {"secret"});
}

void TestRemove::deleteTakesOddFiles()
{
    const FilesCall files;
    ::mkfifo((files / "ws/fifo").constData(), 0644);
    files.makeLink("ws/dangling", "nothing");
    QVERIFY(files.get("files_delete", {"path=fifo"}).ok());
    QVERIFY(files.get("files_delete", {"path=dangling"}).ok());
    QVERIFY(files.names("ws").isEmpty());
}

void TestRemove::moveRefuses_data()
{
    QTest::addColumn<QByteArray>("rule");
    QTest::addColumn<QJsonObject>("json");
    QTest::addColumn<QByteArray>("code");
    const auto row = [](const char *name, const QByteArray &rule, const QJsonObject &json, const QByteArray &code) {
        QTest::newRow(name) << rule << json << code;
    };
    QJsonObject asking = moveOf("f", "g");
    asking.insert(u"overwrite"_s, true);
    QJsonObject unknown = moveOf("f", "new");
    unknown.insert(u"recursive"_s, true);
    row("source outside", "{}", moveOf("../out/secret", "new"), "path_outside");
    row("destination outside", "{}", moveOf("f", "../out/new"), "path_outside");
    row("row2 destination through a link", "{}", moveOf("f", "outdir/new"), "path_outside");
    row("row2 source through a link", "{}", moveOf("outdir/secret", "new"), "path_outside");
    row("source denied", "{paths: {deny: ['f']}}", moveOf("f", "new"), "path_denied");
    row("destination denied", "{paths: {deny: ['*.pem']}}", moveOf("f", "new.pem"), "path_denied");
    row("read-only", "{paths: {read_only: true}}", moveOf("f", "new"), "path_read_only");
    row("the root", "{}", moveOf(".", "new"), "path_denied");
    row("onto the root", "{}", moveOf("f", "."), "path_denied");
    row("missing", "{}", moveOf("none", "new"), "file_not_found");
    row("destination's parent missing", "{}", moveOf("f", "none/new"), "file_not_found");
    row("exists", "{}", moveOf("f", "g"), "already_exists");
    row("overwrite forbidden", "{}", asking, "param_not_allowed");
    row("onto a directory", "{params: {overwrite: true}}", moveOf("f", "d"), "is_directory");
    row("directory onto a file", "{params: {overwrite: true}}", moveOf("d", "f"), "not_directory");
    row("onto a link", "{params: {overwrite: true}}", moveOf("f", "outdir"), "path_symlink");
    row("into itself", "{}", moveOf("d", "d/x"), "invalid_request");
    row("file to a name with a slash", "{}", moveOf("f", "new/"), "not_directory");
    row("control characters", "{}", moveOf("f", "a\nb"), "invalid_path");
    row("too many entries", "{limits: {max_entries: 1}}", moveOf("d", "new"), "payload_too_large");
    row("unknown field", "{}", unknown, "invalid_request");
}

void TestRemove::moveRefuses()
{
    QFETCH(QByteArray, rule);
    QFETCH(QJsonObject, json);
    QFETCH(QByteArray, code);
    const FilesCall files("  files_move: " + rule + '\n');
    files.makeDirectory("ws/d");
    files.makeFile("ws/d/1");
    files.makeFile("ws/d/2");
    files.makeFile("ws/f", "F");
    files.makeFile("ws/g", "G");
    files.makeLink("ws/outdir", "../out");
    QCOMPARE(files.post("files_move", json).code, code);
    QCOMPARE(files.names("ws"), QList<QByteArray>({"d", "f", "g", "outdir"}));
    QCOMPARE(files.names("ws/d"), QList<QByteArray>({"1", "2"}));
    QCOMPARE(files.content("ws/f"), "F"_ba);
    QCOMPARE(files.content("ws/g"), "G"_ba);
    QCOMPARE(files.names("out"), QList<QByteArray> {"secret"});
}

void TestRemove::row16ADeniedDescendantDoesNotMove()
{
    const FilesCall files("  files_move: {paths: {deny: ['@/ws/p/private']}}\n");
    for (const char *directory : {"ws/p", "ws/p/a", "ws/p/private"})
        files.makeDirectory(directory);
    QCOMPARE(files.post("files_move", moveOf("p", "q")).code, "path_denied"_ba);
    QCOMPARE(files.post("files_move", moveOf("p/private", "q")).code, "path_denied"_ba);
    QVERIFY(files.exists("ws/p/private") && !files.exists("ws/q"));
}

void TestRemove::aDescendantDeniedAtTheDestinationDoesNotMove()
{
    const FilesCall files("  files_move: {paths: {deny: ['@/ws/public/**/*.key']}}\n");
    files.makeDirectory("ws/public");
    files.makeDirectory("ws/d");
    files.makeFile("ws/d/x.key");
    QCOMPARE(files.post("files_move", moveOf("d", "public/d")).code, "path_denied"_ba);
    QVERIFY(files.exists("ws/d/x.key"));
    QVERIFY(files.post("files_move", moveOf("d", "e")).ok());
}

void TestRemove::moves()
{
    const FilesCall files;
    files.makeFile("ws/f", "F");
    files.makeDirectory("ws/d");
    files.makeLink("ws/link", "../out/secret");
    const Answered got = files.post("files_move", moveOf("f", "d/g"));
    QCOMPARE(got.json, QJsonObject({{u"source"_s, u"f"_s}, {u"destination"_s, u"d/g"_s}}));
    QVERIFY(files.post("files_move", moveOf("d", "e/")).ok());
    QCOMPARE(files.content("ws/e/g"), "F"_ba);
    // A link moves as what it is.
    QVERIFY(files.post("files_move", moveOf("link", "e/link")).ok());
    QCOMPARE(files.names("ws"), QList<QByteArray> {"e"});
    QCOMPARE(files.content("out/secret"), "SECRET"_ba);
}

void TestRemove::moveReplacesOnlyFiles()
{
    const FilesCall files("  files_move: {params: {overwrite: true}}\n");
    files.makeFile("ws/f", "F");
    files.makeFile("ws/g", "G");
    QJsonObject keeping = moveOf("f", "g");
    keeping.insert(u"overwrite"_s, false);
    QCOMPARE(files.post("files_move", keeping).code, "already_exists"_ba);
    QVERIFY(files.post("files_move", moveOf("f", "g")).ok());
    QCOMPARE(files.content("ws/g"), "F"_ba);
    QCOMPARE(files.names("ws"), QList<QByteArray> {"g"});
}

void TestRemove::moveAcrossFileSystems()
{
    const FilesCall files("  files_move: {limits: {max_bytes: 10}}\n");
    files.makeDirectory("ws/other");
    if (::mount("tmpfs", (files / "ws/other").constData(), "tmpfs", 0, "size=1m") != 0)
        QSKIP("this user may not mount a file system");
    const auto unmount = qScopeGuard([&files] { ::umount2((files / "ws/other").constData(), MNT_DETACH); });
    files.makeFile("ws/small", "small");
    files.makeFile("ws/large", "larger than ten");
    files.makeDirectory("ws/d");
    ::mkfifo((files / "ws/fifo").constData(), 0644);
    ::chmod((files / "ws/small").constData(), 0600);
    QCOMPARE(files.post("files_move", moveOf("large", "other/x")).code, "payload_too_large"_ba);
    QCOMPARE(files.post("files_move", moveOf("d", "other/x")).code, "is_directory"_ba);
    QCOMPARE(files.post("files_move", moveOf("fifo", "other/x")).code, "path_not_regular"_ba);
    QVERIFY(files.names("ws/other").isEmpty());
    QVERIFY(files.post("files_move", moveOf("small", "other/x")).ok());
    QCOMPARE(files.content("ws/other/x"), "small"_ba);
    struct stat info {};
    QCOMPARE(::stat((files / "ws/other/x").constData(), &info), 0);
    QCOMPARE(info.st_mode & 07777, 0600U);
    QVERIFY(!files.exists("ws/small"));
    QVERIFY(files.exists("ws/large"));
}

QTEST_GUILESS_MAIN(TestRemove)
#include "tst_files_remove.moc"
