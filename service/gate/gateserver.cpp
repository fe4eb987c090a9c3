// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "service/gate/gateserver.h"

#include "common/base/ids.h"
#include "service/gate/gatesocket.h"

#include <sys/socket.h>

namespace Cofferdam::Gate {

namespace {

constexpr qsizetype TicketBytes = 8;
constexpr int RandomStock = 2048;

} // namespace

GateServer::GateServer(Judge &judge, ConnectionTable &table, const Clock &clock, const Deadlines &deadlines)
    : m_judge(judge), m_table(table), m_clock(clock), m_deadlines(deadlines)
{
    // QAbstractHttpServer::bind() wants a listening server. A socket that was never bound satisfies it and can be reached by nobody.
    setSocketDescriptor(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    pauseAccepting();
    m_sweep.callOnTimeout(this, [this] { sweep(); });
    m_sweep.start(m_deadlines.sweep);
}

GateServer::~GateServer() { closeAll(); }

void GateServer::adopt(UniqueFd socket, Peer peer, std::shared_ptr<ConnectionEntry> entry, bool crowded)
{
    auto *connection = new GateSocket(std::move(socket), std::move(peer), std::move(entry), *this);
    m_sockets.insert(connection);
    addPendingConnection(connection);
    if (crowded)
        connection->refuseCrowded();
    else if (m_draining)
        connection->drain();
}

QTcpSocket *GateServer::nextPendingConnection()
{
    QTcpSocket *next = QTcpServer::nextPendingConnection();
    pauseAccepting(); // the base class begins to accept again with every call
    return next;
}

void GateServer::giveWay(const std::shared_ptr<ConnectionEntry> &entry)
{
    for (GateSocket *socket : std::as_const(m_sockets)) {
        if (socket->entry() == entry) {
            socket->giveWay();
            return;
        }
    }
}

void GateServer::drain()
{
    m_draining = true;
    const auto sockets = m_sockets;
    for (GateSocket *socket : sockets)
        socket->drain();
}

void GateServer::closeAll()
{
    const auto sockets = m_sockets;
    for (GateSocket *socket : sockets) {
        if (m_sockets.contains(socket))
            socket->vanish();
    }
}

QByteArray GateServer::newTicket(GateSocket *socket)
{
    if (m_random.size() < TicketBytes)
        m_random = randomBytes(RandomStock);
    QByteArray ticket = m_random.last(TicketBytes).toHex();
    m_random.chop(TicketBytes);
    m_tickets.insert(ticket, socket);
    return ticket;
}

void GateServer::forget(GateSocket *socket) { m_sockets.remove(socket); }

void GateServer::sweep()
{
    const qint64 now = m_clock.monotonicNs();
    const auto sockets = m_sockets;
    for (GateSocket *socket : sockets) {
        if (m_sockets.contains(socket))
            socket->checkDeadlines(now);
    }
}

} // namespace Cofferdam::Gate
