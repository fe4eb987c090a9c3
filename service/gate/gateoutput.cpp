// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "service/gate/gateserver.h"
#include "service/gate/gatesocket.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QEvent>

#include <sys/socket.h>

#include <algorithm>

using namespace Qt::StringLiterals;

// What goes out, and how a connection ends. Nothing here tells anyone of an end inside write(): that is turn()'s, from the event loop.
namespace Cofferdam::Gate {

namespace {

constexpr qint64 LingerBytes = 16 << 20;
const auto TurnEvent = QEvent::Type(QEvent::User + 1);

} // namespace

qint64 GateSocket::writeData(const char *data, qint64 size)
{
    const QByteArrayView bytes(data, qsizetype(size));
    if (m_phase == Phase::Tunnel) {
        m_out.append(bytes);
        m_tunnelBytes += size;
        schedule();
    } else if (m_phase == Phase::Handed && !m_answerDone && m_writer.write(bytes, m_out)) {
        answered();
    }
    return size; // what nobody waits for any more is dropped
}

void GateSocket::answered()
{
    if (m_writer.status() == 101) {
        m_phase = Phase::Tunnel;
        m_filter.emplace(m_socketLimits);
    } else {
        m_answerDone = true;
        flush();
    }
    schedule();
}

void GateSocket::answer(const Answer &given, bool close)
{
    Answer last = given;
    last.close = last.close || close;
    m_phase = Phase::Handed;
    m_writer.writeAnswer(last, m_out);
    answered();
}

void GateSocket::refuse(const Error &error)
{
    if (m_phase == Phase::Closing || m_phase == Phase::Gone)
        return;
    if (!m_exchange)
        m_writer.begin(false, true);
    Answer last = m_exchange ? m_exchange->refusal(error) : m_server.m_judge.refused(error, m_peer);
    last.close = true;
    m_code = error.code;
    m_phase = Phase::Closing;
    m_bodyUnread = true;
    m_answerDone = true;
    m_deadlineNs = 0;
    m_pending.clear();
    m_body.abandon();
    m_entry->idleSinceNs = m_server.m_clock.monotonicNs();
    m_writer.writeAnswer(last, m_out);
    flush();
    schedule();
}

void GateSocket::refuseCrowded()
{
    refuse({"resource_exhausted", u"expected fewer than %1 connections at a time"_s.arg(m_server.m_table.maximum()), {{u"retry_after"_s, 1}}, {}});
}

void GateSocket::flush()
{
    const OutQueue::State state = m_out.flush(m_socket.get());
    const qint64 sent = m_out.takeProgress();
    m_progress += sent;
    if (state == OutQueue::State::Failed) {
        m_failed = true;
        return schedule();
    }
    const bool blocked = state == OutQueue::State::Blocked;
    if (blocked && (sent > 0 || m_writeDeadlineNs == 0))
        m_writeDeadlineNs = m_server.m_clock.monotonicNs() + std::chrono::nanoseconds(m_server.m_deadlines.writeIdle).count();
    else if (!blocked)
        m_writeDeadlineNs = 0;
    if (blocked && !m_writeNotifier) {
        m_writeNotifier = std::make_unique<QSocketNotifier>(m_socket.get(), QSocketNotifier::Write);
        connect(m_writeNotifier.get(), &QSocketNotifier::activated, this, [this] {
            flush();
            turn();
        });
    } else if (m_writeNotifier && m_writeNotifier->isEnabled() != blocked) {
        m_writeNotifier->setEnabled(blocked);
    }
}

void GateSocket::schedule()
{
    if (std::exchange(m_scheduled, true))
        return;
    QCoreApplication::postEvent(this, new QEvent(TurnEvent));
}

bool GateSocket::event(QEvent *event)
{
    if (event->type() != TurnEvent)
        return QTcpSocket::event(event);
    m_scheduled = false;
    turn();
    return true;
}

/// From the event loop only: goes on after anything was queued or sent.
void GateSocket::turn()
{
    if (m_phase == Phase::Gone)
        return;
    const bool waiting = m_writeNotifier && m_writeNotifier->isEnabled();
    if (!m_out.isEmpty() && !waiting && !m_failed)
        flush();
    if (m_failed)
        return vanish();
    const qint64 sent = std::exchange(m_progress, 0);
    if (m_phase == Phase::Tunnel) {
        if (sent > 0)
            Q_EMIT bytesWritten(sent);
        if (!m_pending.isEmpty())
            consume(std::exchange(m_pending, {}));
        m_readNotifier.setEnabled(m_phase != Phase::Gone && !m_inputEnded);
        return;
    }
    if (!m_out.isEmpty())
        return;
    if (m_phase == Phase::Closing)
        return endInput();
    if (m_phase != Phase::Handed || !m_answerDone)
        return;
    finishExchange(true);
    if (m_writer.closes() || m_closeWanted)
        endInput();
    else
        nextRequest();
}

void GateSocket::nextRequest()
{
    m_answerDone = false;
    m_bodyUnread = false;
    m_phase = Phase::Head;
    m_entry->idleSinceNs = m_server.m_clock.monotonicNs();
    m_deadlineNs = m_entry->idleSinceNs + std::chrono::nanoseconds(m_server.m_deadlines.keepAlive).count();
    if (!m_pending.isEmpty())
        consume(std::exchange(m_pending, {}));
    if (m_phase == Phase::Head && m_inputEnded)
        return vanish();
    if (!m_readNotifier.isEnabled() && m_phase != Phase::Gone && !m_inputEnded && m_pending.isEmpty())
        m_readNotifier.setEnabled(true);
}

void GateSocket::finishAndClose()
{
    m_closeWanted = true;
    if (m_phase == Phase::Gone || m_phase == Phase::Closing)
        return;
    if (m_phase == Phase::Tunnel)
        m_bodyUnread = true; // the peer's own close frame is still to come
    if (m_phase != Phase::Handed || !m_answerDone)
        m_phase = Phase::Closing;
    schedule();
}

/// All is sent. Where the peer may still be sending, closing now would reset the connection and take our answer with it: end our side,
/// and read on for a while.
void GateSocket::endInput()
{
    if (m_lingering)
        return;
    if (!m_bodyUnread || m_inputEnded)
        return vanish();
    if (!m_filter)
        finishExchange(m_answerDone);
    m_phase = Phase::Closing;
    m_lingering = true;
    m_lingerLeft = LingerBytes;
    ::shutdown(m_socket.get(), SHUT_WR);
    armDeadline(m_server.m_deadlines.linger);
    m_readNotifier.setEnabled(true);
}

void GateSocket::finishExchange(bool complete)
{
    if (!m_exchange)
        return;
    const std::unique_ptr<Exchange> exchange = std::move(m_exchange);
    ++m_serial;
    const qint64 body = m_writer.bodyBytes();
    const qint64 bytes = m_filter ? m_tunnelBytes : body - std::min(body, m_out.size());
    exchange->finished(bytes, m_writer.status(), complete, std::exchange(m_code, {}));
}

/// The part of an end that is safe in the destructor too. Returns whether the answer was complete.
bool GateSocket::endDescriptor()
{
    m_phase = Phase::Gone;
    m_readNotifier.setEnabled(false);
    if (m_writeNotifier) {
        m_writeNotifier->setEnabled(false);
        m_writeNotifier.release()->deleteLater(); // this may be its own signal
    }
    m_socket.reset();
    m_server.m_tickets.remove(m_ticket);
    m_server.m_table.remove(m_entry);
    m_server.forget(this);
    m_body.abandon();
    return m_filter || (m_answerDone && m_out.isEmpty());
}

void GateSocket::vanish()
{
    if (m_phase == Phase::Gone)
        return;
    const bool complete = endDescriptor();
    setSocketState(UnconnectedState);
    Q_EMIT stateChanged(UnconnectedState);
    Q_EMIT disconnected();
    finishExchange(complete);
    m_out.clear();
}

void GateSocket::giveWay()
{
    if (m_phase == Phase::Head || m_phase == Phase::Closing)
        vanish();
    else
        m_entry->leaving = false;
}

void GateSocket::drain()
{
    m_closeWanted = true;
    if (m_phase == Phase::Head && !m_parser.hasBegun())
        vanish();
}

void GateSocket::checkDeadlines(qint64 nowNs)
{
    if (m_writeDeadlineNs != 0 && nowNs >= m_writeDeadlineNs)
        return vanish();
    const bool late = m_deadlineNs != 0 && nowNs >= m_deadlineNs;
    const bool bodyLate = m_phase == Phase::Body && nowNs >= m_bodyDeadlineNs;
    if (!late && !bodyLate)
        return;
    if (m_phase == Phase::Body)
        refuse({"request_timeout", u"expected the rest of the body in time"_s, {}, {}});
    else if (m_phase == Phase::Head && m_parser.hasBegun())
        refuse({"request_timeout", u"expected the end of the request head in time"_s, {}, {}});
    else
        vanish();
}

void GateSocket::armDeadline(std::chrono::milliseconds after)
{
    m_deadlineNs = m_server.m_clock.monotonicNs() + std::chrono::nanoseconds(after).count();
}

} // namespace Cofferdam::Gate
