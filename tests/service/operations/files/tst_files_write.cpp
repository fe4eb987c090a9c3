// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "filescall.h"

#include "common/base/ids.h"
#include "service/operations/files/files.h"

#include <QtTest/QtTest>

#include <fcntl.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace Cofferdam;
using namespace Cofferdam::Testing;

namespace {

QJsonObject uploadOf(const QByteArray &path, const QByteArray &content)
{
    return {{u"path"_s, QString::fromUtf8(path)}, {u"content_base64"_s, QString::fromLatin1(content.toBase64())}};
}

uint modeOf(const QByteArray &path)
{
    struct stat info {};
    return ::stat(path.constData(), &info) == 0 ? uint(info.st_mode & 07777) : 0;
}

} // namespace

/// upload, files_upload_stream, files_mkdir: endpoints.md 1.4, 1.8; security.md E1.4.
class TestWrite : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void refuses_data();
    void refuses();
    void malformedRequests_data();
    void malformedRequests();
    void parametersAreEnforced_data();
    void parametersAreEnforced();
    void limitsAreEnforced();
    void controlCharactersAreRefused();
    void overwriteFalseKeepsTheOld();
    void row14BidiNamesAreBytes();
    void createsAndReplaces_data();
    void createsAndReplaces();
    void throughALinkInside();
    void modes();
    void conditions();
    void anAbortedUploadLeavesNothing();
    void refusedParentsLeaveNothing();
    void aFullDiskKeepsTheOld();
    void makesDirectories();
    void makeDirectoryRefuses_data();
    void makeDirectoryRefuses();
};

void TestWrite::refuses_data()
{
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<QByteArray>("code");
    QTest::newRow("row1 sibling with the prefix") << "../ws-evil/f"_ba << "path_outside"_ba;
    QTest::newRow("row2 link out") << "p"_ba << "path_outside"_ba;
    QTest::newRow("row2 through a directory link") << "outdir/new"_ba << "path_outside"_ba;
    QTest::newRow("row7 traversal") << "../../x"_ba << "path_outside"_ba;
    QTest::newRow("row8 FIFO") << "fifo"_ba << "path_not_regular"_ba;
    QTest::newRow("denied") << "new.pem"_ba << "path_denied"_ba;
    QTest::newRow("row16 below a denied directory") << "private/x"_ba << "path_denied"_ba;
    QTest::newRow("directory") << "d"_ba << "is_directory"_ba;
    QTest::newRow("root") << "."_ba << "is_directory"_ba;
    QTest::newRow("with a slash") << "new/"_ba << "is_directory"_ba;
    QTest::newRow("parent") << "d/.."_ba << "invalid_path"_ba;
    QTest::newRow("below a file") << "f/x"_ba << "not_directory"_ba;
}

