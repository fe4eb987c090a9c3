// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "service/gate/framefilter.h"

#include <QtCore/QtEndian>

#include <algorithm>
#include <cstring>

namespace Cofferdam::Gate {

namespace {

enum Opcode { Continuation = 0, Text = 1, Binary = 2, Close = 8, Ping = 9, Pong = 10 };
constexpr qint64 MaxControlPayload = 125;
constexpr qint64 PingWindowMs = 1000;
constexpr int MaxControlsInWindow = 64;
constexpr qsizetype KeptCapacity = 65536; ///< a larger buffer is given back between messages

void unmask(char *data, qsizetype size, const uchar *mask, qint64 phase)
{
    // Eight bytes at a time: the mask has period four, so a turned copy of it fits everywhere.
    uchar turned[8];
    for (int i = 0; i < 8; ++i)
        turned[i] = mask[(phase + i) % 4];
    quint64 word = 0;
    std::memcpy(&word, turned, sizeof word);
    qsizetype i = 0;
    for (; i + 8 <= size; i += 8) {
        quint64 value = 0;
        std::memcpy(&value, data + i, sizeof value);
        value ^= word;
        std::memcpy(data + i, &value, sizeof value);
    }
    for (; i < size; ++i)
        data[i] = char(uchar(data[i]) ^ turned[i % 8]);
}

} // namespace

void appendFrame(QByteArray &out, int opcode, QByteArrayView payload)
{
    out.append(char(0x80 | opcode));
    if (payload.size() < 126)
        out.append(char(payload.size()));
    else if (payload.size() <= 0xffff) {
        const quint16 size = qToBigEndian(quint16(payload.size()));
        out.append(char(126)).append(reinterpret_cast<const char *>(&size), sizeof size);
    } else {
        const quint64 size = qToBigEndian(quint64(payload.size()));
        out.append(char(127)).append(reinterpret_cast<const char *>(&size), sizeof size);
    }
    out.append(payload);
}

QByteArray closeFrame(int code, QByteArrayView reason)
{
    const quint16 number = qToBigEndian(quint16(code));
    QByteArray payload(reinterpret_cast<const char *>(&number), sizeof number);
    payload.append(reason.first(std::min(reason.size(), qsizetype(MaxControlPayload - 2))));
    QByteArray frame;
    appendFrame(frame, Close, payload);
    return frame;
}

FrameFilter::FrameFilter(const SocketLimits &limits) : m_limits(limits) { }

bool FrameFilter::refuse(int code, QByteArray reason)
{
    m_closeCode = code;
    m_closeReason = std::move(reason);
    m_message = {};
    return false;
}

bool FrameFilter::feed(QByteArrayView bytes, qint64 nowMs, QByteArray &out)
{
    if (m_closeCode)
        return false;
    while (!bytes.isEmpty()) {
        if (!m_inPayload) {
            const qsizetype take = std::min(bytes.size(), qsizetype(m_headerSize) - m_header.size());
            m_header.append(bytes.first(take));
            bytes = bytes.sliced(take);
            if (m_header.size() < m_headerSize)
                return true;
            if (!(m_headerSize == 2 ? headerDone(nowMs) : lengthDone()))
                return false;
        } else {
            const qsizetype take = qsizetype(std::min(qint64(bytes.size()), m_length - m_taken));
            takePayload(bytes.first(take));
            bytes = bytes.sliced(take);
        }
        if (m_inPayload && m_taken == m_length)
            frameDone(out);
    }
    return true;
}

/// The first two bytes are there: everything but long lengths and the mask is known.
bool FrameFilter::headerDone(qint64 nowMs)
{
    const auto first = uchar(m_header[0]);
    const auto second = uchar(m_header[1]);
    m_final = first & 0x80;
    m_opcode = first & 0x0f;
    m_length = second & 0x7f;
    if (first & 0x70)
        return refuse(1002, "reserved bits set");
    if (!(second & 0x80))
        return refuse(1002, "frame not masked");
    if (!(isControl() ? checkControl(nowMs) : checkData()))
        return false;
    m_headerSize = m_length == 126 ? 8 : m_length == 127 ? 14 : 6;
    return true;
}

bool FrameFilter::checkControl(qint64 nowMs)
{
    if (m_opcode > Pong)
        return refuse(1002, "unknown opcode");
    if (!m_final || m_length > MaxControlPayload)
        return refuse(1002, "control frame fragmented or too long");
    if (nowMs - m_pingWindowMs >= PingWindowMs) {
        m_pingWindowMs = nowMs;
        m_pings = 0;
    }
    if (++m_pings > MaxControlsInWindow)
        return refuse(4429, "too many control frames");
    return true;
}

bool FrameFilter::checkData()
{
    if (m_opcode > Binary)
        return refuse(1002, "unknown opcode");
    if ((m_opcode == Continuation) != (m_messageOpcode != 0))
        return refuse(1002, "unexpected continuation state");
    if (m_opcode != Continuation)
        m_messageOpcode = m_opcode;
    if (++m_fragments > m_limits.maxFragments)
        return refuse(1009, "too many fragments");
    return true;
}

/// The whole header is there.
bool FrameFilter::lengthDone()
{
    const auto *data = reinterpret_cast<const uchar *>(m_header.constData());
    if (m_headerSize == 8) {
        m_length = qFromBigEndian<quint16>(data + 2);
        if (m_length < 126)
            return refuse(1002, "length not in its shortest form");
    } else if (m_headerSize == 14) {
        const auto length = qFromBigEndian<quint64>(data + 2);
        if (length <= 0xffff || length >> 63)
            return refuse(1002, "length not in its shortest form");
        m_length = qint64(length);
    }
    // A claimed length counts before its bytes come.
    if (!isControl() && m_length > m_limits.maxMessageBytes - m_message.size())
        return refuse(1009, "message too big");
    std::memcpy(m_mask, data + m_headerSize - 4, 4);
    m_taken = 0;
    m_inPayload = true;
    return true;
}

void FrameFilter::takePayload(QByteArrayView part)
{
    QByteArray &target = isControl() ? m_control : m_message;
    const qsizetype at = target.size();
    target.append(part);
    unmask(target.data() + at, part.size(), m_mask, m_taken);
    m_taken += part.size();
}

void FrameFilter::frameDone(QByteArray &out)
{
    if (isControl()) {
        appendFrame(out, m_opcode, m_control);
        m_control.resize(0);
    } else if (m_final) {
        appendFrame(out, m_messageOpcode, m_message);
        if (m_message.capacity() > KeptCapacity)
            m_message = {};
        m_message.resize(0);
        m_messageOpcode = 0;
        m_fragments = 0;
    }
    m_header.resize(0);
    m_headerSize = 2;
    m_inPayload = false;
}

} // namespace Cofferdam::Gate
