// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "service/gate/head.h"
#include "service/http/conversation.h"

namespace Cofferdam::Http {

/// The gate's view of a conversation.
class HttpExchange final : public Gate::Exchange
{
public:
    explicit HttpExchange(std::shared_ptr<PendingCall> call) : m_conversation(std::make_shared<Conversation>(std::move(call))) { }

    [[nodiscard]] const std::shared_ptr<Conversation> &conversation() const { return m_conversation; }

    [[nodiscard]] Result<UniqueFd> openSpool() override { return m_conversation->call().openSpool(); }
    void bodyReceived(Gate::Body body) override { m_conversation->setBody(std::move(body)); }
    void upgradeRequested(Gate::UpgradeDecision decide) override { std::shared_ptr(m_conversation)->decide(std::move(decide)); }
    [[nodiscard]] Gate::Answer refusal(const Error &error) override { return m_conversation->refusal(error); }
    void finished(qint64 bytesOut, int status, bool complete, const QByteArray &code) override
    {
        m_conversation->finish(bytesOut, status, complete, code);
    }

private:
    const std::shared_ptr<Conversation> m_conversation;
};

/// Asks the call handler behind the gate. Thread-safe as far as the handler is.
class HandlerJudge final : public Gate::Judge
{
public:
    explicit HandlerJudge(CallHandler &handler) : m_handler(handler) { }

    [[nodiscard]] Gate::Verdict judge(Gate::Head &&head) override
    {
        Admission admission = m_handler.admit(std::move(head));
        Gate::Verdict verdict;
        verdict.refusal = std::move(admission.refusal);
        verdict.socket = admission.socket;
        if (admission.call && !verdict.refusal)
            verdict.exchange = std::make_unique<HttpExchange>(std::move(admission.call));
        return verdict;
    }
    [[nodiscard]] Gate::Answer refused(const Error &error, const Gate::Peer &peer) override { return m_handler.refused(error, peer); }

private:
    CallHandler &m_handler;
};

} // namespace Cofferdam::Http
