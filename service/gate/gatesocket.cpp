// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "service/gate/gatesocket.h"

#include "service/gate/gateserver.h"

#include <QtCore/QPointer>

#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

using namespace Qt::StringLiterals;

// What comes in: bytes to heads, bodies and frames. What goes out, and the end of a connection: gateoutput.cpp.
namespace Cofferdam::Gate {

namespace {

constexpr size_t ReadBytes = 262144;
constexpr int SpoolReadsPerTurn = 8;
constexpr qsizetype MaxPending = 65536;

} // namespace

GateSocket::GateSocket(UniqueFd socket, Peer peer, std::shared_ptr<ConnectionEntry> entry, GateServer &server)
    : QTcpSocket(&server)
    , m_server(server)
    , m_socket(std::move(socket))
    , m_peer(std::move(peer))
    , m_entry(std::move(entry))
    , m_readNotifier(m_socket.get(), QSocketNotifier::Read)
{
    setSocketState(ConnectedState);
    setPeerAddress(QHostAddress(QHostAddress::LocalHost));
    setLocalAddress(QHostAddress(QHostAddress::LocalHost));
    QIODevice::open(QIODevice::ReadWrite);
    connect(&m_readNotifier, &QSocketNotifier::activated, this, &GateSocket::readable);
    m_entry->idleSinceNs = m_server.m_clock.monotonicNs();
    armDeadline(m_server.m_deadlines.keepAlive);
}

GateSocket::~GateSocket()
{
    // QtHttpServer may delete a socket that was never told to close: its exchange must still hear of the end.
    if (m_phase != Phase::Gone)
        finishExchange(endDescriptor());
    setSocketState(UnconnectedState);
}

void GateSocket::readable()
{
    static thread_local char buffer[ReadBytes];
    for (int i = 0; i < SpoolReadsPerTurn; ++i) {
        const ssize_t count = ::recv(m_socket.get(), buffer, sizeof buffer, MSG_DONTWAIT);
        if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR))
            return;
        if (count < 0)
            return vanish();
        if (count == 0)
            return inputEnded();
        if (m_phase == Phase::Closing) {
            m_lingerLeft -= count;
            return m_lingerLeft < 0 ? vanish() : void();
        }
        consume({buffer, qsizetype(count)});
        if (m_phase != Phase::Body)
            return;
    }
}

void GateSocket::consume(QByteArrayView bytes)
{
    while (!bytes.isEmpty()) {
        switch (m_phase) {
        case Phase::Head:
            bytes = bytes.sliced(takeHead(bytes));
            break;
        case Phase::Body:
            bytes = bytes.sliced(takeBody(bytes));
            break;
        case Phase::Deciding:
        case Phase::Handed:
            // A pipelined request waits until this one is answered; what does not fit stays in the kernel.
            m_pending.append(bytes);
            if (m_pending.size() > MaxPending)
                m_readNotifier.setEnabled(false);
            return;
        case Phase::Tunnel:
            return takeFrames(bytes);
        case Phase::Closing:
        case Phase::Gone:
            return;
        }
    }
}

qsizetype GateSocket::takeHead(QByteArrayView bytes)
{
    const bool first = !m_parser.hasBegun();
    const HeadParser::Step step = m_parser.feed(bytes);
    if (step.state == HeadParser::State::Complete)
        judge();
    else if (step.state == HeadParser::State::Refused)
        refuse(m_parser.error());
    else if (first)
        armDeadline(m_server.m_deadlines.head);
    return step.consumed;
}

void GateSocket::judge()
{
    const bool close = m_parser.wantsClose() || m_closeWanted;
    Head head = m_parser.takeHead();
    m_parser.reset();
    m_deadlineNs = 0;
    m_entry->idleSinceNs = 0;
    head.peer = m_peer;
    head.peer.descriptor = m_socket.get();
    head.receivedNs = m_server.m_clock.monotonicNs();
    m_method = head.method;
    m_webSocketKey = head.upgrade ? head.header("sec-websocket-key") : QByteArray();
    m_writer.begin(m_method == "HEAD", close);
    const qint64 length = std::max(head.contentLength, qint64(0));
    const bool expectContinue = head.expectContinue;
    Verdict verdict = m_server.m_judge.judge(std::move(head));
    if (verdict.exchange)
        return beginExchange(std::move(verdict), length, expectContinue);
    m_bodyUnread = length > 0;
    if (verdict.refusal)
        answer(*verdict.refusal, length > 0 || !m_webSocketKey.isEmpty());
    else
        refuse({"internal_error", u"expected a verdict, got none"_s, {}, {}});
}

