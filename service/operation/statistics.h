// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QByteArray>
#include <QtCore/QHash>

#include <atomic>
#include <mutex>

namespace Cofferdam {

/// Counts of calls since the start, for service.info and identities.list. Thread-safe; bounded by the number of identities.
class Statistics
{
public:
    struct OfIdentity {
        quint64 calls = 0;
        quint64 denials = 0;
        qint64 lastSeenUtcMs = 0;
    };

    void count(const QByteArray &identity, bool denied, qint64 utcMs);
    [[nodiscard]] quint64 requests() const { return m_requests; }
    [[nodiscard]] quint64 denials() const { return m_denials; }
    [[nodiscard]] QHash<QByteArray, OfIdentity> identities() const;

private:
    std::atomic<quint64> m_requests = 0;
    std::atomic<quint64> m_denials = 0;
    mutable std::mutex m_mutex;
    QHash<QByteArray, OfIdentity> m_identities;
};

} // namespace Cofferdam
