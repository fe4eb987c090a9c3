// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/client/httptransport.h"

#include <QtCore/QJsonDocument>
#include <QtCore/QPromise>
#include <QtNetwork/QHttpHeaders>
#include <QtNetwork/QNetworkProxy>
#include <QtNetwork/QNetworkReply>
#include <QtNetwork/QNetworkRequest>

#include <memory>

using namespace Qt::StringLiterals;

namespace Cofferdam::Client {

namespace {

/// What Qt may hold of a download that its reader has not taken yet.
constexpr qint64 readBufferBytes = 1 << 20;
/// A reply that is not streamed into a sink is small; more is a broken peer.
constexpr qint64 wholeReplyCap = qint64(512) << 20;

QUrl urlOf(const QUrl &base, const HttpRequest &request)
{
    QByteArray encoded = base.toEncoded(QUrl::RemovePath | QUrl::RemoveQuery | QUrl::RemoveFragment | QUrl::RemoveUserInfo) + request.path;
    char separator = '?';
    for (const auto &[key, value] : request.query) {
        encoded += separator + key.toPercentEncoding() + '=' + value.toPercentEncoding();
        separator = '&';
    }
    return QUrl::fromEncoded(encoded, QUrl::StrictMode);
}

Error networkError(const QNetworkReply &reply, bool cancelled)
{
    switch (reply.error()) {
    case QNetworkReply::OperationCanceledError:
    case QNetworkReply::TimeoutError:
        return cancelled ? Error {"cancelled", u"the request was cancelled"_s, {}, {}}
                         : Error {"time_out", u"the service did not answer in time"_s, {}, {}};
    case QNetworkReply::ConnectionRefusedError:
    case QNetworkReply::HostNotFoundError:
        return {"no_service", u"no service answers at %1"_s.arg(reply.url().authority()), {}, {}};
    default:
        return {"connection_lost", u"the connection to %1 broke (%2)"_s.arg(reply.url().authority(), reply.errorString()), {}, {}};
    }
}

} // namespace

Error errorOfBody(int status, const QByteArray &body)
{
    QJsonObject object = QJsonDocument::fromJson(body).object();
    const QByteArray code = object.take("code"_L1).toString().toUtf8();
    const QString message = object.take("error"_L1).toString();
    object.insert("status"_L1, status);
    if (code.isEmpty())
        return {"bad_reply", u"expected a JSON error, status %1 came with something else"_s.arg(status), object, {}};
    return {code, message, object, {}};
}

/// One request under way. Owned by its reply.
struct HttpTransport::Exchange : public QObject {
    Exchange(QNetworkReply *reply, HttpRequest request);
    [[nodiscard]] int status() const { return m_reply->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt(); }
    [[nodiscard]] bool streams() const { return m_request.sink && status() >= 200 && status() < 300; }
    ~Exchange() override;
    void read();
    void report(qint64 done, qint64 total);
    void finish();
    [[nodiscard]] Result<HttpAnswer> outcome();

