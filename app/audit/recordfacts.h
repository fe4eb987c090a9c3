// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/widgets/factsheet.h"

#include <QtCore/QJsonObject>

namespace Cofferdam::App {

struct AuditRow;

/// What an audit record says, for people and for the clipboard. No widgets.
[[nodiscard]] QList<Fact> factsOf(const QJsonObject &record);
/// Where the judgement stopped, from the error code (policy.md 8): "scopes", "paths" …; empty for an allowed call.
[[nodiscard]] QString stoppedAt(QByteArrayView code);
/// The line exactly as the log has it, without LF; the compact object where it cannot be rebuilt.
[[nodiscard]] QByteArray exactLine(const QJsonObject &record);
/// Tab-separated, the default columns.
[[nodiscard]] QString tabbedText(const AuditRow &row);
/// A list for an issue or a chat.
[[nodiscard]] QString markdownOf(const QJsonObject &record);
/// "cofferdamctl explain …" for the same question; no token in it.
[[nodiscard]] QString commandOf(const AuditRow &row);
/// Arguments for the Checks page that ask the same question again, with what was decided then.
[[nodiscard]] QJsonObject checkArguments(const AuditRow &row, const QJsonObject &record);

} // namespace Cofferdam::App
