// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "service/sandbox/subprocess/supervisor.h"

#include <poll.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <csignal>
#include <utility>

using namespace Qt::StringLiterals;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

namespace Cofferdam::Sandbox {

namespace {

constexpr milliseconds StopPatience {3000};
/// How often cancelled futures are looked for while programs run.
constexpr milliseconds CancelInterval {50};

std::thread quietThread(std::function<void()> body)
{
    sigset_t all, before;
    sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before);
    std::thread thread(std::move(body));
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
    return thread;
}

/// A waiting launcher that somebody killed.
bool hasEnded(const Launcher &launcher)
{
    pollfd process {launcher.process.get(), POLLIN, 0};
    return ::poll(&process, 1, 0) != 0;
}

} // namespace

Supervisor::Supervisor(QByteArray launcherPath)
    : m_launcherPath(std::move(launcherPath)), m_epoll(::epoll_create1(EPOLL_CLOEXEC)), m_wake(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK))
{
    watch(m_wake.get(), 0, Source::Control);
    m_thread = quietThread([this] { loop(); });
}

Supervisor::~Supervisor() { stop(); }

QFuture<RunResult> Supervisor::run(ProcessSpec spec)
{
    QPromise<RunResult> promise;
    QFuture<RunResult> future = promise.future();
    promise.start();
    {
        const std::lock_guard lock(m_mutex);
        if (!m_stopping) {
            m_orders.push_back({std::move(spec), std::move(promise)});
            wake();
            return future;
        }
    }
    promise.addResult(failure("stopping", u"the service is stopping"_s));
    promise.finish();
    return future;
}

void Supervisor::stop()
{
    {
        const std::lock_guard lock(m_mutex);
        m_stopping = true;
        wake();
    }
    if (m_thread.joinable())
        m_thread.join();
}

void Supervisor::wake() { ::eventfd_write(m_wake.get(), 1); }

void Supervisor::watch(int fd, quint64 id, Source source)
{
    epoll_event event {};
    event.events = EPOLLIN;
    event.data.u64 = (id << 2) | std::to_underlying(source);
    ::epoll_ctl(m_epoll.get(), EPOLL_CTL_ADD, fd, &event);
}

void Supervisor::unwatch(int fd) { ::epoll_ctl(m_epoll.get(), EPOLL_CTL_DEL, fd, nullptr); }

/// Starts what was ordered; true: the thread may end.
bool Supervisor::takeOrders()
{
    std::vector<Order> orders;
    bool stopping = false;
    {
        const std::lock_guard lock(m_mutex);
        orders.swap(m_orders);
        stopping = m_stopping;
    }
    for (Order &order : orders)
        begin(std::move(order));
    if (!stopping)
        return false;
    for (const auto &[id, job] : m_jobs)
        job->kill();
    if (!m_giveUp)
        m_giveUp = steady_clock::now() + StopPatience;
    return m_jobs.empty() || steady_clock::now() > *m_giveUp;
}

void Supervisor::begin(Order &&order)
{
    auto job = std::make_unique<Job>(std::move(order.spec), std::move(order.promise));
    if (m_spare && hasEnded(*m_spare)) {
        endLauncher(*m_spare);
        m_spare.reset();
    }
    Result<Launcher> launcher = m_spare ? Result<Launcher>(std::move(*m_spare)) : startLauncher(m_launcherPath);
    m_spare.reset();
    if (!launcher) {
        job->fail(launcher.error());
        return;
    }
    if (!job->start(std::move(*launcher)))
        return;
    const quint64 id = ++m_lastId;
    watch(job->output(), id, Source::Output);
    watch(job->error(), id, Source::Error);
    watch(job->control(), id, Source::Control);
    watch(job->launcherProcess(), id, Source::Launcher);
    m_jobs.emplace(id, std::move(job));
}

/// While programs run, the launcher of the next one is made ready.
void Supervisor::keepSpare()
{
    if (m_spare || m_jobs.empty())
        return;
    if (Result<Launcher> launcher = startLauncher(m_launcherPath))
        m_spare = std::move(*launcher);
}

void Supervisor::handle(quint64 id, Source source)
{
    const auto it = m_jobs.find(id);
    if (it == m_jobs.end()) {
        eventfd_t ignored = 0;
        ::eventfd_read(m_wake.get(), &ignored);
        return;
    }
    Job &job = *it->second;
    switch (source) {
    case Source::Output:
        if (!job.readOutput())
            unwatch(job.output());
        break;
    case Source::Error:
        if (!job.readError())
            unwatch(job.error());
        break;
    case Source::Control:
        if (!job.readControl())
            unwatch(job.control());
        break;
    case Source::Launcher:
        job.launcherEnded();
        m_jobs.erase(it);
        break;
    }
}

/// Deadlines and cancellations; the time to sleep in milliseconds, -1 for ever.
int Supervisor::tick()
{
    const auto now = steady_clock::now();
    auto next = now + CancelInterval;
    for (const auto &[id, job] : m_jobs) {
        if (job->isCancelled())
            job->kill();
        next = std::min(next, job->tick(now));
    }
    if (m_jobs.empty())
        return -1;
    return std::max(0, int(std::chrono::ceil<milliseconds>(next - now).count()));
}

void Supervisor::loop()
{
    while (!takeOrders()) {
        keepSpare();
        epoll_event events[64];
        const int count = ::epoll_wait(m_epoll.get(), events, 64, tick());
        for (int i = 0; i < count; ++i)
            handle(events[i].data.u64 >> 2, Source(events[i].data.u64 & 3));
    }
    if (m_spare)
        endLauncher(*m_spare);
}

} // namespace Cofferdam::Sandbox
