// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "policyfixture.h"

#include "common/base/ids.h"

#include <algorithm>

using namespace Cofferdam;
using namespace Cofferdam::Policy;
using namespace Qt::StringLiterals;

/// endpoints.md 5: each rule fires, and a near miss stays silent.
class TestLint : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void tableIsWhole();
    void firesAndStaysSilent_data();
    void firesAndStaysSilent();
    void hostFacts_data();
    void hostFacts();
    void bypassIsAnErrorWherePathsWereWritten();
    void findingsPointIntoTheDocument();
    void emptyPolicyIsClean();
};

namespace {

QList<Diagnostic> findings(const QByteArray &text, const QByteArray &id, const LintFacts &facts = {}, const CompileInputs &inputs = testInputs())
{
    QList<Diagnostic> found = lint(*compiled(text, inputs), facts);
    found.removeIf([&](const Diagnostic &diagnostic) { return diagnostic.id != id; });
    return found;
}

const QByteArray unsandboxed = "sandboxing: {subprocess: {level: none}}\n";
const QByteArray twoTokens = "auth: {tokens: [{id: a, scopes: ['*'], token_env: A}, {id: b, scopes: ['files:read'], token_env: B}]}\n";

QByteArray tokenWith(const char *scopes) { return "auth: {tokens: [{id: a, scopes: [" + QByteArray(scopes) + "], token_env: A}]}\n"; }

QByteArray digestToken(const char *word) { return "auth: {tokens: [{id: a, scopes: ['files:read'], token_sha256: " + sha256Hex(word) + "}]}\n"; }

QByteArray inServer(const QByteArray &policy, const QByteArray &rest)
{
    QByteArray out = "server:\n  version: 1\n";
    for (const QByteArray &line : policy.split('\n')) {
        if (!line.isEmpty())
            out += "  " + line + '\n';
    }
    return out + rest;
}

} // namespace

void TestLint::tableIsWhole()
{
    QCOMPARE(lintRules().size(), 29);
    for (int i = 0; i < 29; ++i) {
        QCOMPARE(lintRules()[i].id, "L" + QByteArray::number(i + 1));
        QVERIFY(!lintRules()[i].why.isEmpty() && !lintRules()[i].condition.isEmpty());
    }
    for (const char *id : {"L3", "L10", "L18"})
        QVERIFY(std::any_of(lintRules().begin(), lintRules().end(), [id](const LintRule &rule) { return rule.id == id && rule.severity == Severity::Error; }));
}

