// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QByteArray>
#include <QtCore/QHash>
#include <QtCore/QObject>
#include <QtCore/QUrl>
#include <QtNetwork/QTcpServer>

#include <functional>

class QTcpSocket;

namespace Cofferdam::Testing {

/// A service of one answer a connection, on a free loopback port and a thread with an event loop of the test's choosing: keeps what was
/// asked and answers what the handler says.
class FakeHttp : public QObject
{
    Q_OBJECT
public:
    struct Request {
        QByteArray method, target;
        QHash<QByteArray, QByteArray> headers; ///< names in lower case
        QByteArray body;
    };
    struct Answer {
        int status = 200;
        QByteArray body = "{}";
        QList<QByteArray> headers; ///< whole lines without CRLF
        bool silent = false; ///< accept and never answer
        qint64 cutAfter = -1; ///< close after that many bytes of the body
    };
    using Handler = std::function<Answer(const Request &)>;

    explicit FakeHttp(Handler handler, QObject *parent = nullptr);

    [[nodiscard]] QUrl url() const;
    [[nodiscard]] const QList<Request> &requests() const { return m_requests; }

private:
    void read(QTcpSocket *socket);

    QTcpServer m_server;
    Handler m_handler;
    QList<Request> m_requests;
};

} // namespace Cofferdam::Testing
