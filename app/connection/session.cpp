// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/connection/session.h"

#include <cerrno>
#include <csignal>

using namespace Qt::StringLiterals;

namespace Cofferdam::App {

namespace {

constexpr int searchIntervalMs = 1000;
constexpr int pollIntervalMs = 2000;

/// A file of a service that was killed stays behind; its process does not.
bool isGone(qint64 pid) { return pid > 0 && ::kill(pid_t(pid), 0) != 0 && errno == ESRCH; }

QStringList namesIn(const QJsonArray &list)
{
    QStringList names;
    for (const QJsonValue &value : list)
        names.append(value.toObject().value("id"_L1).toString());
    return names;
}

} // namespace

Session::Session(Target target, QObject *parent)
    : QObject(parent), m_target(std::move(target)), m_client(std::make_unique<Client::ConsoleClient>())
{
    m_search.setInterval(searchIntervalMs);
    m_poll.setInterval(pollIntervalMs);
    connect(&m_search, &QTimer::timeout, this, &Session::look);
    connect(&m_poll, &QTimer::timeout, this, &Session::refreshServiceInfo);
    connect(m_client.get(), &Client::ConsoleClient::stateChanged, this, &Session::clientChanged);
    connect(m_client.get(), &Client::ConsoleClient::helloReceived, this, &Session::acceptHello);
    connect(m_client.get(), &Client::ConsoleClient::notificationReceived, this, &Session::acceptNotification);
}

Session::~Session()
{
    m_client->disconnect(this);
}

void Session::start()
{
    look();
    if (m_state == State::NoService) m_search.start();
}

void Session::retry()
{
    m_client->close();
    m_state = State::NoService;
    start();
}

void Session::look()
{
    QByteArray tokenFile = m_target.operatorTokenFile;
    QUrl url = m_target.url;
    if (url.isEmpty() || tokenFile.isEmpty()) {
        const Result<Client::ServiceAddress> found = Client::findService(m_target.runtimeDir);
        if (!found && url.isEmpty()) return setState(State::NoService, found.error().message);
        if (found && url.isEmpty() && isGone(found->pid)) return setState(State::NoService, tr("The service that ran here has ended."));
        if (url.isEmpty()) url = found->httpUrl;
        if (tokenFile.isEmpty() && found) tokenFile = found->operatorTokenFile;
    }
    const Result<QByteArray> token = Client::readOperatorToken(tokenFile);
    if (!token) return setState(State::Refused, tr("The operator's token cannot be read: %1").arg(token.error().message));
    m_search.stop();
    m_url = url;
    m_client->open(url, *token);
}

void Session::clientChanged()
{
    using ClientState = Client::ConsoleClient::State;
    switch (m_client->state()) {
    case ClientState::Idle: return;
    case ClientState::Connecting:
        if (m_state != State::Waiting) setState(State::Connecting);
        return;
    case ClientState::Connected: return; // hello decides
    case ClientState::Refused: return setState(State::Refused, m_client->stateText());
    case ClientState::Waiting: break;
    }
    // A local service that ended or came back on another port is found through its file, not by knocking on the old door.
    if (m_target.url.isEmpty()) {
        const Result<Client::ServiceAddress> found = Client::findService(m_target.runtimeDir);
        const bool gone = !found || isGone(found->pid);
        if (gone || found->httpUrl != m_url) {
            m_client->close();
            setState(gone ? State::NoService : State::Waiting, gone ? tr("The service has ended.") : m_client->stateText());
            m_search.start();
            return;
        }
    }
    setState(State::Waiting, m_client->stateText());
}

void Session::setState(State state, const QString &text)
{
    if (state == m_state && text == m_stateText) return;
    m_state = state;
    m_stateText = text;
    if (state != State::Connected) m_poll.stop();
    Q_EMIT stateChanged();
}

void Session::acceptHello(const QJsonObject &hello)
{
    m_hello = hello;
    setState(State::Connected);
    Q_EMIT connected();
    refreshPolicy();
    refreshIdentities();
    refreshServiceInfo();
    fetch(u"catalogue.get"_s, &Session::m_catalogue, &Session::catalogueChanged);
    m_poll.start();
}

void Session::acceptNotification(const QString &method, const QJsonObject &params)
{
    if (method == "policy.changed"_L1) {
        refreshPolicy();
        refreshIdentities();
    }
    Q_EMIT notificationReceived(method, params);
}

bool Session::isObserver() const { return m_hello.value("role"_L1).toString() == "observer"_L1; }

QFuture<Result<QJsonValue>> Session::call(const QString &method, const QJsonObject &params) { return m_client->call(method, params); }

void Session::ask(const QString &method, const QJsonObject &params, QObject *context, Answer answer)
{
    call(method, params).then(context, [answer = std::move(answer)](const Result<QJsonValue> &result) { answer(result); });
}

void Session::fetch(const QString &method, QJsonObject Session::*place, void (Session::*changed)())
{
    ask(method, {}, this, [this, place, changed](const Result<QJsonValue> &result) {
        if (!result) return; // the state of the connection says why; the last value stays
        this->*place = result->toObject();
        Q_EMIT (this->*changed)();
    });
}

QByteArray Session::revision() const
{
    const QString own = m_policy.value("revision"_L1).toString();
    return (own.isEmpty() ? m_hello.value("revision"_L1).toString() : own).toLatin1();
}

void Session::setDraft(const QJsonObject &draft)
{
    if (draft == m_draft) return;
    m_draft = draft;
    Q_EMIT draftChanged();
}

QStringList Session::endpointIds() const { return namesIn(m_catalogue.value("endpoints"_L1).toArray()); }
QStringList Session::identityIds() const { return namesIn(m_identities); }
void Session::refreshPolicy() { fetch(u"policy.get"_s, &Session::m_policy, &Session::policyChanged); }
void Session::refreshServiceInfo() { fetch(u"service.info"_s, &Session::m_serviceInfo, &Session::serviceInfoChanged); }

void Session::refreshIdentities()
{
    ask(u"identities.list"_s, {}, this, [this](const Result<QJsonValue> &result) {
        if (!result) return;
        m_identities = result->toObject().value("identities"_L1).toArray();
        Q_EMIT identitiesChanged();
    });
}

} // namespace Cofferdam::App
