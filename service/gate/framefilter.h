// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "service/gate/head.h"

#include <QtCore/QByteArrayView>

namespace Cofferdam::Gate {

/// Inspects what a WebSocket client sends after the 101 (http.md 2, RFC 6455 5) and hands on only whole, harmless frames: every
/// message as one unmasked frame, its fragments joined (QWebSocket checks UTF-8 fragment by fragment), every control frame as it came.
/// Holds at most one message. Pure: no socket; the clock is the caller's. Not thread-safe.
class FrameFilter
{
public:
    explicit FrameFilter(const SocketLimits &limits = {});

    /// Takes any piece of the stream; frames that became whole are appended to out. nowMs: a monotonic clock, for the ping flood cap.
    /// False: the client broke a rule; closeCode() and closeReason() say which, and nothing more may be fed.
    [[nodiscard]] bool feed(QByteArrayView bytes, qint64 nowMs, QByteArray &out);

    [[nodiscard]] int closeCode() const { return m_closeCode; } ///< 1002, 1009 or 4429; 0 while all is well
    [[nodiscard]] const QByteArray &closeReason() const { return m_closeReason; }

private:
    bool headerDone(qint64 nowMs);
    bool checkControl(qint64 nowMs);
    bool checkData();
    bool lengthDone();
    void takePayload(QByteArrayView part);
    void frameDone(QByteArray &out);
    bool refuse(int code, QByteArray reason);
    [[nodiscard]] bool isControl() const { return m_opcode >= 8; }

    const SocketLimits m_limits;
    QByteArray m_header; ///< of the frame being read
    QByteArray m_message; ///< unmasked payload of the data message being read
    QByteArray m_control; ///< unmasked payload of the control frame being read
    int m_headerSize = 2;
    bool m_inPayload = false;
    bool m_final = false;
    int m_opcode = 0;
    int m_messageOpcode = 0; ///< 0: no message is open
    int m_fragments = 0;
    qint64 m_length = 0; ///< of the frame's payload
    qint64 m_taken = 0;
    uchar m_mask[4] = {};
    qint64 m_pingWindowMs = 0;
    int m_pings = 0; ///< control frames in the current window
    int m_closeCode = 0;
    QByteArray m_closeReason;
};

/// A frame as a server sends it: final, unmasked.
void appendFrame(QByteArray &out, int opcode, QByteArrayView payload);
/// The payload-carrying close frame of a server.
[[nodiscard]] QByteArray closeFrame(int code, QByteArrayView reason);

} // namespace Cofferdam::Gate
