// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "rawclient.h"

#include <QtCore/QtEndian>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <cerrno>
#include <cstring>

namespace {

void prepare(int fd)
{
    const timeval patience {10, 0};
    ::setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    ::setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    const int one = 1;
    ::setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
}

} // namespace

RawClient::RawClient(int port) : m_socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0))
{
    prepare(m_socket.get());
    sockaddr_in address {};
    address.sin_family = AF_INET;
    address.sin_port = htons(quint16(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (::connect(m_socket.get(), reinterpret_cast<sockaddr *>(&address), sizeof address) != 0)
        m_socket.reset();
}

RawClient::RawClient(const QByteArray &unixPath) : m_socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0))
{
    prepare(m_socket.get());
    sockaddr_un address {};
    address.sun_family = AF_UNIX;
    std::memcpy(address.sun_path, unixPath.constData(), size_t(unixPath.size()));
    if (::connect(m_socket.get(), reinterpret_cast<sockaddr *>(&address), sizeof address) != 0)
        m_socket.reset();
}

bool RawClient::send(const QByteArray &bytes)
{
    for (qsizetype at = 0; at < bytes.size();) {
        const ssize_t count = ::send(m_socket.get(), bytes.constData() + at, size_t(bytes.size() - at), MSG_NOSIGNAL);
        if (count <= 0)
            return false;
        at += count;
    }
    return true;
}

bool RawClient::sendPieces(const QByteArray &bytes, qsizetype size)
{
    for (qsizetype at = 0; at < bytes.size(); at += size) {
        if (!send(bytes.sliced(at, std::min(size, bytes.size() - at))))
            return false;
    }
    return true;
}

bool RawClient::fill()
{
    char buffer[65536];
    const ssize_t count = ::recv(m_socket.get(), buffer, sizeof buffer, 0);
    m_closed = count == 0 || (count < 0 && errno == ECONNRESET);
    if (count > 0)
        m_buffer.append(buffer, count);
    return count > 0;
}

QByteArray RawClient::readHead()
{
    qsizetype end = -1;
    while ((end = m_buffer.indexOf("\r\n\r\n")) < 0) {
        if (!fill())
            return {};
    }
    const QByteArray head = m_buffer.first(end);
    m_buffer.remove(0, end + 4);
    return head;
}

RawClient::Answer RawClient::read(bool toHead)
{
    Answer answer;
    const QByteArray head = readHead();
    if (head.isEmpty())
        return answer;
    const auto lines = head.split('\n');
    answer.status = lines.first().split(' ').value(1).toInt();
    for (const QByteArray &line : lines.sliced(1))
        answer.fields.insert(line.first(line.indexOf(':')).toLower(), line.sliced(line.indexOf(':') + 1).trimmed());
    if (!toHead && answer.status != 101)
        answer.body = readBytes(answer.fields.value("content-length").toLongLong());
    return answer;
}

QByteArray RawClient::readBytes(qint64 count)
{
    while (m_buffer.size() < count && fill()) { }
    const QByteArray bytes = m_buffer.first(std::min(count, qint64(m_buffer.size())));
    m_buffer.remove(0, bytes.size());
    return bytes;
}

qint64 RawClient::skip(qint64 count)
{
    qint64 left = count;
    while (left > 0) {
        if (m_buffer.isEmpty() && !fill())
            break;
        left -= readBytes(std::min(left, qint64(m_buffer.size()))).size();
    }
    return count - left;
}

QByteArray RawClient::readAll(bool *closed)
{
    while (fill()) { }
    if (closed)
        *closed = m_closed;
    return std::exchange(m_buffer, {});
}

bool RawClient::isClosed()
{
    char byte = 0;
    const ssize_t count = m_buffer.isEmpty() ? ::recv(m_socket.get(), &byte, 1, 0) : 1;
    return count == 0 || (count < 0 && errno == ECONNRESET);
}

void RawClient::shutdownWrite() { ::shutdown(m_socket.get(), SHUT_WR); }

QByteArray RawClient::frame(int first, const QByteArray &payload)
{
    QByteArray bytes(1, char(first));
    if (payload.size() < 126) {
        bytes.append(char(0x80 | int(payload.size())));
    } else {
        const quint64 big = qToBigEndian(quint64(payload.size()));
        if (payload.size() <= 0xffff)
            bytes.append(char(0xfe)).append(reinterpret_cast<const char *>(&big) + 6, 2);
        else
            bytes.append(char(0xff)).append(reinterpret_cast<const char *>(&big), 8);
    }
    const char mask[] = {1, 2, 3, 4};
    bytes.append(mask, 4);
    for (qsizetype i = 0; i < payload.size(); ++i)
        bytes.append(char(payload[i] ^ mask[i % 4]));
    return bytes;
}

std::pair<int, QByteArray> RawClient::readFrame()
{
    const QByteArray start = readBytes(2);
    if (start.size() < 2)
        return {0, {}};
    qint64 size = uchar(start[1]);
    if (size == 126)
        size = qFromBigEndian<quint16>(readBytes(2).constData());
    else if (size == 127)
        size = qFromBigEndian<qint64>(readBytes(8).constData());
    return {uchar(start[0]), readBytes(size)};
}

QByteArray getRequest(const QByteArray &path, const QByteArray &fields)
{
    return "GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\n" + fields + "\r\n";
}

QByteArray postRequest(const QByteArray &path, const QByteArray &body)
{
    return "POST " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: " + QByteArray::number(body.size()) + "\r\n\r\n" + body;
}

QByteArray upgradeRequest(const QByteArray &path, const QByteArray &fields)
{
    return getRequest(path,
        "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n" + fields);
}
