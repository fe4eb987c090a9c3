// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "policyfixture.h"

using namespace Cofferdam;
using namespace Cofferdam::Policy;

/// policy.md 4: equal revisions mean equal decisions, and a revision gives no digest away.
class TestRevision : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void sameMeaningSameRevision_data();
    void sameMeaningSameRevision();
    void otherMeaningOtherRevision_data();
    void otherMeaningOtherRevision();
    void inputsCount();
    void keyHidesTheDigest();
    void isHex();
};

void TestRevision::sameMeaningSameRevision_data()
{
    QTest::addColumn<QByteArray>("a");
    QTest::addColumn<QByteArray>("b");
    QTest::newRow("comments and space") << QByteArray("version: 1\n") << QByteArray("# hello\nversion:   1\n\n");
    QTest::newRow("order of keys") << QByteArray("version: 1\nendpoints: {upload: {enabled: false}, download: {enabled: false}}\n")
                                   << QByteArray("endpoints: {download: {enabled: false}, upload: {enabled: false}}\nversion: 1\n");
    QTest::newRow("order of sets") << QByteArray("version: 1\ndefaults: {paths: {deny: ['*.a', '*.b']}}\n") << QByteArray("version: 1\ndefaults: {paths: {deny: ['*.b', '*.a']}}\n");
    QTest::newRow("spelling of sizes") << QByteArray("version: 1\ndefaults: {limits: {max_bytes: 1KiB}}\n") << QByteArray("version: 1\ndefaults: {limits: {max_bytes: 1024}}\n");
    QTest::newRow("default preset said aloud") << QByteArray("version: 1\n") << QByteArray("version: 1\npreset: default\n");
    QTest::newRow("inside server") << QByteArray("version: 1\n") << QByteArray("server: {version: 1}\n");
}

void TestRevision::sameMeaningSameRevision()
{
    QFETCH(QByteArray, a);
    QFETCH(QByteArray, b);
    QCOMPARE(compiled(a)->revision(), compiled(b)->revision());
}

void TestRevision::otherMeaningOtherRevision_data()
{
    QTest::addColumn<QByteArray>("text");
    for (const char *text : {"preset: locked\n", "base_dir: /srv\n", "endpoints: {upload: {enabled: false}}\n", "endpoints: {upload: {scopes: []}}\n",
             "endpoints: {upload: {audit: all}}\n", "endpoints: {upload: {limits: {max_bytes: 5}}}\n", "endpoints: {upload: {limits: {max_bytes: null}}}\n",
             "endpoints: {upload: {params: {overwrite: false}}}\n", "endpoints: {upload: {paths: {read_only: true}}}\n",
             "endpoints: {upload: {paths: {symlinks: never}}}\n", "endpoints: {upload: {paths: {deny: ['*.x']}}}\n", "endpoints: {upload: {paths: {allow: [/w]}}}\n",
             "endpoints: {upload: {paths: {hardlinks: refuse}}}\n", "audit: {required: true}\n", "audit: {sync: strict}\n",
             "auth: {tokens: [{id: a, scopes: [], token_env: A}]}\n", "auth: {allow_anonymous: false}\n", "auth: {allow_anonymous: true, anonymous_scopes: ['files:read']}\n",
             "http: {max_connections: 5}\n", "http: {hosts: [example.org]}\n"})
        QTest::newRow(QByteArray(text).trimmed().constData()) << QByteArray(text);
}

void TestRevision::otherMeaningOtherRevision()
{
    QFETCH(QByteArray, text);
    QVERIFY(compiled("version: 1\n" + text)->revision() != compiled("version: 1\n")->revision());
}

void TestRevision::inputsCount()
{
    const QByteArray plain = compiled("version: 1\n")->revision();
    CompileInputs inputs = testInputs();
    inputs.maxUploadSize = 5;
    QVERIFY(compiled("version: 1\n", inputs)->revision() != plain);
    inputs = testInputs();
    inputs.lockdown = true;
    QVERIFY(compiled("version: 1\n", inputs)->revision() != plain);
    inputs = testInputs();
    inputs.serviceFiles = {"/run/x"};
    QVERIFY(compiled("version: 1\n", inputs)->revision() != plain);
    inputs = testInputs();
    inputs.legacyToken = true;
    QVERIFY(compiled("version: 1\n", inputs)->revision() != plain);
}

void TestRevision::keyHidesTheDigest()
{
    const QByteArray digest(64, 'a');
    const QByteArray text = "version: 1\nauth: {tokens: [{id: a, scopes: [], token_sha256: " + digest + "}]}\n";
    CompileInputs first = testInputs();
    first.revisionKey = "one";
    CompileInputs second = testInputs();
    second.revisionKey = "two";
    QVERIFY(compiled(text, first)->revision() != compiled(text, second)->revision());
    QCOMPARE(compiled(text, first)->revision(), compiled(text, first)->revision());
    QByteArray other = text;
    other.replace(digest, QByteArray(64, 'b'));
    QVERIFY(compiled(text)->revision() != compiled(other)->revision());
    QVERIFY(!QJsonDocument(compiled(text)->effectiveTable()).toJson().contains(digest));
}

void TestRevision::isHex()
{
    const QByteArray revision = compiled("version: 1\n")->revision();
    QCOMPARE(revision.size(), 64);
    QCOMPARE(QByteArray::fromHex(revision).toHex(), revision);
}

QTEST_GUILESS_MAIN(TestRevision)
#include "tst_revision.moc"
