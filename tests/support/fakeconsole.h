// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/base/result.h"

#include <QtCore/QHash>
#include <QtCore/QJsonArray>
#include <QtCore/QJsonObject>
#include <QtCore/QObject>
#include <QtCore/QUrl>
#include <QtNetwork/QTcpServer>
#include <QtWebSockets/QWebSocketServer>

#include <functional>

class QTcpSocket;
class QWebSocket;

namespace Cofferdam::Testing {

/// An in-process service that speaks the operator's channel (console.md 1) over a free loopback port: GET /console as a WebSocket and
/// POST /admin/<method>, both behind token(). Answers from canned data (fakedata.h); a test may replace any method, push
/// notifications, drop everybody or fall silent. Lives on the test's thread and needs its event loop.
class FakeConsole : public QObject
{
    Q_OBJECT
public:
    using Handler = std::function<Result<QJsonValue>(const QJsonObject &params)>;
    struct Call {
        QString method;
        QJsonObject params;
    };

    explicit FakeConsole(QObject *parent = nullptr);
    ~FakeConsole() override;

    /// On the port of before, if there was one: a service that comes back.
    [[nodiscard]] bool listen();
    /// Stops listening and drops every connection.
    void stop();
    void dropConnections();

    [[nodiscard]] QUrl url() const;
    [[nodiscard]] static QByteArray token();

    void setHandler(const QString &method, Handler handler);
    /// Never answers that method.
    void setSilent(const QString &method);
    void setProtocol(int protocol) { m_protocol = protocol; }
    void setRole(const QString &role) { m_role = role; }

    [[nodiscard]] const QList<Call> &calls() const { return m_calls; }
    [[nodiscard]] int connectionCount() const { return int(m_clients.size()); }
    [[nodiscard]] QString policyText() const { return m_policyText; }
    [[nodiscard]] QString revision() const;
    [[nodiscard]] const QJsonArray &records() const { return m_records; }

    /// Appends records to the log and sends them to every subscription as one audit.event.
    void addRecords(const QJsonArray &records);
    void notify(const QString &method, const QJsonObject &params);

Q_SIGNALS:
    void clientConnected();
    void called(const QString &method, const QJsonObject &params);

private:
    void accept();
    void readHead(QTcpSocket *socket);
    void answerHttp(QTcpSocket *socket, const QByteArray &head, const QByteArray &body);
    void welcome();
    void receive(QWebSocket *socket, const QString &text);
    void installPolicyMethods();
    void installAuditMethods();
    [[nodiscard]] Result<QJsonValue> dispatch(const QString &method, const QJsonObject &params);
    [[nodiscard]] Result<QJsonValue> apply(const QJsonObject &params);
    [[nodiscard]] Result<QJsonValue> revert(const QJsonObject &params);
    [[nodiscard]] QJsonArray history() const;
    void store(const QString &text, const QString &format, const QString &reason);

    QTcpServer m_listener;
    QWebSocketServer m_upgrader;
    quint16 m_port = 0;
    QList<QWebSocket *> m_clients;
    QHash<QString, Handler> m_handlers;
    QList<Call> m_calls;
    QHash<QWebSocket *, QStringList> m_subscriptions;
    QWebSocket *m_caller = nullptr; ///< of the call being dispatched
    struct Entry {
        QString id, text, format, reason, revision;
    };
    QList<Entry> m_history; ///< oldest first
    QString m_policyText, m_policyFormat = QStringLiteral("yaml");
    QJsonArray m_records;
    QString m_role = QStringLiteral("operator");
    int m_protocol = 1;
    int m_nextSubscription = 1;
};

} // namespace Cofferdam::Testing
