// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "policyfixture.h"

using namespace Cofferdam;
using namespace Cofferdam::Policy;
using namespace Qt::StringLiterals;

/// Decisions: the refusing side first, then properties over random policies.
class TestEngine : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void scopes_data();
    void scopes();
    void decides_data();
    void decides();
    void judgesParameters_data();
    void judgesParameters();
    void judgesExtensions_data();
    void judgesExtensions();
    void judgesCommands_data();
    void judgesCommands();
    void everyDenialNamesARule();
    void bothSidesOfAMoveAreJudged();
    void capabilitiesShowNoMoreThanMayBeUsed();
    void matrixAgreesWithDecisions();
    void narrowingNeverWidens();
    void yamlAndJsonAgree();
};

void TestEngine::scopes_data()
{
    QTest::addColumn<QList<QByteArray>>("held");
    QTest::addColumn<QByteArray>("required");
    QTest::addColumn<bool>("granted");
    QTest::newRow("none") << QList<QByteArray>() << QByteArray("files:read") << false;
    QTest::newRow("equal") << QList<QByteArray> {"files:read"} << QByteArray("files:read") << true;
    QTest::newRow("other action") << QList<QByteArray> {"files:read"} << QByteArray("files:write") << false;
    QTest::newRow("all") << QList<QByteArray> {"*"} << QByteArray("files:write") << true;
    QTest::newRow("namespace") << QList<QByteArray> {"files:*"} << QByteArray("files:write") << true;
    QTest::newRow("namespace, short action") << QList<QByteArray> {"files:*"} << QByteArray("files:r") << true;
    QTest::newRow("other namespace") << QList<QByteArray> {"file:*"} << QByteArray("files:write") << false;
    QTest::newRow("namespace is no bare name") << QList<QByteArray> {"deploy:*"} << QByteArray("deploy") << false;
    QTest::newRow("prefix star is nothing") << QList<QByteArray> {"files:re*"} << QByteArray("files:read") << false;
    QTest::newRow("bare star suffix is nothing") << QList<QByteArray> {"fi*"} << QByteArray("files:read") << false;
    QTest::newRow("colon star is nothing") << QList<QByteArray> {":*"} << QByteArray("files:read") << false;
    QTest::newRow("second of two") << QList<QByteArray> {"a:b", "files:read"} << QByteArray("files:read") << true;
}

void TestEngine::scopes()
{
    QFETCH(QList<QByteArray>, held);
    QFETCH(QByteArray, required);
    QTEST(scopeGranted(held, required), "granted");
}

namespace {

constexpr auto seedPolicy = R"(version: 1
preset: default
endpoints:
  "*": {enabled: false}
  files_download_stream:
    enabled: true
    scopes: [files:read]
    paths: {allow: [/home/user/out], deny: ["**/.env", "**/*.pem"]}
  files_upload_stream:
    enabled: true
    paths: {allow: [/home/user/uploads]}
    params: {overwrite: false, deny_extensions: [.sh, .so]}
  files_list:
    enabled: true
  files_mkdir:
    enabled: true
    paths: {read_only: true}
  files_move:
    enabled: true
    paths: {allow: [/home/user/a, /home/user/b]}
  files_stat:
    enabled: true
    paths: {symlinks: never}
)";

} // namespace

