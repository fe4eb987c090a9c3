// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "service/pipeline/pipeline.h"

#include <QtCore/QObject>

namespace Cofferdam::Pipeline {

/// The second part of the judgement, for one admitted request: body, parameters, paths, operation, audit (policy.md 8). Shared between the
/// connection's worker, which every public call comes on, and the pool thread that runs a blocking operation.
class Call final : public PendingCall, public std::enable_shared_from_this<Call>
{
public:
    Call(Pipeline &pipeline, ContextPointer context, const Operation *operation, std::unique_ptr<ConcurrencySlot> slot);

    /// An admin call: the method, with parameters in the JSON body; an empty method is the console's socket.
    void setAdmin(QByteArray method)
    {
        m_isAdmin = true;
        m_adminMethod = std::move(method);
    }
    /// Reads parameters and resolves paths ahead of the body, for endpoints that take a raw one.
    [[nodiscard]] Result<void> prepareEarly();

    [[nodiscard]] QByteArray requestId() const override { return m_context->correlation.requestId; }
    [[nodiscard]] Result<UniqueFd> openSpool() override;
    void run(Gate::Body body, std::move_only_function<void(Reply)> done) override;
    void finished(qint64 bytesOut, int status, bool complete, const QByteArray &code) override;

private:
    [[nodiscard]] Result<void> readJson();
    [[nodiscard]] Result<void> prepare();
    [[nodiscard]] Result<void> resolvePaths();
    [[nodiscard]] Outcome execute();
    [[nodiscard]] Outcome executeAdmin();
    void settle(Outcome outcome, QObject *anchor);
    void deliver(Reply reply);
    void send(Reply reply);
    [[nodiscard]] bool wantsLine(const Audit::Record &record) const;
    [[nodiscard]] Audit::Record closeRecord(const QByteArray &code, int status, qint64 bytesOut) const;

    Pipeline &m_pipeline;
    ContextPointer m_context;
    const Operation *m_operation;
    std::unique_ptr<ConcurrencySlot> m_slot;
    std::move_only_function<void(Reply)> m_done;
    QByteArray m_adminMethod;
    bool m_isAdmin = false;
    bool m_prepared = false;
    bool m_answered = false;
    bool m_auditAtEnd = false; ///< a file's line waits for what was really sent
    qint64 m_bytesIn = 0;
    Gate::Body m_body;
};

} // namespace Cofferdam::Pipeline
