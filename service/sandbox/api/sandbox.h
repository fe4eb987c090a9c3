// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/base/result.h"
#include "common/base/uniquefd.h"

#include <QtCore/QByteArray>
#include <QtCore/QFuture>
#include <QtCore/QList>

#include <atomic>
#include <memory>

namespace Cofferdam::Sandbox {

/// A program to run and wait for. Environment and working directory are complete: nothing is inherited from the service.
struct ProcessSpec {
    QList<QByteArray> argv; ///< argv[0] is an absolute path
    UniqueFd workingDirectory; ///< entered by descriptor
    QList<QByteArray> environment; ///< "NAME=value"
    QByteArray standardInput;
    qint64 timeoutMs = 30'000;
    qint64 graceMs = 5'000; ///< between TERM and KILL
    qint64 maxOutputBytes = 1 << 20; ///< a stream: head and tail are kept, the middle is counted
    std::shared_ptr<const std::atomic<bool>> cancelled; ///< once true, the tree is killed soon; may be null
};

struct ProcessResult {
    int exitCode = -1; ///< valid without signal
    QByteArray signal; ///< "KILL", "TERM" …
    QByteArray standardOutput, standardError;
    qint64 outputTotal = 0, errorTotal = 0; ///< bytes before cutting
    bool timedOut = false;
    bool truncated = false;
    qint64 durationMs = 0;
};

/// What confines programs of one owner. Thread-safe; results come through futures, which finish on a thread of the backend.
class Sandbox
{
public:
    virtual ~Sandbox() = default;
    /// Errors: command_not_startable with details.stage and details.errno; stopping. Cancelling the future kills the tree.
    [[nodiscard]] virtual QFuture<Result<std::shared_ptr<ProcessResult>>> run(ProcessSpec spec) = 0;
};

/// What a caller asks a backend for.
struct SandboxSpec {
    QByteArray owner; ///< identity
    QByteArray category; ///< "terminal", "code_execution" …
};

/// Makes sandboxes: subprocess now, others later. Owned by the composition root.
class SandboxBackend
{
public:
    virtual ~SandboxBackend() = default;
    [[nodiscard]] virtual QByteArray level() const = 0; ///< "none", "landlock", "bwrap"
    [[nodiscard]] virtual QList<QByteArray> limitsEnforced() const = 0;
    [[nodiscard]] virtual Result<std::shared_ptr<Sandbox>> acquire(const SandboxSpec &spec) = 0;
    /// Ends everything it started; safe to call twice.
    virtual void shutDown() = 0;
};

} // namespace Cofferdam::Sandbox
