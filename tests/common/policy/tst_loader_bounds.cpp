// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/common/policy/loadertesting.h"

#include <QtTest/QTest>

#include <ctime>

using namespace Cofferdam::Policy;
using namespace Qt::StringLiterals;

/// security.md row 63: bombs are answered with an error, at once.
class tst_loader_bounds : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void answersAtOnce_data();
    void answersAtOnce();
    void takesWhatIsWithin();
};

/// Milliseconds of work of this thread: what others do on the machine does not count.
static qint64 workedMs()
{
    timespec now {};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return qint64(now.tv_sec) * 1000 + now.tv_nsec / 1'000'000;
}

static QByteArray laughs()
{
    QByteArray text = "a: &a [x,x,x,x,x,x,x,x,x]\n"_ba;
    for (char c = 'b'; c <= 'i'; ++c)
        text += QByteArray(1, c) + ": &" + QByteArray(1, c) + " [" + QByteArray("*" + QByteArray(1, char(c - 1)) + ',').repeated(9).chopped(1) + "]\n";
    return text;
}

void tst_loader_bounds::answersAtOnce_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<Format>("format");
    QTest::newRow("nine levels of aliases") << laughs() << Format::Yaml;
    QTest::newRow("self reference") << "&x [*x]"_ba << Format::Yaml;
    QTest::newRow("anchors in anchors") << "["_ba + QByteArray("&a [").repeated(30) + QByteArray("1,").repeated(50'000) + ']' << Format::Yaml;
    QTest::newRow("1001 aliases") << "a: &a 1\nb: ["_ba + QByteArray("*a,").repeated(1001) + "]\n" << Format::Yaml;
    QTest::newRow("5000 brackets") << QByteArray(5000, '[') << Format::Yaml;
    QTest::newRow("5000 brackets in JSON") << QByteArray(5000, '[') << Format::Json;
    QTest::newRow("5000 braces") << QByteArray("{a: ").repeated(5000) << Format::Yaml;
    QTest::newRow("5000 dashes") << QByteArray("- ").repeated(5000) << Format::Yaml;
    QTest::newRow("5000 question marks") << QByteArray("? ").repeated(5000) << Format::Yaml;
    QTest::newRow("a million brackets") << QByteArray(1'000'000, '[') << Format::Yaml;
    QTest::newRow("brackets in one line") << QByteArray("[],").repeated(349'000) << Format::Yaml;
    QTest::newRow("commas in one line") << "["_ba + QByteArray("1,").repeated(500'000) << Format::Yaml;
    QTest::newRow("100,001 values") << "["_ba + QByteArray("1,\n").repeated(100'001) + "]" << Format::Yaml;
    QTest::newRow("100,001 values in JSON") << "["_ba + QByteArray("1,").repeated(100'001) + "1]" << Format::Json;
    QTest::newRow("50 MB scalar") << "base_dir: "_ba + QByteArray(50'000'000, 'x') << Format::Yaml;
    QTest::newRow("50 MB scalar in JSON") << "{\"base_dir\": \""_ba + QByteArray(50'000'000, 'x') + "\"}" << Format::Json;
    QTest::newRow("1 MiB and a byte") << QByteArray((1 << 20) + 1, '#') << Format::Yaml;
    QTest::newRow("33 levels") << QByteArray(33, '[') + QByteArray(33, ']') << Format::Yaml;
    QTest::newRow("33 levels in JSON") << QByteArray(33, '[') + QByteArray(33, ']') << Format::Json;
}

void tst_loader_bounds::answersAtOnce()
{
    QFETCH(QByteArray, text);
    QFETCH(Format, format);
    const qint64 before = workedMs();
    const LoadResult result = loadDocument(text, format);
    const qint64 took = workedMs() - before;
    QVERIFY(!result.ok());
    QCOMPARE(result.diagnostics.size(), 1);
    QCOMPARE(result.diagnostics.first().id, "bad_syntax"_ba);
    // 100 ms of the contract; builds with sanitizers or without optimisation get ten times as long before this is called a failure.
    if (took > 100)
        qInfo("%s: %lld ms", QTest::currentDataTag(), took);
    QVERIFY2(took < 1000, qPrintable(QString::number(took)));
}

void tst_loader_bounds::takesWhatIsWithin()
{
    QByteArray text = "endpoints:\n  download: {paths: {allow: &roots [/a]}}\n"_ba;
    text += "  upload: {paths: {allow: *roots}}\ndefaults:\n  paths:\n    deny:\n"_ba;
    text += QByteArray("      - /srv/secret\n").repeated(40'000);
    QVERIFY(text.size() < 1 << 20);
    const LoadResult result = loadDocument(text, Format::Yaml);
    QCOMPARE(places(result), QStringList());
    QCOMPARE(result.document->rules.last().fields.paths.deny->value.size(), 40'000);
    QVERIFY(loadDocument("# "_ba + QByteArray((1 << 20) - 3, 'x') + '\n', Format::Yaml).ok());
}

QTEST_APPLESS_MAIN(tst_loader_bounds)
#include "tst_loader_bounds.moc"
