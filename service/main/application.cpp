// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "service/main/application.h"

#include "common/base/atomicfile.h"
#include "common/base/bytesize.h"
#include "common/base/ids.h"
#include "service/main/announce.h"
#include "service/main/program.h"
#include "service/operations/core/coreoperations.h"
#include "service/operations/files/files.h"
#include "service/operations/process/processoperations.h"
#include "service/sandbox/subprocess/subprocessbackend.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QJsonDocument>

#include <unistd.h>

#include <array>
#include <cstdio>

using namespace Qt::StringLiterals;

namespace Cofferdam::Main {

namespace {

constexpr std::chrono::milliseconds StopPatience {5000};

/// 127.0.0.0/8, ::1 and Unix sockets.
bool isLocal(const QByteArray &address) { return address.startsWith("127.") || address.startsWith("[::1]:") || address.startsWith("unix:"); }

std::optional<int> fail(const QString &message, int code = Configuration)
{
    qCritical("%s", qUtf8Printable(message));
    return code;
}

} // namespace

Application::Application(Options options, Environment environment, Places places, UniqueFd lock, QObject *parent)
    : QObject(parent)
    , m_options(std::move(options))
    , m_environment(std::move(environment))
    , m_places(std::move(places))
    , m_lock(std::move(lock))
    , m_authenticator(m_clock)
    , m_limiter(m_clock)
{
    // Blocking file work and waits: more threads than cores, and a bound.
    m_pool.setMaxThreadCount(std::max(8, 2 * QThread::idealThreadCount()));
}

Application::~Application() = default;

std::optional<int> Application::start()
{
    if (::chdir(m_places.baseDir.constData()) != 0)
        qWarning("cannot enter the base directory %s", m_places.baseDir.constData());
    for (const auto step : {&Application::startPolicy, &Application::startAudit, &Application::startServer, &Application::announce}) {
        if (const std::optional<int> failed = (this->*step)())
            return failed;
    }
    return {};
}

Result<Policy::CompileInputs> Application::compileInputs() const
{
    Policy::CompileInputs inputs;
    inputs.baseDir = m_places.baseDir;
    if (const auto size = m_environment.value("ABX_MAX_UPLOAD_SIZE"); size && !size->isEmpty()) {
        inputs.maxUploadSize = parseByteSize(*size);
        if (!inputs.maxUploadSize || *inputs.maxUploadSize < 1)
            return failure("bad_environment", "ABX_MAX_UPLOAD_SIZE: expected a size such as 5MB, got "_L1 + QString::fromUtf8(*size));
    }
    inputs.legacyToken = !m_environment.value("ABX_SERVER_TOKEN").value_or(QByteArray()).isEmpty();
    for (const QByteArray &group : m_environment.value("ABX_SERVER_ENABLED_GROUPS").value_or(QByteArray()).split(',')) {
        if (!group.trimmed().isEmpty())
            inputs.environmentGroups.append(group.trimmed());
    }
    for (const QByteArray &own : {m_places.stateDir, m_places.runtimeDir, m_places.configDir, m_places.program, QByteArray("/etc/agent-sandbox")}) {
        if (!own.isEmpty())
            inputs.serviceFiles.append(own);
    }
    return inputs;
}

std::optional<int> Application::startPolicy()
{
    m_operatorToken = newToken();
    auto inputs = compileInputs();
    if (!inputs)
        return fail(inputs.error().message);
    for (const QByteArray &address : std::as_const(m_options.listen))
        m_beyondLoopback = m_beyondLoopback || !isLocal(address);
    PolicyStore::StoreOptions options;
    options.compile = std::move(*inputs);
    options.sources.optionFile = m_places.policyFile;
    options.sources.environmentFile = m_places.environmentPolicyFile;
    options.sources.hasInlineJson = m_environment.value("ABX_SERVER_POLICY").has_value();
    options.sources.inlineJson = m_environment.value("ABX_SERVER_POLICY").value_or(QByteArray());
    options.sources.configDirectory = m_places.configDir;
    options.secret = [this](const QByteArray &name) { return m_environment.value(name); };
    options.legacyToken = m_environment.value("ABX_SERVER_TOKEN").value_or(QByteArray());
    options.operatorToken = m_operatorToken;
    options.historyDirectory = m_places.stateDir + "/policy-history";
    options.strict = m_options.strict;
    options.listensBeyondLoopback = m_beyondLoopback;
    m_store = std::make_unique<PolicyStore::PolicyStore>(std::move(options), m_clock);
    PolicyStore::Candidate candidate;
    const auto started = m_store->start(candidate);
    const QString name = QString::fromUtf8(m_store->source().path.isEmpty() ? QByteArray("policy") : m_store->source().path);
    for (const Policy::Diagnostic &diagnostic : std::as_const(candidate.errors))
        qCritical("%s", qUtf8Printable(diagnostic.toLine(name)));
    if (!started)
        return fail(started.error().message);
    for (const Policy::Diagnostic &diagnostic : std::as_const(candidate.lint))
        qInfo("%s", qUtf8Printable(diagnostic.toLine(name)));
    collectSecrets();
    connect(m_store.get(), &PolicyStore::PolicyStore::changed, this, [this] { collectSecrets(); });
    return {};
}

void Application::collectSecrets()
{
    QList<QByteArray> secrets {m_operatorToken, m_environment.value("ABX_SERVER_TOKEN").value_or(QByteArray())};
    const Policy::AuthSection &auth = m_store->current()->policy->document().auth;
    for (const QList<Policy::TokenEntry> *entries : {&auth.tokens, &auth.operators}) {
        for (const Policy::TokenEntry &entry : *entries)
            secrets.append(m_environment.value(entry.tokenEnv).value_or(QByteArray()));
    }
    m_redactor.setSecrets(secrets);
}

std::optional<int> Application::startAudit()
{
    auto log = AuditLog::open({.directory = m_places.stateDir + "/audit"}, m_clock, m_redactor);
    if (!log)
        return fail("the audit log cannot be opened: "_L1 + log.error().message, log.error().code == "audit_busy" ? TemporaryFailure : Configuration);
    m_audit = std::move(*log);
    m_auditReader = std::make_unique<AuditReader>(*m_audit, m_clock);
    return {};
}

std::optional<int> Application::startServer()
{
    m_sandbox = std::make_unique<Sandbox::SubprocessBackend>();
    m_admin = std::make_unique<Admin::AdminService>(Admin::AdminSeams {*m_store, *m_audit, *m_auditReader, m_statistics, m_pool, m_clock});
    Operations operations = Core::coreOperations([this]() -> QByteArray {
        switch (m_pipeline->state()) {
        case Pipeline::State::Starting: return "starting";
        case Pipeline::State::Serving: return "ok";
        case Pipeline::State::Stopping: break;
        }
        return "stopping";
    });
    for (Operations &more : std::array {Files::fileOperations(), Process::processOperations(*m_sandbox)}) {
        for (Operation &operation : more)
            operations.push_back(std::move(operation));
    }
    m_pipeline = std::make_unique<Pipeline::Pipeline>(Pipeline::Seams {*m_store, m_authenticator, m_limiter, *m_audit, *m_admin, m_statistics, m_pool,
                                                          m_clock, m_places.runtimeDir},
        std::move(operations));
    Http::Settings settings;
    settings.workers = m_options.workers;
    settings.maxConnections = int(m_store->current()->policy->document().http.maxConnections.value_or(256));
    m_server = std::make_unique<Http::Server>(*m_pipeline, m_clock, settings);
    connect(m_store.get(), &PolicyStore::PolicyStore::changed, this, [this] {
        m_server->setMaxConnections(int(m_store->current()->policy->document().http.maxConnections.value_or(256)));
    });
    bool adopted = false;
    for (UniqueFd &socket : Http::inheritedSockets()) {
        if (auto taken = m_server->adopt(std::move(socket)); !taken)
            return fail("cannot use an inherited socket: "_L1 + taken.error().message);
        adopted = true;
    }
    QList<QByteArray> addresses = m_options.listen;
    if (addresses.isEmpty() && !adopted)
        addresses.append("127.0.0.1:9000");
    if (const auto refused = checkListenPolicy(addresses + m_server->addresses()))
        return refused;
    for (const QByteArray &address : std::as_const(addresses)) {
        if (auto listening = m_server->listen(address); !listening)
            return fail("cannot listen on "_L1 + QString::fromUtf8(address) + ": "_L1 + listening.error().message);
    }
    return {};
}

std::optional<int> Application::checkListenPolicy(const QList<QByteArray> &addresses) const
{
    for (const QByteArray &address : addresses) {
        if (!isLocal(address) && m_store->current()->policy->anonymousAllowed())
            return fail(QString::fromUtf8(address) + " is reachable from other machines: the policy must have tokens and no anonymous access"_L1);
    }
    return {};
}

std::optional<int> Application::announce()
{
    if (auto written = writeFileAtomically(m_places.operatorTokenFile(), m_operatorToken + '\n'); !written)
        return fail(written.error().message);
    const QByteArray text = QJsonDocument(listeningObject(m_server->addresses(), m_store->current()->policy->revision(), m_places.operatorTokenFile()))
                                .toJson(QJsonDocument::Compact) + '\n';
    if (auto written = writeFileAtomically(m_places.serviceFile(), text); !written)
        return fail(written.error().message);
    m_admin->setFacts({m_server->addresses(), m_clock.utcMs(), [this] { return m_server->connections(); }, m_sandbox->level(), m_sandbox->limitsEnforced()});
    m_pipeline->setState(Pipeline::State::Serving);
    m_server->start();
    auditService("service.start");
    std::fwrite(text.constData(), 1, size_t(text.size()), stdout);
    std::fflush(stdout);
    notifyManager(m_environment.value("NOTIFY_SOCKET").value_or(QByteArray()), "READY=1");
    return {};
}

void Application::auditService(const QByteArray &what, const QByteArray &code)
{
    Audit::Record record;
    record.event = "service";
    record.identity = "-";
    record.endpoint = what;
    record.decision = code.isEmpty() ? "allow" : "error";
    record.code = code;
    record.revision = m_store->current()->policy->revision();
    m_audit->append(std::move(record));
}

void Application::reload()
{
    const auto reloaded = m_store->reload("SIGHUP");
    if (!reloaded)
        qCritical("reload failed, the last good policy stays in force: %s", m_store->current()->staleReason.constData());
    auditService("service.reload", reloaded ? QByteArray() : reloaded.error().code);
}

void Application::stop()
{
    if (std::exchange(m_stopping, true))
        return;
    notifyManager(m_environment.value("NOTIFY_SOCKET").value_or(QByteArray()), "STOPPING=1");
    m_pipeline->setState(Pipeline::State::Stopping);
    m_server->stop(StopPatience, [this] { finish(); });
}

void Application::finish()
{
    m_sandbox->shutDown();
    m_pool.waitForDone(int(StopPatience.count()));
    auditService("service.stop");
    m_server.reset();
    m_audit->stop();
    ::unlink(m_places.serviceFile().constData());
    ::unlink(m_places.operatorTokenFile().constData());
    QCoreApplication::exit(Success);
}

} // namespace Cofferdam::Main
