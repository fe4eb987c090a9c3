// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/audit/record.h"
#include "common/base/clock.h"
#include "common/policy/compiledpolicy.h"
#include "common/policy/engine.h"
#include "common/protocol/node.h"
#include "service/gate/head.h"
#include "service/operation/policysnapshot.h"
#include "service/pathguard/pathguard.h"

#include <QtCore/QHash>
#include <QtCore/QList>

#include <atomic>
#include <memory>

namespace Cofferdam {

/// Who calls: an identity of the policy, or the operator.
struct Caller {
    QByteArray identity; ///< "anonymous", "legacy", a token's id, "operator:ID"
    QList<QByteArray> scopes;
    bool isOperator = false;
    bool observer = false; ///< an operator that may only look
};

/// The correlation headers of http.md 5.
struct Correlation {
    QByteArray requestId, sessionId, agentId, taskId;
};

/// One call that has been judged: everything an operation may know. The decision is made, the paths are resolved. Owned by the
/// pipeline, used by one thread at a time; operations on the pool keep it alive through their shared pointer.
struct RequestContext {
    const Policy::Endpoint *endpoint = nullptr; ///< null for admin calls
    std::shared_ptr<const PolicySnapshot> snapshot; ///< the policy this call began with
    const Policy::EffectiveRule *rule = nullptr; ///< inside snapshot
    Caller caller;
    Correlation correlation;
    QHash<QByteArray, QByteArray> pathParameters; ///< {id} of the route
    QList<std::pair<QByteArray, QByteArray>> query; ///< decoded, no key twice
    QList<Gate::HeaderField> headers; ///< without credentials
    Node json; ///< the JSON body; Null where there is none
    Gate::Body body; ///< a raw body
    std::vector<PathGuard::ResolvedPath> paths; ///< in the order of the endpoint's path parameters
    QByteArray peer;
    qint64 startedNs = 0;
    std::atomic<bool> cancelled = false; ///< the peer is gone or the service stops: give up soon

    /// What the audit line adds: the operation may note sizes and the like; never contents or arguments.
    QJsonObject auditParams;
    QList<Audit::PathNote> auditPaths;

    [[nodiscard]] std::optional<QByteArray> queryValue(QByteArrayView key) const;
    /// A query boolean "true" / "false"; fallback where absent; another word is invalid_request.
    [[nodiscard]] Result<bool> queryBool(QByteArrayView key, bool fallback) const;
    [[nodiscard]] Result<std::optional<qint64>> queryInteger(QByteArrayView key, qint64 least, qint64 most) const;
    /// The resolved path of a parameter; null where it was optional and absent.
    [[nodiscard]] PathGuard::ResolvedPath *path(QByteArrayView parameter);
    [[nodiscard]] QByteArray header(QByteArrayView name) const;
    /// A guard for produced entries, under this call's rule and snapshot.
    [[nodiscard]] PathGuard::Guard guard() const;
    [[nodiscard]] std::optional<qint64> limit(QByteArrayView key) const { return rule ? rule->limit(key) : std::nullopt; }
};

using ContextPointer = std::shared_ptr<RequestContext>;

/// The one way an operation refuses because of the policy: 403 with code, rule and details.
[[nodiscard]] std::unexpected<Error> policyDenied(QByteArray code, QString message, const QByteArray &rule, QJsonObject details = {});

} // namespace Cofferdam
