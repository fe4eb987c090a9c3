// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/client/consoleclient.h"

#include <QtCore/QFile>
#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

using namespace Cofferdam;
using namespace Cofferdam::Client;
using namespace Qt::StringLiterals;

class TestServiceAddress : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void noFolderIsNoService();
    void badServiceFiles_data();
    void badServiceFiles();
    void firstTcpAddressIsTaken();
    void missingAndEmptyTokenAreNoCredential();
    void tokenIsTrimmed();
    void relativeRuntimeDirIsRefused();
};

namespace {

void put(const QString &path, const QByteArray &text)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(text), text.size());
}

} // namespace

void TestServiceAddress::noFolderIsNoService()
{
    const auto found = findService("/nonexistent/cofferdam");
    QVERIFY(!found);
    QCOMPARE(found.error().code, QByteArray("no_service"));
}

void TestServiceAddress::badServiceFiles_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("not JSON") << QByteArray("listening");
    QTest::newRow("no addresses") << QByteArray(R"({"pid":1})");
    QTest::newRow("unix only") << QByteArray(R"({"addresses":["unix:/run/x"],"pid":1})");
    QTest::newRow("no port") << QByteArray(R"({"addresses":["127.0.0.1"],"pid":1})");
}

void TestServiceAddress::badServiceFiles()
{
    QFETCH(QByteArray, text);
    const QTemporaryDir dir;
    put(dir.filePath(u"service.json"_s), text);
    const auto found = findService(dir.path().toUtf8());
    QVERIFY(!found);
    QCOMPARE(found.error().code, QByteArray("bad_service_file"));
}

void TestServiceAddress::firstTcpAddressIsTaken()
{
    const QTemporaryDir dir;
    put(dir.filePath(u"service.json"_s),
        R"({"event":"listening","addresses":["unix:/run/x","[::1]:43211","127.0.0.1:9000"],"pid":1234,"version":"0.1.0","operator_token_file":"/run/t"})");
    const auto found = findService(dir.path().toUtf8());
    QVERIFY(found);
    QCOMPARE(found->httpUrl, QUrl(u"http://[::1]:43211"_s));
    QCOMPARE(found->operatorTokenFile, QByteArray("/run/t"));
    QCOMPARE(found->version, QByteArray("0.1.0"));
    QCOMPARE(found->pid, 1234);
}

void TestServiceAddress::missingAndEmptyTokenAreNoCredential()
{
    const QTemporaryDir dir;
    put(dir.filePath(u"empty"_s), "\n");
    for (const QByteArray &file : {QByteArray(), QByteArray("/nonexistent/token"), dir.filePath(u"empty"_s).toUtf8()}) {
        const auto token = readOperatorToken(file);
        QVERIFY(!token);
        QCOMPARE(token.error().code, QByteArray("no_credential"));
    }
}

void TestServiceAddress::tokenIsTrimmed()
{
    const QTemporaryDir dir;
    put(dir.filePath(u"token"_s), "abc\n");
    QCOMPARE(readOperatorToken(dir.filePath(u"token"_s).toUtf8()).value(), QByteArray("abc"));
}

void TestServiceAddress::relativeRuntimeDirIsRefused()
{
    qputenv("XDG_RUNTIME_DIR", "/run/user/7");
    QCOMPARE(defaultRuntimeDir(), QByteArray("/run/user/7/cofferdam"));
    qputenv("XDG_RUNTIME_DIR", "run/user/7");
    QVERIFY(defaultRuntimeDir().startsWith("/tmp/cofferdam-"));
    qunsetenv("XDG_RUNTIME_DIR");
    QVERIFY(defaultRuntimeDir().startsWith("/tmp/cofferdam-"));
}

QTEST_GUILESS_MAIN(TestServiceAddress)
#include "tst_serviceaddress.moc"