    QNetworkReply *m_reply;
    HttpRequest m_request;
    QPromise<Result<HttpAnswer>> m_promise;
    QByteArray m_body;
    qint64 m_taken = 0;
    std::optional<Error> m_sinkError;
    bool m_cancelled = false;
    bool m_finished = false;
};

HttpTransport::Exchange::Exchange(QNetworkReply *reply, HttpRequest request)
    : QObject(reply), m_reply(reply), m_request(std::move(request))
{
    m_promise.start();
    reply->setReadBufferSize(readBufferBytes);
    connect(reply, &QNetworkReply::readyRead, this, &Exchange::read);
    connect(reply, &QNetworkReply::finished, this, &Exchange::finish);
    if (m_request.progress && m_request.source) {
        connect(reply, &QNetworkReply::uploadProgress, this, [this](qint64 done, qint64 total) {
            if (total > 0)
                report(done, total);
        });
    }
}

void HttpTransport::Exchange::read()
{
    const QByteArray piece = m_reply->readAll();
    if (!streams()) {
        m_body += piece;
        if (m_body.size() > wholeReplyCap)
            m_reply->abort();
        return;
    }
    if (m_sinkError)
        return;
    if (const Result<void> taken = m_request.sink(piece); !taken) {
        m_sinkError = taken.error();
        m_reply->abort();
        return;
    }
    m_taken += piece.size();
    if (m_request.progress) {
        const QVariant length = m_reply->header(QNetworkRequest::ContentLengthHeader);
        report(m_taken, length.isValid() ? length.toLongLong() : -1);
    }
}

void HttpTransport::Exchange::report(qint64 done, qint64 total)
{
    if (m_cancelled || m_request.progress(done, total))
        return;
    m_cancelled = true;
    m_reply->abort();
}

Result<HttpAnswer> HttpTransport::Exchange::outcome()
{
    if (m_sinkError)
        return failure(*m_sinkError);
    const bool broken = m_reply->error() >= QNetworkReply::ConnectionRefusedError && m_reply->error() <= QNetworkReply::UnknownNetworkError;
    if (status() >= 400 && (!broken || !m_body.isEmpty()))
        return failure(errorOfBody(status(), m_body));
    if (broken || status() == 0)
        return failure(networkError(*m_reply, m_cancelled));
    if (status() >= 300 && status() != 304)
        return failure("bad_reply", u"expected an answer, a redirect with status %1 came"_s.arg(status()));
    HttpAnswer answer;
    answer.status = status();
    answer.body = std::move(m_body);
    const QHttpHeaders headers = m_reply->headers();
    for (qsizetype i = 0; i < headers.size(); ++i)
        answer.headers.insert(QByteArray(headers.nameAt(i).data(), headers.nameAt(i).size()).toLower(), headers.valueAt(i).toByteArray());
    return answer;
}

void HttpTransport::Exchange::finish()
{
    if (m_reply->bytesAvailable() > 0 && m_reply->isOpen())
        read();
    m_promise.addResult(outcome());
    m_promise.finish();
    m_finished = true;
    m_reply->deleteLater();
}

HttpTransport::Exchange::~Exchange()
{
    if (m_finished)
        return;
    m_promise.addResult(failure("cancelled", u"the client was closed"_s));
    m_promise.finish();
}

HttpTransport::HttpTransport(QUrl base, QByteArray token, QObject *parent)
    : QObject(parent), m_base(std::move(base)), m_token(std::move(token)), m_network(this)
{
    m_network.setProxy(QNetworkProxy::NoProxy);
    m_network.setRedirectPolicy(QNetworkRequest::ManualRedirectPolicy);
    m_network.setStrictTransportSecurityEnabled(false);
}

QNetworkRequest HttpTransport::networkRequest(const HttpRequest &request) const
{
    QNetworkRequest out(urlOf(m_base, request));
    out.setTransferTimeout(request.silenceMs);
    out.setAttribute(QNetworkRequest::CacheLoadControlAttribute, QNetworkRequest::AlwaysNetwork);
    out.setAttribute(QNetworkRequest::CookieLoadControlAttribute, QNetworkRequest::Manual);
    out.setAttribute(QNetworkRequest::CookieSaveControlAttribute, QNetworkRequest::Manual);
    out.setAttribute(QNetworkRequest::Http2AllowedAttribute, false);
    out.setRawHeader("User-Agent", "cofferdam/" COFFERDAM_VERSION);
    out.setRawHeader("Accept-Encoding", "identity");
    if (!m_token.isEmpty())
        out.setRawHeader("Authorization", "Bearer " + m_token);
    if (!request.contentType.isEmpty())
        out.setHeader(QNetworkRequest::ContentTypeHeader, request.contentType);
    for (const auto &[name, value] : request.headers)
        out.setRawHeader(name, value);
    return out;
}

QNetworkReply *HttpTransport::start(const HttpRequest &request)
{
    const QNetworkRequest ready = networkRequest(request);
    if (request.source)
        return m_network.sendCustomRequest(ready, request.verb, request.source);
    if (request.verb == "GET")
        return m_network.get(ready);
    if (request.verb == "DELETE")
        return m_network.deleteResource(ready);
    return m_network.sendCustomRequest(ready, request.verb, request.body);
}

QFuture<Result<HttpAnswer>> HttpTransport::send(HttpRequest request)
{
    QNetworkReply *reply = start(request);
    auto *exchange = new Exchange(reply, std::move(request));
    return exchange->m_promise.future();
}

QFuture<Result<QJsonObject>> HttpTransport::sendForJson(HttpRequest request)
{
    return send(std::move(request)).then([](const Result<HttpAnswer> &answer) -> Result<QJsonObject> {
        if (!answer)
            return failure(answer.error());
        const QJsonDocument document = QJsonDocument::fromJson(answer->body);
        if (!document.isObject())
            return failure("bad_reply", u"expected a JSON object, status %1 came with something else"_s.arg(answer->status));
        return document.object();
    });
}

} // namespace Cofferdam::Client
