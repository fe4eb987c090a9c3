// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/base/uniquefd.h"

#include <QtCore/QByteArray>
#include <QtCore/QHash>

/// A blocking client that sends exactly what it is told: the server has threads of its own.
class RawClient
{
public:
    struct Answer {
        int status = 0; ///< 0: the connection ended first
        QHash<QByteArray, QByteArray> fields; ///< names in lower case
        QByteArray body;
    };

    explicit RawClient(int port);
    explicit RawClient(const QByteArray &unixPath);

    /// False when the peer has closed.
    bool send(const QByteArray &bytes);
    /// In pieces of size bytes, each its own segment.
    bool sendPieces(const QByteArray &bytes, qsizetype size);
    /// The next answer, by its Content-Length; toHead: it has no body.
    [[nodiscard]] Answer read(bool toHead = false);
    /// The head of the next answer as text, without its empty line.
    [[nodiscard]] QByteArray readHead();
    /// Exactly count bytes, fewer when the connection ends.
    [[nodiscard]] QByteArray readBytes(qint64 count);
    /// Reads and drops count bytes; how many came.
    [[nodiscard]] qint64 skip(qint64 count);
    /// All there is until the peer closes; sets closed to false when it does not within 10 s.
    [[nodiscard]] QByteArray readAll(bool *closed = nullptr);
    /// Does the peer close without another byte?
    [[nodiscard]] bool isClosed();
    void shutdownWrite();
    void close() { m_socket.reset(); }
    [[nodiscard]] bool isConnected() const { return m_socket.isValid(); }

    /// A masked client frame.
    [[nodiscard]] static QByteArray frame(int first, const QByteArray &payload);
    /// The next frame of the server: first byte, then payload.
    [[nodiscard]] std::pair<int, QByteArray> readFrame();

private:
    bool fill();

    Cofferdam::UniqueFd m_socket;
    QByteArray m_buffer;
    bool m_closed = false;
};

[[nodiscard]] QByteArray getRequest(const QByteArray &path, const QByteArray &fields = {});
[[nodiscard]] QByteArray postRequest(const QByteArray &path, const QByteArray &body);
[[nodiscard]] QByteArray upgradeRequest(const QByteArray &path, const QByteArray &fields = {});
