// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "policyfixture.h"

#include <limits>

using namespace Cofferdam;
using namespace Cofferdam::Policy;

/// policy.md 4: which rule wins for which field.
class TestMerge : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void enabledIsDecidedBy_data();
    void enabledIsDecidedBy();
    void limitIsDecidedBy_data();
    void limitIsDecidedBy();
    void codeAndEnvironment_data();
    void codeAndEnvironment();
    void coreCannotBeDisabled();
    void scopesReplace();
    void allowReplaces();
    void denyIsAUnion();
    void denyParametersAreAUnionWithTheirOwnRules();
    void readOnlyOfThePresetStaysUntilLifted();
    void maxRequestBytesFollows_data();
    void maxRequestBytesFollows();
    void maxUploadSizeIsTheLowestInput();
    void programsNeedASandboxLevel();
    void exactEnableDoesNotLiftTheSandboxGate();
    void lockdownLeavesTheCore();
    void serviceFilesCannotBeLifted();
    void positionsPointIntoTheDocument();
    void refusesInputs_data();
    void refusesInputs();
    void identities_data();
    void identities();
    void baseDirectoryOfThePolicyWins();
    void auditOfThePresetHolds();
};

void TestMerge::enabledIsDecidedBy_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("endpoint");
    QTest::addColumn<bool>("enabled");
    QTest::addColumn<QByteArray>("rule");
    const auto row = [](const char *name, const char *text, const char *endpoint, bool enabled, const char *rule) {
        QTest::newRow(name) << QByteArray(text) << QByteArray(endpoint) << enabled << QByteArray(rule);
    };
    row("empty", "version: 1\n", "files_list", true, "default:catalogue");
    row("opt-in", "version: 1\n", "git_status", false, "default:opt-in:dev_tools");
    row("opt-in browser", "version: 1\n", "browser_navigate", false, "default:opt-in:browser");
    row("group map", "groups: {web: true}\n", "http_request", true, "policy:groups.web");
    row("group list", "groups: [web]\n", "http_request", true, "policy:groups.web");
    row("group off", "groups: {file_ops: false}\n", "files_list", false, "policy:groups.file_ops");
    row("group selector", "endpoints: {'group:file_ops': {enabled: false}}\n", "files_list", false, "policy:endpoints.group:file_ops");
    row("group false beats true at equal rank", "groups: {file_ops: false}\nendpoints: {'group:file_ops': {enabled: true}}\n", "files_list", false, "policy:groups.file_ops");
    row("glob beats group", "groups: {file_ops: true}\nendpoints: {'*': {enabled: false}}\n", "files_list", false, "policy:endpoints.*");
    row("glob beats opt-in", "endpoints: {'*': {enabled: true}}\n", "git_status", false, "default:no-sandbox");
    row("glob turns opt-in on", "endpoints: {'*': {enabled: true}}\n", "http_request", true, "policy:endpoints.*");
    row("exact beats glob", "endpoints: {'*': {enabled: false}, files_list: {enabled: true}}\n", "files_list", true, "policy:endpoints.files_list");
    row("exact beats glob in any order", "endpoints: {files_list: {enabled: true}, '*': {enabled: false}}\n", "files_list", true, "policy:endpoints.files_list");
    row("longer prefix", "endpoints: {'files_*': {enabled: true}, 'f*': {enabled: false}}\n", "files_list", true, "policy:endpoints.files_*");
    row("longer prefix beats longer pattern", "endpoints: {'files_*': {enabled: true}, 'file?_l*t': {enabled: false}}\n", "files_list", true, "policy:endpoints.files_*");
    row("longer pattern at equal prefix", "endpoints: {'files_*t': {enabled: false}, 'files_*': {enabled: true}}\n", "files_list", false, "policy:endpoints.files_*t");
    row("byte order at equal length", "endpoints: {'files_?ist': {enabled: true}, 'files_[k-m]': {enabled: false}, 'files_*ist': {enabled: false}}\n", "files_list", true, "policy:endpoints.files_?ist");
    row("glob that does not match", "endpoints: {'pty_*': {enabled: false}}\n", "files_list", true, "default:catalogue");
    row("preset", "preset: locked\n", "files_list", false, "preset:locked");
    row("policy exact over preset glob", "preset: locked\nendpoints: {files_list: {enabled: true}}\n", "files_list", true, "policy:endpoints.files_list");
    row("policy group under preset glob", "preset: locked\ngroups: {file_ops: true}\n", "files_list", false, "preset:locked");
    row("policy same glob over preset glob", "preset: locked\nendpoints: {'*': {enabled: true}}\n", "files_list", true, "policy:endpoints.*");
    row("policy glob under preset exact", "preset: read-only\nendpoints: {'files_*': {enabled: false}}\n", "files_list", true, "preset:read-only");
    row("policy exact over preset exact", "preset: read-only\nendpoints: {files_list: {enabled: false}}\n", "files_list", false, "policy:endpoints.files_list");
    row("policy longer glob over preset glob", "preset: locked\nendpoints: {'files_*': {enabled: true}}\n", "files_list", true, "policy:endpoints.files_*");
}

