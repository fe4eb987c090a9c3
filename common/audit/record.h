// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QByteArray>
#include <QtCore/QJsonObject>
#include <QtCore/QList>

namespace Cofferdam::Audit {

struct PathNote {
    QByteArray role; ///< read, write, delete, exec
    QByteArray path; ///< bytes, resolved where it was resolved, else as written
};

/// One audited event before it has a place in the chain: http.md 5. Empty members are left out of the line. A value type.
struct Record {
    QByteArray requestId;
    QByteArray event = "call"; ///< call, admin, lease, approval, service
    QByteArray session, object, agent, task;
    QByteArray identity; ///< "-" unauthenticated, "operator:ID" for the operator
    QByteArray endpoint; ///< "-" for refusals of the gate
    QByteArray method;
    QByteArray decision; ///< allow, deny, error
    QByteArray code;
    int status = 0;
    QByteArray rule;
    QList<PathNote> paths;
    QJsonObject params; ///< what a replay needs; never bodies, contents, arguments or tokens
    QByteArray peer;
    qint64 durationUs = -1;
    qint64 bytesIn = -1;
    qint64 bytesOut = -1;
    QByteArray revision;
    qint64 count = 0; ///< > 1 where one line stands for several
};

/// Where a record stands in the log.
struct Position {
    quint64 seq = 0;
    QByteArray boot;
    qint64 utcMs = 0;
    qint64 monotonicNs = 0;
    QByteArray prev; ///< 64 hex digits
};

/// Appends the line without LF: ASCII JSON, the keys of http.md 5 in their order.
void appendLine(QByteArray &out, const Record &record, const Position &position);
/// 64 zeros: prev of the very first line.
[[nodiscard]] QByteArray firstPrev();

} // namespace Cofferdam::Audit
