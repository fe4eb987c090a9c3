// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/common/policy/loadertesting.h"

#include <QtTest/QTest>

using namespace Cofferdam::Policy;
using namespace Qt::StringLiterals;

/// Every fault that policy.md 1–4 names, with its exact place.
class tst_loader_refusals : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void refuses_data();
    void refuses();
    void refusesJson_data();
    void refusesJson();
    void reportsAll();
    void suggests_data();
    void suggests();
    void keepsTokensToItself_data();
    void keepsTokensToItself();
    void boundsItsFaults();
};

static void row(const char *name, const char *text, const QStringList &expected)
{
    QTest::newRow(name) << QByteArray(text) << expected;
}

void tst_loader_refusals::refuses_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QStringList>("expected");
    row("unknown key", "verson: 1\n", {u"1:1 unknown_key $.verson"_s});
    row("version 2", "version: 2\n", {u"1:10 out_of_range $.version"_s});
    row("version text", "version: one\n", {u"1:10 wrong_type $.version"_s});
    row("root list", "[1]\n", {u"1:1 wrong_type $"_s});
    row("unknown preset", "preset: readonly\n", {u"1:9 unknown_value $.preset"_s});
    row("relative base_dir", "base_dir: home\n", {u"1:11 bad_value $.base_dir"_s});
    row("unknown endpoint", "endpoints:\n  files_dowload: {}\n", {u"2:3 unknown_endpoint $.endpoints.files_dowload"_s});
    row("later endpoint", "endpoints: {files_upload_begin: {}}\n", {u"1:13 unknown_endpoint $.endpoints.files_upload_begin"_s});
    row("unknown group", "groups: {file_opps: true}\n", {u"1:10 unknown_group $.groups.file_opps"_s});
    row("unknown group in list", "groups: [agentz]\n", {u"1:10 unknown_group $.groups[0]"_s});
    row("unknown group selector", "endpoints: {'group:proces': {enabled: false}}\n", {u"1:13 unknown_group $.endpoints[\"group:proces\"]"_s});
    row("bad glob", "endpoints: {'files_[': {}}\n", {u"1:13 bad_pattern $.endpoints[\"files_[\"]"_s});
    row("core disabled", "endpoints: {health: {enabled: false}}\n", {u"1:31 core_endpoint $.endpoints.health.enabled"_s});
    row("core group disabled", "groups: {core: false}\n", {u"1:10 core_endpoint $.groups.core"_s});
    row("core selector disabled", "endpoints: {'group:core': {enabled: false}}\n", {u"1:37 core_endpoint $.endpoints[\"group:core\"].enabled"_s});
    row("core glob disabled", "endpoints: {'capab*': {enabled: false}}\n", {u"1:33 core_endpoint $.endpoints[\"capab*\"].enabled"_s});
    row("yes is a string", "endpoints: {shell: {enabled: yes}}\n", {u"1:30 wrong_type $.endpoints.shell.enabled"_s});
    row("rule of nothing", "endpoints:\n  shell:\n", {u"2:3 wrong_type $.endpoints.shell"_s});
    row("unknown rule key", "endpoints: {shell: {enable: true}}\n", {u"1:21 unknown_key $.endpoints.shell.enable"_s});
    row("enabled in defaults", "defaults: {enabled: false}\n", {u"1:12 misplaced_key $.defaults.enabled"_s});
    row("scope star required", "endpoints: {shell: {scopes: ['*']}}\n", {u"1:30 bad_value $.endpoints.shell.scopes[0]"_s});
    row("scope namespace required", "endpoints: {shell: {scopes: ['files:*']}}\n", {u"1:30 bad_value $.endpoints.shell.scopes[0]"_s});
    row("scope grammar", "endpoints: {shell: {scopes: [Files:read]}}\n", {u"1:30 bad_value $.endpoints.shell.scopes[0]"_s});
    row("audit word", "endpoints: {shell: {audit: al}}\n", {u"1:28 unknown_value $.endpoints.shell.audit"_s});
    row("paths of a pathless", "endpoints: {env_get: {paths: {read_only: true}}}\n", {u"1:30 no_paths $.endpoints.env_get.paths"_s});
    row("allow relative", "endpoints: {download: {paths: {allow: [out]}}}\n", {u"1:40 bad_value $.endpoints.download.paths.allow[0]"_s});
    row("allow empty", "endpoints: {download: {paths: {allow: []}}}\n", {u"1:39 bad_value $.endpoints.download.paths.allow"_s});
    row("allow string", "endpoints: {download: {paths: {allow: /out}}}\n", {u"1:39 wrong_type $.endpoints.download.paths.allow"_s});
    row("deny empty", "endpoints: {download: {paths: {deny: ['']}}}\n", {u"1:39 bad_value $.endpoints.download.paths.deny[0]"_s});
    row("deny bracket", "endpoints: {download: {paths: {deny: ['[a']}}}\n", {u"1:39 bad_value $.endpoints.download.paths.deny[0]"_s});
    row("symlinks word", "endpoints: {download: {paths: {symlinks: follow}}}\n", {u"1:42 unknown_value $.endpoints.download.paths.symlinks"_s});
    row("hardlinks word", "endpoints: {download: {paths: {hardlinks: never}}}\n", {u"1:43 unknown_value $.endpoints.download.paths.hardlinks"_s});
    row("limit of another", "endpoints: {download: {limits: {max_depth: 3}}}\n", {u"1:33 unknown_limit $.endpoints.download.limits.max_depth"_s});
    row("limit unknown", "defaults: {limits: {max_byte: 3}}\n", {u"1:21 unknown_limit $.defaults.limits.max_byte"_s});
    row("limit none of a group knows", "endpoints: {'group:system': {limits: {max_ratio: 3}}}\n",
        {u"1:39 unknown_limit $.endpoints[\"group:system\"].limits.max_ratio"_s});
    row("limit zero", "endpoints: {download: {limits: {max_bytes: 0}}}\n", {u"1:44 out_of_range $.endpoints.download.limits.max_bytes"_s});
    row("limit negative", "endpoints: {download: {limits: {max_concurrency: -1}}}\n", {u"1:50 out_of_range $.endpoints.download.limits.max_concurrency"_s});
    row("limit fraction", "endpoints: {download: {limits: {max_bytes: 1.5MB}}}\n", {u"1:44 bad_value $.endpoints.download.limits.max_bytes"_s});
    row("limit double", "endpoints: {download: {limits: {max_bytes: 1.5}}}\n", {u"1:44 wrong_type $.endpoints.download.limits.max_bytes"_s});
    row("limit suffix", "endpoints: {download: {limits: {max_bytes: 5M}}}\n", {u"1:44 bad_value $.endpoints.download.limits.max_bytes"_s});
    row("size on a count", "endpoints: {files_list: {limits: {max_entries: 5KB}}}\n", {u"1:48 wrong_type $.endpoints.files_list.limits.max_entries"_s});
    row("seconds too many", "endpoints: {shell: {limits: {timeout_s: 9999999999}}}\n", {u"1:41 out_of_range $.endpoints.shell.limits.timeout_s"_s});
    row("health takes one limit", "endpoints: {health: {limits: {max_concurrency: 2}}}\n", {u"1:31 unknown_limit $.endpoints.health.limits.max_concurrency"_s});
    row("parameter of another", "endpoints: {download: {params: {overwrite: true}}}\n", {u"1:33 unknown_parameter $.endpoints.download.params.overwrite"_s});
    row("mode as a number", "endpoints: {upload: {params: {max_mode: 0644}}}\n", {u"1:41 wrong_type $.endpoints.upload.params.max_mode"_s});
    row("mode with set-id", "endpoints: {upload: {params: {max_mode: '4755'}}}\n", {u"1:41 bad_value $.endpoints.upload.params.max_mode"_s});
    row("extension without dot", "endpoints: {upload: {params: {deny_extensions: [sh]}}}\n", {u"1:49 bad_value $.endpoints.upload.params.deny_extensions[0]"_s});
    row("signal unknown", "endpoints: {process_signal: {params: {allow_signals: [SIGTERM]}}}\n", {u"1:55 unknown_value $.endpoints.process_signal.params.allow_signals[0]"_s});
    row("format of another", "endpoints: {files_archive: {params: {formats: [png]}}}\n", {u"1:48 unknown_value $.endpoints.files_archive.params.formats[0]"_s});
    row("port range", "endpoints: {ports: {params: {deny_ports: ['9-1']}}}\n", {u"1:43 bad_value $.endpoints.ports.params.deny_ports[0]"_s});
    row("language unknown", "endpoints: {code_run: {params: {languages: [perl]}}}\n", {u"1:45 unknown_value $.endpoints.code_run.params.languages[0]"_s});
    row("token without secret", "auth: {tokens: [{id: a, scopes: []}]}\n", {u"1:17 missing_key $.auth.tokens[0]"_s});
    row("token with both", "auth: {tokens: [{id: a, scopes: [], token_env: A, token_sha256: '0000000000000000000000000000000000000000000000000000000000000000'}]}\n",
        {u"1:17 conflicting_keys $.auth.tokens[0]"_s});
    row("token id twice", "auth: {tokens: [{id: a, scopes: [], token_env: A}, {id: a, scopes: [], token_env: B}]}\n", {u"1:57 duplicate_id $.auth.tokens[1].id"_s});
    row("token id reserved", "auth: {tokens: [{id: operator, scopes: [], token_env: A}]}\n", {u"1:22 bad_value $.auth.tokens[0].id"_s});
    row("token id grammar", "auth: {tokens: [{id: 'A b', scopes: [], token_env: A}]}\n", {u"1:22 bad_value $.auth.tokens[0].id"_s});
    row("token scopes missing", "auth: {tokens: [{id: a, token_env: A}]}\n", {u"1:17 missing_key $.auth.tokens[0]"_s});
    row("operator role", "auth: {operators: [{id: a, role: admin, token_env: A}]}\n", {u"1:34 unknown_value $.auth.operators[0].role"_s});
    row("anonymous without scopes", "auth: {allow_anonymous: true}\n", {u"1:25 missing_key $.auth"_s});
    row("workspace without allow", "preset: workspace\n", {u"1:9 missing_key $.preset"_s});
    row("configuration key alone", "sandboxing: {}\n", {u"1:1 misplaced_key $.sandboxing"_s});
    row("policy key beside server", "server: {}\nendpoints: {}\n", {u"2:1 misplaced_key $.endpoints"_s});
    row("configuration key not built", "server: {}\nmcp: {}\n", {u"2:1 not_built $.mcp"_s});
    row("sandbox level not built", "server: {}\nsandboxing: {subprocess: {level: bwrap}}\n", {u"2:34 not_built $.sandboxing.subprocess.level"_s});
    row("sandbox key not built", "server: {}\nsandboxing: {subprocess: {pids_limit: 5}}\n", {u"2:27 not_built $.sandboxing.subprocess.pids_limit"_s});
    row("sandbox backend not built", "server: {}\nsandboxing: {docker: {}}\n", {u"2:14 not_built $.sandboxing.docker"_s});
    row("http host", "http: {hosts: [Example.org]}\n", {u"1:16 bad_value $.http.hosts[0]"_s});
    row("http origin", "http: {origins: ['https://a.b/c']}\n", {u"1:18 bad_value $.http.origins[0]"_s});
    row("audit sync", "audit: {sync: always}\n", {u"1:15 unknown_value $.audit.sync"_s});
    // YAML itself
    row("duplicate key", "version: 1\nversion: 1\n", {u"2:1 duplicate_key $.version"_s});
    row("two documents", "version: 1\n---\nversion: 1\n", {u"2:1 bad_syntax $"_s});
    row("foreign tag", "version: !!python/none 1\n", {u"1:10 bad_syntax $.version"_s});
    row("tag that does not fit", "version: !!int one\n", {u"1:10 bad_syntax $.version"_s});
    row("binary tag", "base_dir: !!binary aGk=\n", {u"1:11 bad_syntax $.base_dir"_s});
    row("self reference", "&x [*x]\n", {u"1:5 bad_syntax $[0]"_s});
    row("unknown alias", "version: *x\n", {u"1:10 bad_syntax $"_s});
    row("byte order mark", "\xef\xbb\xbfversion: 1\n", {u"1:1 bad_syntax $"_s});
    row("not UTF-8", "version: 1 # \xff\n", {u"1:14 bad_syntax $"_s});
    row("end of transmission", "version: 1\n\x04 endpoints: {}\n", {u"2:1 bad_syntax $"_s});
    row("tab as indent", "endpoints:\n\tshell: {}\n", {u"2:7 bad_syntax $"_s});
    row("unclosed", "endpoints: {shell: {\n", {u"2:1 bad_syntax $"_s});
    row("map as key", "{a: 1}: 2\n", {u"1:1 bad_syntax $"_s});
    row("merge key", "endpoints: {shell: {<<: {enabled: true}}}\n", {u"1:21 unknown_key $.endpoints.shell[\"<<\"]"_s});
}

