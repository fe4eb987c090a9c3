// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "service/sandbox/subprocess/subprocessbackend.h"

#include "service/sandbox/subprocess/supervisor.h"

#include <climits>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace Cofferdam::Sandbox {

namespace {

constexpr char LauncherName[] = "cofferdam-launch";

class PlainSandbox final : public Sandbox
{
public:
    explicit PlainSandbox(std::shared_ptr<Supervisor> supervisor) : m_supervisor(std::move(supervisor)) { }
    QFuture<RunResult> run(ProcessSpec spec) override { return m_supervisor->run(std::move(spec)); }

private:
    std::shared_ptr<Supervisor> m_supervisor;
};

/// Beside this executable (a build tree, a package that keeps both together), else in the libexec folder next to its bin.
QByteArray installedLauncher()
{
    char own[PATH_MAX];
    const ssize_t n = ::readlink("/proc/self/exe", own, sizeof own);
    if (n <= 0 || n == ssize_t(sizeof own))
        return {};
    const QByteArray program(own, n);
    const QByteArray folder = program.first(program.lastIndexOf('/') + 1);
    const QByteArray beside = folder + LauncherName;
    return ::access(beside.constData(), X_OK) == 0 ? beside : folder + "../libexec/cofferdam/" + LauncherName;
}

} // namespace

SubprocessBackend::SubprocessBackend(const QByteArray &launcherPath)
    : m_launcherPath(launcherPath.isEmpty() ? installedLauncher() : launcherPath)
    , m_supervisor(std::make_shared<Supervisor>(m_launcherPath))
    , m_sandbox(std::make_shared<PlainSandbox>(m_supervisor))
{
}

SubprocessBackend::~SubprocessBackend() { shutDown(); }

QByteArray SubprocessBackend::level() const { return "none"; }

QList<QByteArray> SubprocessBackend::limitsEnforced() const { return {"core: rlimit", "time: service", "output: service", "tree: launcher"}; }

Result<std::shared_ptr<Sandbox>> SubprocessBackend::acquire(const SandboxSpec &)
{
    if (::access(m_launcherPath.constData(), X_OK) != 0)
        return failure("backend_unavailable", "the launcher program is missing: "_L1 + QString::fromLocal8Bit(m_launcherPath));
    return m_sandbox;
}

void SubprocessBackend::shutDown() { m_supervisor->stop(); }

} // namespace Cofferdam::Sandbox
