// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "service/auditlog/auditlog_p.h"

#include <QtCore/QLoggingCategory>

using namespace Qt::StringLiterals;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

namespace Cofferdam {

namespace {

Q_LOGGING_CATEGORY(lcAudit, "cofferdam.audit")

constexpr milliseconds AnchorInterval {1000};
/// How long a stop goes on trying while the disk refuses.
constexpr milliseconds StopPatience {2000};

} // namespace

void AuditLog::Private::run()
{
    std::optional<steady_clock::time_point> giveUp;
    for (;;) {
        bool last = false;
        {
            std::unique_lock lock(m_mutex);
            waitForWork(lock);
            if (m_taken.empty() && isAvailable()) { // else the last batch is tried again first
                m_taken.swap(m_queue);
                m_hurry = false;
                m_space.notify_all();
            }
            last = m_stopping && m_queue.empty();
        }
        const bool written = writeOut();
        if (!written && m_stopping && !giveUp)
            giveUp = steady_clock::now() + StopPatience;
        if ((written && last) || (giveUp && steady_clock::now() > *giveUp))
            break;
        tidyAnchor(false);
    }
    tidyAnchor(isAvailable());
}

bool AuditLog::Private::batchIsDue() const
{
    return m_hurry || m_stopping || !m_refused.empty() || qsizetype(m_queue.size()) >= m_options.groupRecords;
}

void AuditLog::Private::waitForWork(std::unique_lock<std::mutex> &lock)
{
    if (!isAvailable()) {
        // what came meanwhile with a callback must hear soon that it is not on disk
        m_work.wait_for(lock, milliseconds(m_options.retryMs), [this] { return m_hurry || !m_refused.empty(); });
        return;
    }
    const auto hasWork = [this] { return !m_queue.empty() || m_stopping || m_hurry || !m_refused.empty(); };
    if (m_writer.anchorIsBehind()) {
        if (!m_work.wait_until(lock, m_anchorDue, hasWork))
            return;
    } else {
        m_work.wait(lock, hasWork);
    }
    if (!m_queue.empty())
        m_work.wait_until(lock, m_oldest + milliseconds(m_options.groupMs), [this] { return batchIsDue(); });
}

/// Brings everything taken onto the disk; false when it refuses, what was taken stays for the next try.
bool AuditLog::Private::writeOut()
{
    if (!m_taken.empty() || m_writer.hasBatch()) {
        if (!m_taken.empty()) {
            if (const Result<void> ready = m_writer.prepare(); !ready) {
                failed(ready.error());
                return false;
            }
            addTaken();
        }
        if (const Result<void> committed = m_writer.commit(); !committed) {
            failed(committed.error());
            return false;
        }
        publish();
    }
    succeeded();
    return true;
}

void AuditLog::Private::addTaken()
{
    addLost();
    for (Waiting &waiting : m_taken) {
        m_writer.add(std::move(waiting.stamped));
        if (waiting.done)
            m_waiters.push_back(std::move(waiting.done));
    }
    m_inBatch += m_taken.size();
    m_taken.clear();
}

/// One line for the records that found no place while the disk refused.
void AuditLog::Private::addLost()
{
    quint64 lost = 0;
    {
        const std::lock_guard lock(m_mutex);
        lost = std::exchange(m_lostUntold, 0);
    }
    if (lost == 0)
        return;
    Audit::Record record;
    record.event = "service";
    record.endpoint = "audit.lost";
    record.decision = "error";
    record.code = "audit_unavailable";
    record.count = qint64(lost);
    record.params.insert("lost"_L1, qint64(lost));
    m_writer.add({std::move(record), m_clock.utcMs(), m_clock.monotonicNs()});
}

void AuditLog::Private::succeeded()
{
    if (!m_available.exchange(true))
        qCInfo(lcAudit) << "the audit log can be written again";
    std::vector<Done> refused;
    {
        const std::lock_guard lock(m_mutex);
        m_settled += std::exchange(m_inBatch, 0);
        m_end = {m_writer.fileName(), m_writer.committedSize()};
        m_committedSeq = m_writer.committedSeq();
        refused.swap(m_refused);
        m_progress.notify_all();
    }
    for (const Done &done : std::exchange(m_waiters, {}))
        done(true);
    for (const Done &done : refused)
        done(false);
}

void AuditLog::Private::failed(const Error &error)
{
    if (m_available.exchange(false))
        qCCritical(lcAudit).noquote() << error.message;
    std::vector<Done> refused = std::exchange(m_waiters, {});
    const auto collect = [&refused](std::vector<Waiting> &records) {
        for (Waiting &waiting : records) {
            if (waiting.done)
                refused.push_back(std::exchange(waiting.done, {}));
        }
    };
    collect(m_taken);
    {
        const std::lock_guard lock(m_mutex);
        collect(m_queue);
        refused.insert(refused.end(), std::make_move_iterator(m_refused.begin()), std::make_move_iterator(m_refused.end()));
        m_refused.clear();
        m_hurry = false;
        m_space.notify_all();
    }
    for (const Done &done : refused)
        done(false);
}

void AuditLog::Private::publish()
{
    QList<qsizetype> ends;
    const auto batch = std::make_shared<AuditBatch>();
    batch->text = m_writer.takeCommitted(ends);
    const std::lock_guard lock(m_subscriberMutex);
    if (m_subscribers.empty())
        return;
    qsizetype start = 0;
    for (const qsizetype end : std::as_const(ends)) {
        batch->lines.append(QByteArrayView(batch->text).sliced(start, end - start));
        start = end + 1;
    }
    for (const auto &[id, subscriber] : m_subscribers)
        subscriber(batch);
}

void AuditLog::Private::tidyAnchor(bool clean)
{
    const auto now = steady_clock::now();
    if (!clean && (!m_writer.anchorIsBehind() || now < m_anchorDue))
        return;
    m_anchorDue = now + AnchorInterval;
    const Result<void> written = m_writer.writeAnchor(clean);
    if (!written && !m_anchorFailed)
        qCCritical(lcAudit).noquote() << "the anchor of the audit log cannot be written:"_L1 << written.error().message;
    m_anchorFailed = !written;
}

} // namespace Cofferdam
