// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/base/result.h"
#include "common/policy/document.h"

#include <QtCore/QByteArray>
#include <QtCore/QJsonObject>
#include <QtCore/QList>

namespace Cofferdam::PolicyStore {

/// One applied text.
struct HistoryEntry {
    qint64 number = 0; ///< grows by one
    QByteArray time; ///< RFC 3339
    QByteArray actor;
    QString reason;
    QByteArray revision;
    Policy::Format format = Policy::Format::Yaml;
    QByteArray text;

    [[nodiscard]] QJsonObject head(qint64 current) const; ///< {entry, time, actor, reason, revision, current}
};

/// Every text that was ever in force, one file each, never rewritten. Used from the main thread; blocks briefly.
class PolicyHistory
{
public:
    /// Makes the directory (0700) and reads what is there; unreadable files are left alone and their numbers are not used again.
    [[nodiscard]] Result<void> open(const QByteArray &directory);
    [[nodiscard]] const QList<HistoryEntry> &entries() const { return m_entries; } ///< oldest first
    [[nodiscard]] const HistoryEntry *find(qint64 number) const;
    [[nodiscard]] const HistoryEntry *last() const { return m_entries.isEmpty() ? nullptr : &m_entries.last(); }
    /// Writes the entry to disk; its number is given here.
    [[nodiscard]] Result<qint64> append(HistoryEntry entry);
    /// Takes back the last entry, when what it announced could not be done.
    void removeLast();

private:
    [[nodiscard]] QByteArray pathOf(qint64 number) const;

    QByteArray m_directory;
    QList<HistoryEntry> m_entries;
    qint64 m_next = 1;
};

} // namespace Cofferdam::PolicyStore
