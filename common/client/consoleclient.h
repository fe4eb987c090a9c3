// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/base/result.h"

#include <QtCore/QFuture>
#include <QtCore/QJsonObject>
#include <QtCore/QJsonValue>
#include <QtCore/QObject>
#include <QtCore/QUrl>

#include <chrono>
#include <memory>

namespace Cofferdam::Client {

/// Where the local service is, from its service.json (http.md 5).
struct ServiceAddress {
    QUrl httpUrl; ///< http://127.0.0.1:PORT
    QByteArray operatorTokenFile;
    QByteArray version;
    qint64 pid = 0;
};
/// Reads service.json of a run-time directory (empty: the default one). Errors: no_service, bad_service_file. Blocks briefly.
[[nodiscard]] Result<ServiceAddress> findService(const QByteArray &runtimeDir = {});
/// $XDG_RUNTIME_DIR/cofferdam, else the private directory under /tmp.
[[nodiscard]] QByteArray defaultRuntimeDir();
/// The operator's token from its file; trimmed. Errors: no_credential.
[[nodiscard]] Result<QByteArray> readOperatorToken(const QByteArray &file);

/// The operator's channel: JSON-RPC over GET /console, console.md 1. Reconnects by itself (0.5 → 8 s) and says so. Lives on one
/// thread; replies and signals come there. Requests made while disconnected fail with no_service.
/// Refused is final until open() is called again (a wrong credential, a protocol this program does not know).
class ConsoleClient : public QObject
{
    Q_OBJECT
public:
    enum class State { Idle, Connecting, Connected, Waiting, Refused };
    explicit ConsoleClient(QObject *parent = nullptr);
    ~ConsoleClient() override;

    void open(const QUrl &httpUrl, const QByteArray &operatorToken);
    void close();
    /// How long a call may take before it fails with time_out; 30 s unless set.
    void setCallLimit(std::chrono::milliseconds limit);
    [[nodiscard]] State state() const;
    [[nodiscard]] QString stateText() const; ///< why it waits or was refused
    [[nodiscard]] QJsonObject hello() const; ///< {service_version, protocol, revision, role, started}

    /// One RPC. The future always finishes: with the result, or the service's error, or no_service / time_out (30 s).
    [[nodiscard]] QFuture<Result<QJsonValue>> call(const QString &method, const QJsonObject &params = {});

Q_SIGNALS:
    void stateChanged();
    void helloReceived(const QJsonObject &hello);
    /// audit.event, policy.changed, sessions.changed, service.stats …
    void notificationReceived(const QString &method, const QJsonObject &params);

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace Cofferdam::Client
