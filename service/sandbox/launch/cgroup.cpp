// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "service/sandbox/launch/cgroup.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <linux/magic.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>

namespace Cofferdam::Launch {

namespace {

bool isCgroup2(const char *path)
{
    struct statfs info {};
    return statfs(path, &info) == 0 && info.f_type == CGROUP2_SUPER_MAGIC;
}

/// Our place in the version 2 tree: the line "0::/path" of /proc/self/cgroup.
bool ownPath(char (&out)[160])
{
    char text[4096];
    const int file = open("/proc/self/cgroup", O_RDONLY | O_CLOEXEC);
    const ssize_t n = file < 0 ? -1 : read(file, text, sizeof text - 1);
    if (file >= 0)
        close(file);
    if (n <= 0)
        return false;
    text[n] = 0;
    const char *line = std::strncmp(text, "0::", 3) == 0 ? text : std::strstr(text, "\n0::");
    if (!line)
        return false;
    line = std::strchr(line, '/');
    const size_t length = line ? std::strcspn(line, "\n") : sizeof out;
    if (length >= sizeof out)
        return false;
    std::memcpy(out, line, length);
    out[length == 1 ? 0 : length] = 0; // "/" alone is the mount itself
    return true;
}

/// Opens a file of the group; name starts with '/'.
int openIn(const char *directory, const char *name, int flags)
{
    char path[300];
    std::snprintf(path, sizeof path, "%s%s", directory, name);
    return open(path, flags | O_CLOEXEC);
}

} // namespace

Cgroup::Cgroup()
{
    char own[160];
    if (!ownPath(own))
        return;
    for (const char *mount : {"/sys/fs/cgroup", "/sys/fs/cgroup/unified"}) {
        if (isCgroup2(mount) && make(mount, own))
            return;
    }
}

bool Cgroup::make(const char *mount, const char *own)
{
    const int length = std::snprintf(m_directory, sizeof m_directory, "%s%s/cofferdam-%d", mount, own, int(getpid()));
    if (length > 0 && size_t(length) < sizeof m_directory && (mkdir(m_directory, 0700) == 0)) {
        m_procs = openIn(m_directory, "/cgroup.procs", O_WRONLY);
        const int killer = openIn(m_directory, "/cgroup.kill", O_WRONLY);
        if (killer >= 0)
            close(killer);
        if (m_procs >= 0 && killer >= 0)
            return true;
        rmdir(m_directory);
    }
    if (m_procs >= 0)
        close(m_procs);
    m_procs = -1;
    m_directory[0] = 0;
    return false;
}

Cgroup::~Cgroup()
{
    if (m_procs >= 0)
        close(m_procs);
    // a member that was just reaped may count for a moment
    for (int i = 0; m_directory[0] && rmdir(m_directory) != 0 && i < 50; ++i)
        usleep(2000);
}

bool Cgroup::kill() const
{
    const int file = m_procs < 0 ? -1 : openIn(m_directory, "/cgroup.kill", O_WRONLY);
    const bool done = file >= 0 && write(file, "1", 1) == 1;
    if (file >= 0)
        close(file);
    return done;
}

bool Cgroup::terminate() const
{
    const int file = m_procs < 0 ? -1 : openIn(m_directory, "/cgroup.procs", O_RDONLY);
    FILE *members = file < 0 ? nullptr : fdopen(file, "r");
    if (!members)
        return false;
    int pid = 0;
    while (std::fscanf(members, "%d", &pid) == 1) {
        if (pid > 0)
            ::kill(pid, SIGTERM);
    }
    std::fclose(members);
    return true;
}

} // namespace Cofferdam::Launch
