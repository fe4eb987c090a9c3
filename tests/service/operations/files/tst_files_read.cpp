// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "filescall.h"

#include "common/base/ids.h"

#include <QtCore/QElapsedTimer>
#include <QtTest/QtTest>

#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace Cofferdam;
using namespace Cofferdam::Testing;

/// files_stat, files_read, download, files_download_stream: endpoints.md 1.4, 1.8.
class TestRead : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void refuses_data();
    void refuses();
    void row9Devices();
    void row10SparseFileCostsNothing();
    void extensions_data();
    void extensions();
    void hashByParameter();
    void stat();
    void readsText_data();
    void readsText();
    void readsBytes();
    void readCutsAtTheLimit();
    void readLinesRefuses_data();
    void readLinesRefuses();
    void downloads();
    void streams();
    void streamsOneRange();
    void notModified();

private:
    std::unique_ptr<FilesCall> m_files;
};

void TestRead::initTestCase()
{
    m_files = std::make_unique<FilesCall>("  '*': {paths: {deny: ['*.pem']}}\n");
    m_files->makeFile("ws/f.txt", "one\ntwo\nthree\n");
    m_files->makeFile("ws/open", "one\ntwo");
    m_files->makeFile("ws/empty", "");
    m_files->makeFile("ws/binary", "a\xff\x00z"_ba);
    m_files->makeFile("ws/key.pem");
    m_files->makeDirectory("ws/d");
    m_files->makeLink("ws/p", "/etc/passwd");
    m_files->makeLink("ws/rel", "../out/secret");
    ::mkfifo((*m_files / "ws/fifo").constData(), 0644);
}

void TestRead::refuses_data()
{
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<QByteArray>("code");
    QTest::newRow("row1 sibling with the prefix") << *m_files / "ws-evil/f" << "path_outside"_ba;
    QTest::newRow("row2 absolute link out") << "p"_ba << "path_outside"_ba;
    QTest::newRow("row2 relative link out") << "rel"_ba << "path_outside"_ba;
    QTest::newRow("row7 traversal") << "../out/secret"_ba << "path_outside"_ba;
    QTest::newRow("row8 FIFO") << "fifo"_ba << "path_not_regular"_ba;
    QTest::newRow("denied") << "key.pem"_ba << "path_denied"_ba;
    QTest::newRow("directory") << "d"_ba << "is_directory"_ba;
    QTest::newRow("missing") << "none"_ba << "file_not_found"_ba;
}

void TestRead::refuses()
{
    QFETCH(QByteArray, path);
    QFETCH(QByteArray, code);
    for (const char *endpoint : {"files_read", "download", "files_download_stream"}) {
        QElapsedTimer timer;
        timer.start();
        const Answered got = m_files->get(endpoint, {"path=" + path});
        QCOMPARE(got.code, code);
        QVERIFY(timer.elapsed() < 1000);
        QCOMPARE(got.error.details.value("path"_L1).toString(), QString::fromUtf8(path));
    }
}

void TestRead::row9Devices()
{
    if (::mknod((*m_files / "ws/zero").constData(), S_IFCHR | 0644, makedev(1, 5)) != 0)
        QSKIP("this user may not make device nodes");
    for (const char *endpoint : {"files_read", "download", "files_download_stream"})
        QCOMPARE(m_files->get(endpoint, {"path=zero"}).code, "path_not_regular"_ba);
    QCOMPARE(m_files->get("files_stat", {"path=zero"}).json["type"_L1].toString(), u"other"_s);
    QCOMPARE(m_files->get("files_stat", {"path=zero", "hash=true"}).code, "path_not_regular"_ba);
}

