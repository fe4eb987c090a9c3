// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/base/clock.h"
#include "service/operation/seams.h"

#include <QtCore/QHash>

#include <mutex>

namespace Cofferdam {

/// Audits the gate's own refusals (endpoint "-", identity "-"): at most one line a second per code; what comes between is counted and told
/// by the next line of that code, or by flush() (http.md 5). So a flood of bad requests cannot flood the log. Thread-safe.
class GateRefusals
{
public:
    GateRefusals(AuditSink &sink, const Clock &clock) : m_sink(sink), m_clock(clock) { }

    /// status is what was answered, peer whoever came last.
    void note(const QByteArray &code, int status, const QByteArray &peer);
    /// Writes what is counted and due; all: also what is not due yet (at the stop). Call it once a second.
    void flush(bool all = false);

private:
    struct State {
        qint64 lastNs = 0;
        qint64 count = 0;
        int status = 0;
        QByteArray peer;
    };
    void write(const QByteArray &code, State &state, qint64 nowNs);

    AuditSink &m_sink;
    const Clock &m_clock;
    std::mutex m_mutex;
    QHash<QByteArray, State> m_states; ///< bounded: codes are a closed set
};

} // namespace Cofferdam