void GateSocket::beginExchange(Verdict verdict, qint64 length, bool expectContinue)
{
    m_exchange = std::move(verdict.exchange);
    m_socketLimits = verdict.socket;
    const quint64 serial = ++m_serial;
    if (!m_webSocketKey.isEmpty()) {
        m_phase = Phase::Deciding;
        m_exchange->upgradeRequested([socket = QPointer(this), serial](Answer answer) {
            if (socket)
                socket->decided(serial, std::move(answer));
        });
        return;
    }
    if (length == 0)
        return bodyDone();
    if (auto begun = m_body.begin(length, [this] { return m_exchange->openSpool(); }); !begun)
        return refuse(begun.error());
    m_phase = Phase::Body;
    armDeadline(m_server.m_deadlines.bodyIdle);
    m_bodyDeadlineNs = m_server.m_clock.monotonicNs()
        + std::chrono::nanoseconds(m_server.m_deadlines.bodyGrace).count() + length / m_server.m_deadlines.bodyBytesPerSecond * 1'000'000'000;
    if (expectContinue) {
        m_out.append("HTTP/1.1 100 Continue\r\n\r\n");
        flush();
    }
}

qsizetype GateSocket::takeBody(QByteArrayView bytes)
{
    const auto taken = m_body.take(bytes);
    if (!taken) {
        refuse(taken.error());
        return bytes.size();
    }
    if (m_body.isComplete())
        bodyDone();
    else
        armDeadline(m_server.m_deadlines.bodyIdle);
    return *taken;
}

void GateSocket::bodyDone()
{
    m_deadlineNs = 0;
    m_bodyDeadlineNs = 0;
    m_phase = Phase::Handed;
    m_exchange->bodyReceived(m_body.finish());
    handOn({});
}

void GateSocket::decided(quint64 serial, Answer given)
{
    if (serial != m_serial || m_phase != Phase::Deciding)
        return;
    if (given.status != 101)
        return answer(given, true);
    m_phase = Phase::Handed;
    m_writer.setUpgradeFields(std::move(given.headers));
    handOn("Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: " + m_webSocketKey + "\r\n");
}

/// Gives QtHttpServer a request of our own making: nothing the client wrote is in it but the method and, for an upgrade, the key.
void GateSocket::handOn(const QByteArray &fields)
{
    m_ticket = m_server.newTicket(this);
    m_ready.resize(0);
    m_readyAt = 0;
    m_ready.append(m_method).append(" / HTTP/1.1\r\nHost: gate\r\n").append(fields);
    m_ready.append(GateServer::TicketField).append(": ").append(m_ticket).append("\r\n\r\n");
    Q_EMIT readyRead();
}

void GateSocket::takeFrames(QByteArrayView bytes)
{
    const bool good = m_filter->feed(bytes, m_server.m_clock.monotonicNs() / 1'000'000, m_ready);
    if (m_readyAt < m_ready.size())
        Q_EMIT readyRead();
    if (good || m_phase != Phase::Tunnel)
        return;
    m_out.append(closeFrame(m_filter->closeCode(), m_filter->closeReason()));
    m_phase = Phase::Closing;
    m_bodyUnread = true;
    schedule();
}

void GateSocket::inputEnded()
{
    m_inputEnded = true;
    m_readNotifier.setEnabled(false);
    const bool answering = m_writer.hasBegun() || !m_out.isEmpty();
    // A client may close its side once it has asked, and still read. Before an answer begins we cannot tell that from a client that
    // left, and take it for gone, so that its work is given up.
    if ((m_phase == Phase::Handed && answering) || (m_phase == Phase::Closing && !m_lingering))
        return;
    vanish();
}

qint64 GateSocket::readData(char *data, qint64 maxSize)
{
    const auto count = std::min(maxSize, qint64(m_ready.size() - m_readyAt));
    if (count <= 0)
        return 0;
    std::memcpy(data, m_ready.constData() + m_readyAt, size_t(count));
    m_readyAt += count;
    if (m_readyAt == m_ready.size()) {
        if (m_ready.capacity() > MaxPending)
            m_ready = {};
        m_ready.resize(0);
        m_readyAt = 0;
    }
    return count;
}

} // namespace Cofferdam::Gate
