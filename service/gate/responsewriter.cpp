// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "service/gate/responsewriter.h"

#include "common/protocol/errorcodes.h"

#include <algorithm>

namespace Cofferdam::Gate {

namespace {

constexpr char EveryAnswer[] = "X-Content-Type-Options: nosniff\r\nCache-Control: no-store\r\n"
                               "Cross-Origin-Resource-Policy: same-origin\r\nX-Frame-Options: DENY\r\n";
constexpr qsizetype MaxOwnHead = 65536; ///< QtHttpServer's heads are ours: a longer one is a fault

bool isNamed(QByteArrayView line, QByteArrayView name)
{
    return line.size() > name.size() && line[name.size()] == ':' && line.first(name.size()).compare(name, Qt::CaseInsensitive) == 0;
}

bool hasNoBody(int status) { return status == 204 || status == 304 || status < 200; }

bool isClean(QByteArrayView value)
{
    return std::none_of(value.begin(), value.end(), [](char c) { return uchar(c) < 0x20 || c == 0x7f; });
}

void appendField(QByteArray &text, const HeaderField &field)
{
    if (isClean(field.name) && isClean(field.value))
        text.append(field.name).append(": ").append(field.value).append("\r\n");
}

} // namespace

void ResponseWriter::begin(bool toHead, bool close)
{
    m_state = State::Head;
    m_toHead = toHead;
    m_close = close;
    m_status = 0;
    m_bodyBytes = 0;
    m_head.resize(0);
    m_file.reset();
    m_upgradeFields.clear();
}

void ResponseWriter::attachFile(UniqueFd file, qint64 offset, qint64 length)
{
    m_file = std::move(file);
    m_fileOffset = offset;
    m_fileLength = length;
}

bool ResponseWriter::write(QByteArrayView bytes, OutQueue &out)
{
    if (m_state == State::Head) {
        QByteArrayView head = bytes;
        if (!m_head.isEmpty()) {
            m_head.append(bytes);
            head = m_head;
        }
        const qsizetype end = head.indexOf("\r\n\r\n");
        if (end < 0) {
            if (m_head.isEmpty())
                m_head.append(bytes);
            if (m_head.size() > MaxOwnHead)
                m_state = State::Done;
            return m_state == State::Done;
        }
        const qsizetype used = end + 4 - (head.size() - bytes.size());
        takeHead(head.first(end + 2), out);
        bytes = bytes.sliced(used);
    }
    if (m_state == State::Body)
        takeBody(bytes, out);
    else if (m_state == State::Chunks)
        takeChunks(bytes, out);
    return m_state == State::Done;
}

void ResponseWriter::takeHead(QByteArrayView head, OutQueue &out)
{
    m_length = -1;
    m_chunked = false;
    m_lastChunk = false;
    m_chunkLeft = 0;
    m_chunkLine.resize(0);
    const qsizetype statusEnd = head.indexOf("\r\n") + 2;
    m_status = std::max(head.sliced(std::min(qsizetype(9), statusEnd)).first(3).toInt(), 1);
    QByteArray text;
    text.reserve(head.size() + 256);
    text.append(head.first(statusEnd));
    for (qsizetype start = statusEnd; start < head.size();) {
        const qsizetype end = head.indexOf("\r\n", start) + 2;
        takeField(head.sliced(start, end - start), text);
        start = end;
    }
    endHead(text);
    out.append(text);
    if (m_file && !m_toHead) {
        m_bodyBytes = m_fileLength;
        out.appendFile(std::move(m_file), m_fileOffset, m_fileLength);
    }
    if (hasNoBody(m_status) || m_fileLength > 0 || (m_length <= 0 && !m_chunked))
        m_state = State::Done;
    else
        m_state = m_chunked ? State::Chunks : State::Body;
    m_fileLength = 0;
    m_file.reset();
}

void ResponseWriter::takeField(QByteArrayView line, QByteArray &text)
{
    if (isNamed(line, "content-length")) {
        m_length = line.sliced(line.indexOf(':') + 1).trimmed().toLongLong();
        if (m_status == 204 || m_file)
            return;
    } else if (isNamed(line, "transfer-encoding"))
        m_chunked = true;
    else if (m_status != 101 && isNamed(line, "connection"))
        return;
    else if (m_status == 101 && line.first(std::min(line.size(), qsizetype(15))).compare("access-control-", Qt::CaseInsensitive) == 0)
        return;
    text.append(line);
}

void ResponseWriter::endHead(QByteArray &text)
{
    if (m_file)
        text.append("Content-Length: ").append(QByteArray::number(m_fileLength)).append("\r\n");
    else if (m_length < 0 && !m_chunked && !hasNoBody(m_status)) {
        text.append("Content-Length: 0\r\n");
        m_close = true;
    }
    text.append(EveryAnswer);
    if (m_status == 101) {
        for (const HeaderField &field : std::as_const(m_upgradeFields))
            appendField(text, field);
    } else if (m_close)
        text.append("Connection: close\r\n");
    text.append("\r\n");
}

void ResponseWriter::takeBody(QByteArrayView bytes, OutQueue &out)
{
    const auto count = qsizetype(std::min(qint64(bytes.size()), m_length));
    if (!m_toHead) {
        out.append(bytes.first(count));
        m_bodyBytes += count;
    }
    m_length -= count;
    if (m_length == 0)
        m_state = State::Done;
}

/// Follows the chunks only as far as to know where the answer ends.
void ResponseWriter::takeChunks(QByteArrayView bytes, OutQueue &out)
{
    qsizetype at = 0;
    while (at < bytes.size() && m_state == State::Chunks) {
        if (m_chunkLeft > 0) {
            const auto skip = qsizetype(std::min(qint64(bytes.size() - at), m_chunkLeft));
            m_chunkLeft -= skip;
            at += skip;
            continue;
        }
        const char c = bytes[at++];
        if (c != '\n') {
            if (c != '\r')
                m_chunkLine.append(c);
            continue;
        }
        if (m_lastChunk && m_chunkLine.isEmpty())
            m_state = State::Done;
        else if (!m_lastChunk && !m_chunkLine.isEmpty()) {
            m_chunkLeft = m_chunkLine.toLongLong(nullptr, 16);
            m_lastChunk = m_chunkLeft == 0;
        }
        m_chunkLine.resize(0);
    }
    if (!m_toHead) {
        out.append(bytes.first(at));
        m_bodyBytes += at;
    }
}

void ResponseWriter::writeAnswer(const Answer &answer, OutQueue &out)
{
    m_status = answer.status;
    m_close = m_close || answer.close;
    QByteArray text;
    text.reserve(512 + answer.body.size());
    text.append("HTTP/1.1 ").append(QByteArray::number(answer.status)).append(' ').append(reasonPhrase(answer.status)).append("\r\n");
    const bool noBody = hasNoBody(answer.status);
    if (!noBody) {
        appendField(text, {"Content-Type", answer.contentType});
        text.append("Content-Length: ").append(QByteArray::number(answer.body.size())).append("\r\n");
    }
    for (const HeaderField &field : answer.headers)
        appendField(text, field);
    text.append(EveryAnswer);
    if (m_close)
        text.append("Connection: close\r\n");
    text.append("\r\n");
    if (!noBody && !m_toHead) {
        text.append(answer.body);
        m_bodyBytes += answer.body.size();
    }
    out.append(text);
    m_state = State::Done;
}

} // namespace Cofferdam::Gate
