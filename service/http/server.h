// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/base/clock.h"
#include "common/base/result.h"
#include "common/base/uniquefd.h"
#include "service/gate/deadlines.h"
#include "service/operation/callhandler.h"

#include <QtCore/QByteArray>
#include <QtCore/QList>

#include <chrono>
#include <functional>
#include <memory>
#include <vector>

namespace Cofferdam::Http {

struct Settings {
    int workers = 0; ///< 0: one a core
    int maxConnections = 256;
    Gate::Deadlines deadlines;
};

/// The HTTP server of the service (http.md): workers with a QtHttpServer each behind the gate, one acceptor that hands them connections
/// in turn. Every request goes to handler. Set QT_NO_GLIB=1 before the first QCoreApplication: Qt's own event loop costs a fifth less a
/// request. Lives on one thread with an event loop (main); handler and clock must outlive it.
class Server
{
public:
    Server(CallHandler &handler, const Clock &clock, Settings settings = {});
    /// Ends what is left at once and joins the workers.
    ~Server();
    Server(const Server &) = delete;
    Server &operator=(const Server &) = delete;

    /// "127.0.0.1:PORT", "[::1]:PORT" or "unix:/path" (mode 0600); port 0 takes a free one. Connections wait until start().
    /// Errors: invalid_address, address_in_use, os_permission, io_error.
    [[nodiscard]] Result<void> listen(const QByteArray &address);
    /// A listening socket made by someone else (LISTEN_FDS).
    [[nodiscard]] Result<void> adopt(UniqueFd listening);
    /// What it listens on, with the real ports: "127.0.0.1:43211".
    [[nodiscard]] QList<QByteArray> addresses() const;

    void start();
    /// The cap of all workers together. Thread-safe.
    void setMaxConnections(int maximum);
    /// Open connections now. Thread-safe.
    [[nodiscard]] int connections() const;

    /// Stops accepting, closes idle connections and tells WebSockets 1001; requests may finish until the deadline, then all ends.
    /// stopped is called once, on this thread, from the event loop.
    void stop(std::chrono::milliseconds deadline, std::function<void()> stopped);

private:
    class Private;
    std::unique_ptr<Private> d;
};

/// The listening sockets that a service manager passed to this process (LISTEN_PID, LISTEN_FDS), close-on-exec; empty where there are
/// none. Call once, early: the variables are taken out of the environment.
[[nodiscard]] std::vector<UniqueFd> inheritedSockets();

} // namespace Cofferdam::Http
