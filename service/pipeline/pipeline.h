// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/base/clock.h"
#include "service/operation/adminport.h"
#include "service/operation/callhandler.h"
#include "service/operation/operation.h"
#include "service/operation/seams.h"
#include "service/operation/statistics.h"
#include "service/pipeline/refusalcounter.h"
#include "service/pipeline/router.h"

#include <QtCore/QThreadPool>

#include <atomic>

namespace Cofferdam::Pipeline {

enum class State { Starting, Serving, Stopping };

/// Everything the pipeline leans on; all outlive it.
struct Seams {
    const PolicySource &policy;
    Authenticator &authenticator;
    RateLimiter &limiter;
    AuditSink &audit;
    AdminPort &admin;
    Statistics &statistics;
    QThreadPool &pool; ///< bounded; blocking operations run here
    const Clock &clock;
    QByteArray spoolDirectory; ///< for large bodies whose operation names no place of its own
};

/// The one order of judgement (policy.md 8), whichever door a call comes by. admit() is the part before the body, the call it returns is the
/// rest: parameters, paths, limits, the operation, audit. No way in owns a handler, so none can skip judgement or audit. Thread-safe.
class Pipeline final : public CallHandler
{
public:
    Pipeline(Seams seams, Operations operations);

    [[nodiscard]] Admission admit(Gate::Head &&head) override;
    [[nodiscard]] Gate::Answer refused(const Error &error, const Gate::Peer &peer) override;

    void setState(State state) { m_state = state; }
    [[nodiscard]] State state() const { return m_state; }
    [[nodiscard]] const Seams &seams() const { return m_seams; }

    /// A record with everything a context knows; decision, code and sizes are the caller's.
    [[nodiscard]] Audit::Record recordFor(const RequestContext &context) const;

private:
    struct Draft; ///< a head on its way through the first part

    [[nodiscard]] Result<void> judge(Draft &draft);
    [[nodiscard]] Result<void> judgeAdmin(Draft &draft);
    [[nodiscard]] Result<void> judgeEndpoint(Draft &draft);
    [[nodiscard]] Admission refuse(Draft &draft, const Error &error);

    Seams m_seams;
    Operations m_operations;
    Router m_router;
    RefusalCounter m_refusals;
    std::atomic<State> m_state = State::Starting;
};

/// Error → answer in one place: status and body of endpoints.md 2, Retry-After, Allow, WWW-Authenticate, X-Request-Id.
[[nodiscard]] Gate::Answer answerFor(const Error &error, const QByteArray &requestId);
/// Whether a rule's audit level (off, deny, all) asks for a line of this record; failures of the service count as denials do.
[[nodiscard]] bool wantsLine(QByteArrayView level, const Audit::Record &record);
/// "deny" for a refusal of policy or front door, "error" for a call that was allowed and failed, "allow" for an empty code.
[[nodiscard]] QByteArray decisionOf(QByteArrayView code);

} // namespace Cofferdam::Pipeline
