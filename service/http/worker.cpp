// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "service/http/worker.h"

#include "service/gate/gatesocket.h"
#include "service/http/socketbridge.h"

#include <QtHttpServer/QAbstractHttpServer>
#include <QtHttpServer/QHttpServerRequest>
#include <QtHttpServer/QHttpServerResponder>
#include <QtHttpServer/QHttpServerWebSocketUpgradeResponse>
#include <QtNetwork/QNetworkRequest>
#include <QtWebSockets/QWebSocket>

namespace Cofferdam::Http {

namespace {

constexpr int GoingAway = 1001;

std::shared_ptr<Conversation> conversationOf(const Gate::GateSocket *socket)
{
    // INVARIANT: every exchange of this gate was made by HandlerJudge.
    const auto *exchange = socket ? static_cast<HttpExchange *>(socket->exchange()) : nullptr;
    return exchange ? exchange->conversation() : nullptr;
}

} // namespace

/// QtHttpServer without its router (60 rules halve the throughput): the gate's ticket leads to the call.
class Worker::Face final : public QAbstractHttpServer
{
public:
    explicit Face(Gate::GateServer &gate) : m_gate(gate)
    {
        addWebSocketUpgradeVerifier(this, [this](const QHttpServerRequest &request) {
            return m_gate.knows(request.value(Gate::GateServer::TicketField)) ? QHttpServerWebSocketUpgradeResponse::accept()
                                                                              : QHttpServerWebSocketUpgradeResponse::deny();
        });
    }

protected:
    bool handleRequest(const QHttpServerRequest &request, QHttpServerResponder &responder) override
    {
        Gate::GateSocket *socket = m_gate.claim(request.value(Gate::GateServer::TicketField));
        const auto conversation = conversationOf(socket);
        if (!conversation)
            return false;
        conversation->respond(*socket, responder);
        return true;
    }
    void missingHandler(const QHttpServerRequest &, QHttpServerResponder &responder) override
    {
        responder.write(QHttpServerResponder::StatusCode::InternalServerError); // a request without our ticket: the gate made none
    }

private:
    Gate::GateServer &m_gate;
};

Worker::Worker(CallHandler &handler, Gate::ConnectionTable &table, const Clock &clock, const Gate::Deadlines &deadlines)
    : m_judge(handler), m_table(table), m_clock(clock), m_deadlines(deadlines)
{
}

Worker::~Worker() = default;

void Worker::begin()
{
    m_gate = new Gate::GateServer(m_judge, m_table, m_clock, m_deadlines);
    m_face = std::make_unique<Face>(*m_gate);
    m_face->bind(m_gate);
    connect(m_face.get(), &QAbstractHttpServer::newWebSocketConnection, this, &Worker::socketOpened);
}

void Worker::adopt(Listener::Accepted accepted, std::shared_ptr<Gate::ConnectionEntry> entry, bool crowded)
{
    if (m_gate)
        m_gate->adopt(std::move(accepted.socket), std::move(accepted.peer), std::move(entry), crowded);
    else
        m_table.remove(entry);
}

void Worker::giveWay(const std::shared_ptr<Gate::ConnectionEntry> &entry)
{
    if (m_gate)
        m_gate->giveWay(entry);
}

void Worker::socketOpened()
{
    while (std::unique_ptr<QWebSocket> socket = m_face->nextPendingWebSocketConnection()) {
        const Gate::GateSocket *connection = m_gate->claim(socket->request().rawHeader(Gate::GateServer::TicketField));
        const auto conversation = conversationOf(connection);
        auto session = conversation ? conversation->takeSession() : nullptr;
        if (!session)
            continue;
        auto *bridge = new SocketBridge(std::move(socket), std::move(session), connection->socketLimits(), this);
        m_bridges.removeIf([](const QPointer<SocketBridge> &known) { return known.isNull(); });
        m_bridges.append(bridge);
        if (m_draining)
            bridge->close(GoingAway, "stopping");
    }
}

void Worker::drain()
{
    m_draining = true;
    for (const QPointer<SocketBridge> &bridge : std::as_const(m_bridges)) {
        if (bridge)
            bridge->close(GoingAway, "stopping");
    }
    if (m_gate)
        m_gate->drain();
}

void Worker::end()
{
    if (!m_gate)
        return;
    m_gate->closeAll();
    const auto bridges = std::exchange(m_bridges, {});
    for (const QPointer<SocketBridge> &bridge : bridges)
        delete bridge.data();
    m_gate = nullptr;
    m_face.reset();
}

} // namespace Cofferdam::Http
