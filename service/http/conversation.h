// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "service/operation/callhandler.h"

#include <QtHttpServer/QHttpServerResponder>

#include <memory>
#include <optional>

namespace Cofferdam::Gate {
class GateSocket;
}

namespace Cofferdam::Http {

/// One admitted request on its way through QtHttpServer: runs the call and writes its reply. Shared by the gate's exchange, the call's
/// done() and the stack that writes, so that the end of the exchange is safe at any moment. Lives on its worker's thread.
///
/// QtHttpServer leaks a signal connection for every responder that is moved and dies before its handler returns (performance.md 1.2):
/// a reply that is there at once is written through the reference, and only a later one through a moved responder.
class Conversation final : public std::enable_shared_from_this<Conversation>
{
public:
    explicit Conversation(std::shared_ptr<PendingCall> call) : m_call(std::move(call)) { }

    [[nodiscard]] PendingCall &call() { return *m_call; }
    void setBody(Gate::Body body) { m_body = std::move(body); }
    /// QtHttpServer has the request: run the call, answer now or later.
    void respond(Gate::GateSocket &socket, QHttpServerResponder &responder);
    /// An upgrade: run the call, decide now or later.
    void decide(Gate::UpgradeDecision decision);
    /// The session of an accepted upgrade; null if it was taken.
    [[nodiscard]] std::unique_ptr<SocketSession> takeSession() { return std::move(m_session); }
    void finish(qint64 bytesOut, int status, bool complete, const QByteArray &code);
    [[nodiscard]] Gate::Answer refusal(const Error &error) const;

private:
    class Done;
    void run();
    void deliver(Reply reply);
    void write(Reply reply, Gate::GateSocket &socket, QHttpServerResponder &responder);
    void decideBy(Reply reply);
    void settleError(Reply &reply) const;
    void addRequestId(QList<Gate::HeaderField> &fields) const;

    const std::shared_ptr<PendingCall> m_call;
    Gate::Body m_body;
    Gate::GateSocket *m_socket = nullptr; ///< valid until finish()
    std::optional<QHttpServerResponder> m_responder; ///< moved here when the reply comes later
    Gate::UpgradeDecision m_decision;
    std::unique_ptr<SocketSession> m_session;
    std::optional<Reply> m_reply; ///< came while run() was on the stack
    bool m_running = false;
    bool m_delivered = false;
    bool m_finished = false;
};

} // namespace Cofferdam::Http
