// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/base/clock.h"
#include "service/operation/adminport.h"
#include "service/operation/auditaccess.h"
#include "service/operation/seams.h"
#include "service/operation/statistics.h"
#include "service/policystore/policystore.h"

#include <QtCore/QHash>
#include <QtCore/QObject>
#include <QtCore/QThreadPool>
#include <QtCore/QTimer>

#include <functional>

namespace Cofferdam::Admin {

/// What the running program tells about itself in service.info.
struct ServiceFacts {
    QList<QByteArray> listening;
    qint64 startedUtcMs = 0;
    std::function<int()> connections; ///< thread-safe
    QByteArray sandboxLevel;
    QList<QByteArray> limitsEnforced;
};

/// All outlive the service.
struct AdminSeams {
    PolicyStore::PolicyStore &store;
    AuditSink &audit;
    AuditAccess &auditAccess;
    Statistics &statistics;
    QThreadPool &pool;
    const Clock &clock;
};

/// The operator's methods of console.md 1, by name. Lives on the main thread; call() may come from any. Methods that only compute run on the
/// pool, methods that touch the policy store on the main thread. Every change and every refusal is audited here, whichever door it came by.
class AdminService final : public QObject, public AdminPort
{
    Q_OBJECT
public:
    explicit AdminService(AdminSeams seams, QObject *parent = nullptr);

    void setFacts(ServiceFacts facts) { m_facts = std::move(facts); }

    [[nodiscard]] bool knows(QByteArrayView method) const override;
    [[nodiscard]] bool changes(QByteArrayView method) const override;
    [[nodiscard]] QFuture<Result<QJsonValue>> call(AdminCall call) override;
    [[nodiscard]] std::unique_ptr<SocketSession> openConsole(const Caller &caller, const Correlation &correlation, const QByteArray &peer) override;

    [[nodiscard]] AuditAccess &auditAccess() { return m_seams.auditAccess; }
    [[nodiscard]] QThreadPool &pool() { return m_seams.pool; }
    /// The first message of every console: {service_version, protocol, revision, role, started}. Thread-safe.
    [[nodiscard]] QJsonObject hello(const Caller &caller) const;

Q_SIGNALS:
    /// For every console: policy.changed and the like. Emitted on the main thread.
    void notified(const QString &method, const QJsonObject &params);

private:
    enum class Where { Main, Pool };
    struct Method {
        Where where = Where::Main;
        bool changes = false;
        std::function<Result<QJsonValue>(const AdminCall &)> run;
    };

    void addPolicyMethods();
    void addAuditMethods();
    void addServiceMethods();
    void audit(const AdminCall &call, const Error *error, qint64 startedNs);

    AdminSeams m_seams;
    ServiceFacts m_facts;
    QHash<QByteArray, Method> m_methods; ///< fixed after construction
    QTimer m_rateTimer;
    quint64 m_lastRequests = 0;
    qint64 m_rate = 0; ///< requests in the last whole second
};

} // namespace Cofferdam::Admin
