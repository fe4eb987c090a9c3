// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/client/consoleclient.h"

#include <QtCore/QJsonArray>
#include <QtCore/QTimer>

#include <functional>

namespace Cofferdam::App {

/// The console's one connection and what every page wants to know about the service: owns the ConsoleClient, looks for
/// service.json until there is one, keeps the last policy, catalogue, identities and service.info. GUI thread; nothing blocks
/// longer than a small file read. Caches keep their last value while disconnected.
class Session : public QObject
{
    Q_OBJECT
public:
    enum class State {
        NoService, ///< no service.json, or it names a dead process; looked for again every second
        Connecting,
        Connected,
        Waiting, ///< the connection was lost; the client tries again by itself
        Refused, ///< the service said no (token, protocol); stateText() says why
    };
    /// Empty members: the local service of the default run-time directory.
    struct Target {
        QByteArray runtimeDir;
        QUrl url; ///< overrides service.json's address
        QByteArray operatorTokenFile;
    };
    using Answer = std::function<void(const Result<QJsonValue> &)>;

    explicit Session(Target target = {}, QObject *parent = nullptr);
    ~Session() override;

    virtual void start(); ///< look for the service and connect
    void retry(); ///< at once instead of at the next turn

    [[nodiscard]] const Target &target() const { return m_target; }
    [[nodiscard]] State state() const { return m_state; }
    [[nodiscard]] bool isConnected() const { return m_state == State::Connected; }
    [[nodiscard]] QString stateText() const { return m_stateText; } ///< a sentence for people, may be empty
    [[nodiscard]] bool isObserver() const; ///< may read only
    [[nodiscard]] QJsonObject hello() const { return m_hello; }
    [[nodiscard]] QUrl url() const { return m_url; }

    /// One RPC. The future always finishes; no_service while disconnected.
    [[nodiscard]] virtual QFuture<Result<QJsonValue>> call(const QString &method, const QJsonObject &params = {});
    /// The same with the answer on context's thread, dropped when context is gone.
    void ask(const QString &method, const QJsonObject &params, QObject *context, Answer answer);

    [[nodiscard]] QJsonObject policy() const { return m_policy; } ///< the last policy.get
    [[nodiscard]] QByteArray revision() const;
    [[nodiscard]] QJsonObject catalogue() const { return m_catalogue; } ///< catalogue.get
    [[nodiscard]] QStringList endpointIds() const;
    [[nodiscard]] QJsonArray identities() const { return m_identities; }
    [[nodiscard]] QStringList identityIds() const;
    [[nodiscard]] QJsonObject serviceInfo() const { return m_serviceInfo; }
    /// The text the operator is editing, {text, format}, where it differs from the running policy: checks answer for both.
    [[nodiscard]] QJsonObject draft() const { return m_draft; }
    void setDraft(const QJsonObject &draft);
    void refreshPolicy();
    void refreshIdentities();

Q_SIGNALS:
    void stateChanged();
    void connected(); ///< hello came: subscriptions must be made (again)
    void policyChanged(); ///< policy() is new: after connecting, and after every policy.changed
    void catalogueChanged();
    void identitiesChanged();
    void serviceInfoChanged();
    void draftChanged();
    void notificationReceived(const QString &method, const QJsonObject &params);

protected:
    /// What the client's signals lead to; a test's fake calls them itself.
    void setState(State state, const QString &text = {});
    void acceptHello(const QJsonObject &hello);
    void acceptNotification(const QString &method, const QJsonObject &params);

private:
    void look();
    void clientChanged();
    void refreshServiceInfo();
    void fetch(const QString &method, QJsonObject Session::*place, void (Session::*changed)());

    Target m_target;
    std::unique_ptr<Client::ConsoleClient> m_client;
    State m_state = State::NoService;
    QString m_stateText;
    QUrl m_url;
    QJsonObject m_hello, m_policy, m_catalogue, m_serviceInfo, m_draft;
    QJsonArray m_identities;
    QTimer m_search, m_poll;
};

} // namespace Cofferdam::App
