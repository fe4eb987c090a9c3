// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/protocol/jsonparser.h"
#include "service/operations/process/environment.h"
#include "service/operations/process/processoperations.h"
#include "service/sandbox/subprocess/subprocessbackend.h"
#include "tests/support/policies.h"

#include <QtCore/QDir>
#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

#include <unistd.h>

using namespace Cofferdam;
using namespace Qt::StringLiterals;

namespace {

constexpr char Launcher[] = COFFERDAM_BINARY_DIR "/bin/cofferdam-launch";

struct Answered {
    QByteArray code; ///< of the error, else empty
    QJsonObject details;
    QJsonObject json;
    QJsonObject audited;
};

} // namespace

class TestShell : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void badRequests_data();
    void badRequests();
    void guardedVariables_data();
    void guardedVariables();
    void variablesByPolicy();
    void shellModeNeedsTheWord();
    void commandsByPolicy_data();
    void commandsByPolicy();
    void linkToADeniedProgram();
    void foreignProgramUnderAnAllowedName();
    void notStartable_data();
    void notStartable();
    void workingDirectoryMustBeOne();
    void stdinLimit();
    void searchPathIsRestricted();
    void repliesExactly();
    void replyOfASignal();
    void bytesTravelInBase64();
    void timeOutIsLowered();
    void timedOutIsNoError();
    void environmentIsComplete();
    void argumentsAreNotAudited();
    void outputIsCut();
    void slotsOfFailedCallsComeBack();

private:
    Answered call(const QByteArray &body, const QByteArray &rules = {});

    QTemporaryDir m_directory;
    QByteArray m_base;
    std::unique_ptr<Sandbox::SubprocessBackend> m_backend;
    Operations m_operations;
};

void TestShell::initTestCase()
{
    m_base = QDir(m_directory.path()).canonicalPath().toUtf8();
    m_backend = std::make_unique<Sandbox::SubprocessBackend>(Launcher);
    m_operations = Process::processOperations(*m_backend);
    QCOMPARE(m_operations.size(), size_t(1));
    QVERIFY(m_operations.front().runs == Runs::Inline);
}

Answered TestShell::call(const QByteArray &body, const QByteArray &rules)
{
    const QByteArray yaml = "server:\n  version: 1\n  base_dir: " + m_base + "\n" + (rules.isEmpty() ? QByteArray() : "  endpoints:\n    shell:\n" + rules)
        + "sandboxing:\n  subprocess:\n    level: none\n    kill_grace_seconds: 1\n";
    const auto snapshot = Test::snapshotOf(yaml, m_base);
    if (!snapshot)
        qFatal("the test's policy is wrong:\n%s", yaml.constData());
    const auto context = std::make_shared<RequestContext>();
    context->snapshot = snapshot;
    context->endpoint = Policy::findEndpoint("shell");
    context->rule = snapshot->policy->rule("shell");
    context->caller.identity = "tester";
    context->correlation = {"req-1", "ses-1", "agent-1", {}};
    const auto json = parseJson(body);
    if (!json)
        qFatal("the test's body is wrong: %s", body.constData());
    context->json = *json;
    const auto failed = [&context](const Error &error) { return Answered {error.code, error.details, {}, context->auditParams}; };
    if (const auto prepared = m_operations.front().prepare(*context); !prepared)
        return failed(prepared.error());
    const Node *cwd = json->find("cwd");
    auto resolved = context->guard().resolve(cwd ? cwd->text : QByteArray("."), {{Policy::PathRole::Exec}});
    if (!resolved)
        return failed(resolved.error());
    resolved->parameter = "cwd";
    context->paths.push_back(std::move(*resolved));
    Outcome outcome = m_operations.front().handler(context);
    Reply reply;
    if (auto *later = std::get_if<QFuture<Reply>>(&outcome)) {
        later->waitForFinished();
        reply = later->takeResult();
    } else {
        reply = std::move(std::get<Reply>(outcome));
    }
    if (reply.error)
        return failed(*reply.error);
    return {{}, {}, QJsonDocument::fromJson(reply.body).object(), context->auditParams};
}

