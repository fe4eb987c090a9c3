// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/common/policy/loadertesting.h"

#include <QtCore/QJsonDocument>
#include <QtTest/QTest>

#include <algorithm>

using namespace Cofferdam::Policy;
using namespace Qt::StringLiterals;

/// What a good document becomes, and that both spellings become the same.
class tst_loader_documents : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsEverything();
    void bothSpellingsAreEqual();
    void emptyIsTheEmptyPolicy_data();
    void emptyIsTheEmptyPolicy();
    void aliasesAreExpanded();
    void keepsPlaces();
    void configuration();
};

static const QByteArray yaml = R"(version: 1
preset: hardened
base_dir: /srv/work
groups: {dev_tools: true, agents: false}
defaults:
  audit: deny
  limits: {max_request_bytes: 10MB, rate_per_minute: null}
auth:
  tokens:
    - {id: reader, scopes: ["files:read", 'system:*'], token_env: READER}
    - {id: ci.2, scopes: ["*"], token_sha256: 9F86D081884C7D659A2FEAA0C55AD015A3BF4F1B2B0B822CD15D6C15B0F00A08}
  operators: [{id: watch, role: observer, token_env: WATCH}]
  allow_anonymous: true
  anonymous_scopes: []
endpoints:
  "*": {enabled: false}
  group:process: {enabled: false}
  files_*:
    enabled: true
    scopes: []
    paths: {allow: [/srv/work, /srv/out], deny: ["**/.env", "*.pem"], read_only: true, symlinks: never, nocase: true, hardlinks: refuse}
    limits: {max_bytes: 1GiB, max_depth: 7}
    params: {overwrite: false, max_mode: "0640", deny_extensions: [.so]}
    audit: all
  ports: {params: {deny_ports: [22, "8000-8100"]}}
audit: {required: true, sync: strict}
http: {hosts: ["box.example:9000"], origins: ["https://box.example"], max_connections: 64}
)";

static const QByteArray json = R"({"version":1,"preset":"hardened","base_dir":"/srv/work","groups":{"dev_tools":true,"agents":false},
"defaults":{"audit":"deny","limits":{"max_request_bytes":"10MB","rate_per_minute":null}},
"auth":{"tokens":[{"id":"reader","scopes":["files:read","system:*"],"token_env":"READER"},
{"id":"ci.2","scopes":["*"],"token_sha256":"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"}],
"operators":[{"id":"watch","role":"observer","token_env":"WATCH"}],"allow_anonymous":true,"anonymous_scopes":[]},
"endpoints":{"*":{"enabled":false},"group:process":{"enabled":false},"files_*":{"enabled":true,"scopes":[],
"paths":{"allow":["/srv/work","/srv/out"],"deny":["**/.env","*.pem"],"read_only":true,"symlinks":"never","nocase":true,"hardlinks":"refuse"},
"limits":{"max_bytes":"1GiB","max_depth":7},"params":{"overwrite":false,"max_mode":"0640","deny_extensions":[".so"]},"audit":"all"},
"ports":{"params":{"deny_ports":[22,"8000-8100"]}}},
"audit":{"required":true,"sync":"strict"},"http":{"hosts":["box.example:9000"],"origins":["https://box.example"],"max_connections":64}})";

template <typename T>
static QByteArray shown(const std::optional<Sourced<T>> &value)
{
    if (!value)
        return "-"_ba;
    if constexpr (std::is_same_v<T, bool>)
        return value->value ? "true"_ba : "false"_ba;
    else if constexpr (std::is_same_v<T, QByteArray>)
        return value->value;
    else
        return '[' + value->value.join(' ') + ']';
}

/// Everything a document says, without places.
static QByteArrayList shown(const Document &d)
{
    QByteArrayList out {shown(d.preset), shown(d.baseDir), shown(d.auditRequired), shown(d.auditSync), d.http.hosts.join(' '), d.http.origins.join(' '),
        QByteArray::number(d.http.maxConnections.value_or(-1)), shown(d.auth.allowAnonymous), shown(d.auth.anonymousScopes)};
    for (const TokenEntry &t : d.auth.tokens + d.auth.operators)
        out.append(t.id + '|' + t.scopes.join(' ') + '|' + t.tokenEnv + '|' + t.tokenSha256 + '|' + t.role);
    for (const Rule &rule : d.rules) {
        const RuleFields &f = rule.fields;
        out.append(rule.name + '|' + rule.selector + '|' + shown(f.enabled) + '|' + shown(f.scopes) + '|' + shown(f.audit));
        out.append(shown(f.paths.allow) + shown(f.paths.deny) + shown(f.paths.readOnly) + shown(f.paths.symlinks) + shown(f.paths.nocase) + shown(f.paths.hardlinks));
        QByteArrayList values;
        for (auto it = f.limits.begin(); it != f.limits.end(); ++it)
            values.append(it.key() + '=' + (it->value ? QByteArray::number(*it->value) : "null"_ba));
        for (auto it = f.params.begin(); it != f.params.end(); ++it)
            values.append(it.key() + '=' + QJsonDocument(QJsonArray {it->value}).toJson(QJsonDocument::Compact));
        std::ranges::sort(values);
        out.append(values.join(' '));
    }
    return out;
}

