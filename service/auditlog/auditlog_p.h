// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "service/auditlog/auditlog.h"
#include "service/auditlog/logreader.h"
#include "service/auditlog/logwriter.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>
#include <thread>
#include <vector>

namespace Cofferdam {

/// The queue between callers and the writer thread, and that thread. Every member function is thread-safe unless it says "writer thread".
class AuditLog::Private
{
public:
    Private(const AuditLogOptions &options, const Clock &clock, QByteArray boot, UniqueFd lock, LogWriter writer);

    void start();
    void stop();
    void append(Audit::Record &&record, std::function<void(bool)> &&done);
    bool flush(int timeoutMs);
    int subscribe(Subscriber &&subscriber);
    void unsubscribe(int id);
    [[nodiscard]] bool isAvailable() const { return m_available.load(std::memory_order_relaxed); }
    [[nodiscard]] AuditStats stats() const;
    [[nodiscard]] Audit::LogEnd end() const;
    [[nodiscard]] const QByteArray &directory() const { return m_options.directory; }
    [[nodiscard]] const QByteArray &boot() const { return m_boot; }

private:
    using Done = std::function<void(bool)>;
    struct Waiting {
        StampedRecord stamped;
        Done done;
    };

    bool waitForPlace(std::unique_lock<std::mutex> &lock);
    // writer thread
    void run();
    void waitForWork(std::unique_lock<std::mutex> &lock);
    [[nodiscard]] bool batchIsDue() const;
    bool writeOut();
    void addTaken();
    void addLost();
    void succeeded();
    void failed(const Error &error);
    void publish();
    void tidyAnchor(bool clean);

    const AuditLogOptions m_options;
    const Clock &m_clock;
    const QByteArray m_boot;
    const UniqueFd m_lock; ///< the flock on the directory
    std::thread m_thread;
    std::atomic<bool> m_available = true;

    mutable std::mutex m_mutex; ///< guards the members of this block
    std::condition_variable m_work; ///< for the writer
    std::condition_variable m_space; ///< for append() with a full queue
    std::condition_variable m_progress; ///< for flush()
    std::vector<Waiting> m_queue;
    std::vector<Done> m_refused; ///< callbacks of records that found no place
    bool m_hurry = false; ///< somebody waits for the disk
    bool m_stopping = false;
    quint64 m_accepted = 0, m_settled = 0; ///< records taken into the queue; of them on disk
    quint64 m_lost = 0, m_lostUntold = 0;
    std::chrono::steady_clock::time_point m_oldest; ///< when the queue became non-empty
    Audit::LogEnd m_end;
    quint64 m_committedSeq = 0;

    // writer thread only
    LogWriter m_writer;
    std::vector<Waiting> m_taken; ///< not yet in the batch
    std::vector<Done> m_waiters; ///< of the batch
    quint64 m_inBatch = 0;
    std::chrono::steady_clock::time_point m_anchorDue;
    bool m_anchorFailed = false;

    std::mutex m_subscriberMutex; ///< held while subscribers run
    std::map<int, Subscriber> m_subscribers;
    int m_lastSubscriber = 0;
};

} // namespace Cofferdam
