// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/base/result.h"

#include <QtCore/QByteArray>
#include <QtCore/QJsonObject>
#include <QtCore/QList>

#include <functional>

namespace Cofferdam {

/// Reading the audit log, for the operator's methods. Thread-safe; query() and verify() block and belong on the pool.
class AuditAccess
{
public:
    struct Page {
        QList<QByteArray> lines; ///< without LF, oldest first
        QByteArray cursor; ///< of the next older page; empty: there is none
    };
    using Lines = std::function<void(const QList<QByteArray> &)>;

    virtual ~AuditAccess() = default;
    /// The newest limit lines that match, older than cursor. Errors: invalid_request with details.column for a bad filter.
    [[nodiscard]] virtual Result<Page> query(const QByteArray &filter, const QByteArray &cursor, int limit) = 0;
    /// {ok, files, records, first_bad?: {file, line, reason}, note}
    [[nodiscard]] virtual QJsonObject verify() = 0;
    /// {available, records, queue, file}
    [[nodiscard]] virtual QJsonObject stats() const = 0;
    /// Calls back with every matching line that is written from now on, in batches, on the writer's thread: hand over and return.
    [[nodiscard]] virtual Result<quint64> subscribe(const QByteArray &filter, Lines callback) = 0;
    /// After this returned the callback is not called again.
    virtual void unsubscribe(quint64 subscription) = 0;
};

} // namespace Cofferdam
