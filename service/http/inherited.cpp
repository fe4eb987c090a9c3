// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "service/http/server.h"

#include <fcntl.h>
#include <unistd.h>

namespace Cofferdam::Http {

namespace {

constexpr int FirstInherited = 3; // the protocol's
constexpr int MostInherited = 64;

} // namespace

std::vector<UniqueFd> inheritedSockets()
{
    const QByteArray process = qgetenv("LISTEN_PID");
    const int count = qEnvironmentVariableIntValue("LISTEN_FDS");
    qunsetenv("LISTEN_PID");
    qunsetenv("LISTEN_FDS");
    qunsetenv("LISTEN_FDNAMES");
    std::vector<UniqueFd> sockets;
    if (process != QByteArray::number(::getpid()) || count <= 0 || count > MostInherited)
        return sockets;
    for (int fd = FirstInherited; fd < FirstInherited + count; ++fd) {
        ::fcntl(fd, F_SETFD, FD_CLOEXEC);
        sockets.emplace_back(fd);
    }
    return sockets;
}

} // namespace Cofferdam::Http
