// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/base/clock.h"
#include "service/gate/connectiontable.h"
#include "service/gate/deadlines.h"
#include "service/gate/head.h"

#include <QtCore/QHash>
#include <QtCore/QSet>
#include <QtCore/QTimer>
#include <QtNetwork/QTcpServer>

namespace Cofferdam::Gate {

class GateSocket;

/// The gate of one worker: the QTcpServer that QtHttpServer is bound to. It listens on nothing; connections come from adopt(), and
/// QtHttpServer gets each as a GateSocket. Lives on the worker's thread, owned by the http server object bind() gives it to. judge,
/// table and clock must outlive it.
class GateServer final : public QTcpServer
{
public:
    GateServer(Judge &judge, ConnectionTable &table, const Clock &clock, const Deadlines &deadlines);
    ~GateServer() override;

    /// Takes a connection over. crowded: the cap is reached and nobody gave way, so its only answer is a refusal.
    void adopt(UniqueFd socket, Peer peer, std::shared_ptr<ConnectionEntry> entry, bool crowded);
    /// Closes the connection of entry if it is still idle.
    void giveWay(const std::shared_ptr<ConnectionEntry> &entry);
    /// From now on every connection ends with its current request; idle ones end at once.
    void drain();
    /// Ends every connection as it stands.
    void closeAll();
    [[nodiscard]] bool isEmpty() const { return m_sockets.isEmpty(); }

    /// The connection whose request carries this ticket in TicketField; each ticket works once. Null: not one of ours.
    [[nodiscard]] GateSocket *claim(const QByteArray &ticket) { return m_tickets.take(ticket); }
    [[nodiscard]] bool knows(const QByteArray &ticket) const { return m_tickets.contains(ticket); }

    QTcpSocket *nextPendingConnection() override;

    static constexpr char TicketField[] = "x-gate-ticket";

private:
    friend class GateSocket;
    [[nodiscard]] QByteArray newTicket(GateSocket *socket);
    void forget(GateSocket *socket);
    void sweep();

    Judge &m_judge;
    ConnectionTable &m_table;
    const Clock &m_clock;
    const Deadlines m_deadlines;
    QSet<GateSocket *> m_sockets;
    QHash<QByteArray, GateSocket *> m_tickets;
    QByteArray m_random; ///< a stock for tickets: one system call for many
    QTimer m_sweep;
    bool m_draining = false;
};

} // namespace Cofferdam::Gate
