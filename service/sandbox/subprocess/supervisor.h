// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "service/sandbox/subprocess/job.h"

#include <map>
#include <mutex>
#include <thread>
#include <vector>

namespace Cofferdam::Sandbox {

/// One thread that starts launchers, reads their programs' output and keeps their deadlines, so that no event loop and no pool thread of
/// the service ever waits for a program. run() and stop() are thread-safe; futures finish on that thread.
class Supervisor
{
public:
    explicit Supervisor(QByteArray launcherPath);
    ~Supervisor(); ///< stops

    [[nodiscard]] QFuture<RunResult> run(ProcessSpec spec);
    /// Kills every tree and waits until they are gone (three seconds at most); later runs fail with `stopping`. Safe to call twice.
    void stop();

private:
    enum class Source : quint8 { Output, Error, Control, Launcher };
    struct Order {
        ProcessSpec spec;
        QPromise<RunResult> promise;
    };

    void wake();
    // the thread
    void loop();
    bool takeOrders();
    void begin(Order &&order);
    void keepSpare();
    void watch(int fd, quint64 id, Source source);
    void unwatch(int fd);
    void handle(quint64 id, Source source);
    [[nodiscard]] int tick();

    const QByteArray m_launcherPath;
    UniqueFd m_epoll, m_wake;
    std::thread m_thread;

    std::mutex m_mutex; ///< guards the next two
    std::vector<Order> m_orders;
    bool m_stopping = false;

    std::map<quint64, std::unique_ptr<Job>> m_jobs; ///< the thread's
    quint64 m_lastId = 0;
    std::optional<Launcher> m_spare; ///< started ahead, so that a call costs one process start, not two
    std::optional<Job::Time> m_giveUp;
};

} // namespace Cofferdam::Sandbox
