// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QJsonArray>
#include <QtCore/QJsonObject>
#include <QtCore/QString>

namespace Cofferdam::Ctl {

/// An audit record on one line for people: time, decision, status, identity, endpoint, code, paths, rule.
[[nodiscard]] QString recordLine(const QJsonObject &record);
/// One line each; JSON lines instead of text where json is set.
void printRecords(const QJsonArray &records, bool json);

} // namespace Cofferdam::Ctl