void TestShell::badRequests_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::newRow("nothing") << "{}"_ba;
    QTest::newRow("both") << R"({"command":"true","argv":["true"]})"_ba;
    QTest::newRow("empty argv") << R"({"argv":[]})"_ba;
    QTest::newRow("empty program") << R"({"argv":["","x"]})"_ba;
    QTest::newRow("empty command") << R"({"command":"  "})"_ba;
    QTest::newRow("unbalanced quote") << R"({"command":"echo 'x"})"_ba;
    QTest::newRow("argv of numbers") << R"({"argv":["echo",1]})"_ba;
    QTest::newRow("NUL in an argument") << R"({"argv":["echo","a\u0000b"]})"_ba;
    QTest::newRow("NUL in the command") << R"({"command":"echo a\u0000b"})"_ba;
    QTest::newRow("unknown field") << R"({"command":"true","timeout":3})"_ba;
    QTest::newRow("timeout 0") << R"({"command":"true","timeout_s":0})"_ba;
    QTest::newRow("timeout text") << R"({"command":"true","timeout_s":"3"})"_ba;
    QTest::newRow("two inputs") << R"({"command":"cat","stdin":"a","stdin_base64":"YQ=="})"_ba;
    QTest::newRow("bad base64") << R"({"command":"cat","stdin_base64":"Y*=="})"_ba;
    QTest::newRow("env list") << R"({"command":"true","env":["A=b"]})"_ba;
    QTest::newRow("env number") << R"({"command":"true","env":{"A":1}})"_ba;
    QTest::newRow("row 48: name with =") << R"({"command":"true","env":{"A=B":"c"}})"_ba;
    QTest::newRow("row 48: name with NUL") << R"({"command":"true","env":{"A\u0000":"c"}})"_ba;
    QTest::newRow("value with NUL") << R"({"command":"true","env":{"A":"c\u0000d"}})"_ba;
    QTest::newRow("empty name") << R"({"command":"true","env":{"":"c"}})"_ba;
    QTest::newRow("shell with argv") << R"({"argv":["true"],"shell_mode":true})"_ba;
}

void TestShell::badRequests()
{
    QFETCH(QByteArray, body);
    QCOMPARE(call(body, "      params: {shell_mode: true}\n").code, "invalid_request");
}

void TestShell::guardedVariables_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<bool>("policyMayName");
    for (const char *name : {"LD_PRELOAD", "LD_LIBRARY_PATH", "LD_AUDIT", "GCONV_PATH", "GLIBC_TUNABLES", "ABX_SERVER_TOKEN", "COFFERDAM_REQUEST_ID"})
        QTest::newRow(name) << QByteArray(name) << false;
    for (const char *name : {"PATH", "BASH_ENV", "ENV", "IFS", "GIT_SSH_COMMAND", "GIT_EXTERNAL_DIFF", "NODE_OPTIONS", "PYTHONSTARTUP", "PYTHONPATH", "PERL5OPT",
             "RUBYOPT", "JAVA_TOOL_OPTIONS", "HTTP_PROXY", "https_proxy", "BASH_FUNC_ls%%", "HOME", "EDITOR", "PAGER"})
        QTest::newRow(name) << QByteArray(name) << true;
}

void TestShell::guardedVariables()
{
    // row 48
    QFETCH(QByteArray, name);
    QFETCH(bool, policyMayName);
    const QByteArray body = R"({"argv":["true"],"env":{")" + name + R"(":"/tmp/x"}})";
    const Answered refused = call(body);
    QCOMPARE(refused.code, "param_not_allowed");
    QCOMPARE(refused.details.value("rule"_L1).toString(), u"default:guarded-variables"_s);
    QCOMPARE(refused.details.value("variable"_L1).toString(), QString::fromUtf8(name));
    // a glob does not name it
    QCOMPARE(call(body, "      params: {allow_env: ['*']}\n").code, "param_not_allowed");
    QCOMPARE(call(body, "      params: {allow_env: ['" + name + "']}\n").code, policyMayName ? QByteArray() : QByteArray("param_not_allowed"));
}

void TestShell::variablesByPolicy()
{
    const QByteArray body = R"({"argv":["printenv","MY_VAR"],"env":{"MY_VAR":"value"}})";
    QCOMPARE(call(body).json.value("stdout"_L1).toString(), u"value\n"_s);
    QCOMPARE(call(body, "      params: {allow_env: ['MY_*']}\n").json.value("stdout"_L1).toString(), u"value\n"_s);
    const Answered outside = call(body, "      params: {allow_env: ['OTHER']}\n");
    QCOMPARE(outside.code, "param_not_allowed");
    QVERIFY(outside.details.value("rule"_L1).toString().startsWith("policy:endpoints.shell"_L1));
    QCOMPARE(call(body, "      params: {allow_env: ['MY_*'], deny_env: ['*_VAR']}\n").code, "param_not_allowed");
}

