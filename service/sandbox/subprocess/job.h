// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "service/sandbox/api/sandbox.h"
#include "service/sandbox/launch/protocol.h"
#include "service/sandbox/subprocess/outputcapture.h"
#include "service/sandbox/subprocess/spawn.h"

#include <QtCore/QPromise>

#include <chrono>

namespace Cofferdam::Sandbox {

using RunResult = Result<std::shared_ptr<ProcessResult>>;

/// One program from its start to its answer: time-out → TERM → grace → KILL → the launcher itself. Driven by the supervisor, on its
/// thread only. The answer is given once the launcher says, or has ended, that nothing of the tree is left.
class Job
{
public:
    using Time = std::chrono::steady_clock::time_point;

    Job(ProcessSpec spec, QPromise<RunResult> promise);
    ~Job();

    /// Has the launcher start the program; false: it could not, the promise is kept.
    bool start(Launcher launcher);
    [[nodiscard]] int control() const { return m_launcher.control.get(); }
    [[nodiscard]] int launcherProcess() const { return m_launcher.process.get(); }
    [[nodiscard]] int output() const { return m_streams.output.get(); }
    [[nodiscard]] int error() const { return m_streams.error.get(); }
    /// The promise can only be kept once.
    void fail(const Error &error);

    /// Each reads what is there; false: that end is closed, do not watch it any longer.
    bool readOutput();
    bool readError();
    bool readControl();
    /// The launcher has ended: reaps it, and keeps the promise where its tree's end was not told.
    void launcherEnded();

    [[nodiscard]] bool isCancelled() const;
    /// Orders the whole tree to be killed; safe to repeat.
    void kill();
    /// Does what is due; the next time to be called.
    Time tick(Time now);

private:
    enum class Stage { Running, Terminating, Killing, Abandoned };

    bool readStream(int fd, OutputCapture &capture);
    void order(Launch::Order order);
    void abandon();
    void finish();
    [[nodiscard]] std::shared_ptr<ProcessResult> result();

    ProcessSpec m_spec;
    QPromise<RunResult> m_promise;
    Launcher m_launcher;
    Streams m_streams;
    OutputCapture m_output, m_error;
    Stage m_stage = Stage::Running;
    Time m_started, m_due;
    std::optional<Time> m_ended; ///< the program's own end
    std::optional<int> m_status; ///< as of wait()
    std::optional<Error> m_fault;
    QByteArray m_cgroup;
    int m_program = -1; ///< its pid: of use only when the launcher was killed
    bool m_timedOut = false;
    bool m_kept = false; ///< the promise
};

} // namespace Cofferdam::Sandbox
