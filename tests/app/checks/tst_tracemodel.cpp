// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/checks/tracemodel.h"
#include "tests/support/fakedata.h"

#include <QtCore/QJsonArray>
#include <QtTest/QAbstractItemModelTester>
#include <QtTest/QtTest>

using namespace Qt::StringLiterals;
using namespace Cofferdam::App;

class TestTraceModel : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void emptyAnswerIsAnEmptyTree()
    {
        TraceModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setAnswer({});
        QCOMPARE(model.rowCount(), 0);
        model.setAnswer({{u"stages"_s, u"not a list"_s}, {u"fields"_s, 7}});
        QCOMPARE(model.rowCount(), 0);
    }

    void stagesThenFieldsWithTheirCandidates()
    {
        TraceModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setAnswer(Cofferdam::Testing::FakeData::explanation({{u"endpoint"_s, u"files_read"_s}, {u"path"_s, u"/etc/passwd"_s}}));
        QCOMPARE(model.rowCount(), 2);
        const QModelIndex stages = model.index(0, 0), fields = model.index(1, 0);
        QCOMPARE(model.rowCount(stages), 2);
        const QModelIndex denied = model.index(1, TraceModel::Value, stages);
        QCOMPARE(denied.data().toString(), u"denied"_s);
        QCOMPARE(Tone(denied.data(TraceModel::ToneRole).toInt()), Tone::Negative);
        QCOMPARE(model.index(1, TraceModel::Origin, stages).data().toString(), u"policy:endpoints.files_*"_s);
        const QModelIndex field = model.index(0, 0, fields);
        QCOMPARE(field.data().toString(), u"paths.allow"_s);
        QCOMPARE(field.data(TraceModel::LineRole).toInt(), 12);
        const QModelIndex candidate = model.index(0, 0, field);
        QCOMPARE(candidate.data().toString(), u"policy · files_*"_s);
        QCOMPARE(candidate.data(TraceModel::LineRole).toInt(), 12);
        QCOMPARE(model.index(0, TraceModel::Why, field).data().toString(), u"won: the only glob that matches"_s);
        QCOMPARE(candidate.parent().parent(), fields);
    }

    void theWinnerStandsFirst()
    {
        const QJsonObject lost {{u"layer"_s, u"default"_s}, {u"value"_s, true}, {u"won"_s, false}, {u"why"_s, u"a lower layer"_s}};
        const QJsonObject won {{u"layer"_s, u"policy"_s}, {u"value"_s, false}, {u"won"_s, true}};
        TraceModel model;
        model.setAnswer({{u"fields"_s, QJsonObject {{u"enabled"_s, QJsonObject {{u"value"_s, false}, {u"candidates"_s, QJsonArray {lost, won}}}}}}});
        const QModelIndex field = model.index(0, 0, model.index(0, 0));
        QCOMPARE(model.index(0, TraceModel::Why, field).data().toString(), u"won"_s);
        QCOMPARE(model.index(1, TraceModel::Why, field).data().toString(), u"lost: a lower layer"_s);
    }

    void valuesAreOneLine_data()
    {
        QTest::addColumn<QJsonValue>("value");
        QTest::addColumn<QString>("text");
        QTest::newRow("null") << QJsonValue(QJsonValue::Null) << u"none"_s;
        QTest::newRow("true") << QJsonValue(true) << u"true"_s;
        QTest::newRow("number") << QJsonValue(1'048'576) << u"1048576"_s;
        QTest::newRow("text with a line feed") << QJsonValue(u"a\nb"_s) << u"a\\nb"_s;
        QTest::newRow("list") << QJsonValue(QJsonArray {u"/a"_s, u"/b"_s}) << u"/a, /b"_s;
        QTest::newRow("empty list") << QJsonValue(QJsonArray()) << u"empty list"_s;
        QTest::newRow("deny list") << QJsonValue(QJsonArray {QJsonObject {{u"pattern"_s, u"**/.env"_s}, {u"rule"_s, u"x"_s}}}) << u"**/.env"_s;
    }
    void valuesAreOneLine()
    {
        QFETCH(QJsonValue, value);
        QFETCH(QString, text);
        QCOMPARE(TraceModel::valueText(value), text);
    }
};

QTEST_GUILESS_MAIN(TestTraceModel)
#include "tst_tracemodel.moc"
