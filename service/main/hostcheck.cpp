// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "service/main/hostcheck.h"

#include <QtCore/QJsonArray>
#include <QtCore/QStandardPaths>

#include <fcntl.h>
#include <linux/openat2.h>
#include <sched.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

using namespace Qt::StringLiterals;

namespace Cofferdam::Main {

namespace {

constexpr long LandlockCreateRuleset = 444; // the syscall number is the same on every architecture

QString reason(int number) { return number == 0 ? QString() : QString::fromLocal8Bit(std::strerror(number)); }

QJsonObject row(QLatin1StringView name, bool available, const QString &detail)
{
    return {{"name"_L1, name}, {"available"_L1, available}, {"detail"_L1, detail}};
}

QJsonObject openat2Row()
{
    open_how how {};
    how.flags = O_PATH | O_CLOEXEC;
    how.resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS;
    const int root = ::open("/", O_PATH | O_CLOEXEC);
    const long fd = ::syscall(SYS_openat2, root, ".", &how, sizeof how);
    const int number = fd < 0 ? errno : 0;
    if (fd >= 0)
        ::close(int(fd));
    ::close(root);
    return row("openat2"_L1, fd >= 0, fd >= 0 ? u"paths are resolved by the kernel"_s : reason(number) + ": the component walker is used"_L1);
}

QJsonObject landlockRow()
{
    const long version = ::syscall(LandlockCreateRuleset, nullptr, 0, 1U);
    return row("landlock"_L1, version > 0, version > 0 ? "ABI "_L1 + QString::number(version) : reason(errno));
}

/// Tried in a child, so that nothing of this process changes.
QJsonObject namespacesRow()
{
    const pid_t child = ::fork();
    if (child == 0)
        ::_exit(::unshare(CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID) == 0 ? 0 : errno);
    int status = 0;
    const bool known = child > 0 && ::waitpid(child, &status, 0) == child && WIFEXITED(status);
    const int number = known ? WEXITSTATUS(status) : EINVAL;
    return row("user_namespaces"_L1, number == 0, number == 0 ? u"user, mount and pid namespaces can be made"_s : reason(number));
}

QJsonObject programRow(QLatin1StringView name, const QString &program)
{
    const QString found = QStandardPaths::findExecutable(program);
    return row(name, !found.isEmpty(), found.isEmpty() ? program + " is not in PATH"_L1 : found);
}

} // namespace

QJsonObject checkHost()
{
    const bool cgroups = ::access("/sys/fs/cgroup", W_OK) == 0;
    return {{"checks"_L1,
                QJsonArray {openat2Row(), landlockRow(), namespacesRow(), programRow("bubblewrap"_L1, u"bwrap"_s),
                    row("cgroups"_L1, cgroups, cgroups ? u"/sys/fs/cgroup can be written"_s : u"/sys/fs/cgroup cannot be written"_s),
                    programRow("git"_L1, u"git"_s)}},
        {"levels_built"_L1, QJsonArray {"none"_L1}}, {"limits_enforced"_L1, QJsonArray {}}};
}

} // namespace Cofferdam::Main
