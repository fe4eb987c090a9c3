// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/base/result.h"

#include <QtCore/QByteArray>
#include <QtCore/QFuture>
#include <QtCore/QHash>
#include <QtCore/QIODevice>
#include <QtCore/QJsonObject>
#include <QtCore/QObject>
#include <QtCore/QUrl>
#include <QtNetwork/QNetworkAccessManager>

#include <functional>
#include <utility>

class QNetworkReply;
class QNetworkRequest;

namespace Cofferdam::Client {

/// done and total in bytes; total is -1 while unknown. False gives the exchange up. Called on the thread the exchange runs on.
using Progress = std::function<bool(qint64 done, qint64 total)>;

/// Takes bytes in order; an error gives the exchange up with that error.
using Sink = std::function<Result<void>(QByteArrayView)>;

struct HttpRequest {
    QByteArray verb;
    QByteArray path; ///< "/files/list"
    QList<std::pair<QByteArray, QByteArray>> query; ///< decoded
    QList<std::pair<QByteArray, QByteArray>> headers;
    QByteArray contentType;
    QByteArray body;
    QIODevice *source = nullptr; ///< a streamed body instead; seekable, must outlive the exchange
    Sink sink; ///< takes the body of a success piece by piece
    Progress progress;
    int silenceMs = 30'000; ///< gives up after this long without a byte either way
};

struct HttpAnswer {
    int status = 0;
    QHash<QByteArray, QByteArray> headers; ///< names in lower case
    QByteArray body;
};

/// One HTTP peer with one bearer token: sends a request, answers with the whole reply or an error. A status of 400 and above is an
/// error with the code, text and members of its JSON body (details.status beside them). Own codes: no_service, connection_lost,
/// time_out, cancelled, bad_reply. Never follows a redirect and never uses a proxy, so the token reaches nobody else. Lives on one thread
/// with an event loop.
class HttpTransport : public QObject
{
    Q_OBJECT
public:
    HttpTransport(QUrl base, QByteArray token, QObject *parent = nullptr);

    /// The future always finishes, with cancelled where this object goes first.
    [[nodiscard]] QFuture<Result<HttpAnswer>> send(HttpRequest request);
    /// The answer's body as a JSON object.
    [[nodiscard]] QFuture<Result<QJsonObject>> sendForJson(HttpRequest request);

    [[nodiscard]] const QUrl &base() const { return m_base; }
    [[nodiscard]] const QByteArray &token() const { return m_token; }

private:
    struct Exchange;
    [[nodiscard]] QNetworkRequest networkRequest(const HttpRequest &request) const;
    [[nodiscard]] QNetworkReply *start(const HttpRequest &request);

    QUrl m_base;
    QByteArray m_token;
    QNetworkAccessManager m_network;
};

/// Cofferdam's JSON error of an answer; bad_reply where the body is something else.
[[nodiscard]] Error errorOfBody(int status, const QByteArray &body);

} // namespace Cofferdam::Client
