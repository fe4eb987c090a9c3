// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QtTypes>

#include <atomic>
#include <memory>
#include <mutex>
#include <unordered_set>

namespace Cofferdam::Gate {

/// One connection as the cap sees it. Shared by its worker and the acceptor.
struct ConnectionEntry {
    std::atomic<qint64> idleSinceNs = 0; ///< 0: busy with a request, or a WebSocket
    std::atomic<bool> leaving = false; ///< asked to give way
    int worker = 0;
};

/// The connections of all workers, for the cap of http.md 1: the oldest idle one gives way, one without a complete head counts as idle.
/// Thread-safe. Entries must not outlive the table.
class ConnectionTable
{
public:
    [[nodiscard]] std::shared_ptr<ConnectionEntry> add(int worker);
    void remove(const std::shared_ptr<ConnectionEntry> &entry);

    void setMaximum(int maximum) { m_maximum = maximum; }
    [[nodiscard]] int maximum() const { return m_maximum; }
    /// Connections that were not asked to leave.
    [[nodiscard]] int count() const;
    [[nodiscard]] bool isEmpty() const;
    /// The idle connection that waits longest, now marked as leaving; null when all are busy.
    [[nodiscard]] std::shared_ptr<ConnectionEntry> takeOldestIdle();

private:
    mutable std::mutex m_mutex;
    std::unordered_set<std::shared_ptr<ConnectionEntry>> m_entries;
    std::atomic<int> m_maximum = 256;
};

} // namespace Cofferdam::Gate
