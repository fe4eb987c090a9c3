// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QJsonArray>
#include <QtCore/QJsonObject>
#include <QtCore/QString>

/// What FakeConsole answers: a small policy with its effective table, and an audit log, in the shapes the service uses.
namespace Cofferdam::Testing::FakeData {

[[nodiscard]] QString policyText();
/// 64 hex digits that depend on the text only.
[[nodiscard]] QString revisionOf(const QString &text);
[[nodiscard]] QJsonObject effective(const QString &revision);
[[nodiscard]] QJsonArray lint();
[[nodiscard]] QJsonArray syntaxErrors();
[[nodiscard]] QJsonArray difference();
[[nodiscard]] QJsonObject matrix();
[[nodiscard]] QJsonObject explanation(const QJsonObject &params);
[[nodiscard]] QJsonArray identities();
[[nodiscard]] QJsonObject serviceInfo(const QString &revision, qint64 records);
[[nodiscard]] QJsonObject catalogue();
/// Record number seq of a log that never repeats: identities, endpoints, paths and decisions in turn; ASCII keys of http.md 5.
[[nodiscard]] QJsonObject record(qint64 seq);
[[nodiscard]] QJsonArray records(qint64 firstSeq, int count);

} // namespace Cofferdam::Testing::FakeData
