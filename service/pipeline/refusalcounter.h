// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QByteArray>
#include <QtCore/QHash>

#include <mutex>

namespace Cofferdam::Pipeline {

/// Thins out floods of refusals that need no credential: at most one audit line a second per code, with how many it stands for
/// (http.md 5). Thread-safe; bounded by the number of codes.
class RefusalCounter
{
public:
    /// Counts one refusal; the number the line to write now stands for, 0 when none is due.
    [[nodiscard]] qint64 due(const QByteArray &code, qint64 monotonicNs);

private:
    struct Entry {
        qint64 lastLineNs = 0;
        qint64 waiting = 0;
    };
    std::mutex m_mutex;
    QHash<QByteArray, Entry> m_entries;
};

} // namespace Cofferdam::Pipeline