void TestMerge::enabledIsDecidedBy()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, endpoint);
    const auto policy = compiled(text.startsWith("version") ? text : "version: 1\n" + text);
    const EffectiveRule *rule = policy->rule(endpoint);
    QVERIFY(rule);
    QTEST(rule->enabled.from.rule, "rule");
    QTEST(rule->enabled.value, "enabled");
}

void TestMerge::limitIsDecidedBy_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<qint64>("value");
    QTest::addColumn<QByteArray>("rule");
    const auto row = [](const char *name, const char *text, qint64 value, const char *rule) {
        QTest::newRow(name) << "version: 1\n" + QByteArray(text) << value << QByteArray(rule);
    };
    row("catalogue", "", 100 << 20, "default:catalogue");
    row("defaults", "defaults: {limits: {max_bytes: 5MB}}\n", 5'000'000, "policy:defaults");
    row("group over defaults", "defaults: {limits: {max_bytes: 5}}\nendpoints: {'group:file_ops': {limits: {max_bytes: 6}}}\n", 6, "policy:endpoints.group:file_ops");
    row("glob over group", "endpoints: {'group:file_ops': {limits: {max_bytes: 6}}, 'down*': {limits: {max_bytes: 7}}}\n", 7, "policy:endpoints.down*");
    row("exact over glob", "endpoints: {download: {limits: {max_bytes: 8}}, 'down*': {limits: {max_bytes: 7}}}\n", 8, "policy:endpoints.download");
    row("null is a value", "defaults: {limits: {max_bytes: 5}}\nendpoints: {download: {limits: {max_bytes: null}}}\n", -1, "policy:endpoints.download");
    row("each field on its own", "endpoints: {download: {limits: {rate_per_minute: 3}}, 'd*': {limits: {max_bytes: 7}}}\n", 7, "policy:endpoints.d*");
    row("preset defaults", "preset: hardened\n", 10 << 20, "preset:hardened");
    row("policy defaults over preset defaults", "preset: hardened\ndefaults: {limits: {max_bytes: 9}}\n", 9, "policy:defaults");
    row("preset exact over policy defaults", "preset: transfer-only\ndefaults: {limits: {max_bytes: 9}}\n", 100 << 20, "preset:transfer-only");
    row("policy exact over preset exact", "preset: transfer-only\nendpoints: {download: {limits: {max_bytes: 1KiB}}}\n", 1024, "policy:endpoints.download");
}

void TestMerge::limitIsDecidedBy()
{
    QFETCH(QByteArray, text);
    const auto policy = compiled(text);
    const EffectiveRule *rule = policy->rule("download");
    QVERIFY(rule);
    QTEST(rule->limit("max_bytes").value_or(-1), "value");
    QTEST(rule->ruleOfLimit("max_bytes"), "rule");
}

void TestMerge::codeAndEnvironment_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QList<QByteArray>>("enable");
    QTest::addColumn<QList<QByteArray>>("disable");
    QTest::addColumn<QList<QByteArray>>("environment");
    QTest::addColumn<bool>("enabled");
    QTest::addColumn<QByteArray>("rule");
    const auto row = [](const char *name, const char *text, QList<QByteArray> enable, QList<QByteArray> disable, QList<QByteArray> environment, bool enabled, const char *rule) {
        QTest::newRow(name) << "version: 1\n" + QByteArray(text) << enable << disable << environment << enabled << QByteArray(rule);
    };
    const QList<QByteArray> none;
    const QList<QByteArray> web {"web"};
    row("code enables", "", web, none, none, true, "code:enable_group:web");
    row("code false beats true", "", web, web, none, false, "code:disable_group:web");
    row("policy group over code", "groups: {web: false}\n", web, none, none, false, "policy:groups.web");
    row("environment over policy group", "groups: {web: false}\n", none, none, web, true, "environment:ABX_SERVER_ENABLED_GROUPS:web");
    row("environment over code", "", none, web, web, true, "environment:ABX_SERVER_ENABLED_GROUPS:web");
    row("glob over environment", "endpoints: {'*': {enabled: false}}\n", none, none, web, false, "policy:endpoints.*");
    row("exact over environment", "endpoints: {http_request: {enabled: false}}\n", none, none, web, false, "policy:endpoints.http_request");
    row("preset glob over environment", "preset: locked\n", none, none, web, false, "preset:locked");
}

