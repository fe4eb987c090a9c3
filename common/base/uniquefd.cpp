// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/base/uniquefd.h"

#include <fcntl.h>
#include <unistd.h>

namespace Cofferdam {

void UniqueFd::reset(int fd)
{
    if (m_fd >= 0 && m_fd != fd)
        ::close(m_fd);
    m_fd = fd;
}

UniqueFd UniqueFd::duplicate() const
{
    return UniqueFd(m_fd < 0 ? -1 : ::fcntl(m_fd, F_DUPFD_CLOEXEC, 3));
}

} // namespace Cofferdam