void tst_loader_refusals::refuses()
{
    QFETCH(QByteArray, text);
    QFETCH(QStringList, expected);
    const LoadResult result = loadDocument(text, Format::Yaml);
    QVERIFY(!result.ok());
    QCOMPARE(places(result), expected);
}

void tst_loader_refusals::refusesJson_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QStringList>("expected");
    // security.md row 65: the second of two equal keys never wins in silence
    row("duplicate enabled", R"({"endpoints":{"shell":{"enabled":false,"enabled":true}}})", {u"1:40 duplicate_key $.endpoints.shell.enabled"_s});
    row("duplicate after unescaping", R"({"version":1,"v\u0065rsion":1})", {u"1:14 duplicate_key $.version"_s});
    row("two duplicates", "{\"version\":1,\"version\":1,\n\"auth\":{},\"auth\":{}}", {u"1:14 duplicate_key $.version"_s, u"2:11 duplicate_key $.auth"_s});
    row("trailing comma", R"({"version":1,})", {u"1:14 bad_syntax $.version"_s});
    row("comment", "{} // no", {u"1:4 bad_syntax $"_s});
    row("empty", "", {u"1:1 bad_syntax $"_s});
    row("null", "null", {u"1:1 wrong_type $"_s});
    row("unknown endpoint", R"({"endpoints":{"files_dowload":{}}})", {u"1:15 unknown_endpoint $.endpoints.files_dowload"_s});
    row("byte order mark", "\xef\xbb\xbf{}", {u"1:1 bad_syntax $"_s});
    row("lone surrogate", R"({"base_dir":"/\ud800"})", {u"1:15 bad_syntax $.base_dir"_s});
}

