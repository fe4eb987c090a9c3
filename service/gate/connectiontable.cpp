// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "service/gate/connectiontable.h"

#include <algorithm>

namespace Cofferdam::Gate {

std::shared_ptr<ConnectionEntry> ConnectionTable::add(int worker)
{
    auto entry = std::make_shared<ConnectionEntry>();
    entry->worker = worker;
    const std::lock_guard lock(m_mutex);
    m_entries.insert(entry);
    return entry;
}

void ConnectionTable::remove(const std::shared_ptr<ConnectionEntry> &entry)
{
    const std::lock_guard lock(m_mutex);
    m_entries.erase(entry);
}

int ConnectionTable::count() const
{
    const std::lock_guard lock(m_mutex);
    return int(std::count_if(m_entries.begin(), m_entries.end(), [](const auto &entry) { return !entry->leaving; }));
}

bool ConnectionTable::isEmpty() const
{
    const std::lock_guard lock(m_mutex);
    return m_entries.empty();
}

std::shared_ptr<ConnectionEntry> ConnectionTable::takeOldestIdle()
{
    const std::lock_guard lock(m_mutex);
    std::shared_ptr<ConnectionEntry> oldest;
    for (const auto &entry : m_entries) {
        if (entry->leaving || entry->idleSinceNs == 0)
            continue;
        if (!oldest || entry->idleSinceNs < oldest->idleSinceNs)
            oldest = entry;
    }
    if (oldest)
        oldest->leaving = true;
    return oldest;
}

} // namespace Cofferdam::Gate