void tst_loader_documents::readsEverything()
{
    const LoadResult result = loadDocument(yaml, Format::Yaml, "policy.yaml"_ba);
    QCOMPARE(places(result), QStringList());
    QVERIFY(result.ok());
    const Document &d = *result.document;
    QCOMPARE(d.text, yaml);
    QCOMPARE(d.fileName, "policy.yaml"_ba);
    QCOMPARE(d.preset->value, "hardened"_ba);
    QCOMPARE(d.rules.size(), 7);
    QCOMPARE(d.rules[0].name, "groups.dev_tools"_ba);
    QCOMPARE(d.rules[0].selector, "group:dev_tools"_ba);
    QCOMPARE(d.rules[2].name, "defaults"_ba);
    QVERIFY(d.rules[2].selector.isEmpty());
    const RuleFields &files = d.rules[5].fields;
    QCOMPARE(d.rules[5].name, "endpoints.files_*"_ba);
    QCOMPARE(files.limits["max_bytes"].value, std::optional<qint64>(1 << 30));
    QCOMPARE(d.rules[2].fields.limits["rate_per_minute"].value, std::nullopt);
    QVERIFY(d.rules[2].fields.limits.contains("rate_per_minute"));
    QCOMPARE(files.paths.denySpans.size(), 2);
    QVERIFY(files.scopes && files.scopes->value.isEmpty());
    QCOMPARE(d.auth.tokens[1].tokenSha256, "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"_ba);
    QVERIFY(d.auth.hasTokens);
}

void tst_loader_documents::bothSpellingsAreEqual()
{
    const LoadResult first = loadDocument(yaml, Format::Yaml), second = loadDocument(json, Format::Json);
    QCOMPARE(places(second), QStringList());
    QVERIFY(first.ok() && second.ok());
    QCOMPARE(shown(*first.document), shown(*second.document));
}

void tst_loader_documents::emptyIsTheEmptyPolicy_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("nothing") << ""_ba;
    QTest::newRow("comment") << "# nothing\n"_ba;
    QTest::newRow("dashes") << "---\n"_ba;
    QTest::newRow("braces") << "{}\n"_ba;
}

void tst_loader_documents::emptyIsTheEmptyPolicy()
{
    QFETCH(QByteArray, text);
    const LoadResult result = loadDocument(text, Format::Yaml);
    QCOMPARE(places(result), QStringList());
    QVERIFY(result.ok() && result.document->rules.isEmpty());
}

void tst_loader_documents::aliasesAreExpanded()
{
    const LoadResult result = loadDocument("endpoints:\n  upload: &rule {enabled: true, limits: {max_bytes: 5}}\n  download: *rule\n", Format::Yaml);
    QCOMPARE(places(result), QStringList());
    QCOMPARE(result.document->rules[1].fields.limits["max_bytes"].value, std::optional<qint64>(5));
}

void tst_loader_documents::keepsPlaces()
{
    const LoadResult result = loadDocument(yaml, Format::Yaml);
    const auto textAt = [](const Cofferdam::SourceSpan &span) { return yaml.sliced(span.offset, span.length); };
    QCOMPARE(textAt(result.document->rules[5].selectorSpan), "files_*"_ba);
    QCOMPARE(result.document->rules[5].selectorSpan.line, 18);
    QCOMPARE(textAt(result.document->rules[3].selectorSpan), "\"*\""_ba);
    QCOMPARE(textAt(result.document->rules[5].fields.paths.denySpans[1]), "\"*.pem\""_ba);
    QCOMPARE(textAt(result.document->rules[5].fields.limits["max_bytes"].span), "1GiB"_ba);
    QCOMPARE(textAt(result.document->rules[0].fields.enabled->span), "true"_ba);
    const LoadResult other = loadDocument(json, Format::Json);
    const Cofferdam::SourceSpan span = other.document->rules[5].fields.paths.denySpans[0];
    QCOMPARE(json.sliced(span.offset, span.length), "\"**/.env\""_ba);
    QCOMPARE(span.line, 7);
}

void tst_loader_documents::configuration()
{
    const LoadResult result = loadDocument("server: {preset: locked}\nsandboxing:\n  subprocess: {level: none, timeout_seconds: 20, "
        "kill_grace_seconds: 0, restricted_path: false, workspace_only: true}\n", Format::Yaml);
    QCOMPARE(places(result), QStringList());
    const Document &d = *result.document;
    QVERIFY(d.hasServerKey && d.sandbox.present);
    QCOMPARE(d.preset->value, "locked"_ba);
    QCOMPARE(d.sandbox.level->value, "none"_ba);
    QCOMPARE(d.sandbox.timeoutSeconds, std::optional<qint64>(20));
    QCOMPARE(d.sandbox.killGraceSeconds, std::optional<qint64>(0));
    QCOMPARE(d.sandbox.restrictedPath, std::optional(false));
    QCOMPARE(d.sandbox.workspaceOnly, std::optional(true));
}

QTEST_APPLESS_MAIN(tst_loader_documents)
#include "tst_loader_documents.moc"