void tst_loader_refusals::refusesJson()
{
    QFETCH(QByteArray, text);
    QFETCH(QStringList, expected);
    const LoadResult result = loadDocument(text, Format::Json);
    QVERIFY(!result.ok());
    QCOMPARE(places(result), expected);
}

void tst_loader_refusals::reportsAll()
{
    const LoadResult result = loadDocument("verson: 1\nendpoints:\n  shel: {}\n  download: {limits: {max_bytes: 0, max_depth: 1}}\nversion: 2\n", Format::Yaml);
    QCOMPARE(places(result), (QStringList {u"1:1 unknown_key $.verson"_s, u"3:3 unknown_endpoint $.endpoints.shel"_s,
        u"4:34 out_of_range $.endpoints.download.limits.max_bytes"_s, u"4:37 unknown_limit $.endpoints.download.limits.max_depth"_s,
        u"5:10 out_of_range $.version"_s}));
}

void tst_loader_refusals::suggests_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("fixed");
    QTest::newRow("endpoint") << "endpoints: {files_dowload: {}}\n"_ba << "endpoints: {files_download_stream: {}}\n"_ba;
    QTest::newRow("quoted in JSON") << R"({"endpoints":{"fiels_list":{}}})"_ba << R"({"endpoints":{"files_list":{}}})"_ba;
    QTest::newRow("transposed key") << "verison: 1\n"_ba << "version: 1\n"_ba;
    QTest::newRow("old name") << "endpoints: {download: {paths: {readonly: true}}}\n"_ba << "endpoints: {download: {paths: {read_only: true}}}\n"_ba;
    QTest::newRow("unique prefix") << "endpoints: {download: {limits: {rate: 5}}}\n"_ba << "endpoints: {download: {limits: {rate_per_minute: 5}}}\n"_ba;
    QTest::newRow("preset") << "preset: 'readonly'\n"_ba << "preset: 'read-only'\n"_ba;
    QTest::newRow("boolean") << "endpoints: {download: {enabled: off}}\n"_ba << "endpoints: {download: {enabled: false}}\n"_ba;
}

