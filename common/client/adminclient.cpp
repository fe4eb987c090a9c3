// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/client/adminclient.h"

#include <QtCore/QJsonDocument>

namespace Cofferdam::Client {

namespace {

HttpRequest requestOf(QByteArray method, const QJsonObject &params, int silenceMs)
{
    HttpRequest request;
    request.verb = "POST";
    request.path = "/admin/" + method.replace('.', '/');
    request.silenceMs = silenceMs;
    request.contentType = "application/json";
    request.body = QJsonDocument(params).toJson(QJsonDocument::Compact);
    return request;
}

} // namespace

AdminClient::AdminClient(QUrl httpUrl, QByteArray operatorToken) : m_url(std::move(httpUrl)), m_token(std::move(operatorToken)) { }

AdminClient::~AdminClient() = default;

QFuture<Result<QJsonObject>> AdminClient::call(const QByteArray &method, const QJsonObject &params)
{
    if (!m_transport)
        m_transport = std::make_unique<HttpTransport>(m_url, m_token);
    return m_transport->sendForJson(requestOf(method, params, m_silenceMs));
}

Result<QJsonObject> AdminClient::callSync(const QByteArray &method, const QJsonObject &params)
{
    if (!m_loop)
        m_loop = std::make_unique<BackgroundLoop<HttpTransport>>([this] { return std::make_unique<HttpTransport>(m_url, m_token); });
    return m_loop->wait([&](HttpTransport &transport) { return transport.sendForJson(requestOf(method, params, m_silenceMs)); });
}

} // namespace Cofferdam::Client
