// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "policyfixture.h"

using namespace Cofferdam;
using namespace Cofferdam::Policy;
using namespace Qt::StringLiterals;

namespace {

QJsonArray candidatesOf(const QJsonObject &trace, const QString &field)
{
    return trace.value("fields"_L1).toObject().value(field).toObject().value("candidates"_L1).toArray();
}

QByteArray summary(const QJsonArray &candidates)
{
    QList<QByteArray> parts;
    for (const QJsonValue &candidate : candidates)
        parts.append(candidate["rule"_L1].toString().toUtf8() + (candidate["won"_L1].toBool() ? "+" : "-"));
    return parts.join(' ');
}

QString outcome(const QJsonObject &trace, const QString &stage)
{
    for (const QJsonValue &value : trace.value("stages"_L1).toArray()) {
        if (value["stage"_L1].toString() == stage)
            return value["outcome"_L1].toString();
    }
    return {};
}

} // namespace

class TestExplain : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void namesWinnersAndLosers();
    void saysWhyEachLost_data();
    void saysWhyEachLost();
    void unionsAllWin();
    void gatesStandAboveTheLayers();
    void coreShowsTheVainRule();
    void stagesStopAtTheRefusal();
    void stagesAreInTheOrderOfJudgement();
    void positionsAreThere();
    void unknownEndpointHasNoFields();
};

void TestExplain::namesWinnersAndLosers()
{
    const auto policy = compiled("version: 1\npreset: locked\ngroups: {file_ops: true}\nendpoints: {'files_*': {enabled: false}, files_list: {enabled: true}}\n");
    const QJsonObject trace = explain(*policy, call("files_list", {"files:read"}, "/home/user/x"));
    QCOMPARE(summary(candidatesOf(trace, u"enabled"_s)),
        QByteArray("policy:endpoints.files_list+ policy:endpoints.files_*- preset:locked- policy:groups.file_ops- default:catalogue-"));
    QVERIFY(trace.value("allowed"_L1).toBool());
    QCOMPARE(candidatesOf(trace, u"enabled"_s).at(1)["selector"_L1].toString(), u"files_*"_s);
    QCOMPARE(candidatesOf(trace, u"enabled"_s).at(1)["layer"_L1].toString(), u"policy"_s);
}

void TestExplain::saysWhyEachLost_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("why");
    const auto row = [](const char *name, const char *text, const QString &why) { QTest::newRow(name) << "version: 1\n" + QByteArray(text) << why; };
    row("exact over glob", "endpoints: {'files_*': {enabled: false}, files_list: {enabled: true}}\n", u"an exact id outranks a glob"_s);
    row("glob over group", "groups: {file_ops: true}\nendpoints: {'files_*': {enabled: false}}\n", u"a glob outranks a group"_s);
    row("longer prefix", "endpoints: {'f*': {enabled: false}, 'files_*': {enabled: true}}\n", u"the glob files_* has a longer literal prefix"_s);
    row("longer pattern", "endpoints: {'files_*': {enabled: false}, 'files_*t': {enabled: true}}\n", u"the glob files_*t is longer"_s);
    row("byte order", "endpoints: {'files_*ist': {enabled: false}, 'files_?ist': {enabled: true}}\n", u"the glob files_?ist comes later in byte order"_s);
    row("layer", "preset: locked\nendpoints: {'*': {enabled: true}}\n", u"the policy layer comes after the preset layer at equal specificity"_s);
    row("false wins", "groups: {file_ops: false}\nendpoints: {'group:file_ops': {enabled: true}}\n", u"a single `enabled: false` wins at equal specificity and layer"_s);
}

void TestExplain::saysWhyEachLost()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, why);
    const QJsonObject trace = explain(*compiled(text), call("files_list", {"*"}));
    const QJsonArray candidates = candidatesOf(trace, u"enabled"_s);
    QVERIFY(candidates.size() >= 2);
    QStringList reasons;
    for (const QJsonValue &candidate : candidates) {
        if (!candidate["won"_L1].toBool())
            reasons.append(candidate["why"_L1].toString());
    }
    QVERIFY2(reasons.contains(why), qPrintable(reasons.join(u" | "_s)));
}

