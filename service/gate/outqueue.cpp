// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "service/gate/outqueue.h"

#include <sys/sendfile.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <csignal>

namespace Cofferdam::Gate {

namespace {

constexpr qsizetype KeptCapacity = 262144;
constexpr qsizetype CompactAt = 1 << 20;
constexpr qint64 FileBytesPerCall = 1 << 20;
constexpr qint64 FileBytesPerTurn = 4 << 20;

/// sendfile(2) knows no MSG_NOSIGNAL: holds SIGPIPE back on this thread, and takes it away should it have come.
class NoBrokenPipe
{
public:
    NoBrokenPipe()
    {
        sigemptyset(&m_pipe);
        sigaddset(&m_pipe, SIGPIPE);
        ::pthread_sigmask(SIG_BLOCK, &m_pipe, &m_before);
    }
    ~NoBrokenPipe()
    {
        if (sigismember(&m_before, SIGPIPE) == 1)
            return;
        if (m_broken) {
            const timespec now {0, 0};
            ::sigtimedwait(&m_pipe, nullptr, &now);
        }
        ::pthread_sigmask(SIG_SETMASK, &m_before, nullptr);
    }
    NoBrokenPipe(const NoBrokenPipe &) = delete;
    NoBrokenPipe &operator=(const NoBrokenPipe &) = delete;
    void broken() { m_broken = true; }

private:
    sigset_t m_pipe;
    sigset_t m_before;
    bool m_broken = false;
};

} // namespace

void OutQueue::appendFile(UniqueFd file, qint64 offset, qint64 length)
{
    if (length <= 0)
        return;
    m_file = std::move(file);
    m_fileOffset = offset;
    m_fileLeft = length;
}

OutQueue::State OutQueue::flush(int socket)
{
    const State bytes = sendBytes(socket);
    return bytes == State::Empty && m_fileLeft > 0 ? sendFile(socket) : bytes;
}

OutQueue::State OutQueue::sendBytes(int socket)
{
    while (m_at < m_bytes.size()) {
        const int more = m_fileLeft > 0 ? MSG_MORE : 0;
        const ssize_t sent = ::send(socket, m_bytes.constData() + m_at, size_t(m_bytes.size() - m_at), MSG_NOSIGNAL | MSG_DONTWAIT | more);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
            if (m_at > CompactAt) {
                m_bytes.remove(0, m_at);
                m_at = 0;
            }
            return State::Blocked;
        }
        if (sent < 0)
            return State::Failed;
        m_at += sent;
        m_progress += sent;
    }
    if (m_bytes.capacity() > KeptCapacity)
        m_bytes = {};
    m_bytes.resize(0);
    m_at = 0;
    return State::Empty;
}

OutQueue::State OutQueue::sendFile(int socket)
{
    NoBrokenPipe guard;
    qint64 turn = FileBytesPerTurn;
    while (m_fileLeft > 0) {
        if (turn <= 0)
            return State::Blocked;
        off_t offset = m_fileOffset;
        const ssize_t sent = ::sendfile(socket, m_file.get(), &offset, size_t(std::min(FileBytesPerCall, m_fileLeft)));
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
            return State::Blocked;
        if (sent <= 0) {
            guard.broken();
            return State::Failed;
        }
        m_fileOffset += sent;
        m_fileLeft -= sent;
        m_progress += sent;
        turn -= sent;
    }
    m_file.reset();
    return State::Empty;
}

void OutQueue::clear()
{
    m_bytes = {};
    m_at = 0;
    m_file.reset();
    m_fileLeft = 0;
}

} // namespace Cofferdam::Gate