void tst_loader_refusals::suggests()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, fixed);
    const Format format = text.startsWith('{') ? Format::Json : Format::Yaml;
    const LoadResult result = loadDocument(text, format);
    QCOMPARE(result.diagnostics.size(), 1);
    const Diagnostic &d = result.diagnostics.first();
    QVERIFY2(!d.replacement.isEmpty(), qPrintable(d.message));
    QCOMPARE(text.replace(d.span.offset, d.span.length, d.replacement), fixed);
    QVERIFY(loadDocument(fixed, format).ok());
}

void tst_loader_refusals::keepsTokensToItself_data()
{
    QTest::addColumn<QByteArray>("entry");
    QTest::newRow("token") << "{id: a, scopes: [], token: hunter2hunter2}"_ba;
    QTest::newRow("token_env") << "{id: a, scopes: [], token_env: 'hunter2hunter2!'}"_ba;
    QTest::newRow("token_sha256") << "{id: a, scopes: [], token_sha256: hunter2hunter2}"_ba;
    QTest::newRow("as key") << "{id: a, scopes: [], token_env: A, hunter2hunter2: x}"_ba;
    QTest::newRow("as id") << "{id: 'hunter2hunter2!', scopes: [], token_env: A}"_ba;
    QTest::newRow("as scope") << "{id: a, scopes: ['hunter2hunter2!'], token_env: A}"_ba;
    QTest::newRow("as entry") << "hunter2hunter2"_ba;
}

void tst_loader_refusals::keepsTokensToItself()
{
    QFETCH(QByteArray, entry);
    const LoadResult result = loadDocument("auth:\n  tokens:\n    - " + entry + "\n", Format::Yaml);
    QVERIFY(!result.ok());
    for (const Diagnostic &d : result.diagnostics) {
        QVERIFY2(!d.message.contains("hunter2"_L1), qPrintable(d.message));
        QVERIFY(!d.jsonPath.contains("hunter2"));
    }
}

void tst_loader_refusals::boundsItsFaults()
{
    QByteArray text;
    for (int i = 0; i < 20000; ++i)
        text += "bad_key_" + QByteArray::number(i) + ": 1\n";
    const LoadResult result = loadDocument(text, Format::Yaml);
    QVERIFY(!result.ok());
    QCOMPARE(result.diagnostics.size(), 1000);
    QCOMPARE(result.diagnostics.last().id, "too_many_errors"_ba);
}

QTEST_APPLESS_MAIN(tst_loader_refusals)
#include "tst_loader_refusals.moc"
