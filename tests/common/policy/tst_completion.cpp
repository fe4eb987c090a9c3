// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/policy/document.h"

#include <QtTest/QTest>

#include <algorithm>

using namespace Cofferdam::Policy;
using namespace Qt::StringLiterals;

/// Completion and hover at the place marked `|`, in finished and unfinished text.
class tst_completion : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void offersNothing_data();
    void offersNothing();
    void offers_data();
    void offers();
    void everyCandidateHasHelp();
    void takesAnyOffset();
    void hovers_data();
    void hovers();
};

static QList<Completion> completionsOf(QByteArray text, Format format)
{
    const qsizetype at = text.indexOf('|');
    return completionsAt(text.remove(at, 1), at, format);
}

void tst_completion::offersNothing_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("value of base_dir") << "base_dir: /ho|"_ba;
    QTest::newRow("below an unknown key") << "nothing:\n  a|"_ba;
    QTest::newRow("allow roots") << "endpoints: {upload: {paths: {allow: [|"_ba;
    QTest::newRow("token_env") << "auth: {tokens: [{token_env: |"_ba;
}

void tst_completion::offersNothing()
{
    QFETCH(QByteArray, text);
    const QList<Completion> list = completionsOf(text, Format::Yaml);
    QVERIFY2(list.isEmpty(), list.isEmpty() ? "" : list.first().text.constData());
}

void tst_completion::offers_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("offered");
    QTest::addColumn<QByteArray>("notOffered");
    const auto row = [](const char *name, const char *text, const char *offered, const char *notOffered = "") {
        QTest::newRow(name) << QByteArray(text) << QByteArray(offered) << QByteArray(notOffered);
    };
    row("root", "|", "version preset endpoints server sandboxing", "max_bytes level");
    row("root, begun", "version: 1\nend|", "endpoints", "enabled");
    row("under server", "server:\n  |", "preset endpoints auth", "server sandboxing");
    row("preset", "preset: |", "default read-only workspace", "true");
    row("group", "groups:\n  |", "file_ops dev_tools", "shell");
    row("group list", "groups: [|", "file_ops", "shell");
    row("group value", "groups:\n  file_ops: |", "true false");
    row("selector", "endpoints:\n  files_|", "files_list shell group:file_ops \"*\"", "enabled");
    row("selector in quotes", "endpoints:\n  \"|", "* files_list", "\"*\"");
    row("rule key", "endpoints:\n  shell:\n    |", "enabled scopes paths limits params audit", "version");
    row("rule key after another", "endpoints:\n  shell:\n    enabled: true\n    |", "limits", "version");
    row("next selector", "endpoints:\n  shell:\n    enabled: true\n  |", "files_list", "limits");
    row("back at the root", "endpoints:\n  shell:\n    enabled: true\n|", "auth", "files_list");
    row("rule key in flow", "endpoints:\n  shell: {enabled: true, |", "limits audit", "version");
    row("rule key in flow over lines", "endpoints:\n  shell: {enabled: true,\n    |", "limits audit", "version");
    row("after flow over lines", "endpoints:\n  shell: {enabled: true,\n    audit: all}\n  |", "files_list", "limits");
    row("enabled", "endpoints: {shell: {enabled: |", "true false", "all");
    row("audit level", "endpoints: {shell: {audit: |", "off deny all", "true");
    row("scopes in flow", "endpoints: {shell: {scopes: [|", "files:read process:run", "\"*\" files:*");
    row("scopes in block", "endpoints:\n  shell:\n    scopes:\n      - |", "files:read", "enabled");
    row("scopes in block at the key", "endpoints:\n  shell:\n    scopes:\n    - files:read\n    - |", "process:run", "enabled");
    row("limits of the endpoint", "endpoints: {files_list: {limits: {|", "max_entries max_depth rate_per_minute max_request_bytes", "max_stdin_bytes max_bytes");
    row("limits of a glob", "endpoints:\n  files_*:\n    limits:\n      |", "max_bytes max_entries", "max_stdin_bytes");
    row("limits of defaults", "defaults:\n  limits:\n    |", "max_bytes max_stdin_bytes");
    row("limit value", "endpoints: {files_list: {limits: {max_depth: |", "null");
    row("params of the endpoint", "endpoints: {upload: {params: {|", "overwrite max_mode", "shell_mode");
    row("boolean parameter", "endpoints: {upload: {params: {overwrite: |", "true false");
    row("closed parameter", "endpoints:\n  process_signal:\n    params:\n      allow_signals: [|", "TERM KILL");
    row("paths", "endpoints: {upload: {paths: {|", "allow deny read_only symlinks nocase hardlinks");
    row("symlinks", "endpoints: {upload: {paths: {symlinks: |", "within never");
    row("defaults", "defaults:\n  |", "limits audit scopes", "enabled");
    row("auth", "auth:\n  |", "tokens operators allow_anonymous");
    row("token", "auth:\n  tokens:\n    - |", "id scopes token_env token_sha256", "role");
    row("token, next key", "auth:\n  tokens:\n    - id: a\n      |", "scopes token_env", "tokens");
    row("token scopes", "auth:\n  tokens:\n    - id: a\n      scopes: [|", "files:read \"files:*\" \"*\"");
    row("operator role", "auth: {operators: [{role: |", "observer operator");
    row("audit section", "audit:\n  |", "required sync", "off");
    row("audit sync", "audit: {sync: |", "group strict");
    row("sandbox level", "server: {}\nsandboxing:\n  subprocess:\n    level: |", "none");
    row("JSON root", "{|", "\"version\" \"endpoints\"");
    row("JSON key in quotes", "{\"endpoints\": {\"fi|", "files_list group:system *");
    row("JSON limit", "{\"endpoints\": {\"files_list\": {\"limits\": {\"|", "max_entries", "max_stdin_bytes");
    row("JSON boolean", "{\"endpoints\": {\"shell\": {\"enabled\": |", "true false");
    row("JSON scope", "{\"auth\": {\"tokens\": [{\"scopes\": [\"|", "files:read *");
}

