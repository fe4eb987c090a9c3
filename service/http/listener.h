// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/base/result.h"
#include "common/base/uniquefd.h"
#include "service/gate/head.h"

#include <QtCore/QByteArray>

namespace Cofferdam::Http {

/// One listening socket, non-blocking. A Unix one removes its path when destroyed. Move-only; any thread, one at a time.
class Listener
{
public:
    struct Accepted {
        UniqueFd socket;
        Gate::Peer peer;
    };

    /// "127.0.0.1:PORT", "[::1]:PORT", "unix:/path". A socket file that nobody listens on any more is replaced.
    [[nodiscard]] static Result<Listener> open(const QByteArray &address);
    /// An inherited one: its kind and address are asked of the kernel.
    [[nodiscard]] static Result<Listener> fromDescriptor(UniqueFd socket);

    Listener(Listener &&) noexcept = default;
    Listener &operator=(Listener &&) noexcept = delete;
    ~Listener();

    [[nodiscard]] int descriptor() const { return m_socket.get(); }
    [[nodiscard]] const QByteArray &address() const { return m_address; }
    /// The next connection. An error holds errno: EAGAIN when none waits, EMFILE and the like when one cannot be taken.
    [[nodiscard]] std::expected<Accepted, int> accept() const;

private:
    Listener() = default;

    UniqueFd m_socket;
    QByteArray m_address; ///< with the real port
    QByteArray m_ownPath; ///< of a Unix socket this made
    bool m_isUnix = false;
    bool m_anyAddress = false; ///< the local address differs by connection
};

} // namespace Cofferdam::Http
