// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "service/gate/head.h"
#include "service/gate/outqueue.h"

#include <QtCore/QByteArrayView>

namespace Cofferdam::Gate {

/// Turns what QtHttpServer writes into what the client gets, one answer at a time: counts the body, adds a missing length, the fields
/// every answer carries (http.md 1 "Host and Origin") and Connection: close, drops the body of an answer to HEAD, puts an attached
/// file in its place, and takes CORS fields out of a 101. Pure: no socket. Not thread-safe.
class ResponseWriter
{
public:
    /// The next answer is due: to HEAD, or the last of its connection.
    void begin(bool toHead, bool close);
    /// The answer's body is this piece of a file, sent by the gate; QtHttpServer writes only the head.
    void attachFile(UniqueFd file, qint64 offset, qint64 length);
    /// Fields to add to a 101.
    void setUpgradeFields(QList<HeaderField> fields) { m_upgradeFields = std::move(fields); }
    /// Takes any piece of the answer. True: it is complete (or is a 101); bytes past its end are dropped.
    [[nodiscard]] bool write(QByteArrayView bytes, OutQueue &out);
    /// A whole answer of the gate's own instead. Fields with a control in their value are left out.
    void writeAnswer(const Answer &answer, OutQueue &out);

    [[nodiscard]] bool hasBegun() const { return m_status > 0; } ///< a byte of the answer is queued
    [[nodiscard]] bool closes() const { return m_close; }
    [[nodiscard]] int status() const { return m_status; }
    [[nodiscard]] qint64 bodyBytes() const { return m_bodyBytes; }

private:
    enum class State { Head, Body, Chunks, Done };
    void takeHead(QByteArrayView head, OutQueue &out);
    void takeField(QByteArrayView line, QByteArray &text);
    void endHead(QByteArray &text);
    void takeBody(QByteArrayView bytes, OutQueue &out);
    void takeChunks(QByteArrayView bytes, OutQueue &out);

    State m_state = State::Done;
    bool m_toHead = false;
    bool m_close = false;
    int m_status = 0;
    qint64 m_length = -1; ///< declared by QtHttpServer
    bool m_chunked = false;
    bool m_lastChunk = false;
    qint64 m_chunkLeft = 0;
    QByteArray m_chunkLine;
    qint64 m_bodyBytes = 0;
    QByteArray m_head; ///< of an answer whose head comes in pieces
    UniqueFd m_file;
    qint64 m_fileOffset = 0;
    qint64 m_fileLength = 0;
    QList<HeaderField> m_upgradeFields;
};

} // namespace Cofferdam::Gate
