// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "service/http/conversation.h"

#include "common/protocol/errorcodes.h"
#include "service/gate/gatesocket.h"

#include <QtNetwork/QHttpHeaders>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Cofferdam::Http {

/// The done() of a call: the first use delivers, and an end without one is an internal error.
class Conversation::Done
{
public:
    explicit Done(std::shared_ptr<Conversation> conversation) : m_conversation(std::move(conversation)) { }
    Done(Done &&) noexcept = default;
    Done &operator=(Done &&) = delete;
    ~Done()
    {
        if (m_conversation)
            m_conversation->deliver(Reply::failed({"internal_error", u"the call ended without a reply"_s, {}, {}}));
    }
    void operator()(Reply reply)
    {
        if (const auto conversation = std::exchange(m_conversation, nullptr))
            conversation->deliver(std::move(reply));
    }

private:
    std::shared_ptr<Conversation> m_conversation;
};

void Conversation::run()
{
    m_running = true;
    m_call->run(std::move(m_body), Done(shared_from_this()));
    m_running = false;
}

void Conversation::respond(Gate::GateSocket &socket, QHttpServerResponder &responder)
{
    const auto self = shared_from_this();
    m_socket = &socket;
    run();
    if (m_reply)
        write(*std::exchange(m_reply, std::nullopt), socket, responder);
    else if (!m_finished)
        m_responder.emplace(std::move(responder));
}

void Conversation::decide(Gate::UpgradeDecision decision)
{
    const auto self = shared_from_this();
    m_decision = std::move(decision);
    run();
    if (m_reply)
        decideBy(*std::exchange(m_reply, std::nullopt));
}

void Conversation::deliver(Reply reply)
{
    if (m_finished || std::exchange(m_delivered, true))
        return;
    const auto self = shared_from_this();
    if (m_running) {
        m_reply = std::move(reply);
    } else if (m_decision) {
        decideBy(std::move(reply));
    } else if (m_responder) {
        write(std::move(reply), *m_socket, *m_responder);
        m_responder.reset();
    }
}

void Conversation::finish(qint64 bytesOut, int status, bool complete, const QByteArray &code)
{
    const auto self = shared_from_this();
    m_finished = true;
    m_responder.reset();
    m_session.reset();
    m_call->finished(bytesOut, status, complete, code);
}

void Conversation::write(Reply reply, Gate::GateSocket &socket, QHttpServerResponder &responder)
{
    if (reply.socket)
        reply = Reply::failed({"internal_error", u"expected a plain reply, got a WebSocket session"_s, {}, {}});
    settleError(reply);
    addRequestId(reply.headers);
    QHttpHeaders headers;
    headers.reserve(reply.headers.size() + 1);
    if (reply.status != 204)
        headers.append(QHttpHeaders::WellKnownHeader::ContentType, reply.contentType);
    for (const Gate::HeaderField &field : std::as_const(reply.headers))
        headers.append(field.name, field.value);
    const auto status = QHttpServerResponder::StatusCode(reply.status);
    if (!reply.file)
        return responder.write(reply.body, headers, status);
    socket.attachFile(std::move(reply.file), reply.fileOffset, reply.fileLength);
    responder.write(headers, status);
}

void Conversation::decideBy(Reply reply)
{
    if (reply.file)
        reply = Reply::failed({"internal_error", u"expected a WebSocket session or a refusal, got a file"_s, {}, {}});
    if (!reply.socket && !reply.error && reply.status == 101)
        reply = Reply::failed({"internal_error", u"expected a WebSocket session, got none"_s, {}, {}});
    settleError(reply);
    addRequestId(reply.headers);
    m_session = std::move(reply.socket);
    Gate::Answer answer {m_session ? 101 : reply.status, std::move(reply.headers), std::move(reply.contentType), std::move(reply.body), false};
    std::exchange(m_decision, nullptr)(std::move(answer));
}

void Conversation::settleError(Reply &reply) const
{
    if (!reply.error)
        return;
    Gate::Answer answer = refusal(*reply.error);
    reply.status = answer.status;
    reply.contentType = std::move(answer.contentType);
    reply.body = std::move(answer.body);
    reply.file.reset();
    reply.socket.reset();
}

Gate::Answer Conversation::refusal(const Error &error) const
{
    Gate::Answer answer;
    answer.status = errorCodeInfo(error.code).status;
    answer.body = errorBody(error, m_call->requestId());
    addRequestId(answer.headers);
    return answer;
}

void Conversation::addRequestId(QList<Gate::HeaderField> &fields) const
{
    const bool present = std::any_of(fields.begin(), fields.end(),
        [](const Gate::HeaderField &field) { return field.name.compare("x-request-id", Qt::CaseInsensitive) == 0; });
    if (!present)
        fields.append(Gate::HeaderField {"X-Request-Id", m_call->requestId()});
}

} // namespace Cofferdam::Http
