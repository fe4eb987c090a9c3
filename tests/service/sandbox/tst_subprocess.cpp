// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "service/sandbox/subprocess/subprocessbackend.h"

#include <QtCore/QDir>
#include <QtCore/QElapsedTimer>
#include <QtCore/QFile>
#include <QtCore/QProcess>
#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

#include <fcntl.h>
#include <unistd.h>

#include <csignal>

using namespace Cofferdam;
using namespace Cofferdam::Sandbox;
using namespace Qt::StringLiterals;

namespace {

constexpr char Launcher[] = COFFERDAM_BINARY_DIR "/bin/cofferdam-launch";
constexpr char ServiceVariable[] = "COFFERDAM_TEST_RUN_AND_WAIT";

ProcessSpec sh(const QByteArray &script)
{
    ProcessSpec spec;
    spec.argv = {"/bin/sh", "-c", script};
    spec.workingDirectory.reset(::open("/", O_PATH | O_DIRECTORY | O_CLOEXEC));
    spec.environment = {"PATH=/usr/bin:/bin"};
    spec.graceMs = 300;
    return spec;
}

/// VmRSS of this process in KiB.
qint64 rss()
{
    QFile status(u"/proc/self/statm"_s);
    if (!status.open(QIODevice::ReadOnly))
        return 0;
    return status.readAll().split(' ').value(1).toLongLong() * ::sysconf(_SC_PAGESIZE) / 1024;
}

/// How many processes have marker among their arguments.
int alive(const QByteArray &marker)
{
    int count = 0;
    const QStringList entries = QDir(u"/proc"_s).entryList(QDir::Dirs);
    for (const QString &entry : entries) {
        QFile arguments("/proc/"_L1 + entry + "/cmdline"_L1);
        if (entry.front().isDigit() && arguments.open(QIODevice::ReadOnly) && arguments.readAll().split('\0').contains(marker))
            ++count;
    }
    return count;
}

/// A number no other test uses, so that a sleeping grandchild can be found.
QByteArray uniqueSleep()
{
    static int counter = 0;
    return QByteArray::number(70'000 + (::getpid() % 10'000)) + '.' + QByteArray::number(++counter);
}

/// Daemons as row 44 has them: two setsid deep, in the background, ignoring what can be ignored.
QByteArray daemonScript(const QByteArray &seconds)
{
    return "setsid sh -c 'trap \"\" TERM HUP; setsid sleep " + seconds + " & sleep " + seconds + "' & ( setsid setsid sleep " + seconds + " & ) & ";
}

} // namespace

class TestSubprocess : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cannotStart_data();
    void cannotStart();
    void missingLauncherIsSaid();
    void childInheritsNothing();
    void secretsOfTheServiceAreNotThere();
    void noTerminalToPushInto();
    void timeOutGivesPartialOutput();
    void termIsEnoughWhereItIs();
    void grandchildrenDieAtTheEnd();
    void grandchildrenDieOnTimeOut();
    void grandchildrenDieOnCancel();
    void grandchildrenDieOnFlag();
    void grandchildrenDieOnShutDown();
    void grandchildrenDieWithTheService();
    void killedLauncherLeavesNothing();
    void floodStaysFlat();
    void exitAndSignal_data();
    void exitAndSignal();
    void inputAndStreams();
    void manyAtOnce();
    void noDescriptorLeaks();
    void shutDownTwiceAndRunAfter();

private:
    std::shared_ptr<ProcessResult> run(ProcessSpec spec, int patienceMs = 20'000);
    std::unique_ptr<SubprocessBackend> m_backend;
    std::shared_ptr<Sandbox::Sandbox> m_sandbox;
};

void TestSubprocess::initTestCase()
{
    m_backend = std::make_unique<SubprocessBackend>(Launcher);
    m_sandbox = *m_backend->acquire({"tester", "terminal"});
    QCOMPARE(m_backend->level(), "none");
}

std::shared_ptr<ProcessResult> TestSubprocess::run(ProcessSpec spec, int patienceMs)
{
    auto future = m_sandbox->run(std::move(spec));
    QElapsedTimer timer;
    timer.start();
    while (!future.isFinished() && timer.elapsed() < patienceMs)
        QTest::qWait(2);
    if (!future.isFinished() || future.resultCount() == 0)
        return nullptr;
    const auto result = future.result();
    return result ? *result : nullptr;
}

