// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace Cofferdam::Launch {

/// A version 2 cgroup of its own for one program's tree, below the launcher's. Needs no controllers: it is there because
/// cgroup.kill reaches every process at once, whatever session it is in. Where none can be made, directory() is empty.
class Cgroup
{
public:
    Cgroup();
    ~Cgroup(); ///< removes the directory; its processes must be gone
    Cgroup(const Cgroup &) = delete;
    Cgroup &operator=(const Cgroup &) = delete;

    [[nodiscard]] const char *directory() const { return m_directory; }
    [[nodiscard]] int procs() const { return m_procs; } ///< for the program to enter; -1: no cgroup
    /// SIGKILL to all; false where that is not possible.
    bool kill() const;
    /// SIGTERM to each member.
    bool terminate() const;

private:
    bool make(const char *mount, const char *own);

    char m_directory[240] = {};
    int m_procs = -1;
};

} // namespace Cofferdam::Launch