void TestEngine::decides_data()
{
    QTest::addColumn<QByteArray>("endpoint");
    QTest::addColumn<QList<QByteArray>>("scopes");
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<Verdict>("verdict");
    QTest::addColumn<QByteArray>("code");
    QTest::addColumn<QByteArray>("rule");
    using enum Verdict;
    const QList<QByteArray> read {"files:read"};
    const QList<QByteArray> all {"*"};
    const auto row = [](const char *name, const char *endpoint, const QList<QByteArray> &held, const char *path, Verdict verdict, const char *code, const char *rule) {
        QTest::newRow(name) << QByteArray(endpoint) << held << QByteArray(path) << verdict << QByteArray(code) << QByteArray(rule);
    };
    const char *download = "files_download_stream";
    row("unknown endpoint", "files_dowload", all, nullptr, Denied, "route_not_found", "default:catalogue");
    row("disabled", "files_read", all, nullptr, Denied, "endpoint_disabled", "policy:endpoints.*");
    row("disabled comes before scopes", "files_read", {}, nullptr, Denied, "endpoint_disabled", "policy:endpoints.*");
    row("scope missing", download, {"files:write"}, "a", Denied, "scope_missing", "policy:endpoints.files_download_stream");
    row("scope missing comes before the path", download, {}, "/etc/passwd", Denied, "scope_missing", "policy:endpoints.files_download_stream");
    row("second scope missing", "files_move", {"files:write"}, "/home/user/a/x", Denied, "scope_missing", "default:catalogue");
    row("outside", download, read, "/etc/passwd", Denied, "path_outside", "policy:endpoints.files_download_stream");
    row("outside by dots", download, read, "../x", Denied, "path_outside", "policy:endpoints.files_download_stream");
    row("outside by likeness", download, read, "/home/user/output/x", Denied, "path_outside", "policy:endpoints.files_download_stream");
    row("denied", download, read, "sub/.env", Denied, "path_denied", "policy:endpoints.files_download_stream");
    row("denied by suffix", download, read, "/home/user/out/a.pem", Denied, "path_denied", "policy:endpoints.files_download_stream");
    row("deny patterns leave links open", download, read, "a.txt", Depends, "", "policy:endpoints.files_download_stream");
    row("read-only", "files_mkdir", all, "new", Denied, "path_read_only", "policy:endpoints.files_mkdir");
    row("empty path", download, read, "", Denied, "invalid_path", "default:catalogue");
    row("extension", "files_upload_stream", all, "x.tar.SO", Denied, "param_not_allowed", "policy:endpoints.files_upload_stream");
    row("one root and no deny is certain", "files_upload_stream", all, "x.txt", Allowed, "", "policy:endpoints.files_upload_stream");
    row("several roots leave links open", "files_move", all, "/home/user/a/x", Depends, "", "policy:endpoints.files_move");
    row("symlinks never leaves links open", "files_stat", all, "x", Depends, "", "policy:endpoints.files_stat");
    row("core", "capabilities", {}, nullptr, Allowed, "", "default:catalogue");
    row("a path where none is taken", "capabilities", {}, "x", Denied, "invalid_request", "default:catalogue");
    row("base_dir", "files_list", read, "/home/user", Allowed, "", "policy:endpoints.files_list");
    row("no path asked", "files_list", read, nullptr, Allowed, "", "policy:endpoints.files_list");
}

void TestEngine::decides()
{
    QFETCH(QByteArray, endpoint);
    QFETCH(QList<QByteArray>, scopes);
    QFETCH(QByteArray, path);
    static const auto policy = compiled(seedPolicy);
    Call asked = call(endpoint, scopes, path);
    const Decision decision = decide(*policy, asked);
    QTEST(decision.code, "code");
    QTEST(decision.verdict, "verdict");
    QTEST(decision.rule.rule, "rule");
    QCOMPARE(decision.endpoint, endpoint);
    const QJsonObject json = decision.toJson(*policy);
    QCOMPARE(json.value("allowed"_L1).toBool(), decision.isAllowed());
    QCOMPARE(json.value("revision"_L1).toString().toUtf8(), policy->revision());
}

