// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/policy/compiledpolicy.h"
#include "common/policy/document.h"

#include <QtTest/QTest>

using namespace Cofferdam::Policy;
using namespace Qt::StringLiterals;

/// Each preset's whole effective table of what is on (endpoints.md 3), and the fields that make it.
class tst_presets : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void namesInOrder();
    void unknownIsNothing();
    void enables_data();
    void enables();
    void readOnlyOutlivesAnEnabledWriter();
    void hardenedFields();
    void workspaceNeedsRoots();
};

static std::shared_ptr<const CompiledPolicy> compiled(const QByteArray &text)
{
    const LoadResult loaded = loadDocument(text, Format::Yaml);
    if (!loaded.ok()) {
        qWarning("%s", qPrintable(loaded.diagnostics.first().message));
        return nullptr;
    }
    CompileInputs inputs;
    inputs.baseDir = "/home/user";
    const auto result = CompiledPolicy::compile(*loaded.document, inputs);
    return result ? *result : nullptr;
}

static QByteArrayList enabledIn(const CompiledPolicy &policy)
{
    QByteArrayList ids;
    for (const EffectiveRule &rule : policy.rules()) {
        if (rule.enabled.value && !rule.endpoint->isCore())
            ids.append(rule.endpoint->id);
    }
    return ids;
}

void tst_presets::namesInOrder()
{
    QCOMPARE(presetNames(), (QList<QByteArray> {"default", "transfer-only", "read-only", "hardened", "locked", "workspace"}));
    for (const QByteArray &name : presetNames()) {
        QVERIFY2(presetDocument(name), name.constData());
        QCOMPARE(presetDocument(name)->text, presetText(name));
    }
}

void tst_presets::unknownIsNothing()
{
    QVERIFY(!presetDocument("readonly"));
    QVERIFY(presetText("readonly").isNull());
}

void tst_presets::enables_data()
{
    QTest::addColumn<QByteArray>("extra");
    QTest::addColumn<QByteArray>("enabled");
    QTest::newRow("transfer-only") << ""_ba << "upload download files_upload_stream files_download_stream"_ba;
    QTest::newRow("read-only") << ""_ba
        << "download files_list files_stat files_search files_grep files_read files_download_stream files_archive files_watch system_info system_metrics ports"_ba;
    QByteArray files = "upload download files_list files_stat files_mkdir files_delete files_move files_copy files_search files_grep files_read files_edit "
                       "files_chmod files_upload_stream files_download_stream files_archive files_extract files_watch"_ba;
    QTest::newRow("hardened") << ""_ba << files + " system_info system_metrics"; // commands_* start programs: off until a sandbox level is written
    QTest::newRow("locked") << ""_ba << ""_ba;
    QTest::newRow("workspace") << "defaults: {paths: {allow: [/w]}}\n"_ba << files;
}

void tst_presets::enables()
{
    QFETCH(QByteArray, extra);
    QFETCH(QByteArray, enabled);
    const auto policy = compiled("preset: " + QByteArray(QTest::currentDataTag()) + '\n' + extra);
    QVERIFY(policy);
    QCOMPARE(enabledIn(*policy).join(' '), enabled);
    const QByteArray audit = QByteArray(QTest::currentDataTag()).contains("only") ? "deny"_ba : "all"_ba;
    for (const EffectiveRule &rule : policy->rules())
        QCOMPARE(rule.audit.value, audit);
}

void tst_presets::readOnlyOutlivesAnEnabledWriter()
{
    const auto policy = compiled("preset: read-only\nendpoints: {upload: {enabled: true}}\n");
    const EffectiveRule *upload = policy->rule("upload");
    QVERIFY(upload->enabled.value);
    QVERIFY(upload->paths->readOnly);
    QCOMPARE(upload->paths->readOnlyFrom.layer, Layer::Preset);
    QVERIFY(!compiled("preset: read-only\nendpoints: {upload: {paths: {read_only: false}}}\n")->rule("upload")->paths->readOnly);
}

void tst_presets::hardenedFields()
{
    const auto policy = compiled("preset: hardened\n");
    const EffectiveRule *upload = policy->rule("upload");
    QCOMPARE(upload->limit("max_bytes"), std::optional<qint64>(10 << 20));
    QCOMPARE(upload->limit("rate_per_minute"), std::optional<qint64>(120));
    QCOMPARE(upload->limit("max_concurrency"), std::optional<qint64>(8));
    QCOMPARE(upload->modeParam("max_mode"), std::optional(0666));
    QCOMPARE(upload->paths->symlinks, Symlinks::Never);
    QCOMPARE(upload->paths->deny.size(), 10);
    QVERIFY(upload->paths->denied("/home/user/a/.ssh/id"));
    QVERIFY(upload->listParam("deny_extensions")->contains(".so"));
}

void tst_presets::workspaceNeedsRoots()
{
    QVERIFY(!loadDocument("preset: workspace\n", Format::Yaml).ok());
    QVERIFY(!loadDocument("preset: workspace\ndefaults: {paths: {allow: []}}\n", Format::Yaml).ok());
    QVERIFY(loadDocument("preset: workspace\ndefaults: {paths: {allow: [/w]}}\n", Format::Yaml).ok());
}

QTEST_APPLESS_MAIN(tst_presets)
#include "tst_presets.moc"
