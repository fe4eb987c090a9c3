// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/audit/redactor.h"
#include "common/base/clock.h"
#include "service/auditlog/auditlog.h"
#include "service/http/server.h"
#include "service/identity/tokenauthenticator.h"
#include "service/main/auditreader.h"
#include "service/main/environment.h"
#include "service/main/options.h"
#include "service/main/places.h"
#include "service/operation/statistics.h"
#include "service/operations/admin/adminservice.h"
#include "service/pipeline/pipeline.h"
#include "service/policystore/policystore.h"
#include "service/ratelimit/bucketlimiter.h"
#include "service/sandbox/api/sandbox.h"

#include <QtCore/QObject>
#include <QtCore/QThreadPool>

#include <memory>

namespace Cofferdam::Main {

/// The composition root: makes every part, knows which stands on which, and ends them in order. Lives on the main thread.
class Application final : public QObject
{
    Q_OBJECT
public:
    Application(Options options, Environment environment, Places places, UniqueFd lock, QObject *parent = nullptr);
    ~Application() override;

    /// Reads the policy, opens the audit log, listens, says so. An exit code when it cannot; the reasons are on stderr.
    [[nodiscard]] std::optional<int> start();

    void stop(); ///< the end of SIGTERM: finish requests for 5 s, flush, quit the event loop
    void reload(); ///< SIGHUP

private:
    [[nodiscard]] std::optional<int> startPolicy();
    [[nodiscard]] std::optional<int> startAudit();
    [[nodiscard]] std::optional<int> startServer();
    [[nodiscard]] std::optional<int> checkListenPolicy(const QList<QByteArray> &addresses) const;
    [[nodiscard]] Result<Policy::CompileInputs> compileInputs() const;
    [[nodiscard]] std::optional<int> announce();
    void collectSecrets();
    void auditService(const QByteArray &what, const QByteArray &code = {});
    void finish();

    Options m_options;
    Environment m_environment;
    Places m_places;
    UniqueFd m_lock;
    QByteArray m_operatorToken;
    bool m_beyondLoopback = false;
    bool m_stopping = false;

    SystemClock m_clock;
    Audit::Redactor m_redactor;
    Statistics m_statistics;
    QThreadPool m_pool;
    Identity::TokenAuthenticator m_authenticator;
    RateLimit::BucketLimiter m_limiter;
    std::unique_ptr<PolicyStore::PolicyStore> m_store;
    std::unique_ptr<AuditLog> m_audit;
    std::unique_ptr<AuditReader> m_auditReader;
    std::unique_ptr<Sandbox::SandboxBackend> m_sandbox;
    std::unique_ptr<Admin::AdminService> m_admin;
    std::unique_ptr<Pipeline::Pipeline> m_pipeline;
    std::unique_ptr<Http::Server> m_server;
};

} // namespace Cofferdam::Main