void TestEngine::judgesParameters_data()
{
    QTest::addColumn<QByteArray>("rules");
    QTest::addColumn<QByteArray>("endpoint");
    QTest::addColumn<QJsonObject>("asked");
    QTest::addColumn<QByteArray>("refused");
    const auto row = [](const char *name, const char *rules, const char *endpoint, const QJsonObject &asked, const char *refused) {
        QTest::newRow(name) << QByteArray(rules) << QByteArray(endpoint) << asked << QByteArray(refused);
    };
    row("recursive forbidden", "{recursive: false}", "files_list", {{"recursive"_L1, true}}, "recursive");
    row("recursive not asked", "{recursive: false}", "files_list", {{"recursive"_L1, false}}, "");
    row("hidden forbidden", "{hidden: false}", "files_list", {{"hidden"_L1, true}}, "hidden");
    row("hash forbidden", "{hash: false}", "files_stat", {{"hash"_L1, true}}, "hash");
    row("shell mode is off by default", "{}", "shell", {{"shell_mode"_L1, true}}, "shell_mode");
    row("format not listed", "{formats: [zip]}", "files_archive", {{"format"_L1, "tar.gz"_L1}}, "formats");
    row("format listed", "{formats: [zip]}", "files_archive", {{"format"_L1, "zip"_L1}}, "");
    row("environment by glob", "{allow_env: ['MY_*'], deny_env: [MY_KEY]}", "shell", {{"env"_L1, QJsonObject {{"OTHER"_L1, "1"_L1}}}}, "allow_env");
    row("environment deny wins", "{allow_env: ['MY_*'], deny_env: [MY_KEY]}", "shell", {{"env"_L1, QJsonObject {{"MY_KEY"_L1, "1"_L1}}}}, "deny_env");
    row("environment allowed", "{allow_env: ['MY_*'], deny_env: [MY_KEY]}", "shell", {{"env"_L1, QJsonObject {{"MY_A"_L1, "1"_L1}}}}, "");
    row("command in argv", "{deny_commands: [rm]}", "shell", {{"argv"_L1, QJsonArray {"/bin/rm"_L1, "-r"_L1}}}, "deny_commands");
    row("command as text", "{allow_commands: [ls]}", "shell", {{"command"_L1, "rm -r /"_L1}}, "allow_commands");
    row("signal", "{}", "process_signal", {{"signal"_L1, "HUP"_L1}}, "allow_signals");
    row("create_parents forbidden", "{create_parents: false}", "files_mkdir", {{"create_parents"_L1, true}}, "create_parents");
}

void TestEngine::judgesParameters()
{
    QFETCH(QByteArray, rules);
    QFETCH(QByteArray, endpoint);
    QFETCH(QJsonObject, asked);
    const auto policy = compiled("server:\n  version: 1\n  endpoints: {" + endpoint + ": {params: " + rules + "}}\nsandboxing: {subprocess: {level: none}}\n");
    const auto refusal = refusedParam(*policy->rule(endpoint), asked);
    QTEST(refusal ? refusal->key : QByteArray(), "refused");
    if (refusal)
        QVERIFY(!refusal->from.rule.isEmpty());
}

void TestEngine::judgesExtensions_data()
{
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<QByteArray>("refused");
    QTest::newRow("plain") << QByteArray("/a/b.txt") << QByteArray();
    QTest::newRow("denied") << QByteArray("/a/b.exe") << QByteArray("deny_extensions");
    QTest::newRow("denied in another case") << QByteArray("/a/b.EXE") << QByteArray("deny_extensions");
    QTest::newRow("last of several") << QByteArray("/a/b.txt.exe") << QByteArray("deny_extensions");
    QTest::newRow("whole tail") << QByteArray("/a/b.tar.gz") << QByteArray("deny_extensions");
    QTest::newRow("no extension") << QByteArray("/a/b") << QByteArray("allow_extensions");
    QTest::newRow("in a directory's name") << QByteArray("/a.txt/b") << QByteArray("allow_extensions");
    QTest::newRow("not listed") << QByteArray("/a/b.md") << QByteArray("allow_extensions");
}

void TestEngine::judgesExtensions()
{
    QFETCH(QByteArray, path);
    const auto policy = compiled("version: 1\nendpoints: {upload: {params: {allow_extensions: [.txt, .gz], deny_extensions: [.exe, .tar.gz]}}}\n");
    const auto refusal = refusedExtension(*policy->rule("upload"), path);
    QTEST(refusal ? refusal->key : QByteArray(), "refused");
}

