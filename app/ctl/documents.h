// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/base/result.h"
#include "common/policy/document.h"

#include <QtCore/QJsonArray>

#include <optional>

namespace Cofferdam::Ctl {

/// A policy text from a file; "-" reads standard input. Errors: those of reading, usage for a name without a known suffix.
struct PolicyText {
    QByteArray name, text;
    Policy::Format format = Policy::Format::Yaml;
};
[[nodiscard]] Result<PolicyText> readPolicyText(const std::string &file);
[[nodiscard]] QString formatName(Policy::Format format); ///< "yaml", "json"

/// A diagnostic of the channel, as check-config prints it.
[[nodiscard]] QString diagnosticLine(const QJsonObject &diagnostic, const QString &fileName);
void printDiagnostics(const QJsonArray &diagnostics, const QString &fileName);
/// What changes in effective terms, one line each.
void printDifference(const QJsonArray &difference);

/// A unified difference of two texts with three lines of context; empty where they are equal.
[[nodiscard]] QString unifiedDifference(const QString &before, const QString &after, const QString &beforeName, const QString &afterName);

} // namespace Cofferdam::Ctl