void TestShell::shellModeNeedsTheWord()
{
    const QByteArray body = R"({"command":"echo $((1+2)) | tr 3 4","shell_mode":true})";
    const Answered refused = call(body);
    QCOMPARE(refused.code, "param_not_allowed");
    QVERIFY(!refused.details.value("rule"_L1).toString().isEmpty());
    QCOMPARE(call(body, "      params: {shell_mode: true}\n").json.value("stdout"_L1).toString(), u"4\n"_s);
    // a shell is a program like any other
    QCOMPARE(call(body, "      params: {shell_mode: true, deny_commands: [sh]}\n").code, "param_not_allowed");
    QCOMPARE(call(body, "      params: {shell_mode: true, allow_commands: [git]}\n").code, "param_not_allowed");
}

void TestShell::commandsByPolicy_data()
{
    QTest::addColumn<QByteArray>("program");
    QTest::addColumn<QByteArray>("params");
    QTest::addColumn<bool>("allowed");
    QTest::newRow("deny by name") << "true"_ba << "deny_commands: ['true']"_ba << false;
    QTest::newRow("deny by name, called by path") << "/usr/bin/true"_ba << "deny_commands: ['true']"_ba << false;
    QTest::newRow("deny by path, called by name") << "true"_ba << "deny_commands: [/usr/bin/true]"_ba << false;
    QTest::newRow("deny by the other path") << "true"_ba << "deny_commands: [/bin/true]"_ba << false;
    QTest::newRow("deny another") << "true"_ba << "deny_commands: ['false']"_ba << true;
    QTest::newRow("allow by name") << "true"_ba << "allow_commands: ['true']"_ba << true;
    QTest::newRow("allow by path") << "true"_ba << "allow_commands: [/bin/true]"_ba << true;
    QTest::newRow("allow another") << "true"_ba << "allow_commands: ['false']"_ba << false;
    QTest::newRow("allow nothing") << "true"_ba << "allow_commands: []"_ba << false;
    QTest::newRow("allowed and denied") << "true"_ba << "allow_commands: ['true'], deny_commands: ['true']"_ba << false;
}

void TestShell::commandsByPolicy()
{
    QFETCH(QByteArray, program);
    QFETCH(QByteArray, params);
    QFETCH(bool, allowed);
    const Answered answered = call(R"({"argv":[")" + program + R"("]})", "      params: {" + params + "}\n");
    QCOMPARE(answered.code, allowed ? QByteArray() : QByteArray("param_not_allowed"));
    if (!allowed)
        QVERIFY(!answered.details.value("rule"_L1).toString().isEmpty());
}

void TestShell::linkToADeniedProgram()
{
    QVERIFY(QFile::link(u"/usr/bin/true"_s, m_directory.filePath(u"innocent"_s)));
    QCOMPARE(call(R"({"argv":["./innocent"]})").json.value("exit_code"_L1).toInt(-1), 0);
    QCOMPARE(call(R"({"argv":["./innocent"]})", "      params: {deny_commands: ['true']}\n").code, "param_not_allowed");
}

void TestShell::foreignProgramUnderAnAllowedName()
{
    QVERIFY(QFile::copy(u"/usr/bin/env"_s, m_directory.filePath(u"true"_s)));
    QCOMPARE(call(R"({"argv":["./true"]})", "      params: {allow_commands: ['true']}\n").code, "param_not_allowed");
    QVERIFY(QFile::remove(m_directory.filePath(u"true"_s)));
}

void TestShell::notStartable_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QString>("stage");
    QTest::addColumn<QString>("number");
    QTest::newRow("unknown name") << R"({"argv":["no-such-program-x"]})"_ba << u"resolve"_s << u"ENOENT"_s;
    QTest::newRow("unknown path") << R"({"argv":["/no/such"]})"_ba << u"resolve"_s << u"ENOENT"_s;
    QTest::newRow("a directory") << R"({"argv":["/tmp"]})"_ba << u"resolve"_s << u"EACCES"_s;
    QTest::newRow("not executable") << R"({"argv":["/etc/passwd"]})"_ba << u"resolve"_s << u"EACCES"_s;
    QTest::newRow("no format") << R"({"argv":["./junk"]})"_ba << u"exec"_s << u"ENOEXEC"_s;
}