void TestEngine::judgesCommands_data()
{
    QTest::addColumn<QByteArray>("rules");
    QTest::addColumn<QByteArray>("program");
    QTest::addColumn<QByteArray>("refused");
    QTest::addColumn<bool>("depends");
    const auto row = [](const char *name, const char *rules, const char *program, const char *refused, bool depends) {
        QTest::newRow(name) << QByteArray(rules) << QByteArray(program) << QByteArray(refused) << depends;
    };
    row("no lists", "{}", "ls", "", false);
    row("name allowed", "{allow_commands: [ls]}", "/bin/ls", "", false);
    row("name not allowed", "{allow_commands: [ls]}", "cat", "allow_commands", false);
    row("path allowed", "{allow_commands: [/bin/ls]}", "/bin/ls", "", false);
    row("another path", "{allow_commands: [/bin/ls]}", "/tmp/ls", "allow_commands", false);
    row("bare name against a path", "{allow_commands: [/bin/ls]}", "ls", "allow_commands", true);
    row("bare name may be a denied path", "{deny_commands: [/bin/rm]}", "rm", "deny_commands", true);
    row("empty allow list", "{allow_commands: []}", "ls", "allow_commands", false);
}

void TestEngine::judgesCommands()
{
    QFETCH(QByteArray, rules);
    QFETCH(QByteArray, program);
    QFETCH(bool, depends);
    const auto policy = compiled("version: 1\nendpoints: {shell: {params: " + rules + "}}\n");
    const auto refusal = refusedCommand(*policy->rule("shell"), program);
    QTEST(refusal ? refusal->key : QByteArray(), "refused");
    QCOMPARE(refusal && refusal->depends, depends);
}

void TestEngine::everyDenialNamesARule()
{
    for (const QByteArray &preset : presetNames()) {
        const auto policy = compiled("version: 1\npreset: " + preset + "\ndefaults: {paths: {allow: [/w]}}\n");
        for (const EffectiveRule &rule : policy->rules()) {
            for (const QList<QByteArray> &held : {QList<QByteArray>(), QList<QByteArray> {"*"}}) {
                const Decision decision = decideEndpoint(rule, held);
                QVERIFY2(!decision.rule.rule.isEmpty(), rule.endpoint->id.constData());
                QCOMPARE(decision.code.isEmpty(), decision.isAllowed());
                if (!rule.endpoint->built && rule.enabled.value)
                    QCOMPARE(decision.rule.rule, QByteArray("default:not-built"));
            }
        }
    }
}

void TestEngine::bothSidesOfAMoveAreJudged()
{
    const auto policy = compiled("version: 1\nendpoints: {files_move: {paths: {allow: [/w]}}}\n");
    Call move = call("files_move", {"*"});
    move.paths = {{"source", "/w/a", {}}, {"destination", "/etc/b", {}}};
    QCOMPARE(decide(*policy, move).code, QByteArray("path_outside"));
    QCOMPARE(decide(*policy, move).path, QByteArray("/etc/b"));
    move.paths = {{"source", "/etc/a", {}}, {"destination", "/w/b", {}}};
    QCOMPARE(decide(*policy, move).path, QByteArray("/etc/a"));
    move.paths = {{"source", "/w/a", {}}, {"destination", "/w/b", {}}};
    QVERIFY(decide(*policy, move).isAllowed());
    move.paths = {{"target", "/w/a", {}}};
    QCOMPARE(decide(*policy, move).code, QByteArray("invalid_request"));
}

