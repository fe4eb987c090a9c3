// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "service/operations/admin/adminservice.h"

#include <QtCore/QObject>
#include <QtCore/QTimer>

#include <mutex>

namespace Cofferdam::Admin {

/// The lines of one audit subscription on their way from the log's writer to a console. Bounded: lines past the bound are counted as missed.
/// Thread-safe.
class LineQueue
{
public:
    static constexpr qsizetype MostLines = 50'000;
    void add(const QList<QByteArray> &lines);
    [[nodiscard]] QList<QByteArray> take(qint64 &missed);

private:
    std::mutex m_mutex;
    QList<QByteArray> m_lines;
    qint64 m_missed = 0;
};

/// One console's conversation: JSON-RPC 2.0 in text frames (console.md 1). Lives on the connection's worker thread; answers come back to it. A
/// console that does not read is not written to: notifications wait while more than 4 MiB are queued.
class ConsoleSession final : public QObject, public SocketSession
{
    Q_OBJECT
public:
    ConsoleSession(AdminService &service, Caller caller, Correlation correlation, QByteArray peer);
    ~ConsoleSession() override;

    void opened(SocketSink &sink) override;
    void textReceived(const QByteArray &utf8) override;
    void binaryReceived(const QByteArray &bytes) override;
    void closed() override;

private:
    struct Subscription {
        quint64 inLog = 0;
        std::shared_ptr<LineQueue> queue;
        qint64 sentThrough = -1; ///< the newest line of the backlog
    };

    void answer(const QJsonValue &id, const Result<QJsonValue> &result);
    void notify(const QString &method, const QJsonObject &params);
    void subscribe(const QJsonValue &id, const QJsonObject &params);
    void unsubscribe(const QJsonValue &id, const QJsonObject &params);
    void flush();
    void send(const QJsonObject &message);

    AdminService &m_service;
    Caller m_caller;
    Correlation m_correlation;
    QByteArray m_peer;
    SocketSink *m_sink = nullptr;
    QHash<qint64, Subscription> m_subscriptions;
    qint64 m_nextSubscription = 1;
    int m_inFlight = 0;
    QTimer m_tick;
};

} // namespace Cofferdam::Admin
