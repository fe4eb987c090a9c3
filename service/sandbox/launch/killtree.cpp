// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "service/sandbox/launch/killtree.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/types.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace Cofferdam::Launch {

namespace {

struct Entry {
    pid_t pid;
    pid_t parent;
};

/// The parent of a process from /proc/PID/stat; the name in it may hold anything, so it is looked for behind the last ')'.
pid_t parentOf(pid_t pid)
{
    char path[40], text[512];
    std::snprintf(path, sizeof path, "/proc/%d/stat", int(pid));
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    const ssize_t n = file < 0 ? -1 : read(file, text, sizeof text - 1);
    if (file >= 0)
        close(file);
    if (n <= 0)
        return -1;
    text[n] = 0;
    const char *name = std::strrchr(text, ')');
    char state = 0;
    int parent = -1;
    return name && std::sscanf(name + 1, " %c %d", &state, &parent) == 2 ? parent : -1;
}

std::vector<Entry> allProcesses()
{
    std::vector<Entry> entries;
    DIR *proc = opendir("/proc");
    while (const dirent *entry = proc ? readdir(proc) : nullptr) {
        const pid_t pid = pid_t(std::strtol(entry->d_name, nullptr, 10));
        if (pid > 0)
            entries.push_back({pid, parentOf(pid)});
    }
    if (proc)
        closedir(proc);
    return entries;
}

std::vector<pid_t> descendants()
{
    const std::vector<Entry> entries = allProcesses();
    std::vector<pid_t> found {getpid()};
    for (size_t i = 0; i < found.size(); ++i) {
        for (const Entry &entry : entries) {
            if (entry.parent == found[i] && std::find(found.begin(), found.end(), entry.pid) == found.end())
                found.push_back(entry.pid);
        }
    }
    found.erase(found.begin());
    return found;
}

} // namespace

void signalDescendants(int number, bool freeze)
{
    std::vector<pid_t> known;
    for (bool grown = true; grown;) {
        grown = false;
        for (const pid_t pid : descendants()) {
            if (std::find(known.begin(), known.end(), pid) != known.end())
                continue;
            known.push_back(pid);
            grown = freeze;
            if (freeze)
                kill(pid, SIGSTOP);
        }
    }
    // a child that ended meanwhile is a zombie until we reap it, so no id here can belong to somebody else's direct child of ours
    for (const pid_t pid : known)
        kill(pid, number);
}

} // namespace Cofferdam::Launch
