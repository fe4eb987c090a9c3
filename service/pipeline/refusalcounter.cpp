// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "service/pipeline/refusalcounter.h"

#include <utility>

namespace Cofferdam::Pipeline {

qint64 RefusalCounter::due(const QByteArray &code, qint64 monotonicNs)
{
    const std::lock_guard lock(m_mutex);
    const auto known = m_entries.find(code);
    if (known == m_entries.end()) {
        m_entries.insert(code, {monotonicNs, 0});
        return 1;
    }
    ++known->waiting;
    if (monotonicNs - known->lastLineNs < 1'000'000'000)
        return 0;
    known->lastLineNs = monotonicNs;
    return std::exchange(known->waiting, 0);
}

} // namespace Cofferdam::Pipeline