void TestMerge::codeAndEnvironment()
{
    QFETCH(QByteArray, text);
    QFETCH(QList<QByteArray>, enable);
    QFETCH(QList<QByteArray>, disable);
    QFETCH(QList<QByteArray>, environment);
    CompileInputs inputs = testInputs();
    inputs.codeEnable = enable;
    inputs.codeDisable = disable;
    inputs.environmentGroups = environment;
    const auto policy = compiled(text, inputs);
    const EffectiveRule *rule = policy->rule("http_request");
    QVERIFY(rule);
    QTEST(rule->enabled.from.rule, "rule");
    QTEST(rule->enabled.value, "enabled");
}

void TestMerge::coreCannotBeDisabled()
{
    const auto policy = compiled("version: 1\npreset: locked\nendpoints: {'*': {enabled: false}, 'h*': {enabled: false}}\n");
    for (const char *id : {"health", "capabilities", "capabilities_check"}) {
        QVERIFY2(policy->rule(id)->enabled.value, id);
        QCOMPARE(policy->rule(id)->enabled.from.rule, QByteArray("default:catalogue"));
    }
}

void TestMerge::scopesReplace()
{
    const auto policy = compiled("version: 1\nendpoints: {files_copy: {scopes: [files:write]}, files_list: {scopes: []}}\n");
    QCOMPARE(policy->rule("files_copy")->scopes.value, QList<QByteArray> {"files:write"});
    QCOMPARE(policy->rule("files_copy")->scopes.from.rule, QByteArray("policy:endpoints.files_copy"));
    QVERIFY(policy->rule("files_list")->scopes.value.isEmpty());
    QCOMPARE(policy->rule("files_move")->scopes.value, (QList<QByteArray> {"files:write", "files:delete"}));
}

void TestMerge::allowReplaces()
{
    const auto policy = compiled("version: 1\nendpoints: {'files_*': {paths: {allow: [/srv/a]}}, files_list: {paths: {allow: [/srv/b/, /srv/c]}}}\n");
    QCOMPARE(policy->rule("files_list")->paths->roots, (QList<QByteArray> {"/srv/b", "/srv/c"}));
    QCOMPARE(policy->rule("files_stat")->paths->roots, QList<QByteArray> {"/srv/a"});
    QCOMPARE(policy->rule("files_stat")->paths->rootsFrom.rule, QByteArray("policy:endpoints.files_*"));
    QCOMPARE(policy->rule("download")->paths->roots, QList<QByteArray> {"/home/user"});
    QVERIFY(!policy->rule("download")->paths->rootsAreAllow);
    QCOMPARE(policy->rule("download")->paths->rootsFrom.rule, QByteArray("default:base_dir"));
}

void TestMerge::denyIsAUnion()
{
    const auto policy = compiled("version: 1\npreset: hardened\ndefaults: {paths: {deny: ['*.a']}}\n"
                                 "endpoints: {'files_*': {paths: {deny: ['*.b', '*.a']}}, files_list: {paths: {deny: ['*.c']}}}\n");
    QList<QByteArray> texts;
    QHash<QByteArray, QByteArray> from;
    for (const DenyEntry &entry : policy->rule("files_list")->paths->deny) {
        texts.append(entry.text);
        from.insert(entry.text, entry.from.rule);
    }
    QCOMPARE(texts.first(3), (QList<QByteArray> {"*.c", "*.b", "*.a"}));
    QCOMPARE(texts.size(), 13);
    QCOMPARE(from.value("*.c"), QByteArray("policy:endpoints.files_list"));
    QCOMPARE(from.value("*.a"), QByteArray("policy:endpoints.files_*"));
    QCOMPARE(from.value("**/.env"), QByteArray("preset:hardened"));
    QCOMPARE(policy->rule("download")->paths->deny.size(), 11);
}

