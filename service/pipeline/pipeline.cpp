// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "service/pipeline/pipeline.h"

#include "common/base/ids.h"
#include "common/protocol/errorcodes.h"
#include "service/pipeline/call.h"
#include "service/pipeline/frontdoor.h"

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace Cofferdam::Pipeline {

namespace {

constexpr qint64 MostAdminBytes = 4 << 20; // a policy of 1 MiB as a JSON string, escaped

/// Refusals of policy or front door; every other code is a call that was allowed and failed.
constexpr std::array<QByteArrayView, 26> Denials {"auth_required", "auth_invalid", "auth_ambiguous", "auth_throttled", "host_not_allowed",
    "origin_not_allowed", "scope_missing", "path_outside", "path_denied", "path_read_only", "path_symlink", "path_not_regular",
    "param_not_allowed", "protected_variable", "endpoint_disabled", "route_not_found", "rate_limited", "concurrency_limited",
    "bad_http", "transfer_encoding_rejected", "invalid_content_length", "headers_too_large", "uri_too_long", "request_too_large",
    "payload_too_large", "approval_denied"};

QByteArray policyRule(const Error &error) { return error.details.value("rule"_L1).toString().toUtf8(); }

} // namespace

QByteArray decisionOf(QByteArrayView code)
{
    if (code.isEmpty())
        return "allow";
    return std::ranges::find(Denials, code) != Denials.end() ? "deny" : "error";
}

bool wantsLine(QByteArrayView level, const Audit::Record &record)
{
    return level == "all" || (level == "deny" && (record.decision == "deny" || record.status >= 500));
}

Gate::Answer answerFor(const Error &error, const QByteArray &requestId)
{
    Gate::Answer answer;
    answer.status = errorCodeInfo(error.code).status;
    answer.body = errorBody(error, requestId);
    answer.headers.append(Gate::HeaderField {"x-request-id", requestId});
    if (const QJsonValue wait = error.details.value("retry_after"_L1); wait.isDouble())
        answer.headers.append(Gate::HeaderField {"retry-after", QByteArray::number(std::max<qint64>(1, wait.toInteger()))});
    if (const QString allow = error.details.value("allow"_L1).toString(); !allow.isEmpty())
        answer.headers.append(Gate::HeaderField {"allow", allow.toUtf8()});
    if (answer.status == 401)
        answer.headers.append(Gate::HeaderField {"www-authenticate", "Bearer realm=\"cofferdam\""});
    return answer;
}

struct Pipeline::Draft {
    Gate::Head head;
    ContextPointer context = std::make_shared<RequestContext>();
    const Operation *operation = nullptr;
    std::unique_ptr<ConcurrencySlot> slot;
    QByteArray adminMethod;
    bool admin = false;
    std::shared_ptr<Call> call;
};

Pipeline::Pipeline(Seams seams, Operations operations)
    : m_seams(std::move(seams))
    , m_operations(std::move(operations))
    , m_router(m_operations)
{
}

Audit::Record Pipeline::recordFor(const RequestContext &context) const
{
    Audit::Record record;
    record.requestId = context.correlation.requestId;
    record.session = context.correlation.sessionId;
    record.agent = context.correlation.agentId;
    record.task = context.correlation.taskId;
    record.identity = context.caller.identity.isEmpty() ? "-" : context.caller.identity;
    record.endpoint = context.endpoint ? context.endpoint->id : "-";
    record.paths = context.auditPaths;
    record.params = context.auditParams;
    record.peer = context.peer;
    record.durationUs = (m_seams.clock.monotonicNs() - context.startedNs) / 1000;
    if (context.snapshot)
        record.revision = context.snapshot->policy->revision();
    return record;
}

Admission Pipeline::admit(Gate::Head &&head)
{
    Draft draft {std::move(head), std::make_shared<RequestContext>(), nullptr, {}, {}, false, {}};
    RequestContext &context = *draft.context;
    context.correlation.requestId = newId();
    context.startedNs = draft.head.receivedNs > 0 ? draft.head.receivedNs : m_seams.clock.monotonicNs();
    context.peer = draft.head.peer.text;
    context.snapshot = m_seams.policy.current();
    if (const Result<void> judged = judge(draft); !judged)
        return refuse(draft, judged.error());
    Admission admission;
    admission.socket.maxMessageBytes = context.limit("max_message_bytes").value_or(8 << 20);
    admission.socket.queueBytes = context.limit("queue_bytes").value_or(draft.admin ? 64 << 20 : 1 << 20);
    admission.call = std::move(draft.call);
    return admission;
}

Result<void> Pipeline::judge(Draft &draft)
{
    RequestContext &context = *draft.context;
    if (auto checked = checkHostAndOrigin(draft.head, context.snapshot->policy->document().http); !checked)
        return checked;
    draft.admin = draft.head.path == "/console" || draft.head.path.startsWith("/admin/");
    if (draft.admin)
        return judgeAdmin(draft);
    return judgeEndpoint(draft);
}

Result<void> Pipeline::judgeAdmin(Draft &draft)
{
    RequestContext &context = *draft.context;
    auto caller = m_seams.authenticator.authenticate(draft.head, *context.snapshot, true);
    if (!caller)
        return failure(caller.error());
    context.caller = *caller;
    const bool console = draft.head.path == "/console";
    draft.adminMethod = console ? "console" : draft.head.path.sliced(7).replace('/', '.');
    if (!console && !m_seams.admin.knows(draft.adminMethod))
        return failure("route_not_found", u"no such route"_s);
    const QByteArrayView expected = console ? "GET" : "POST";
    if (draft.head.method != expected || (console && !draft.head.upgrade))
        return failure("method_not_allowed", console ? u"expected a WebSocket upgrade by GET"_s : u"expected POST"_s,
            {{"allow"_L1, QString::fromLatin1(expected)}});
    if (!console && m_seams.admin.changes(draft.adminMethod) && context.caller.observer)
        return failure("scope_missing", u"an observer may look and change nothing"_s, {{"scope"_L1, "operator"_L1}});
    auto query = parseQuery(draft.head.query);
    if (!query)
        return failure(query.error());
    if (auto ids = readCorrelation(draft.head, context.correlation); !ids)
        return ids;
    if (!console) {
        if (auto body = checkBody(draft.head, Policy::BodyKind::Json, MostAdminBytes); !body)
            return body;
    }
    draft.call = std::make_shared<Call>(*this, draft.context, nullptr, nullptr);
    draft.call->setAdmin(console ? QByteArray() : draft.adminMethod);
    return {};
}

Result<void> Pipeline::judgeEndpoint(Draft &draft)
{
    RequestContext &context = *draft.context;
    Match match = m_router.match(draft.head.method, draft.head.path);
    const bool open = match.endpoint && !match.endpoint->authentication;
    if (!open) {
        auto caller = m_seams.authenticator.authenticate(draft.head, *context.snapshot, false);
        if (!caller)
            return failure(caller.error());
        context.caller = *caller;
    }
    if (!match.endpoint) {
        if (match.allow.isEmpty())
            return failure("route_not_found", u"no such route"_s);
        return failure("method_not_allowed", "expected "_L1 + QString::fromLatin1(match.allow), {{"allow"_L1, QString::fromLatin1(match.allow)}});
    }
    context.endpoint = match.endpoint;
    context.pathParameters = std::move(match.pathParameters);
    context.rule = context.snapshot->policy->rule(match.endpoint->id);
    draft.operation = match.operation;
    const Policy::Decision decision = Policy::decideEndpoint(*context.rule, context.caller.scopes);
    if (!decision.isAllowed() || !draft.operation) {
        QJsonObject details {{"rule"_L1, QString::fromUtf8(decision.rule.rule)}};
        if (!decision.scope.isEmpty())
            details.insert("scope"_L1, QString::fromUtf8(decision.scope));
        const bool scope = decision.code == "scope_missing";
        return failure(decision.isAllowed() ? "endpoint_disabled" : decision.code,
            scope ? "the scope "_L1 + QString::fromUtf8(decision.scope) + " is needed"_L1 : u"this endpoint is off"_s, details);
    }
    const QByteArray who = open ? "-" : context.caller.identity;
    if (auto limited = m_seams.limiter.takeRate(who, *context.rule))
        return failure(*limited);
    auto slot = m_seams.limiter.takeSlot(who, *context.rule);
    if (!slot)
        return failure(slot.error());
    draft.slot = std::move(*slot);
    auto query = parseQuery(draft.head.query);
    if (!query)
        return failure(query.error());
    context.query = std::move(*query);
    if (auto body = checkBody(draft.head, match.endpoint->body, context.rule->maxRequestBytes()); !body)
        return body;
    if (auto ids = readCorrelation(draft.head, context.correlation); !ids)
        return ids;
    if (auto keys = checkQueryKeys(context.query, *match.endpoint); !keys)
        return keys;
    if (match.endpoint->mutating && context.snapshot->policy->auditRequired() && !m_seams.audit.isAvailable())
        return failure("audit_unavailable", u"the audit log cannot be written, and the policy requires it"_s);
    for (Gate::HeaderField &field : draft.head.headers) {
        if (field.name != "authorization" && field.name != "x-access-token")
            context.headers.append(std::move(field));
    }
    draft.call = std::make_shared<Call>(*this, draft.context, draft.operation, std::move(draft.slot));
    if (match.endpoint->body == Policy::BodyKind::Raw)
        return draft.call->prepareEarly();
    return {};
}

Admission Pipeline::refuse(Draft &draft, const Error &error)
{
    RequestContext &context = *draft.context;
    Error shown = error;
    if (context.endpoint && !shown.details.contains("endpoint"_L1))
        shown.details.insert("endpoint"_L1, QString::fromUtf8(context.endpoint->id));
    Gate::Answer answer = answerFor(shown, context.correlation.requestId);
    answer.close = draft.head.contentLength > 0; // its body was not read
    Audit::Record record = recordFor(context);
    record.decision = decisionOf(error.code);
    record.code = error.code;
    record.status = answer.status;
    record.rule = policyRule(error);
    record.method = draft.head.method;
    record.bytesOut = answer.body.size();
    if (draft.admin) {
        record.event = "admin";
        record.endpoint = "admin." + draft.adminMethod;
    }
    const bool known = !context.caller.identity.isEmpty();
    m_seams.statistics.count(known ? context.caller.identity : "-", record.decision == "deny", m_seams.clock.utcMs());
    // Before a rule is known every refusal is told.
    const bool wanted = !context.rule || wantsLine(context.rule->audit.value, record);
    const qint64 lines = known ? 1 : m_refusals.due(error.code, m_seams.clock.monotonicNs());
    if (lines > 0 && wanted) {
        record.count = lines > 1 ? lines : 0;
        m_seams.audit.append(std::move(record));
    }
    Admission admission;
    admission.refusal = std::move(answer);
    return admission;
}

Gate::Answer Pipeline::refused(const Error &error, const Gate::Peer &peer)
{
    const QByteArray requestId = newId();
    Gate::Answer answer = answerFor(error, requestId);
    answer.close = true;
    m_seams.statistics.count("-", true, m_seams.clock.utcMs());
    if (const qint64 count = m_refusals.due(error.code, m_seams.clock.monotonicNs()); count > 0) {
        Audit::Record record;
        record.requestId = requestId;
        record.identity = "-";
        record.endpoint = "-";
        record.decision = "deny";
        record.code = error.code;
        record.status = answer.status;
        record.peer = peer.text;
        record.count = count > 1 ? count : 0;
        m_seams.audit.append(std::move(record));
    }
    return answer;
}

} // namespace Cofferdam::Pipeline