void TestRead::row10SparseFileCostsNothing()
{
    m_files->makeFile("ws/sparse", "");
    QCOMPARE(::truncate((*m_files / "ws/sparse").constData(), off_t(1) << 40), 0);
    QElapsedTimer timer;
    timer.start();
    QCOMPARE(m_files->get("download", {"path=sparse"}).code, "payload_too_large"_ba);
    QCOMPARE(m_files->get("files_download_stream", {"path=sparse"}).code, "payload_too_large"_ba);
    QCOMPARE(m_files->get("files_stat", {"path=sparse", "hash=true"}).code, "payload_too_large"_ba);
    const Answered read = m_files->get("files_read", {"path=sparse"});
    QCOMPARE(read.json["truncated"_L1], QJsonValue(true));
    QCOMPARE(m_files->get("files_read", {"path=sparse", "start_line=2"}).code, "payload_too_large"_ba);
    QVERIFY(timer.elapsed() < 10'000);
}

void TestRead::extensions_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<bool>("allowed");
    QTest::newRow("allowed") << "a.txt"_ba << true;
    QTest::newRow("without case") << "a.TXT"_ba << true;
    QTest::newRow("denied by the last suffix") << "a.txt.key"_ba << false;
    QTest::newRow("denied by a longer suffix") << "a.Tar.Gz"_ba << false;
    QTest::newRow("allowed by the longer suffix") << "a.b.txt"_ba << true;
    QTest::newRow("not on the list") << "a.md"_ba << false;
    QTest::newRow("no suffix") << "txt"_ba << false;
    QTest::newRow("link to one that is denied") << "link.txt"_ba << false;
}

void TestRead::extensions()
{
    QFETCH(QByteArray, name);
    QFETCH(bool, allowed);
    const FilesCall files("  '*download*': {params: {allow_extensions: ['.txt', '.gz', '.key'], deny_extensions: ['.key', '.tar.gz']}}\n"
                          "  files_read: {params: {allow_extensions: ['.txt', '.gz', '.key'], deny_extensions: ['.key', '.tar.gz']}}\n");
    files.makeFile("ws/secret.key");
    if (name == "link.txt")
        files.makeLink("ws/link.txt", "secret.key");
    else
        files.makeFile("ws/" + name);
    for (const char *endpoint : {"files_read", "download", "files_download_stream"}) {
        const Answered got = files.get(endpoint, {"path=" + name});
        QCOMPARE(got.code, allowed ? QByteArray() : "param_not_allowed"_ba);
        if (!allowed)
            QVERIFY(got.error.details.value("rule"_L1).toString().startsWith(u"policy:endpoints."_s));
    }
}

void TestRead::hashByParameter()
{
    const FilesCall files("  files_stat: {params: {hash: false}}\n");
    files.makeFile("ws/f");
    QCOMPARE(files.get("files_stat", {"path=f", "hash=true"}).code, "param_not_allowed"_ba);
    QVERIFY(files.get("files_stat", {"path=f"}).ok());
}

void TestRead::stat()
{
    QCOMPARE(m_files->get("files_stat", {"path=none"}).json, QJsonObject({{u"exists"_s, false}, {u"path"_s, u"none"_s}}));
    QCOMPARE(m_files->get("files_stat", {"path=none/none"}).json["exists"_L1], QJsonValue(false));
    QCOMPARE(m_files->get("files_stat", {"path=../out/none"}).code, "path_outside"_ba);
    QCOMPARE(m_files->get("files_stat", {"path=none.pem"}).code, "path_denied"_ba);
    const QJsonObject got = m_files->get("files_stat", {"path=f.txt", "hash=true"}).json;
    QCOMPARE(got["exists"_L1], QJsonValue(true));
    QCOMPARE(got["type"_L1].toString(), u"file"_s);
    QCOMPARE(got["size"_L1].toInt(), 14);
    QCOMPARE(got["sha256"_L1].toString().toLatin1(), sha256Hex("one\ntwo\nthree\n"));
    QVERIFY(got["etag"_L1].toString().startsWith(u'"'));
    QCOMPARE(m_files->get("files_stat", {"path=d"}).json["type"_L1].toString(), u"directory"_s);
    QVERIFY(!m_files->get("files_stat", {"path=d"}).json.contains("etag"_L1));
    QCOMPARE(m_files->get("files_stat", {"path=d", "hash=true"}).code, "is_directory"_ba);
}