void TestEngine::capabilitiesShowNoMoreThanMayBeUsed()
{
    const auto policy = compiled("version: 1\nauth: {tokens: [{id: reader, scopes: ['files:read'], token_env: R}, {id: root, scopes: ['*'], token_env: Q}]}\n"
                                 "endpoints: {upload: {paths: {allow: [/secret/place]}}}\n");
    const QList<Diagnostic> warnings {{Severity::Warning, "L4", {}, {}, u"text"_s, {}, {}, {}}};
    const QJsonObject reader = capabilities(*policy, *policy->identity("reader"), warnings, false);
    QVERIFY(!reader.contains("warnings"_L1));
    QVERIFY(!QJsonDocument(reader).toJson().contains("/secret/place"));
    const QJsonObject table = reader.value("endpoints"_L1).toObject();
    QCOMPARE(table.value("upload"_L1).toObject().value("reason"_L1).toString(), u"scope_missing"_s);
    QCOMPARE(table.value("git_status"_L1).toObject().value("reason"_L1).toString(), u"endpoint_disabled"_s);
    QCOMPARE(table.value("files_watch"_L1).toObject().value("reason"_L1).toString(), u"not_built"_s);
    QVERIFY(table.value("files_list"_L1).toObject().value("allowed"_L1).toBool());
    QCOMPARE(table.value("files_list"_L1).toObject().value("paths"_L1).toObject().value("allow"_L1).toArray().first().toString(), u"/home/user"_s);
    QCOMPARE(reader.value("api_version"_L1).toInt(), 2);
    const QJsonObject root = capabilities(*policy, *policy->identity("root"), warnings, true);
    QCOMPARE(root.value("warnings"_L1).toArray(), QJsonArray {u"L4: text"_s});
    QVERIFY(root.value("policy"_L1).toObject().value("stale"_L1).toBool());
}

void TestEngine::matrixAgreesWithDecisions()
{
    const auto policy = compiled("version: 1\nauth: {tokens: [{id: reader, scopes: ['files:read'], token_env: R}]}\nendpoints: {files_list: {limits: {max_entries: 5}}}\n");
    const QJsonObject cells = matrix(*policy).value("cells"_L1).toObject().value("reader"_L1).toObject();
    for (const EffectiveRule &rule : policy->rules()) {
        const QJsonObject cell = cells.value(QString::fromUtf8(rule.endpoint->id)).toObject();
        const Decision decision = decideEndpoint(rule, {"files:read"});
        QCOMPARE(cell.value("decision"_L1).toString(), decision.isAllowed() ? u"allowed"_s : u"denied"_s);
        QCOMPARE(cell.value("code"_L1).toString().toUtf8(), decision.code);
        QCOMPARE(cell.value("rule"_L1).toString().toUtf8(), decision.rule.rule);
    }
    QVERIFY(cells.value("files_list"_L1).toObject().value("limited"_L1).toBool());
    QVERIFY(!cells.value("files_stat"_L1).toObject().value("limited"_L1).toBool());
}

namespace {

/// Random rules in flow YAML; always a policy that loads.
struct RandomPolicy {
    QRandomGenerator random;

    QByteArray pick(std::initializer_list<const char *> words) { return *(words.begin() + random.bounded(int(words.size()))); }
    QByteArray list(std::initializer_list<const char *> words, int most)
    {
        QList<QByteArray> items;
        for (int i = random.bounded(most + 1); i > 0; --i) {
            const QByteArray item = pick(words);
            if (!items.contains(item))
                items.append(item);
        }
        return '[' + items.join(", ") + ']';
    }
    QByteArray rule(bool withEnabled)
    {
        QList<QByteArray> fields;
        if (withEnabled && random.bounded(2))
            fields.append("enabled: " + pick({"true", "false"}));
        QList<QByteArray> paths;
        if (random.bounded(2))
            paths.append("deny: " + list({"'**/.env'", "'*.pem'", "/w/a/private", "'/w/*/x'"}, 2));
        if (random.bounded(3) == 0)
            paths.append("allow: [" + pick({"/w", "/w/a", "/w/b", "/w, /w/a/x"}) + ']');
        if (random.bounded(4) == 0)
            paths.append("read_only: " + pick({"true", "false"}));
        fields.append("paths: {" + paths.join(", ") + '}');
        if (random.bounded(3) == 0)
            fields.append("limits: {rate_per_minute: " + QByteArray::number(random.bounded(1, 99)) + '}');
        return '{' + fields.join(", ") + '}';
    }
    QByteArray text(const QByteArray &extra)
    {
        QByteArray out = "version: 1\npreset: " + pick({"default", "read-only", "hardened", "locked", "transfer-only"}) + "\ndefaults: " + rule(false) + "\nendpoints:\n";
        for (const char *selector : {"'*'", "'files_*'", "'group:file_ops'", "files_list", "files_read", "'f*d'"}) {
            if (random.bounded(2))
                out += QByteArray("  ") + selector + ": " + rule(true) + '\n';
        }
        return out + "  download: " + extra + '\n';
    }
};

const QList<QByteArray> samplePaths {"/w/a/x", "/w/a/private/k", "/w/b/.env", "/w/b/x", "/w/x.pem", "/w/a/x/y", "/etc/passwd", "/w"};

bool usable(const Decision &decision) { return decision.verdict != Verdict::Denied; }

} // namespace

