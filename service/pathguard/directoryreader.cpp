// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "service/pathguard/directoryreader.h"

#include <dirent.h>

#include <cerrno>
#include <cstring>

namespace Cofferdam::PathGuard {

bool DirectoryReader::fill()
{
    ssize_t n = -1;
    do {
        n = ::getdents64(m_directory.get(), m_buffer.data(), m_buffer.size());
    } while (n < 0 && errno == EINTR);
    m_at = 0;
    m_size = qMax(n, ssize_t(0));
    m_error = n < 0 ? errno : 0;
    return n > 0;
}

std::optional<DirectoryReader::Entry> DirectoryReader::next()
{
    for (;;) {
        if (m_at >= m_size && !fill())
            return {};
        // INVARIANT: the kernel returns whole records that lie inside the buffer.
        const auto *record = reinterpret_cast<const dirent64 *>(m_buffer.data() + m_at);
        m_at += record->d_reclen;
        if (std::strcmp(record->d_name, ".") != 0 && std::strcmp(record->d_name, "..") != 0)
            return Entry {QByteArray(record->d_name), record->d_type};
    }
}

} // namespace Cofferdam::PathGuard