void TestWrite::refuses()
{
    QFETCH(QByteArray, path);
    QFETCH(QByteArray, code);
    const FilesCall files("  '*upload*': {paths: {deny: ['*.pem', '**/private']}}\n");
    files.makeDirectory("ws/d");
    files.makeFile("ws/f");
    files.makeLink("ws/p", "../out/secret");
    files.makeLink("ws/outdir", files / "out");
    ::mkfifo((files / "ws/fifo").constData(), 0644);
    const QList<QByteArray> before = files.names("ws");
    for (const Answered &got : {files.post("upload", uploadOf(path, "X")), files.uploadStream(path, "X"), files.uploadStream(path, QByteArray(100'000, 'X'))}) {
        QCOMPARE(got.code, code);
        QCOMPARE(got.error.details.value("path"_L1).toString(), QString::fromUtf8(path));
    }
    QCOMPARE(files.names("ws"), before);
    QCOMPARE(files.names("out"), QList<QByteArray> {"secret"});
    QCOMPARE(files.content("out/secret"), "SECRET"_ba);
}

void TestWrite::malformedRequests_data()
{
    QTest::addColumn<QJsonObject>("json");
    const auto with = [](const QString &key, const QJsonValue &value) {
        QJsonObject json = uploadOf("new", "x");
        json.insert(key, value);
        return json;
    };
    QTest::newRow("unknown field") << with(u"owner"_s, u"me"_s);
    QTest::newRow("boolean as text") << with(u"overwrite"_s, u"true"_s);
    QTest::newRow("mode as a number") << with(u"mode"_s, 644);
    QTest::newRow("mode not octal") << with(u"mode"_s, u"0888"_s);
    QTest::newRow("set-id bit") << with(u"mode"_s, u"4755"_s);
    QTest::newRow("sticky bit") << with(u"mode"_s, u"01777"_s);
    QTest::newRow("no base64") << with(u"content_base64"_s, u"***"_s);
    QTest::newRow("content missing") << QJsonObject {{u"path"_s, u"new"_s}};
}

void TestWrite::malformedRequests()
{
    QFETCH(QJsonObject, json);
    const FilesCall files;
    QCOMPARE(files.post("upload", json).code, "invalid_request"_ba);
    QVERIFY(files.names("ws").isEmpty());
}

void TestWrite::parametersAreEnforced_data()
{
    QTest::addColumn<QByteArray>("rule");
    QTest::addColumn<QList<QByteArray>>("query");
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<QByteArray>("code");
    QTest::newRow("overwrite asked") << "{overwrite: false}"_ba << QList<QByteArray> {"overwrite=true"} << "old"_ba << "param_not_allowed"_ba;
    QTest::newRow("overwrite not asked") << "{overwrite: false}"_ba << QList<QByteArray> {} << "old"_ba << "already_exists"_ba;
    QTest::newRow("parents asked") << "{create_parents: false}"_ba << QList<QByteArray> {"create_parents=true"} << "a/new"_ba << "param_not_allowed"_ba;
    QTest::newRow("parents not asked") << "{create_parents: false}"_ba << QList<QByteArray> {} << "a/new"_ba << "file_not_found"_ba;
    QTest::newRow("mode") << "{max_mode: '0640'}"_ba << QList<QByteArray> {"mode=0644"} << "new"_ba << "param_not_allowed"_ba;
    QTest::newRow("extension denied") << "{deny_extensions: ['.so']}"_ba << QList<QByteArray> {} << "lib.SO"_ba << "param_not_allowed"_ba;
    QTest::newRow("extension not allowed") << "{allow_extensions: ['.txt']}"_ba << QList<QByteArray> {} << "new"_ba << "param_not_allowed"_ba;
}

void TestWrite::parametersAreEnforced()
{
    QFETCH(QByteArray, rule);
    QFETCH(QList<QByteArray>, query);
    QFETCH(QByteArray, path);
    QFETCH(QByteArray, code);
    const FilesCall files("  files_upload_stream: {params: " + rule + "}\n");
    files.makeFile("ws/old", "old");
    for (const int size : {1, 100'000}) {
        const Answered got = files.uploadStream(path, QByteArray(size, 'x'), {}, query);
        QCOMPARE(got.code, code);
        if (code == "param_not_allowed")
            QCOMPARE(got.error.details.value("rule"_L1).toString(), u"policy:endpoints.files_upload_stream"_s);
    }
    QCOMPARE(files.names("ws"), QList<QByteArray> {"old"});
    QCOMPARE(files.content("ws/old"), "old"_ba);
}

void TestWrite::limitsAreEnforced()
{
    const FilesCall files("  '*upload*': {limits: {max_bytes: 4}}\n");
    files.makeFile("ws/old", "old");
    for (const Answered &got : {files.post("upload", uploadOf("old", "12345")), files.uploadStream("old", "12345")}) {
        QCOMPARE(got.status, 413);
        QCOMPARE(got.code, "payload_too_large"_ba);
        QCOMPARE(got.error.details.value("limit"_L1).toString(), u"max_bytes"_s);
    }
    QCOMPARE(files.content("ws/old"), "old"_ba);
    QVERIFY(files.post("upload", uploadOf("old", "1234")).ok());
}

void TestWrite::controlCharactersAreRefused()
{
    const FilesCall files;
    for (const char *path : {"a\nb", "a\x1b[2J", "dir\r/x", "a\xc2\x85"}) {
        QCOMPARE(files.uploadStream(path, "x").code, "invalid_path"_ba);
        QCOMPARE(files.post("files_mkdir", {{u"path"_s, QString::fromUtf8(path)}}).code, "invalid_path"_ba);
    }
    QVERIFY(files.names("ws").isEmpty());
    // One that is there already may be written.
    files.makeFile("ws/a\nb", "old");
    QVERIFY(files.uploadStream("a\nb", "new").ok());
}

void TestWrite::overwriteFalseKeepsTheOld()
{
    const FilesCall files;
    files.makeFile("ws/old", "old");
    files.makeLink("ws/dangling", "nothing");
    for (const int size : {1, 100'000}) {
        const Answered got = files.uploadStream("old", QByteArray(size, 'x'), {}, {"overwrite=false"});
        QCOMPARE(got.status, 409);
        QCOMPARE(got.code, "already_exists"_ba);
    }
    QCOMPARE(files.content("ws/old"), "old"_ba);
    QVERIFY(files.uploadStream("new", "x", {}, {"overwrite=false"}).ok());
}

void TestWrite::row14BidiNamesAreBytes()
{
    const FilesCall files("  '*upload*': {paths: {deny: ['**/.git/**']}}\n");
    QVERIFY(files.uploadStream(".g\xe2\x80\x8dit/hooks/x", "x").ok());
    QVERIFY(files.exists("ws/.g\xe2\x80\x8dit/hooks/x"));
    QCOMPARE(files.uploadStream(".git/hooks/x", "x").code, "path_denied"_ba);
}

void TestWrite::createsAndReplaces_data()
{
    QTest::addColumn<int>("size");
    QTest::newRow("empty") << 0;
    QTest::newRow("in memory") << 1000;
    QTest::newRow("spooled") << 100'000;
    QTest::newRow("spooled, large") << 3'000'000;
}

void TestWrite::createsAndReplaces()
{
    QFETCH(int, size);
    const FilesCall files;
    const QByteArray content = randomBytes(size);
    const Answered created = files.uploadStream("a/b/new.bin", content);
    QCOMPARE(created.status, 201);
    QCOMPARE(created.json["path"_L1].toString(), u"a/b/new.bin"_s);
    QCOMPARE(created.json["size"_L1].toInt(), size);
    QCOMPARE(created.json["sha256"_L1].toString().toLatin1(), sha256Hex(content));
    QCOMPARE(files.content("ws/a/b/new.bin"), content);
    QCOMPARE(modeOf(files / "ws/a/b/new.bin"), 0644U);
    QCOMPARE(files.get("files_stat", {"path=a/b/new.bin"}).json["etag"_L1], created.json["etag"_L1]);
    const Answered replaced = files.uploadStream("a/b/new.bin", content + "!");
    QCOMPARE(replaced.status, 200);
    QVERIFY(replaced.json["etag"_L1] != created.json["etag"_L1]);
    QCOMPARE(files.content("ws/a/b/new.bin"), content + "!");
    QCOMPARE(files.names("ws/a/b"), QList<QByteArray> {"new.bin"});
    const Answered small = files.post("upload", uploadOf("c/small", content));
    QVERIFY(small.ok());
    QCOMPARE(small.json["sha256"_L1].toString().toLatin1(), sha256Hex(content));
    QCOMPARE(files.content("ws/c/small"), content);
}

void TestWrite::throughALinkInside()
{
    const FilesCall files;
    files.makeFile("ws/real", "old");
    files.makeLink("ws/link", "real");
    QVERIFY(files.uploadStream("link", "new").ok());
    QCOMPARE(files.content("ws/real"), "new"_ba);
    struct stat info {};
    QCOMPARE(::lstat((files / "ws/link").constData(), &info), 0);
    QVERIFY(S_ISLNK(info.st_mode));
    // A hard link is broken, not followed.
    QCOMPARE(::link((files / "out/secret").constData(), (files / "ws/hard").constData()), 0);
    QVERIFY(files.uploadStream("hard", "new").ok());
    QCOMPARE(files.content("out/secret"), "SECRET"_ba);
}

void TestWrite::modes()
{
    const FilesCall files("  files_upload_stream: {params: {max_mode: '0750'}}\n");
    QVERIFY(files.uploadStream("a", "x", {}, {"mode=0700"}).ok());
    QCOMPARE(modeOf(files / "ws/a"), 0700U);
    QVERIFY(files.uploadStream("a", "y").ok());
    QCOMPARE(modeOf(files / "ws/a"), 0700U); // kept
    QVERIFY(files.uploadStream("b", "x").ok());
    QCOMPARE(modeOf(files / "ws/b"), 0640U); // the default, masked
}

void TestWrite::conditions()
{
    const FilesCall files;
    const auto put = [&files](const QByteArray &path, const QByteArray &name, const QByteArray &value, int size = 1) {
        return files.uploadStream(path, QByteArray(size, 'n'), {{name, value}});
    };
    for (const int size : {1, 100'000}) {
        QCOMPARE(put("none", "if-match", "*", size).status, 412);
        QVERIFY(!files.exists("ws/none"));
        files.makeFile("ws/f", "old");
        const QByteArray etag = files.get("files_stat", {"path=f"}).json["etag"_L1].toString().toLatin1();
        QCOMPARE(put("f", "if-none-match", "*", size).status, 412);
        QCOMPARE(put("f", "if-none-match", etag, size).status, 412);
        QCOMPARE(put("f", "if-match", "\"x\"", size).status, 412);
        QCOMPARE(files.content("ws/f"), "old"_ba);
        QCOMPARE(put("f", "if-match", "\"x\", " + etag, size).status, 200);
        QCOMPARE(put("f", "if-match", etag, size).status, 412); // changed since
        QCOMPARE(put("f", "if-none-match", etag, size).status, 200);
        QCOMPARE(put("fresh", "if-none-match", "*", size).status, 201);
        QCOMPARE(::unlink((files / "ws/fresh").constData()), 0);
    }
}

void TestWrite::anAbortedUploadLeavesNothing()
{
    const FilesCall files;
    files.makeFile("ws/old", "old");
    const Operations all = Files::fileOperations();
    const auto upload = std::ranges::find(all, "files_upload_stream"_ba, &Operation::endpoint);
    {
        const auto context = files.context("files_upload_stream");
        context->query = {{"path", "old"}};
        const auto guard = context->guard();
        context->paths.push_back(std::move(*guard.resolve("old", {{Policy::PathRole::Write}, false, true, true})));
        context->paths.back().parameter = "path";
        auto spool = upload->openSpool(*context);
        QVERIFY(spool);
        QCOMPARE(::write(spool->get(), "half", 4), 4);
        QCOMPARE(files.names("ws"), QList<QByteArray> {"old"}); // nothing shows meanwhile
    }
    QCOMPARE(files.names("ws"), QList<QByteArray> {"old"});
    QCOMPARE(files.content("ws/old"), "old"_ba);
}

void TestWrite::refusedParentsLeaveNothing()
{
    const FilesCall files;
    // The name is refused by the file system only after the parents exist.
    QCOMPARE(files.uploadStream("a/b/x", "x", {{"if-match", "*"}}).status, 412);
    QVERIFY(files.names("ws").isEmpty());
}

/// A tmpfs of 1 MiB, gone with the test.
class TinyDisk
{
public:
    explicit TinyDisk(const QByteArray &at)
        : m_at(at)
        , m_mounted(::mount("tmpfs", at.constData(), "tmpfs", 0, "size=1m") == 0)
    {
    }
    ~TinyDisk()
    {
        if (m_mounted)
            ::umount2(m_at.constData(), MNT_DETACH);
    }
    [[nodiscard]] bool isMounted() const { return m_mounted; }

private:
    QByteArray m_at;
    bool m_mounted;
};

void TestWrite::aFullDiskKeepsTheOld()
{
    const FilesCall files;
    files.makeDirectory("ws/tiny");
    const TinyDisk disk(files / "ws/tiny");
    if (!disk.isMounted())
        QSKIP("this user may not mount a file system");
    files.makeFile("ws/tiny/old", "old");
    const Answered got = files.post("upload", uploadOf("tiny/old", QByteArray(2'000'000, 'x')));
    QCOMPARE(got.status, 507);
    QCOMPARE(got.code, "disk_full"_ba);
    QCOMPARE(files.content("ws/tiny/old"), "old"_ba);
    QCOMPARE(files.post("upload", uploadOf("tiny/a/b/new", QByteArray(2'000'000, 'x'))).code, "disk_full"_ba);
    QCOMPARE(files.names("ws/tiny"), QList<QByteArray> {"old"});
}

void TestWrite::makesDirectories()
{
    const FilesCall files;
    const Answered made = files.post("files_mkdir", {{u"path"_s, u"a/b/c"_s}});
    QCOMPARE(made.json, QJsonObject({{u"path"_s, u"a/b/c"_s}, {u"created"_s, true}}));
    QVERIFY(files.exists("ws/a/b/c"));
    QCOMPARE(files.post("files_mkdir", {{u"path"_s, u"a/b/c/"_s}}).json["created"_L1], QJsonValue(false));
    QCOMPARE(files.post("files_mkdir", {{u"path"_s, u"."_s}}).json["created"_L1], QJsonValue(false));
    QVERIFY(files.post("files_mkdir", {{u"path"_s, u"a/new/"_s}, {u"create_parents"_s, false}}).ok());
}

void TestWrite::makeDirectoryRefuses_data()
{
    QTest::addColumn<QByteArray>("rule");
    QTest::addColumn<QJsonObject>("json");
    QTest::addColumn<QByteArray>("code");
    const auto row = [](const char *name, const QByteArray &rule, const QString &path, const QJsonObject &more, const QByteArray &code) {
        QJsonObject json = more;
        json.insert(u"path"_s, path);
        QTest::newRow(name) << rule << json << code;
    };
    row("outside", "{}", u"../x"_s, {}, "path_outside");
    row("row2 through a link", "{}", u"outdir/x"_s, {}, "path_outside");
    row("row2 parents through a link", "{}", u"outdir/x/y"_s, {}, "path_outside");
    row("denied", "{paths: {deny: ['**/.ssh']}}", u"a/.ssh/b"_s, {}, "path_denied");
    row("read-only", "{paths: {read_only: true}}", u"a"_s, {}, "path_read_only");
    row("a file has the name", "{}", u"f"_s, {}, "already_exists");
    row("below a file", "{}", u"f/x"_s, {}, "not_directory");
    row("no parents asked", "{}", u"a/b"_s, {{u"create_parents"_s, false}}, "file_not_found");
    row("parents forbidden and asked", "{params: {create_parents: false}}", u"a/b"_s, {{u"create_parents"_s, true}}, "param_not_allowed");
    row("parents forbidden", "{params: {create_parents: false}}", u"a/b"_s, {}, "file_not_found");
    row("too deep", "{limits: {max_depth: 2}}", u"a/b/c"_s, {}, "payload_too_large");
    row("unknown field", "{}", u"a"_s, {{u"mode"_s, u"0700"_s}}, "invalid_request");
    row("parent name", "{}", u"a/.."_s, {}, "invalid_path");
}

void TestWrite::makeDirectoryRefuses()
{
    QFETCH(QByteArray, rule);
    QFETCH(QJsonObject, json);
    QFETCH(QByteArray, code);
    const FilesCall files("  files_mkdir: " + rule + '\n');
    files.makeFile("ws/f");
    files.makeLink("ws/outdir", "../out");
    const QList<QByteArray> before = files.names("ws");
    QCOMPARE(files.post("files_mkdir", json).code, code);
    QCOMPARE(files.names("ws"), before);
    QCOMPARE(files.names("out"), QList<QByteArray> {"secret"});
}

QTEST_GUILESS_MAIN(TestWrite)
#include "tst_files_write.moc"