void TestSubprocess::cannotStart_data()
{
    QTest::addColumn<QByteArray>("program");
    QTest::addColumn<bool>("goodDirectory");
    QTest::addColumn<QString>("stage");
    QTest::addColumn<QString>("number");
    QTest::newRow("not there") << "/nonexistent/x"_ba << true << u"exec"_s << u"ENOENT"_s;
    QTest::newRow("a directory") << "/tmp"_ba << true << u"exec"_s << u"EACCES"_s;
    QTest::newRow("not executable") << "/etc/passwd"_ba << true << u"exec"_s << u"EACCES"_s;
    QTest::newRow("no directory") << "/bin/true"_ba << false << u"chdir"_s << u"ENOTDIR"_s;
}

void TestSubprocess::cannotStart()
{
    QFETCH(QByteArray, program);
    QFETCH(bool, goodDirectory);
    ProcessSpec spec = sh("");
    spec.argv = {program};
    if (!goodDirectory)
        spec.workingDirectory.reset(::open("/etc/passwd", O_RDONLY | O_CLOEXEC));
    auto future = m_sandbox->run(std::move(spec));
    future.waitForFinished();
    const auto result = future.result();
    QVERIFY(!result);
    QCOMPARE(result.error().code, "command_not_startable");
    QTEST(result.error().details.value("stage"_L1).toString(), "stage");
    QTEST(result.error().details.value("errno"_L1).toString(), "number");
}

void TestSubprocess::missingLauncherIsSaid()
{
    SubprocessBackend backend("/nonexistent/launch");
    const auto sandbox = backend.acquire({});
    QVERIFY(!sandbox);
    QCOMPARE(sandbox.error().code, "backend_unavailable");
}

void TestSubprocess::childInheritsNothing()
{
    // row 58: descriptors of the service, close-on-exec or not, are not in the child
    const int leaky = ::open("/etc/passwd", O_RDONLY);
    ::signal(SIGUSR1, SIG_IGN);
    const auto result = run(sh("for f in /proc/self/fd/*; do printf '%s ' ${f##*/}; done; echo; env; grep -E 'SigBlk|SigIgn|NoNewPrivs' /proc/self/status; ulimit -c; pwd"));
    ::signal(SIGUSR1, SIG_DFL);
    ::close(leaky);
    QVERIFY(result);
    const QList<QByteArray> lines = result->standardOutput.split('\n');
    // the shell itself opens the folder it lists
    QVERIFY2(lines[0] == "0 1 2 " || lines[0] == "0 1 2 3 ", lines[0].constData());
    QVERIFY(lines.contains("SigBlk:\t0000000000000000"));
    QVERIFY2(result->standardOutput.contains("SigIgn:\t0000000000000000"), result->standardOutput.constData());
    QVERIFY(lines.contains("NoNewPrivs:\t1"));
    QVERIFY(lines.contains("0"));
    QVERIFY(lines.contains("/"));
    QList<QByteArray> variables;
    for (const QByteArray &line : lines) {
        if (line.contains('=') && !line.startsWith("PWD=") && !line.startsWith("OLDPWD=") && !line.startsWith("_=") && !line.startsWith("SHLVL="))
            variables.append(line);
    }
    QCOMPARE(variables, QList<QByteArray> {"PATH=/usr/bin:/bin"});
}

void TestSubprocess::secretsOfTheServiceAreNotThere()
{
    // row 49: neither in its own environment nor in its parent's
    qputenv("COFFERDAM_TEST_CANARY", "canary-9b1d");
    const auto result = run(sh("env; tr '\\0' '\\n' < /proc/$PPID/environ; tr '\\0' ' ' < /proc/$PPID/cmdline; ls -l /proc/$PPID/fd 2>/dev/null; true"));
    qunsetenv("COFFERDAM_TEST_CANARY");
    QVERIFY(result);
    QVERIFY(!result->standardOutput.contains("canary"));
    QVERIFY(result->standardOutput.contains("cofferdam-launch"));
}

void TestSubprocess::noTerminalToPushInto()
{
    // row 39: no controlling terminal, so there is nothing TIOCSTI could reach
    const auto result = run(sh("if ( : < /dev/tty ) 2>/dev/null; then echo terminal; else echo none; fi; tty; ps -o tty= -p $$"));
    QVERIFY(result);
    QVERIFY2(result->standardOutput.startsWith("none\nnot a tty\n"), result->standardOutput.constData());
}