void TestLint::firesAndStaysSilent_data()
{
    QTest::addColumn<QByteArray>("id");
    QTest::addColumn<QByteArray>("fires");
    QTest::addColumn<QByteArray>("silent");
    const auto row = [](const char *name, const char *id, const QByteArray &fires, const QByteArray &silent) {
        const auto whole = [](const QByteArray &text) { return text.startsWith("server") ? text : "version: 1\n" + text; };
        QTest::newRow(name) << QByteArray(id) << whole(fires) << whole(silent);
    };
    row("files and programs", "L1", inServer("", unsandboxed), "");
    row("programs and files apart", "L1", inServer("", unsandboxed),
        inServer("auth: {tokens: [{id: a, scopes: ['files:read'], token_env: A}, {id: b, scopes: ['process:run'], token_env: B}]}\n", unsandboxed));
    row("command list", "L2", inServer("endpoints: {shell: {params: {allow_commands: [ls]}}}\n", unsandboxed), "endpoints: {shell: {enabled: false, params: {allow_commands: [ls]}}}\n");
    row("root is everything", "L3", "defaults: {paths: {allow: [/]}}\n", "defaults: {paths: {allow: [/srv]}}\n");
    row("base_dir is everything", "L3", "base_dir: /\n", "base_dir: /srv\n");
    row("wildcard beside others", "L4", twoTokens, tokenWith("'*'"));
    row("no overwrite, no boundary", "L5", "endpoints: {upload: {params: {overwrite: false}}}\n", "endpoints: {upload: {params: {overwrite: false}, paths: {allow: [/w]}}}\n");
    row("side door", "L6", "endpoints: {download: {paths: {deny: ['*.pem']}}}\n", "defaults: {paths: {deny: ['*.pem']}}\n");
    row("side door, other boundary", "L6", "endpoints: {download: {paths: {deny: [/home/user/x]}}}\n",
        "endpoints: {download: {paths: {deny: [/home/user/x]}}, 'files_*': {paths: {allow: [/home/user/y]}}}\n");
    row("laundering", "L7", "endpoints: {download: {paths: {allow: [/home/user/out]}}}\n", "endpoints: {download: {paths: {allow: [/home/user/out]}}, files_move: {enabled: false}, files_copy: {enabled: false}}\n");
    row("environment", "L8", tokenWith("'env:read'"), tokenWith("'*'"));
    row("browser", "L9", inServer("groups: [browser]\n", unsandboxed), inServer("groups: [browser]\nendpoints: {browser_navigate: {params: {allow_hosts: [example.org]}}}\n", unsandboxed));
    row("query token", "L11", inServer("endpoints: {pty_connect: {params: {query_token: true}}}\n", unsandboxed), inServer("endpoints: {pty_connect: {params: {query_token: false}}}\n", unsandboxed));
    row("shadowed", "L12", "defaults: {limits: {max_edits: 5}}\nendpoints: {files_edit: {limits: {max_edits: 6}}}\n", "endpoints: {files_edit: {limits: {max_edits: 6}}}\n");
    row("repeated", "L12", "endpoints: {upload: {enabled: true}}\n", "preset: locked\nendpoints: {upload: {enabled: true}}\n");
    row("repeated default", "L12", "defaults: {paths: {symlinks: within}}\n", "defaults: {paths: {symlinks: never}}\n");
    row("repeated deny", "L12", "preset: hardened\ndefaults: {paths: {deny: ['**/.env']}}\n", "preset: hardened\ndefaults: {paths: {deny: ['**/.envrc']}}\n");
    row("deny outside", "L13", "defaults: {paths: {deny: [/etc/passwd]}}\n", "defaults: {paths: {deny: [/home/user/x]}}\n");
    row("regular expression", "L13", "defaults: {paths: {deny: ['.*\\.pem$']}}\n", "defaults: {paths: {deny: ['**/.env.*']}}\n");
    row("over the preset", "L14", "preset: locked\nendpoints: {files_list: {enabled: true}}\n", "preset: read-only\nendpoints: {files_list: {audit: all}}\n");
    row("limit lifted", "L14", "endpoints: {upload: {limits: {max_bytes: null}}}\n", "endpoints: {upload: {limits: {max_bytes: 1GiB}}}\n");
    row("read_only lifted", "L14", "preset: read-only\nendpoints: {files_list: {paths: {read_only: false}}}\n", "endpoints: {files_list: {paths: {read_only: false}}}\n");
    row("body too small", "L15", "endpoints: {upload: {limits: {max_request_bytes: 1MiB, max_bytes: 1MiB}}}\n", "endpoints: {upload: {limits: {max_request_bytes: 2MiB, max_bytes: 1MiB}}}\n");
    row("raw body fits", "L15", "endpoints: {files_upload_stream: {limits: {max_request_bytes: 5, max_bytes: 6}}}\n", "endpoints: {files_upload_stream: {limits: {max_request_bytes: 6, max_bytes: 6}}}\n");
    row("group under a glob", "L16", "groups: {file_ops: true}\nendpoints: {'*': {enabled: false}}\n", "groups: {file_ops: false}\nendpoints: {'pty_*': {enabled: false}}\n");
    row("equal digests", "L17", "auth: {tokens: [{id: a, scopes: ['files:read'], token_sha256: " + QByteArray(64, 'a') + "}, {id: b, scopes: ['files:read'], token_sha256: " + QByteArray(64, 'a') + "}]}\n",
        "auth: {tokens: [{id: a, scopes: ['files:read'], token_sha256: " + QByteArray(64, 'a') + "}, {id: b, scopes: ['files:read'], token_sha256: " + QByteArray(64, 'b') + "}]}\n");
    row("empty token", "L18", digestToken(""), digestToken("d6c2a5a0f8b14f6fa0f0"));
    row("well-known token", "L18", digestToken("changeme"), digestToken("changeme-0f8b14f6fa0f0"));
    row("shared place", "L20", "defaults: {paths: {allow: [/tmp/x]}}\n", "defaults: {paths: {allow: [/tmp/x], symlinks: never}}\n");
    row("nobody holds it", "L22", "preset: locked\nendpoints: {upload: {enabled: true}}\n" + tokenWith("'files:read'"), "preset: locked\nendpoints: {upload: {enabled: true}}\n" + tokenWith("'files:write'"));
    row("left over scope", "L23", "preset: locked\n" + tokenWith("'files:read'"), tokenWith("'files:read'"));
    row("scope nobody knows", "L23", tokenWith("'fles:read'"), tokenWith("'files:*'"));
    row("audit off", "L24", "endpoints: {upload: {audit: off}}\n", "endpoints: {download: {audit: off}}\n");
    row("hardened without required", "L24", "preset: hardened\n", "preset: hardened\naudit: {required: true}\n");
    row("rate alone", "L25", "endpoints: {files_upload_stream: {limits: {rate_per_minute: 5}}}\n", "endpoints: {files_upload_stream: {limits: {rate_per_minute: 5, max_concurrency: 2}}}\n");
    row("rate on a short call", "L25", "endpoints: {files_upload_stream: {limits: {rate_per_minute: 5}}}\n", "endpoints: {files_stat: {limits: {rate_per_minute: 5}}}\n");
    row("group not built", "L26", "groups: [browser]\n", "groups: {browser: false}\n");
    row("no scope", "L27", "endpoints: {files_list: {scopes: []}}\n", "endpoints: {files_list: {scopes: ['files:read', 'system:read']}}\n");
    row("unconfined", "L29", inServer("", unsandboxed), inServer("endpoints: {'*': {enabled: false}}\n", unsandboxed));
}