void TestRead::readsText_data()
{
    QTest::addColumn<QList<QByteArray>>("query");
    QTest::addColumn<QByteArray>("expected"); // text|start|end|total, - where absent
    QTest::newRow("whole") << QList<QByteArray> {"path=f.txt"} << "one\ntwo\nthree\n|-|-|-"_ba;
    QTest::newRow("second line") << QList<QByteArray> {"path=f.txt", "start_line=2", "end_line=2"} << "two\n|2|2|-"_ba;
    QTest::newRow("from the second") << QList<QByteArray> {"path=f.txt", "start_line=2"} << "two\nthree\n|2|3|3"_ba;
    QTest::newRow("to the second") << QList<QByteArray> {"path=f.txt", "end_line=2"} << "one\ntwo\n|1|2|-"_ba;
    QTest::newRow("no newline at the end") << QList<QByteArray> {"path=open", "start_line=2"} << "two|2|2|2"_ba;
    QTest::newRow("beyond the end") << QList<QByteArray> {"path=f.txt", "start_line=9"} << "|9|8|3"_ba;
    QTest::newRow("empty") << QList<QByteArray> {"path=empty", "start_line=1"} << "|1|0|0"_ba;
}

void TestRead::readsText()
{
    QFETCH(QList<QByteArray>, query);
    QFETCH(QByteArray, expected);
    const Answered got = m_files->get("files_read", query);
    QVERIFY(got.ok());
    QByteArray text = got.json["text"_L1].toString().toUtf8();
    for (const char *key : {"start_line", "end_line", "total_lines"}) {
        const QJsonValue value = got.json[QLatin1StringView(key)];
        text += value.isUndefined() ? "|-"_ba : '|' + QByteArray::number(value.toInt());
    }
    QCOMPARE(text, expected);
    QCOMPARE(got.json["truncated"_L1], QJsonValue(false));
}

void TestRead::readsBytes()
{
    QCOMPARE(m_files->get("files_read", {"path=f.txt", "offset=4", "length=3"}).json["text"_L1].toString(), u"two"_s);
    QCOMPARE(m_files->get("files_read", {"path=f.txt", "offset=100"}).json["text"_L1].toString(), QString());
    const Answered binary = m_files->get("files_read", {"path=binary"});
    QVERIFY(binary.json["text"_L1].isUndefined());
    QCOMPARE(QByteArray::fromBase64(binary.json["content_base64"_L1].toString().toLatin1()), "a\xff\x00z"_ba);
    const QByteArray huge = QByteArray::number(std::numeric_limits<qint64>::max());
    QVERIFY(m_files->get("files_read", {"path=f.txt", "offset=" + huge, "length=" + huge}).ok());
}

void TestRead::readCutsAtTheLimit()
{
    const FilesCall files("  files_read: {limits: {max_bytes: 5}}\n");
    files.makeFile("ws/f", "abcd\xc3\xa4zz\nnext\n");
    const Answered whole = files.get("files_read", {"path=f"});
    QCOMPARE(whole.json["text"_L1].toString(), u"abcd"_s); // a split character is left out
    QCOMPARE(whole.json["truncated"_L1], QJsonValue(true));
    QCOMPARE(whole.json["size"_L1].toInt(), 14);
    const Answered lines = files.get("files_read", {"path=f", "start_line=1"});
    QCOMPARE(lines.json["text"_L1].toString(), u"abcd"_s);
    QCOMPARE(lines.json["truncated"_L1], QJsonValue(true));
    const Answered bytes = files.get("files_read", {"path=f", "offset=3", "length=9"});
    QCOMPARE(bytes.json["truncated"_L1], QJsonValue(true));
    QCOMPARE(bytes.json["text"_L1].toString(), u"d\u00e4zz"_s);
}

