// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "service/gate/bodyintake.h"
#include "service/gate/connectiontable.h"
#include "service/gate/framefilter.h"
#include "service/gate/head.h"
#include "service/gate/headparser.h"
#include "service/gate/outqueue.h"
#include "service/gate/responsewriter.h"

#include <QtCore/QSocketNotifier>
#include <QtNetwork/QTcpSocket>

#include <optional>

namespace Cofferdam::Gate {

class GateServer;

/// One connection behind the gate (http.md 1). It owns the descriptor and does all input and output itself; as a QTcpSocket it has no
/// socket engine, and the only bytes QtHttpServer can read from it are one accepted request that the gate wrote anew, or the filtered
/// frames of a WebSocket. Made by GateServer; deleted by QtHttpServer after disconnected(). Lives on its worker's thread.
class GateSocket final : public QTcpSocket
{
public:
    GateSocket(UniqueFd socket, Peer peer, std::shared_ptr<ConnectionEntry> entry, GateServer &server);
    ~GateSocket() override;

    /// The exchange whose request was handed on last; null once it has finished.
    [[nodiscard]] Exchange *exchange() const { return m_exchange.get(); }
    [[nodiscard]] const SocketLimits &socketLimits() const { return m_socketLimits; }
    /// The coming answer's body is this piece of a file. Before QtHttpServer writes the head.
    void attachFile(UniqueFd file, qint64 offset, qint64 length) { m_writer.attachFile(std::move(file), offset, length); }

    [[nodiscard]] const std::shared_ptr<ConnectionEntry> &entry() const { return m_entry; }
    void refuseCrowded();
    void giveWay();
    void drain();
    void checkDeadlines(qint64 nowNs);
    /// Ends the connection at once: its exchange finishes, QtHttpServer hears disconnected().
    void vanish();

    [[nodiscard]] qint64 bytesAvailable() const override { return QIODevice::bytesAvailable() + m_ready.size() - m_readyAt; }
    [[nodiscard]] qint64 bytesToWrite() const override { return m_out.size(); }
    void close() override { finishAndClose(); }
    void disconnectFromHost() override { finishAndClose(); }
    bool event(QEvent *event) override;

protected:
    qint64 readData(char *data, qint64 maxSize) override;
    qint64 writeData(const char *data, qint64 size) override;

private:
    /// Head: between requests or inside a head. Body. Deciding: an upgrade waits for its exchange. Handed: QtHttpServer has the request.
    /// Tunnel: a WebSocket. Closing: what is queued goes out, what comes is dropped. Gone: the descriptor is closed.
    enum class Phase { Head, Body, Deciding, Handed, Tunnel, Closing, Gone };

    // input: gatesocket.cpp
    void readable();
    void consume(QByteArrayView bytes);
    [[nodiscard]] qsizetype takeHead(QByteArrayView bytes);
    void judge();
    void beginExchange(Verdict verdict, qint64 length, bool expectContinue);
    [[nodiscard]] qsizetype takeBody(QByteArrayView bytes);
    void bodyDone();
    void decided(quint64 serial, Answer answer);
    void handOn(const QByteArray &fields);
    void takeFrames(QByteArrayView bytes);
    void inputEnded();

    // output and end: gateoutput.cpp
    void refuse(const Error &error);
    void answer(const Answer &answer, bool close);
    void flush();
    void schedule();
    void turn();
    void answered();
    void nextRequest();
    void finishAndClose();
    void endInput();
    void finishExchange(bool complete);
    bool endDescriptor();
    void armDeadline(std::chrono::milliseconds after);

    GateServer &m_server;
    UniqueFd m_socket;
    Peer m_peer;
    std::shared_ptr<ConnectionEntry> m_entry;
    std::unique_ptr<Exchange> m_exchange;
    SocketLimits m_socketLimits;
    QSocketNotifier m_readNotifier;
    std::unique_ptr<QSocketNotifier> m_writeNotifier;

    Phase m_phase = Phase::Head;
    HeadParser m_parser;
    BodyIntake m_body;
    ResponseWriter m_writer;
    OutQueue m_out;
    std::optional<FrameFilter> m_filter;
    QByteArray m_method; ///< of the current request
    QByteArray m_webSocketKey;
    QByteArray m_pending; ///< bytes that came before their turn
    QByteArray m_ready; ///< what QtHttpServer may read
    qsizetype m_readyAt = 0;
    QByteArray m_ticket;
    QByteArray m_code; ///< of a refusal inside an exchange
    quint64 m_serial = 0; ///< of the current exchange
    qint64 m_deadlineNs = 0; ///< 0: none
    qint64 m_bodyDeadlineNs = 0;
    qint64 m_writeDeadlineNs = 0; ///< 0: nothing is queued
    qint64 m_tunnelBytes = 0;
    qint64 m_lingerLeft = 0;
    qint64 m_progress = 0; ///< sent and not yet told by bytesWritten()
    bool m_answerDone = false;
    bool m_closeWanted = false; ///< by QtHttpServer, or because the service drains
    bool m_bodyUnread = false; ///< the peer may still be sending: linger
    bool m_lingering = false;
    bool m_inputEnded = false; ///< the peer closed its side
    bool m_failed = false;
    bool m_scheduled = false;
};

} // namespace Cofferdam::Gate