void TestMerge::denyParametersAreAUnionWithTheirOwnRules()
{
    const auto policy = compiled("version: 1\npreset: hardened\nendpoints: {upload: {params: {deny_extensions: [.sh], allow_extensions: [.txt]}}}\n");
    const EffectiveRule &rule = *policy->rule("upload");
    QCOMPARE(rule.listParam("deny_extensions").value(), (QList<QByteArray> {".sh", ".so", ".dylib", ".dll"}));
    QCOMPARE(rule.fromOfEntry("deny_extensions", ".sh").rule, QByteArray("policy:endpoints.upload"));
    QCOMPARE(rule.fromOfEntry("deny_extensions", ".so").rule, QByteArray("preset:hardened"));
    QCOMPARE(rule.listParam("allow_extensions").value(), QList<QByteArray> {".txt"});
    QCOMPARE(rule.modeParam("max_mode").value(), 0666);
    QVERIFY(!policy->rule("download")->listParam("allow_extensions"));
}

void TestMerge::readOnlyOfThePresetStaysUntilLifted()
{
    const auto policy = compiled("version: 1\npreset: read-only\nendpoints: {upload: {enabled: true}, files_mkdir: {enabled: true, paths: {read_only: false}}}\n");
    QVERIFY(policy->rule("upload")->paths->readOnly);
    QCOMPARE(policy->rule("upload")->paths->readOnlyFrom.rule, QByteArray("preset:read-only"));
    QVERIFY(!policy->rule("files_mkdir")->paths->readOnly);
    QCOMPARE(decide(*policy, call("upload", {"*"}, "a.txt")).code, QByteArray("path_read_only"));
    QVERIFY(decide(*policy, call("files_mkdir", {"*"}, "a")).isAllowed());
}

void TestMerge::maxRequestBytesFollows_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("endpoint");
    QTest::addColumn<qint64>("expected");
    const auto row = [](const char *name, const char *text, const char *endpoint, qint64 expected) {
        QTest::newRow(name) << "version: 1\n" + QByteArray(text) << QByteArray(endpoint) << expected;
    };
    constexpr qint64 mib = 1 << 20;
    row("raw body: max_bytes", "", "files_upload_stream", 100 * mib);
    row("JSON with base64", "", "upload", (400 * mib + 2) / 3 + 65536);
    row("plain JSON", "", "files_mkdir", mib);
    row("max_bytes of a reply or a move is no body", "", "files_move", mib);
    row("no body", "", "files_list", mib);
    row("standard input", "", "shell", (4 * mib + 2) / 3 + 65536);
    row("follows a rule down", "endpoints: {'*upload*': {limits: {max_bytes: 5MiB}}}\n", "files_upload_stream", 5 * mib);
    row("JSON follows a rule down", "endpoints: {upload: {limits: {max_bytes: 3MiB}}}\n", "upload", 4 * mib + 65536);
    row("JSON never under a mebibyte", "endpoints: {upload: {limits: {max_bytes: 3}}}\n", "upload", mib);
    row("follows null", "endpoints: {upload: {limits: {max_bytes: null}}}\n", "upload", -1);
    row("written wins", "endpoints: {upload: {limits: {max_bytes: 3MiB, max_request_bytes: 77}}}\n", "upload", 77);
    row("written null wins", "defaults: {limits: {max_request_bytes: null}}\n", "files_mkdir", -1);
    row("transfer-only", "preset: transfer-only\nendpoints: {files_upload_stream: {limits: {max_bytes: 7}}}\n", "files_upload_stream", 7);
    row("largest number", "endpoints: {upload: {limits: {max_bytes: 9223372036854775807}}}\n", "upload", std::numeric_limits<qint64>::max());
}

void TestMerge::maxRequestBytesFollows()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, endpoint);
    const auto policy = compiled(text);
    QTEST(policy->rule(endpoint)->maxRequestBytes().value_or(-1), "expected");
}

void TestMerge::maxUploadSizeIsTheLowestInput()
{
    CompileInputs inputs = testInputs();
    inputs.maxUploadSize = 1000;
    const auto plain = compiled("version: 1\n", inputs);
    for (const char *id : {"upload", "download", "files_upload_stream", "files_download_stream"}) {
        QCOMPARE(plain->rule(id)->limit("max_bytes").value(), 1000);
        QCOMPARE(plain->rule(id)->ruleOfLimit("max_bytes"), QByteArray("environment:ABX_MAX_UPLOAD_SIZE"));
    }
    QCOMPARE(plain->rule("files_upload_stream")->maxRequestBytes().value(), 1000);
    QCOMPARE(plain->rule("files_move")->limit("max_bytes").value(), 100 << 20);
    const auto ruled = compiled("version: 1\ndefaults: {limits: {max_bytes: 2000}}\n", inputs);
    QCOMPARE(ruled->rule("upload")->limit("max_bytes").value(), 2000);
}