void TestRead::readLinesRefuses_data()
{
    QTest::addColumn<QList<QByteArray>>("query");
    QTest::newRow("lines and bytes") << QList<QByteArray> {"path=f.txt", "start_line=1", "offset=0"};
    QTest::newRow("backwards") << QList<QByteArray> {"path=f.txt", "start_line=3", "end_line=2"};
    QTest::newRow("line zero") << QList<QByteArray> {"path=f.txt", "start_line=0"};
    QTest::newRow("negative") << QList<QByteArray> {"path=f.txt", "offset=-1"};
    QTest::newRow("no number") << QList<QByteArray> {"path=f.txt", "length=0x10"};
}

void TestRead::readLinesRefuses()
{
    QFETCH(QList<QByteArray>, query);
    QCOMPARE(m_files->get("files_read", query).code, "invalid_request"_ba);
}

void TestRead::downloads()
{
    const Answered got = m_files->get("download", {"path=binary"});
    QCOMPARE(got.json["size"_L1].toInt(), 4);
    QCOMPARE(QByteArray::fromBase64(got.json["content_base64"_L1].toString().toLatin1()), "a\xff\x00z"_ba);
    const FilesCall small("  '*download*': {limits: {max_bytes: 3}}\n");
    small.makeFile("ws/four", "four");
    for (const char *endpoint : {"download", "files_download_stream"}) {
        const Answered refused = small.get(endpoint, {"path=four"});
        QCOMPARE(refused.status, 413);
        QCOMPARE(refused.error.details.value("limit"_L1).toString(), u"max_bytes"_s);
        QCOMPARE(refused.error.details.value("rule"_L1).toString(), u"policy:endpoints.*download*"_s);
    }
}

void TestRead::streams()
{
    const Answered got = m_files->get("files_download_stream", {"path=f.txt"});
    QCOMPARE(got.status, 200);
    QCOMPARE(got.bytes, "one\ntwo\nthree\n"_ba);
    QCOMPARE(got.header("etag"), m_files->get("files_stat", {"path=f.txt"}).json["etag"_L1].toString().toLatin1());
    QCOMPARE(got.header("content-disposition"), "attachment; filename=\"f.txt\"; filename*=UTF-8''f.txt"_ba);
    QCOMPARE(got.header("accept-ranges"), "bytes"_ba);
    QVERIFY(m_files->get("files_download_stream", {"path=empty"}).bytes.isEmpty());
}

void TestRead::streamsOneRange()
{
    const auto ask = [this](const QByteArray &range, const QByteArray &condition = {}) {
        QList<Gate::HeaderField> headers {{"range", range}};
        if (!condition.isEmpty())
            headers.append({"if-range", condition});
        return m_files->get("files_download_stream", {"path=f.txt"}, headers);
    };
    const Answered part = ask("bytes=4-6");
    QCOMPARE(part.status, 206);
    QCOMPARE(part.bytes, "two"_ba);
    QCOMPARE(part.header("content-range"), "bytes 4-6/14"_ba);
    const Answered bad = ask("bytes=0-,0-,0-");
    QCOMPARE(bad.status, 416);
    QCOMPARE(bad.error.details.value("size"_L1).toInt(), 14);
    QCOMPARE(ask("bytes=4-6", "\"another\"").status, 200);
    QCOMPARE(ask("bytes=4-6", part.header("etag")).status, 206);
}

void TestRead::notModified()
{
    const QByteArray etag = m_files->get("files_download_stream", {"path=f.txt"}).header("etag");
    const auto ask = [this](const QByteArray &known) { return m_files->get("files_download_stream", {"path=f.txt"}, {{"if-none-match", known}}); };
    QCOMPARE(ask(etag).status, 304);
    QVERIFY(ask(etag).bytes.isEmpty());
    QCOMPARE(ask("\"x\", W/" + etag).status, 304);
    QCOMPARE(ask("*").status, 304);
    QCOMPARE(ask("\"x\"").status, 200);
}

QTEST_GUILESS_MAIN(TestRead)
#include "tst_files_read.moc"
