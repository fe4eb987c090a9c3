// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/client/backgroundloop.h"
#include "common/client/httptransport.h"

#include <memory>

namespace Cofferdam::Client {

/// The operator's calls as plain HTTP, for scripts: POST /admin/<method with / for .>, console.md 1. Everything but subscriptions.
/// Errors are the service's, or HttpTransport's. call() needs the thread's event loop, callSync() blocks and needs none.
class AdminClient
{
public:
    AdminClient(QUrl httpUrl, QByteArray operatorToken);
    ~AdminClient();

    /// Gives up after this long without a byte; 30 s unless set.
    void setSilenceLimit(int ms) { m_silenceMs = ms; }
    [[nodiscard]] QFuture<Result<QJsonObject>> call(const QByteArray &method, const QJsonObject &params = {});
    [[nodiscard]] Result<QJsonObject> callSync(const QByteArray &method, const QJsonObject &params = {});

private:
    QUrl m_url;
    QByteArray m_token;
    int m_silenceMs = 30'000;
    std::unique_ptr<HttpTransport> m_transport;
    std::unique_ptr<BackgroundLoop<HttpTransport>> m_loop;
};

} // namespace Cofferdam::Client