void TestMerge::programsNeedASandboxLevel()
{
    const auto off = compiled("version: 1\n");
    const auto on = compiled("server: {version: 1}\nsandboxing: {subprocess: {level: none}}\n");
    for (const char *id : {"shell", "process_start", "pty_create", "commands_run"}) {
        QVERIFY2(!off->rule(id)->enabled.value, id);
        QCOMPARE(off->rule(id)->enabled.from.rule, QByteArray("default:no-sandbox"));
        QVERIFY2(on->rule(id)->enabled.value, id);
        QCOMPARE(on->rule(id)->enabled.from.rule, QByteArray("default:catalogue"));
    }
    QVERIFY(off->rule("files_list")->enabled.value);
    QVERIFY(!on->rule("code_run")->enabled.value);
    QCOMPARE(on->rule("code_run")->enabled.from.rule, QByteArray("default:opt-in:dev_tools"));
}

void TestMerge::exactEnableDoesNotLiftTheSandboxGate()
{
    const auto policy = compiled("version: 1\nendpoints: {shell: {enabled: true}, 'pty_*': {enabled: false}}\n");
    QVERIFY(!policy->rule("shell")->enabled.value);
    QCOMPARE(policy->rule("shell")->enabled.from.rule, QByteArray("default:no-sandbox"));
    QCOMPARE(policy->rule("pty_create")->enabled.from.rule, QByteArray("policy:endpoints.pty_*"));
}

void TestMerge::lockdownLeavesTheCore()
{
    CompileInputs inputs = testInputs();
    inputs.lockdown = true;
    const auto policy = compiled("version: 1\nendpoints: {files_list: {enabled: true}}\n", inputs);
    for (const EffectiveRule &rule : policy->rules()) {
        QCOMPARE(rule.enabled.value, rule.endpoint->isCore());
        if (!rule.endpoint->isCore())
            QCOMPARE(rule.enabled.from.rule, QByteArray("lockdown"));
    }
}

void TestMerge::serviceFilesCannotBeLifted()
{
    CompileInputs inputs = testInputs();
    inputs.serviceFiles = {"/home/user/.config/cofferdam", "/run/user/1000/cofferdam"};
    const auto policy = compiled("version: 1\ndefaults: {paths: {allow: [/], deny: []}}\nendpoints: {files_read: {paths: {allow: [/home/user/.config/cofferdam]}}}\n", inputs);
    for (const EffectiveRule &rule : policy->rules()) {
        if (!rule.paths)
            continue;
        const auto refusal = rule.paths->judge("/home/user/.config/cofferdam/policy.yaml", PathRole::Read);
        QVERIFY2(refusal, rule.endpoint->id.constData());
        QCOMPARE(refusal->code, QByteArray("path_denied"));
        QCOMPARE(refusal->rule.rule, QByteArray("default:service-files"));
    }
}

void TestMerge::positionsPointIntoTheDocument()
{
    const auto policy = compiled("version: 1\npreset: hardened\nendpoints:\n  files_*:\n    enabled: false\n    limits: {max_bytes: 5}\n    paths:\n      deny:\n        - '*.x'\n        - '*.y'\n");
    const EffectiveRule &rule = *policy->rule("files_move");
    QCOMPARE(rule.enabled.from.fileName, QByteArray("policy.yaml"));
    QCOMPARE(rule.enabled.from.span.line, 5);
    QCOMPARE(rule.limits.value("max_bytes").from.span.line, 6);
    QCOMPARE(rule.paths->deny[0].from.span.line, 9);
    QCOMPARE(rule.paths->deny[1].from.span.line, 10);
    QCOMPARE(rule.audit.from.rule, QByteArray("preset:hardened"));
    QVERIFY(rule.audit.from.fileName != "policy.yaml");
}

