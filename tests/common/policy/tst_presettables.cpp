// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "policyfixture.h"

#include <QtCore/QFile>

#include <algorithm>

using namespace Cofferdam;
using namespace Cofferdam::Policy;

/// endpoints.md 3: the whole effective table of each preset, pinned in golden/. With COFFERDAM_UPDATE_GOLDEN=1 the files are
/// written anew; look at the difference before committing it.
class TestPresetTables : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void tableIsPinned_data();
    void tableIsPinned();
    void onBeyondCore_data();
    void onBeyondCore();
};

namespace {

std::shared_ptr<const CompiledPolicy> presetPolicy(const QByteArray &name)
{
    const QByteArray allow = name == "workspace" ? "defaults: {paths: {allow: [/work]}}\n" : "";
    return compiled("version: 1\npreset: " + name + '\n' + allow);
}

template <typename Map, typename Print>
QByteArray sortedFields(const Map &map, Print print)
{
    QList<QByteArray> keys = map.keys();
    std::sort(keys.begin(), keys.end());
    QByteArray out;
    for (const QByteArray &key : keys)
        out += ' ' + key + '=' + print(map.value(key)) + '<' + map.value(key).from.rule + '>';
    return out;
}

QByteArray jsonText(const QJsonValue &value)
{
    if (value.isUndefined())
        return "-";
    return QJsonDocument(QJsonArray {value}).toJson(QJsonDocument::Compact).slice(1).chopped(1);
}

QByteArray pathsText(const PathRules &paths)
{
    QByteArray out = " roots=" + paths.roots.join(',') + '<' + paths.rootsFrom.rule + "> read_only=" + (paths.readOnly ? "true" : "false") + '<'
        + paths.readOnlyFrom.rule + "> symlinks=" + (paths.symlinks == Symlinks::Never ? "never" : "within") + '<' + paths.symlinksFrom.rule + "> deny=";
    for (const DenyEntry &entry : paths.deny)
        out += entry.text + '<' + entry.from.rule + '>';
    return out;
}

QByteArray table(const CompiledPolicy &policy)
{
    QByteArray out;
    for (const EffectiveRule &rule : policy.rules()) {
        out += rule.endpoint->id + ": " + (rule.enabled.value ? "on" : "off") + '<' + rule.enabled.from.rule + "> scopes=" + rule.scopes.value.join(',') + '<'
            + rule.scopes.from.rule + "> audit=" + rule.audit.value + '<' + rule.audit.from.rule + ">\n ";
        out += sortedFields(rule.limits, [](const auto &limit) { return limit.value ? QByteArray::number(*limit.value) : QByteArray("-"); });
        out += sortedFields(rule.params, [](const auto &param) { return jsonText(param.value); });
        if (rule.paths)
            out += pathsText(*rule.paths);
        out += '\n';
    }
    return out;
}

} // namespace

void TestPresetTables::tableIsPinned_data()
{
    QTest::addColumn<QByteArray>("name");
    for (const QByteArray &name : presetNames())
        QTest::newRow(name.constData()) << name;
    QCOMPARE(presetNames().size(), 6);
}

void TestPresetTables::tableIsPinned()
{
    QFETCH(QByteArray, name);
    const QByteArray actual = table(*presetPolicy(name));
    QFile file(QStringLiteral(COFFERDAM_SOURCE_DIR "/tests/common/policy/golden/") + QString::fromUtf8(name) + QStringLiteral(".txt"));
    if (qEnvironmentVariableIsSet("COFFERDAM_UPDATE_GOLDEN")) {
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(actual), actual.size());
        return;
    }
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QList<QByteArray> expected = file.readAll().split('\n');
    const QList<QByteArray> lines = actual.split('\n');
    for (qsizetype i = 0; i < std::min(lines.size(), expected.size()); ++i)
        QCOMPARE(lines[i], expected[i]);
    QCOMPARE(lines.size(), expected.size());
}

void TestPresetTables::onBeyondCore_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QList<QByteArray>>("expected");
    QTest::newRow("transfer-only") << QByteArray("transfer-only") << QList<QByteArray> {"upload", "download", "files_upload_stream", "files_download_stream"};
    QTest::newRow("read-only") << QByteArray("read-only")
                               << QList<QByteArray> {"files_list", "files_stat", "files_search", "files_grep", "files_read", "download", "files_download_stream",
                                      "files_archive", "files_watch", "system_info", "system_metrics", "ports"};
    QTest::newRow("locked") << QByteArray("locked") << QList<QByteArray>();
    QList<QByteArray> files = endpointsOfGroup("file_ops");
    QTest::newRow("workspace") << QByteArray("workspace") << files;
    QTest::newRow("hardened") << QByteArray("hardened") << files + QList<QByteArray> {"system_info", "system_metrics"};
}

void TestPresetTables::onBeyondCore()
{
    QFETCH(QByteArray, name);
    QFETCH(QList<QByteArray>, expected);
    QList<QByteArray> on;
    const auto policy = presetPolicy(name);
    for (const EffectiveRule &rule : policy->rules()) {
        if (rule.enabled.value && !rule.endpoint->isCore())
            on.append(rule.endpoint->id);
    }
    std::sort(on.begin(), on.end());
    std::sort(expected.begin(), expected.end());
    QCOMPARE(on, expected);
}

QTEST_GUILESS_MAIN(TestPresetTables)
#include "tst_presettables.moc"
