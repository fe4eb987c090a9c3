// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "service/auditlog/auditlog_p.h"

#include <QtCore/QLoggingCategory>

#include <csignal>

using namespace Qt::StringLiterals;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

namespace Cofferdam {

namespace {

Q_LOGGING_CATEGORY(lcAudit, "cofferdam.audit")

/// A thread that no signal of the service is delivered to.
std::thread quietThread(std::function<void()> body)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    std::thread thread(std::move(body));
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    return thread;
}

} // namespace

AuditLog::Private::Private(const AuditLogOptions &options, const Clock &clock, QByteArray boot, UniqueFd lock, LogWriter writer)
    : m_options(options)
    , m_clock(clock)
    , m_boot(std::move(boot))
    , m_lock(std::move(lock))
    , m_end {writer.fileName(), writer.committedSize()}
    , m_committedSeq(writer.committedSeq())
    , m_writer(std::move(writer))
{
}

void AuditLog::Private::start() { m_thread = quietThread([this] { run(); }); }

void AuditLog::Private::stop()
{
    {
        const std::lock_guard lock(m_mutex);
        m_stopping = true;
    }
    m_work.notify_one();
    m_space.notify_all();
    if (m_thread.joinable())
        m_thread.join();
}

bool AuditLog::Private::waitForPlace(std::unique_lock<std::mutex> &lock)
{
    const auto isFull = [this] { return qsizetype(m_queue.size()) >= m_options.queueRecords; };
    if (isFull() && isAvailable())
        m_space.wait_for(lock, milliseconds(m_options.patienceMs), [&] { return !isFull() || m_stopping || !isAvailable(); });
    return !isFull() && !m_stopping;
}

void AuditLog::Private::append(Audit::Record &&record, Done &&done)
{
    std::unique_lock lock(m_mutex);
    if (!waitForPlace(lock)) {
        ++m_lostUntold;
        if (m_lost++ == 0)
            qCCritical(lcAudit) << "an audit record could not be kept: the log cannot be written";
        if (done)
            m_refused.push_back(std::move(done));
        lock.unlock();
        m_work.notify_one();
        return;
    }
    if (m_queue.empty())
        m_oldest = steady_clock::now();
    const bool urgent = bool(done) && !m_hurry;
    m_hurry = m_hurry || done;
    // stamped under the lock: in the log, time never runs backwards
    m_queue.push_back({{std::move(record), m_clock.utcMs(), m_clock.monotonicNs()}, std::move(done)});
    ++m_accepted;
    const qsizetype size = qsizetype(m_queue.size());
    lock.unlock();
    if (urgent || size == 1 || size == m_options.groupRecords)
        m_work.notify_one();
}

bool AuditLog::Private::flush(int timeoutMs)
{
    std::unique_lock lock(m_mutex);
    const quint64 target = m_accepted;
    if (m_settled >= target)
        return true;
    m_hurry = true;
    m_work.notify_one();
    return m_progress.wait_for(lock, milliseconds(timeoutMs), [&] { return m_settled >= target; });
}

int AuditLog::Private::subscribe(Subscriber &&subscriber)
{
    const std::lock_guard lock(m_subscriberMutex);
    m_subscribers.emplace(++m_lastSubscriber, std::move(subscriber));
    return m_lastSubscriber;
}

void AuditLog::Private::unsubscribe(int id)
{
    const std::lock_guard lock(m_subscriberMutex);
    m_subscribers.erase(id);
}

AuditStats AuditLog::Private::stats() const
{
    const std::lock_guard lock(m_mutex);
    return {isAvailable(), m_committedSeq, qsizetype(m_accepted - m_settled), m_lost, m_end.file};
}

Audit::LogEnd AuditLog::Private::end() const
{
    const std::lock_guard lock(m_mutex);
    return m_end;
}

} // namespace Cofferdam