void TestLint::firesAndStaysSilent()
{
    QFETCH(QByteArray, id);
    QFETCH(QByteArray, fires);
    QFETCH(QByteArray, silent);
    const QList<Diagnostic> found = findings(fires, id);
    QVERIFY2(!found.isEmpty(), fires.constData());
    for (const Diagnostic &diagnostic : found)
        QVERIFY(!diagnostic.message.isEmpty() && !diagnostic.why.isEmpty() && !diagnostic.suggestion.isEmpty());
    const QList<Diagnostic> quiet = findings(silent, id);
    QVERIFY2(quiet.isEmpty(), quiet.isEmpty() ? "" : qPrintable(quiet.first().message));
}

void TestLint::hostFacts_data()
{
    QTest::addColumn<QByteArray>("id");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("fact");
    QTest::addColumn<bool>("fires");
    const auto row = [](const char *name, const char *id, const char *text, const char *fact, bool fires) {
        QTest::newRow(name) << QByteArray(id) << "version: 1\n" + QByteArray(text) << QByteArray(fact) << fires;
    };
    const char *tokens = "auth: {tokens: [{id: a, scopes: ['files:read'], token_env: A}]}\n";
    const char *allow = "defaults: {paths: {allow: [/w]}}\n";
    row("service file in a root", "L3", allow, "service", true);
    row("service file elsewhere", "L3", "defaults: {paths: {allow: [/v]}}\n", "service", false);
    row("open to the network", "L10", "", "network", true);
    row("network with tokens", "L10", tokens, "network", false);
    row("anonymous on loopback", "L10", "", "", false);
    row("short token", "L17", tokens, "short", true);
    row("another's short token", "L17", "auth: {tokens: [{id: b, scopes: ['files:read'], token_env: A}]}\n", "short", false);
    row("shared token", "L17", tokens, "equal", true);
    row("writable policy", "L19", "", "writable", true);
    row("policy inside a root", "L19", allow, "policy", true);
    row("policy inside a root, but denied", "L19", "defaults: {paths: {allow: [/w], deny: [/w/policy.yaml]}}\n", "policy", false);
    row("missing root", "L21", allow, "missing", true);
    row("missing base_dir is no allow root", "L21", "base_dir: /w\n", "missing", false);
    row("linked root", "L21", allow, "link", true);
    row("case", "L28", "defaults: {paths: {allow: [/w], deny: [secret]}}\n", "folds", true);
    row("case told", "L28", "defaults: {paths: {allow: [/w], deny: [secret], nocase: true}}\n", "folds", false);
    row("no letters", "L28", "defaults: {paths: {allow: [/w], deny: ['*.7z*1']}}\n", "", false);
}