void tst_completion::offers()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, offered);
    QFETCH(QByteArray, notOffered);
    const QList<Completion> list = completionsOf(text, text.startsWith('{') ? Format::Json : Format::Yaml);
    const auto has = [&list](const QByteArray &word) { return std::ranges::find(list, word, &Completion::text) != list.end(); };
    for (const QByteArray &word : offered.split(' '))
        QVERIFY2(has(word), word.constData());
    for (const QByteArray &word : notOffered.split(' '))
        QVERIFY2(!has(word), word.constData());
}

void tst_completion::everyCandidateHasHelp()
{
    for (const char *text : {"|", "endpoints:\n  |", "preset: |", "groups:\n  |", "defaults:\n  limits:\n    |", "defaults:\n  params:\n    |",
             "auth: {tokens: [{scopes: [|"}) {
        const QList<Completion> list = completionsOf(text, Format::Yaml);
        QVERIFY2(!list.isEmpty(), text);
        for (const Completion &c : list)
            QVERIFY2(c.help.size() > 3 && !c.detail.isEmpty(), c.text.constData());
    }
}

void tst_completion::takesAnyOffset()
{
    const QByteArray text = "endpoints:\n  \"files_*\": {limits: {max_bytes: 5}, scopes: ['a']} # c\n\n- x\n\t{[\"\\"_ba;
    for (Format format : {Format::Yaml, Format::Json}) {
        for (qsizetype at = -1; at <= text.size() + 1; ++at) {
            static_cast<void>(completionsAt(text, at, format));
            static_cast<void>(hoverAt(text, at, format));
        }
    }
}

void tst_completion::hovers_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("word");
    QTest::addColumn<QByteArray>("detail");
    QTest::newRow("endpoint") << "endpoints:\n  files_l|ist:\n    enabled: true\n"_ba << "files_list"_ba << "endpoint"_ba;
    QTest::newRow("limit") << "endpoints:\n  upload: {limits: {max|_bytes: 5}}\n"_ba << "max_bytes"_ba << "limit"_ba;
    QTest::newRow("scope") << "endpoints:\n  upload: {scopes: [files:w|rite]}\n"_ba << "files:write"_ba << "scope"_ba;
    QTest::newRow("group selector") << "endpoints:\n  group:sys|tem: {enabled: true}\n"_ba << "group:system"_ba << "group"_ba;
    QTest::newRow("preset") << "preset: |read-only\n"_ba << "read-only"_ba << "preset"_ba;
    QTest::newRow("quoted glob") << "endpoints:\n  \"|*\": {enabled: false}\n"_ba << "*"_ba << "glob"_ba;
    QTest::newRow("JSON") << "{\"endpoints\": {\"she|ll\": {}}}"_ba << "shell"_ba << "endpoint"_ba;
    QTest::newRow("number") << "endpoints:\n  upload: {limits: {max_bytes: 5|}}\n"_ba << ""_ba << ""_ba;
    QTest::newRow("typing error") << "endpoints:\n  files_lis|: {}\n"_ba << ""_ba << ""_ba;
}

void tst_completion::hovers()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, word);
    const qsizetype at = text.indexOf('|');
    text.remove(at, 1);
    const auto help = hoverAt(text, at, text.startsWith('{') ? Format::Json : Format::Yaml);
    QCOMPARE(help ? help->text : QByteArray(), word);
    QTEST(help ? help->detail : QByteArray(""), "detail");
}

QTEST_APPLESS_MAIN(tst_completion)
#include "tst_completion.moc"