void TestShell::notStartable()
{
    QFETCH(QByteArray, body);
    QFile junk(m_directory.filePath(u"junk"_s));
    QVERIFY(junk.open(QIODevice::WriteOnly));
    junk.write("junk");
    junk.close();
    junk.setPermissions(QFile::ExeOwner | QFile::ReadOwner);
    const Answered answered = call(body);
    QCOMPARE(answered.code, "command_not_startable");
    QTEST(answered.details.value("stage"_L1).toString(), "stage");
    QTEST(answered.details.value("errno"_L1).toString(), "number");
}

void TestShell::workingDirectoryMustBeOne()
{
    QVERIFY(QDir(m_directory.path()).mkpath(u"sub"_s));
    QCOMPARE(call(R"({"argv":["pwd"],"cwd":"sub"})").json.value("stdout"_L1).toString(), QString::fromUtf8(m_base) + u"/sub\n"_s);
    QCOMPARE(call(R"({"argv":["pwd"]})").json.value("stdout"_L1).toString(), QString::fromUtf8(m_base) + u'\n');
    QCOMPARE(call(R"({"argv":["pwd"],"cwd":"/etc"})").code, "path_outside");
    QFile file(m_directory.filePath(u"plain"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(call(R"({"argv":["pwd"],"cwd":"plain"})").code, "not_directory");
}

void TestShell::stdinLimit()
{
    QCOMPARE(call(R"({"argv":["cat"],"stdin":"12345"})", "      limits: {max_stdin_bytes: 4}\n").code, "payload_too_large");
    QCOMPARE(call(R"({"argv":["cat"],"stdin":"1234"})", "      limits: {max_stdin_bytes: 4}\n").json.value("stdout"_L1).toString(), u"1234"_s);
}

void TestShell::searchPathIsRestricted()
{
    QCOMPARE(Process::searchPath("relative:/usr/bin::/usr/bin:/tmp:/no/such:.", true), QList<QByteArray> {"/usr/bin"});
    QCOMPARE(Process::searchPath("relative:/usr/bin:/tmp", false), QList<QByteArray>({"/usr/bin", "/tmp"}));
}

void TestShell::repliesExactly()
{
    const QJsonObject json = call(R"({"command":"sh -c 'echo out; echo err >&2; exit 3'"})").json;
    QCOMPARE(json.keys(), QStringList({u"duration_ms"_s, u"exit_code"_s, u"stderr"_s, u"stdout"_s, u"timed_out"_s, u"truncated"_s}));
    QCOMPARE(json.value("exit_code"_L1).toInt(), 3);
    QCOMPARE(json.value("stdout"_L1).toString(), u"out\n"_s);
    QCOMPARE(json.value("stderr"_L1).toString(), u"err\n"_s);
    QCOMPARE(json.value("timed_out"_L1), QJsonValue(false));
    QCOMPARE(json.value("truncated"_L1), QJsonValue(false));
}

void TestShell::replyOfASignal()
{
    const QJsonObject json = call(R"({"argv":["sh","-c","kill -KILL $$"]})").json;
    QCOMPARE(json.value("signal"_L1).toString(), u"KILL"_s);
    QCOMPARE(json.value("exit_code"_L1).toInt(), 137);
}

void TestShell::bytesTravelInBase64()
{
    const QJsonObject json = call(R"({"argv":["cat"],"stdin_base64":"/wA="})").json;
    QCOMPARE(json.value("stdout_base64"_L1).toString(), u"/wA="_s);
    QVERIFY(!json.contains("stdout"_L1));
    QVERIFY(json.contains("stderr"_L1));
}

void TestShell::timeOutIsLowered()
{
    const QByteArray rules = "      limits: {timeout_s: 7}\n";
    QCOMPARE(call(R"({"argv":["true"],"timeout_s":99})", rules).json.value("applied"_L1).toObject().value("timeout_s"_L1).toInt(), 7);
    QVERIFY(!call(R"({"argv":["true"],"timeout_s":7})", rules).json.contains("applied"_L1));
    const Answered answered = call(R"({"argv":["true"]})", rules);
    QVERIFY(!answered.json.contains("applied"_L1));
    QCOMPARE(answered.audited.value("timeout_s"_L1).toInt(), 7);
    QCOMPARE(call(R"({"argv":["true"]})").audited.value("timeout_s"_L1).toInt(), 30);
}

void TestShell::timedOutIsNoError()
{
    const QJsonObject json = call(R"({"argv":["sh","-c","echo partial; sleep 60"],"timeout_s":1})").json;
    QCOMPARE(json.value("code"_L1).toString(), u"command_timeout"_s);
    QCOMPARE(json.value("timed_out"_L1), QJsonValue(true));
    QCOMPARE(json.value("signal"_L1).toString(), u"TERM"_s);
    QCOMPARE(json.value("stdout"_L1).toString(), u"partial\n"_s);
}

void TestShell::environmentIsComplete()
{
    qputenv("SOME_SECRET", "canary-11aa");
    qputenv("LC_TIME", "C");
    const QString text = call(R"({"argv":["env"]})").json.value("stdout"_L1).toString();
    qunsetenv("SOME_SECRET");
    QVERIFY2(!text.contains("canary"_L1), qPrintable(text));
    QStringList names;
    const QStringList lines = text.split(u'\n', Qt::SkipEmptyParts);
    for (const QString &line : lines)
        names.append(line.section(u'=', 0, 0));
    for (const QString &due : {u"PATH"_s, u"HOME"_s, u"USER"_s, u"LANG"_s, u"LC_TIME"_s, u"COFFERDAM_REQUEST_ID"_s, u"COFFERDAM_SESSION_ID"_s, u"COFFERDAM_AGENT_ID"_s})
        QVERIFY2(names.contains(due), qPrintable(due));
    QVERIFY(!names.contains(u"COFFERDAM_TASK_ID"_s));
    QVERIFY(lines.contains(u"COFFERDAM_REQUEST_ID=req-1"_s));
    for (const QString &name : std::as_const(names))
        QVERIFY2(name == "TERM"_L1 || name == "TZ"_L1 || name.startsWith("LC_"_L1) || name.startsWith("COFFERDAM_"_L1)
                || QStringList({u"PATH"_s, u"HOME"_s, u"USER"_s, u"LANG"_s}).contains(name),
            qPrintable(name));
}

void TestShell::argumentsAreNotAudited()
{
    const QJsonObject audited = call(R"({"argv":["/usr/bin/true","--password","canary-5e5e"],"env":{"X":"canary-5e5e"},"stdin":"canary-5e5e"})").audited;
    QVERIFY(!QJsonDocument(audited).toJson().contains("canary"));
    QCOMPARE(audited.value("command"_L1).toString(), u"true"_s);
    QCOMPARE(audited.value("stdin_bytes"_L1).toInt(), 11);
    // what is refused is named too
    QCOMPARE(call(R"({"argv":["/opt/no-such"]})").audited.value("command"_L1).toString(), u"no-such"_s);
}

void TestShell::outputIsCut()
{
    const QJsonObject json = call(R"({"argv":["seq","1","100000"]})", "      limits: {max_output_bytes: 1000}\n").json;
    QCOMPARE(json.value("truncated"_L1), QJsonValue(true));
    const QString text = json.value("stdout"_L1).toString();
    QVERIFY(text.startsWith("1\n2\n"_L1));
    QVERIFY(text.endsWith("\n100000\n"_L1));
    QVERIFY(text.contains(" bytes left out "_L1));
}

void TestShell::slotsOfFailedCallsComeBack()
{
    // row 53: ten failures of each kind, then a good call
    for (int i = 0; i < 10; ++i) {
        QCOMPARE(call(R"({"argv":["./junk"]})").code, "command_not_startable");
        QCOMPARE(call(R"({"argv":["no-such-program-x"]})").code, "command_not_startable");
        QCOMPARE(call(R"({"argv":["true"],"cwd":"/etc"})").code, "path_outside");
    }
    QCOMPARE(call(R"({"argv":["true"]})").json.value("exit_code"_L1).toInt(-1), 0);
}

QTEST_GUILESS_MAIN(TestShell)
#include "tst_shell.moc"