void TestEngine::narrowingNeverWidens()
{
    for (quint32 seed = 0; seed < 40; ++seed) {
        const QByteArray wide = RandomPolicy {QRandomGenerator(seed)}.text("{enabled: true, paths: {allow: [/w, /w/a], deny: ['*.pem']}}");
        const auto before = compiled(wide);
        const QByteArray extraDeny = RandomPolicy {QRandomGenerator(seed)}.text("{enabled: true, paths: {allow: [/w, /w/a], deny: ['*.pem', '/w/a/*']}}");
        const QByteArray lessAllow = RandomPolicy {QRandomGenerator(seed)}.text("{enabled: true, paths: {allow: [/w/a], deny: ['*.pem']}}");
        for (const QByteArray &text : {extraDeny, lessAllow}) {
            const auto after = compiled(text);
            for (const EffectiveRule &rule : after->rules()) {
                for (const QByteArray &path : rule.paths ? samplePaths : QList<QByteArray> {QByteArray()}) {
                    const Call asked = call(rule.endpoint->id, {"*"}, path);
                    QVERIFY2(!usable(decide(*after, asked)) || usable(decide(*before, asked)), (rule.endpoint->id + ' ' + path + '\n' + text).constData());
                }
            }
        }
        for (size_t i = seed % 8; i < before->rules().size(); i += 8) {
            const EffectiveRule &rule = before->rules()[i];
            const Call asked = call(rule.endpoint->id, {"files:read"}, rule.paths ? samplePaths[seed % samplePaths.size()] : QByteArray());
            const Decision decision = decide(*before, asked);
            const QJsonObject trace = explain(*before, asked);
            QCOMPARE(trace.value("allowed"_L1).toBool(), decision.isAllowed());
            QCOMPARE(trace.value("rule"_L1).toString().toUtf8(), decision.rule.rule);
            if (decision.code == "endpoint_disabled" && decision.rule.rule != "default:not-built")
                QVERIFY(!trace.value("fields"_L1).toObject().value("enabled"_L1).toObject().value("value"_L1).toBool());
        }
    }
}

void TestEngine::yamlAndJsonAgree()
{
    const auto yaml = compiled(seedPolicy);
    const QByteArray json = R"({"version": 1, "preset": "default", "endpoints": {
        "*": {"enabled": false},
        "files_download_stream": {"enabled": true, "scopes": ["files:read"], "paths": {"allow": ["/home/user/out"], "deny": ["**/.env", "**/*.pem"]}},
        "files_upload_stream": {"enabled": true, "paths": {"allow": ["/home/user/uploads"]}, "params": {"overwrite": false, "deny_extensions": [".sh", ".so"]}},
        "files_list": {"enabled": true},
        "files_mkdir": {"enabled": true, "paths": {"read_only": true}},
        "files_move": {"enabled": true, "paths": {"allow": ["/home/user/a", "/home/user/b"]}},
        "files_stat": {"enabled": true, "paths": {"symlinks": "never"}}}})";
    const auto other = compiled(json, testInputs(), Format::Json);
    QCOMPARE(other->revision(), yaml->revision());
    QVERIFY(difference(*yaml, *other).isEmpty());
    for (const EffectiveRule &rule : yaml->rules()) {
        for (const QByteArray &path : samplePaths) {
            const Call asked = call(rule.endpoint->id, {"*"}, path);
            QCOMPARE(decide(*other, asked).code, decide(*yaml, asked).code);
            QCOMPARE(decide(*other, asked).rule.rule, decide(*yaml, asked).rule.rule);
        }
    }
}

QTEST_GUILESS_MAIN(TestEngine)
#include "tst_engine.moc"