void TestExplain::unionsAllWin()
{
    CompileInputs inputs = testInputs();
    inputs.serviceFiles = {"/run/service"};
    const auto policy = compiled("version: 1\ndefaults: {paths: {deny: ['*.a']}}\nendpoints: {files_list: {paths: {deny: ['*.b']}}}\n", inputs);
    const QJsonObject trace = explain(*policy, call("files_list", {"*"}));
    QCOMPARE(summary(candidatesOf(trace, u"paths.deny"_s)), QByteArray("policy:endpoints.files_list+ policy:defaults+ default:service-files+"));
}

void TestExplain::gatesStandAboveTheLayers()
{
    const auto policy = compiled("version: 1\nendpoints: {shell: {enabled: true}}\n");
    const QJsonObject trace = explain(*policy, call("shell", {"*"}));
    QCOMPARE(summary(candidatesOf(trace, u"enabled"_s)), QByteArray("default:no-sandbox+ policy:endpoints.shell- default:catalogue-"));
    QCOMPARE(trace.value("code"_L1).toString(), u"endpoint_disabled"_s);
    QCOMPARE(trace.value("rule"_L1).toString(), u"default:no-sandbox"_s);
}

void TestExplain::coreShowsTheVainRule()
{
    const QJsonObject trace = explain(*compiled("version: 1\npreset: locked\n"), call("capabilities", {}));
    const QJsonArray candidates = candidatesOf(trace, u"enabled"_s);
    QCOMPARE(summary(candidates), QByteArray("preset:locked- default:catalogue+"));
    QCOMPARE(candidates.at(0)["why"_L1].toString(), u"core endpoints cannot be disabled"_s);
}

void TestExplain::stagesStopAtTheRefusal()
{
    const auto policy = compiled("version: 1\nendpoints: {files_list: {paths: {allow: [/w]}}}\n");
    const QJsonObject outside = explain(*policy, call("files_list", {"files:read"}, "/etc"));
    QCOMPARE(outcome(outside, u"scopes"_s), u"passed"_s);
    QCOMPARE(outcome(outside, u"paths"_s), u"denied"_s);
    QCOMPARE(outcome(outside, u"operation"_s), u"skipped"_s);
    const QJsonObject missing = explain(*policy, call("files_list", {}, "/w"));
    QCOMPARE(outcome(missing, u"enabled"_s), u"passed"_s);
    QCOMPARE(outcome(missing, u"scopes"_s), u"denied"_s);
    QCOMPARE(outcome(missing, u"paths"_s), u"skipped"_s);
    QCOMPARE(outcome(explain(*compiled("version: 1\npreset: locked\n"), call("files_list", {})), u"enabled"_s), u"denied"_s);
}

void TestExplain::stagesAreInTheOrderOfJudgement()
{
    const QJsonObject trace = explain(*compiled("version: 1\n"), call("files_list", {"*"}, "/home/user"));
    QStringList stages;
    for (const QJsonValue &value : trace.value("stages"_L1).toArray())
        stages.append(value["stage"_L1].toString());
    QCOMPARE(stages.join(u' '), u"framing host_origin match authenticate enabled scopes rate concurrency duplicate_parameters media_type length parameters "
                                "paths limits agent operation audit"_s);
}

void TestExplain::positionsAreThere()
{
    const auto policy = compiled("version: 1\nendpoints:\n  files_list:\n    enabled: false\n");
    const QJsonObject trace = explain(*policy, call("files_list", {"*"}));
    QCOMPARE(trace.value("line"_L1).toInt(), 4);
    QCOMPARE(trace.value("file"_L1).toString(), u"policy.yaml"_s);
    const QJsonValue candidate = candidatesOf(trace, u"enabled"_s).at(0);
    QCOMPARE(candidate["line"_L1].toInt(), 4);
    QCOMPARE(candidate["column"_L1].toInt(), 14);
    QCOMPARE(candidate["value"_L1].toBool(true), false);
}

void TestExplain::unknownEndpointHasNoFields()
{
    const QJsonObject trace = explain(*compiled("version: 1\n"), call("nothing", {"*"}));
    QCOMPARE(trace.value("code"_L1).toString(), u"route_not_found"_s);
    QVERIFY(trace.value("fields"_L1).toObject().isEmpty());
}

QTEST_GUILESS_MAIN(TestExplain)
#include "tst_explain.moc"
