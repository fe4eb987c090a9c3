// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "service/operation/statistics.h"

namespace Cofferdam {

void Statistics::count(const QByteArray &identity, bool denied, qint64 utcMs)
{
    m_requests.fetch_add(1, std::memory_order_relaxed);
    if (denied)
        m_denials.fetch_add(1, std::memory_order_relaxed);
    const std::lock_guard lock(m_mutex);
    OfIdentity &entry = m_identities[identity];
    ++entry.calls;
    entry.denials += denied;
    entry.lastSeenUtcMs = utcMs;
}

QHash<QByteArray, Statistics::OfIdentity> Statistics::identities() const
{
    const std::lock_guard lock(m_mutex);
    return m_identities;
}

} // namespace Cofferdam
