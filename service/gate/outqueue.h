// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/base/uniquefd.h"

#include <QtCore/QByteArray>
#include <QtCore/QByteArrayView>

namespace Cofferdam::Gate {

/// What is still to be sent on one connection: bytes, then at most one piece of a file, which goes out with sendfile(2). The
/// descriptor to send on is borrowed at each flush. Never blocks, never raises SIGPIPE.
class OutQueue
{
public:
    enum class State { Empty, Blocked, Failed };

    void append(QByteArrayView bytes) { m_bytes.append(bytes); }
    void append(const char *text) { m_bytes.append(text); }
    /// length bytes of file from offset, after the bytes queued so far. INVARIANT: nothing is appended until they are out.
    void appendFile(UniqueFd file, qint64 offset, qint64 length);
    /// Sends until all is out, the peer takes no more, or 4 MiB of a file went in this turn (Blocked). Failed: the peer is gone, or the
    /// file got shorter than promised.
    [[nodiscard]] State flush(int socket);
    void clear();

    [[nodiscard]] bool isEmpty() const { return m_at == m_bytes.size() && m_fileLeft == 0; }
    [[nodiscard]] qint64 size() const { return m_bytes.size() - m_at + m_fileLeft; }
    /// Bytes sent since the last call.
    [[nodiscard]] qint64 takeProgress() { return std::exchange(m_progress, 0); }

private:
    State sendBytes(int socket);
    State sendFile(int socket);

    QByteArray m_bytes;
    qsizetype m_at = 0;
    UniqueFd m_file;
    qint64 m_fileOffset = 0;
    qint64 m_fileLeft = 0;
    qint64 m_progress = 0;
};

} // namespace Cofferdam::Gate