void TestSubprocess::timeOutGivesPartialOutput()
{
    ProcessSpec spec = sh("echo partial; echo wrong >&2; trap '' TERM; while :; do sleep 0.05; done");
    spec.timeoutMs = 200;
    const auto result = run(std::move(spec));
    QVERIFY(result);
    QVERIFY(result->timedOut);
    QCOMPARE(result->signal, "KILL");
    QCOMPARE(result->standardOutput, "partial\n");
    QCOMPARE(result->standardError.left(6), "wrong\n");
    QVERIFY(result->durationMs >= 500);
}

void TestSubprocess::termIsEnoughWhereItIs()
{
    ProcessSpec spec = sh("trap 'echo bye; exit 3' TERM; echo ready; while :; do sleep 0.02; done");
    spec.timeoutMs = 300;
    spec.graceMs = 15'000;
    const auto result = run(std::move(spec));
    QVERIFY(result);
    QVERIFY(result->timedOut);
    QCOMPARE(result->exitCode, 3);
    QVERIFY(result->standardOutput.startsWith("ready\nbye"));
    QVERIFY(result->durationMs < 10'000);
}

void TestSubprocess::grandchildrenDieAtTheEnd()
{
    const QByteArray seconds = uniqueSleep();
    const auto result = run(sh(daemonScript(seconds) + "sleep 0.2; echo done"));
    QVERIFY(result);
    QCOMPARE(result->standardOutput, "done\n");
    QCOMPARE(alive(seconds), 0);
}

void TestSubprocess::grandchildrenDieOnTimeOut()
{
    const QByteArray seconds = uniqueSleep();
    ProcessSpec spec = sh(daemonScript(seconds) + "sleep " + seconds);
    spec.timeoutMs = 300;
    const auto result = run(std::move(spec));
    QVERIFY(result);
    QVERIFY(result->timedOut);
    QCOMPARE(alive(seconds), 0);
}

void TestSubprocess::grandchildrenDieOnCancel()
{
    const QByteArray seconds = uniqueSleep();
    auto future = m_sandbox->run(sh(daemonScript(seconds) + "sleep " + seconds));
    QTRY_VERIFY(alive(seconds) >= 3);
    future.cancel();
    QTRY_COMPARE_WITH_TIMEOUT(alive(seconds), 0, 2000);
}

void TestSubprocess::grandchildrenDieOnFlag()
{
    const QByteArray seconds = uniqueSleep();
    const auto flag = std::make_shared<std::atomic<bool>>(false);
    ProcessSpec spec = sh(daemonScript(seconds) + "sleep " + seconds);
    spec.cancelled = flag;
    auto future = m_sandbox->run(std::move(spec));
    QTRY_VERIFY(alive(seconds) >= 3);
    *flag = true;
    QTRY_COMPARE_WITH_TIMEOUT(alive(seconds), 0, 2000);
}

void TestSubprocess::grandchildrenDieOnShutDown()
{
    SubprocessBackend backend(Launcher);
    const QByteArray seconds = uniqueSleep();
    auto future = (*backend.acquire({}))->run(sh(daemonScript(seconds) + "sleep " + seconds));
    QTRY_VERIFY(alive(seconds) >= 3);
    backend.shutDown();
    QCOMPARE(alive(seconds), 0);
    QVERIFY(future.isFinished());
}

void TestSubprocess::grandchildrenDieWithTheService()
{
    for (int round = 0; round < 5; ++round) {
        const QByteArray seconds = uniqueSleep();
        QProcess service;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QString::fromLatin1(ServiceVariable), QString::fromLatin1(daemonScript(seconds) + "sleep " + seconds));
        service.setProcessEnvironment(environment);
        service.start(QCoreApplication::applicationFilePath(), {});
        QTRY_VERIFY_WITH_TIMEOUT(alive(seconds) >= 3, 10'000);
        service.kill();
        QVERIFY(service.waitForFinished(5000));
        QTRY_COMPARE_WITH_TIMEOUT(alive(seconds), 0, 2000);
    }
}

void TestSubprocess::killedLauncherLeavesNothing()
{
    const QByteArray seconds = uniqueSleep();
    const auto result = run(sh("sleep " + seconds + " & sleep 0.1; kill -9 $PPID; sleep " + seconds));
    QVERIFY(result);
    QCOMPARE(result->signal, "KILL");
    QTRY_COMPARE_WITH_TIMEOUT(alive(seconds), 0, 2000);
}

void TestSubprocess::floodStaysFlat()
{
    // row 46, shortened: what matters is that nothing grows with what comes
    ProcessSpec spec = sh("yes");
    spec.timeoutMs = 2000;
    const qint64 before = rss();
    const auto result = run(std::move(spec));
    QVERIFY(result);
    QVERIFY(result->truncated);
    QVERIFY(result->timedOut);
    QVERIFY(result->outputTotal > 8 << 20);
    QVERIFY(result->standardOutput.size() <= (1 << 20) + 100);
    QVERIFY(result->standardOutput.contains(" bytes left out "));
    QVERIFY2(rss() - before < 32 * 1024, qPrintable(QString::number(rss() - before)));
}

void TestSubprocess::exitAndSignal_data()
{
    QTest::addColumn<QByteArray>("script");
    QTest::addColumn<int>("exitCode");
    QTest::addColumn<QByteArray>("signal");
    QTest::newRow("success") << "true"_ba << 0 << ""_ba;
    QTest::newRow("failure") << "exit 42"_ba << 42 << ""_ba;
    QTest::newRow("segv") << "kill -SEGV $$"_ba << -1 << "SEGV"_ba;
    QTest::newRow("term") << "kill -TERM $$"_ba << -1 << "TERM"_ba;
    QTest::newRow("closed outputs") << "exec >&- 2>&-; exit 7"_ba << 7 << ""_ba;
}

void TestSubprocess::exitAndSignal()
{
    QFETCH(QByteArray, script);
    const auto result = run(sh(script));
    QVERIFY(result);
    QTEST(result->exitCode, "exitCode");
    QTEST(result->signal, "signal");
    QVERIFY(!result->timedOut);
    QVERIFY(!result->truncated);
}

void TestSubprocess::inputAndStreams()
{
    ProcessSpec spec = sh("cat; echo e >&2");
    spec.standardInput = QByteArray(300'000, 'x') + '\0' + '\xff';
    const QByteArray input = spec.standardInput;
    const auto result = run(std::move(spec));
    QVERIFY(result);
    QCOMPARE(result->standardOutput, input);
    QCOMPARE(result->standardError, "e\n");
    QCOMPARE(run(sh("cat"))->standardOutput, "");
}

void TestSubprocess::manyAtOnce()
{
    std::vector<QFuture<Result<std::shared_ptr<ProcessResult>>>> futures;
    for (int i = 0; i < 40; ++i)
        futures.push_back(m_sandbox->run(sh("sleep 0.1; echo " + QByteArray::number(i))));
    for (int i = 0; i < 40; ++i) {
        futures[size_t(i)].waitForFinished();
        QCOMPARE((*futures[size_t(i)].result())->standardOutput, QByteArray::number(i) + '\n');
    }
}

void TestSubprocess::noDescriptorLeaks()
{
    // row 53: whatever way a call ends, nothing of it stays; the first launcher may still be on its way out when it is counted
    const auto count = [] { return QDir(u"/proc/self/fd"_s).entryList(QDir::AllEntries | QDir::System | QDir::NoDotAndDotDot).size(); };
    QVERIFY(run(sh("true")));
    const auto before = count();
    for (int i = 0; i < 10; ++i) {
        QVERIFY(run(sh("true")));
        ProcessSpec missing = sh("");
        missing.argv = {"/nonexistent"};
        QVERIFY(!run(std::move(missing)));
    }
    QTRY_VERIFY2(count() <= before, qPrintable(QString::number(count())));
}

void TestSubprocess::shutDownTwiceAndRunAfter()
{
    SubprocessBackend backend(Launcher);
    const auto sandbox = *backend.acquire({});
    backend.shutDown();
    backend.shutDown();
    auto future = sandbox->run(sh("true"));
    future.waitForFinished();
    QCOMPARE(future.result().error().code, "stopping");
}

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    if (const QByteArray script = qgetenv(ServiceVariable); !script.isEmpty()) {
        SubprocessBackend backend(Launcher);
        ProcessSpec spec = sh(script);
        spec.timeoutMs = 600'000;
        (*backend.acquire({}))->run(std::move(spec)).waitForFinished();
        return 0;
    }
    TestSubprocess test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_subprocess.moc"