void TestMerge::refusesInputs_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("what");
    QTest::newRow("unknown environment group") << QByteArray("version: 1\n") << QByteArray("environment");
    QTest::newRow("unknown code group") << QByteArray("version: 1\n") << QByteArray("code");
    QTest::newRow("core disabled by code") << QByteArray("version: 1\n") << QByteArray("core");
    QTest::newRow("legacy token beside tokens") << QByteArray("version: 1\nauth: {tokens: [{id: a, scopes: [], token_env: A}]}\n") << QByteArray("legacy");
    QTest::newRow("workspace with allow for one only") << QByteArray("version: 1\npreset: workspace\nendpoints: {files_list: {paths: {allow: [/w]}}}\n") << QByteArray();
}

void TestMerge::refusesInputs()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, what);
    CompileInputs inputs = testInputs();
    inputs.legacyToken = what == "legacy";
    if (what == "environment")
        inputs.environmentGroups = {"agent"};
    if (what == "code")
        inputs.codeEnable = {"agent"};
    if (what == "core")
        inputs.codeDisable = {"core"};
    const auto policy = tryCompile(text, inputs);
    QVERIFY(!policy);
    QCOMPARE(policy.error().code, QByteArray("policy_invalid"));
    QVERIFY(tryCompile("version: 1\npreset: workspace\ndefaults: {paths: {allow: [/w]}}\n"));
}

void TestMerge::identities_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("legacy");
    QTest::addColumn<QByteArray>("expected");
    const QByteArray tokens = "tokens: [{id: reader, scopes: ['files:read'], token_env: R}]";
    QTest::newRow("nothing configured") << QByteArray() << false << QByteArray("anonymous=*");
    QTest::newRow("legacy") << QByteArray() << true << QByteArray("legacy=*");
    QTest::newRow("legacy scopes") << QByteArray("auth: {legacy_scopes: ['files:read']}\n") << true << QByteArray("legacy=files:read");
    QTest::newRow("tokens") << "auth: {" + tokens + "}\n" << false << QByteArray("reader=files:read");
    QTest::newRow("tokens and anonymous") << "auth: {" + tokens + ", allow_anonymous: true, anonymous_scopes: ['system:read']}\n" << false << QByteArray("reader=files:read anonymous=system:read");
    QTest::newRow("anonymous with no scope") << "auth: {" + tokens + ", allow_anonymous: true, anonymous_scopes: []}\n" << false << QByteArray("reader=files:read anonymous=");
    QTest::newRow("anonymous turned off") << QByteArray("auth: {allow_anonymous: false}\n") << false << QByteArray();
    QTest::newRow("empty tokens let nobody in") << QByteArray("auth: {tokens: []}\n") << false << QByteArray();
}

void TestMerge::identities()
{
    QFETCH(QByteArray, text);
    QFETCH(bool, legacy);
    CompileInputs inputs = testInputs();
    inputs.legacyToken = legacy;
    const auto policy = compiled("version: 1\n" + text, inputs);
    QList<QByteArray> found;
    for (const IdentityInfo &identity : policy->identities())
        found.append(identity.id + '=' + identity.scopes.join(','));
    QTEST(found.join(' '), "expected");
    QCOMPARE(policy->anonymousAllowed(), policy->identity("anonymous") != nullptr);
}

void TestMerge::baseDirectoryOfThePolicyWins()
{
    const auto policy = compiled("version: 1\nbase_dir: /srv/data/\n");
    QCOMPARE(policy->baseDir(), QByteArray("/srv/data"));
    QCOMPARE(policy->rule("files_list")->paths->roots, QList<QByteArray> {"/srv/data"});
    QCOMPARE(policy->rule("files_list")->paths->rootsFrom.rule, QByteArray("policy:base_dir"));
    QCOMPARE(policy->rule("files_list")->paths->neverWritable, QList<QByteArray> {"/srv/data/.cofferdam"});
    const auto nowhere = compiled("version: 1\n", CompileInputs());
    QCOMPARE(decide(*nowhere, call("files_list", {"*"}, "/")).code, QByteArray("path_outside"));
}

void TestMerge::auditOfThePresetHolds()
{
    const auto locked = compiled("version: 1\npreset: locked\n");
    QCOMPARE(locked->rule("files_list")->audit.value, QByteArray("all"));
    QVERIFY(!locked->auditRequired());
    const auto required = compiled("version: 1\naudit: {required: true, sync: strict}\n");
    QVERIFY(required->auditRequired());
    QVERIFY(required->auditStrict());
}

QTEST_GUILESS_MAIN(TestMerge)
#include "tst_merge.moc"
