// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "service/operations/admin/adminservice.h"

#include "common/protocol/errorcodes.h"
#include "service/operations/admin/consolesession.h"

#include <QtCore/QPromise>

using namespace Qt::StringLiterals;

namespace Cofferdam::Admin {

AdminService::AdminService(AdminSeams seams, QObject *parent)
    : QObject(parent)
    , m_seams(seams)
{
    addPolicyMethods();
    addAuditMethods();
    addServiceMethods();
    connect(&m_seams.store, &PolicyStore::PolicyStore::changed, this, [this](const QByteArray &revision, const QByteArray &actor, const QString &reason) {
        Q_EMIT notified(u"policy.changed"_s,
            {{"revision"_L1, QString::fromLatin1(revision)}, {"actor"_L1, QString::fromUtf8(actor)}, {"reason"_L1, reason},
                {"stale"_L1, m_seams.store.current()->stale}});
    });
}

bool AdminService::knows(QByteArrayView method) const { return m_methods.contains(method.toByteArray()); }

bool AdminService::changes(QByteArrayView method) const
{
    const auto found = m_methods.constFind(method.toByteArray());
    return found != m_methods.cend() && found->changes;
}

QFuture<Result<QJsonValue>> AdminService::call(AdminCall call)
{
    const auto method = m_methods.constFind(call.method);
    auto promise = std::make_shared<QPromise<Result<QJsonValue>>>();
    promise->start();
    QFuture<Result<QJsonValue>> future = promise->future();
    const auto finish = [promise](Result<QJsonValue> result) {
        promise->addResult(std::move(result));
        promise->finish();
    };
    if (method == m_methods.cend()) {
        finish(failure("route_not_found", "there is no method "_L1 + QString::fromUtf8(call.method)));
        return future;
    }
    if (method->changes && call.caller.observer) {
        const Error error {"scope_missing", u"an observer may look and change nothing"_s, {{"scope"_L1, "operator"_L1}}, {}};
        audit(call, &error, m_seams.clock.monotonicNs());
        finish(failure(error));
        return future;
    }
    auto work = [this, finish, method, call = std::move(call)] {
        const qint64 started = m_seams.clock.monotonicNs();
        Result<QJsonValue> result = method->run(call);
        if (method->changes)
            audit(call, result ? nullptr : &result.error(), started);
        finish(std::move(result));
    };
    if (method->where == Where::Pool)
        m_seams.pool.start(std::move(work));
    else
        QMetaObject::invokeMethod(this, std::move(work), Qt::QueuedConnection);
    return future;
}

void AdminService::audit(const AdminCall &call, const Error *error, qint64 startedNs)
{
    Audit::Record record;
    record.requestId = call.correlation.requestId;
    record.session = call.correlation.sessionId;
    record.event = "admin";
    record.identity = call.caller.identity;
    record.endpoint = "admin." + call.method;
    record.method = "POST";
    record.decision = !error ? "allow" : error->code == "scope_missing" ? "deny" : "error";
    record.code = error ? error->code : QByteArray();
    record.status = error ? errorCodeInfo(error->code).status : 200;
    if (const QString reason = call.params.value("reason"_L1).toString(); !reason.isEmpty())
        record.params.insert("reason"_L1, reason.left(500));
    record.peer = call.peer;
    record.durationUs = (m_seams.clock.monotonicNs() - startedNs) / 1000;
    record.revision = m_seams.store.current()->policy->revision();
    m_seams.audit.append(std::move(record));
}

QJsonObject AdminService::hello(const Caller &caller) const
{
    return {{"service_version"_L1, QStringLiteral(COFFERDAM_VERSION)}, {"protocol"_L1, 1},
        {"revision"_L1, QString::fromLatin1(m_seams.store.current()->policy->revision())},
        {"role"_L1, caller.observer ? "observer"_L1 : "operator"_L1}, {"started"_L1, QString::fromLatin1(formatUtc(m_facts.startedUtcMs))}};
}

std::unique_ptr<SocketSession> AdminService::openConsole(const Caller &caller, const Correlation &correlation, const QByteArray &peer)
{
    return std::make_unique<ConsoleSession>(*this, caller, correlation, peer);
}

} // namespace Cofferdam::Admin
