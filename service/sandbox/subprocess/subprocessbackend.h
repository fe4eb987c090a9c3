// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "service/sandbox/api/sandbox.h"

namespace Cofferdam::Sandbox {

class Supervisor;

/// Programs as plain children of the service's user, level "none" (sandbox.md 2): nothing is inherited and the whole tree dies with its
/// call, but nothing confines it. Each runs below its own cofferdam-launch. Thread-safe.
class SubprocessBackend final : public SandboxBackend
{
public:
    /// launcherPath: the launcher program; empty: the one installed with this executable.
    explicit SubprocessBackend(const QByteArray &launcherPath = {});
    ~SubprocessBackend() override;

    [[nodiscard]] QByteArray level() const override;
    /// "name: mechanism" of each limit that holds.
    [[nodiscard]] QList<QByteArray> limitsEnforced() const override;
    /// Error: backend_unavailable where the launcher program is missing.
    [[nodiscard]] Result<std::shared_ptr<Sandbox>> acquire(const SandboxSpec &spec) override;
    void shutDown() override;

private:
    QByteArray m_launcherPath;
    std::shared_ptr<Supervisor> m_supervisor;
    std::shared_ptr<Sandbox> m_sandbox; ///< with nothing to confine, all owners share it
};

} // namespace Cofferdam::Sandbox