void TestLint::hostFacts()
{
    QFETCH(QByteArray, id);
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, fact);
    LintFacts facts;
    CompileInputs inputs = testInputs();
    facts.listensBeyondLoopback = fact == "network";
    if (fact == "service")
        inputs.serviceFiles = {"/w/audit"};
    if (fact == "short")
        facts.shortTokens = {"a"};
    if (fact == "equal")
        facts.equalTokens = {"a"};
    if (fact == "writable")
        facts.worldWritable = {"/w/policy.yaml"};
    if (fact == "policy")
        facts.policyFile = "/w/policy.yaml";
    if (fact == "missing")
        facts.missingRoots = {"/w"};
    if (fact == "link")
        facts.linkRoots = {"/w"};
    if (fact == "folds")
        facts.caseFoldingRoots = {"/w"};
    const QList<Diagnostic> found = findings(text, id, facts, inputs);
    QTEST(!found.isEmpty(), "fires");
}

void TestLint::bypassIsAnErrorWherePathsWereWritten()
{
    QCOMPARE(findings(inServer("", unsandboxed), "L1").first().severity, Severity::Warning);
    QCOMPARE(findings(inServer("endpoints: {download: {paths: {allow: [/w]}}}\n", unsandboxed), "L1").first().severity, Severity::Error);
    QCOMPARE(findings(inServer("endpoints: {download: {paths: {deny: ['*.pem']}}}\n", unsandboxed), "L1").first().severity, Severity::Error);
    QCOMPARE(findings(inServer("preset: hardened\nendpoints: {shell: {enabled: true}}\n", unsandboxed), "L1").first().severity, Severity::Warning);
}

void TestLint::findingsPointIntoTheDocument()
{
    const QByteArray text = "version: 1\npreset: hardened\nendpoints:\n  upload:\n    audit: off\n";
    const QList<Diagnostic> found = findings(text, "L24");
    QCOMPARE(found.size(), 2);
    QCOMPARE(found[0].span.line, 2);
    QCOMPARE(found[0].jsonPath, QByteArray("$.preset"));
    QCOMPARE(found[1].span.line, 5);
    QCOMPARE(found[1].jsonPath, QByteArray("$.endpoints.upload.audit"));
    QCOMPARE(found[1].replacement, QByteArray("deny"));
    QCOMPARE(text.sliced(found[1].span.offset, found[1].span.length), QByteArray("off"));
}

void TestLint::emptyPolicyIsClean()
{
    for (const QByteArray &text : {QByteArray("version: 1\n"), QByteArray("version: 1\npreset: read-only\n"), QByteArray("version: 1\npreset: transfer-only\n")}) {
        const QList<Diagnostic> found = lint(*compiled(text));
        QVERIFY2(found.isEmpty(), found.isEmpty() ? "" : qPrintable(found.first().message));
    }
}

QTEST_GUILESS_MAIN(TestLint)
#include "tst_lint.moc"
