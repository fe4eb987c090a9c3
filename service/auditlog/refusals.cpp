// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "service/auditlog/refusals.h"

namespace Cofferdam {

namespace {

constexpr qint64 IntervalNs = 1'000'000'000;

}

void GateRefusals::note(const QByteArray &code, int status, const QByteArray &peer)
{
    const qint64 now = m_clock.monotonicNs();
    const std::lock_guard lock(m_mutex);
    const bool first = !m_states.contains(code);
    State &state = m_states[code];
    ++state.count;
    state.status = status;
    state.peer = peer;
    if (first || now - state.lastNs >= IntervalNs)
        write(code, state, now);
}

void GateRefusals::flush(bool all)
{
    const qint64 now = m_clock.monotonicNs();
    const std::lock_guard lock(m_mutex);
    for (auto it = m_states.begin(); it != m_states.end(); ++it) {
        if (it->count > 0 && (all || now - it->lastNs >= IntervalNs))
            write(it.key(), *it, now);
    }
}

void GateRefusals::write(const QByteArray &code, State &state, qint64 nowNs)
{
    Audit::Record record;
    record.identity = "-";
    record.endpoint = "-";
    record.decision = "deny";
    record.code = code;
    record.status = state.status;
    record.peer = state.peer;
    record.count = state.count;
    m_sink.append(std::move(record));
    state.count = 0;
    state.lastNs = nowNs;
}

} // namespace Cofferdam
