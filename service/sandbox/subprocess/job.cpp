// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "service/sandbox/subprocess/job.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <utility>

using std::chrono::milliseconds;
using std::chrono::steady_clock;

namespace Cofferdam::Sandbox {

namespace {

/// How long a launcher may take to kill its tree before it is killed itself; a large tree on a busy machine takes a second.
constexpr milliseconds LauncherPatience {10'000};
/// Blocks of output read in one turn, so that a flood does not keep others waiting.
constexpr int BlocksPerTurn = 8;
constexpr Job::Time Never = Job::Time::max();

/// What a killed launcher leaves: its program may have killed it, being of the same user.
void killLeftovers(const QByteArray &cgroup, int program)
{
    const UniqueFd killer(cgroup.isEmpty() ? -1 : ::open((cgroup + "/cgroup.kill").constData(), O_WRONLY | O_CLOEXEC));
    if (killer && ::write(killer.get(), "1", 1) == 1) {
        ::rmdir(cgroup.constData());
        return;
    }
    if (program > 1)
        ::kill(-program, SIGKILL); // the session's first process group still bears its id while a member lives
}

} // namespace

Job::Job(ProcessSpec spec, QPromise<RunResult> promise)
    : m_spec(std::move(spec)), m_promise(std::move(promise)), m_output(m_spec.maxOutputBytes), m_error(m_spec.maxOutputBytes)
{
}

Job::~Job() = default;

bool Job::start(Launcher launcher)
{
    m_started = steady_clock::now();
    m_due = m_started + milliseconds(m_spec.timeoutMs);
    m_launcher = std::move(launcher);
    Result<Streams> streams = handOver(m_launcher, m_spec);
    if (!streams) {
        fail(streams.error());
        return false;
    }
    m_streams = std::move(*streams);
    m_spec.standardInput.clear();
    m_spec.workingDirectory.reset();
    return true;
}

void Job::fail(const Error &error)
{
    m_fault = error;
    finish();
}

bool Job::readStream(int fd, OutputCapture &capture)
{
    static thread_local char block[65536];
    for (int i = 0; i < BlocksPerTurn; ++i) {
        const ssize_t n = ::read(fd, block, sizeof block);
        if (n > 0)
            capture.append(QByteArrayView(block, n));
        else if (n == 0 || (errno != EINTR && errno != EAGAIN))
            return false;
        else if (errno == EAGAIN)
            return true;
    }
    return true;
}

bool Job::readOutput() { return readStream(m_streams.output.get(), m_output); }

bool Job::readError() { return readStream(m_streams.error.get(), m_error); }

bool Job::readControl()
{
    for (;;) {
        Launch::Report report;
        const ssize_t n = ::recv(m_launcher.control.get(), &report, sizeof report, MSG_DONTWAIT);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0 && errno == EAGAIN)
            return true;
        if (n != sizeof report)
            return false;
        report.text[sizeof report.text - 1] = 0;
        switch (report.event) {
        case Launch::Event::Started:
            m_program = report.value;
            m_cgroup = report.text;
            break;
        case Launch::Event::Failed: m_fault = notStartable(m_spec.argv.value(0), report.text, report.value); break;
        case Launch::Event::Exited:
            m_status = report.value;
            m_ended = steady_clock::now();
            // the launcher now kills what is left, without being asked
            m_stage = Stage::Killing;
            m_due = *m_ended + LauncherPatience;
            break;
        case Launch::Event::Gone: finish(); break;
        }
    }
}

void Job::launcherEnded()
{
    readControl();
    siginfo_t info {};
    ::waitid(P_PIDFD, id_t(m_launcher.process.get()), &info, WEXITED | WNOHANG);
    if (info.si_code != CLD_EXITED)
        killLeftovers(m_cgroup, m_program);
    finish();
}

bool Job::isCancelled() const
{
    return m_promise.isCanceled() || (m_spec.cancelled && m_spec.cancelled->load(std::memory_order_relaxed));
}

void Job::order(Launch::Order order) { ::send(m_launcher.control.get(), &order, sizeof order, MSG_NOSIGNAL | MSG_DONTWAIT); }

void Job::kill()
{
    if (m_stage == Stage::Killing || m_stage == Stage::Abandoned)
        return;
    order(Launch::Order::Kill);
    ::syscall(SYS_pidfd_send_signal, m_launcher.process.get(), SIGCONT, nullptr, 0); // its program may have stopped it
    m_stage = Stage::Killing;
    m_due = steady_clock::now() + LauncherPatience;
}

void Job::abandon()
{
    m_stage = Stage::Abandoned;
    m_due = Never;
    ::syscall(SYS_pidfd_send_signal, m_launcher.process.get(), SIGKILL, nullptr, 0);
    killLeftovers(m_cgroup, m_program);
}

Job::Time Job::tick(Time now)
{
    if (now < m_due)
        return m_due;
    switch (m_stage) {
    case Stage::Running:
        m_timedOut = true;
        order(Launch::Order::Terminate);
        m_stage = Stage::Terminating;
        m_due = now + milliseconds(m_spec.graceMs);
        break;
    case Stage::Terminating: kill(); break;
    case Stage::Killing: abandon(); break;
    case Stage::Abandoned: break;
    }
    return m_due;
}

std::shared_ptr<ProcessResult> Job::result()
{
    auto result = std::make_shared<ProcessResult>();
    const int status = m_status.value_or(SIGKILL);
    if (WIFEXITED(status))
        result->exitCode = WEXITSTATUS(status);
    else
        result->signal = signalName(WTERMSIG(status));
    result->outputTotal = m_output.total();
    result->errorTotal = m_error.total();
    result->truncated = m_output.isCut() || m_error.isCut();
    result->standardOutput = m_output.take();
    result->standardError = m_error.take();
    result->timedOut = m_timedOut;
    result->durationMs = std::chrono::duration_cast<milliseconds>(m_ended.value_or(steady_clock::now()) - m_started).count();
    return result;
}

void Job::finish()
{
    if (std::exchange(m_kept, true))
        return;
    // nobody of the tree writes any more: what the pipes hold is all there will be, and one turn is more than a pipe holds
    if (m_streams.output)
        readOutput();
    if (m_streams.error)
        readError();
    if (m_fault)
        m_promise.addResult(failure(*m_fault));
    else
        m_promise.addResult(result());
    m_promise.finish();
}

} // namespace Cofferdam::Sandbox
