// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QByteArray>
#include <QtCore/QJsonObject>
#include <QtCore/QList>
#include <QtCore/QString>
#include <QtCore/QStringList>

namespace Cofferdam::Ctl {

/// One line to standard output or standard error. Control characters of what came from elsewhere are shown as \xNN, so that
/// a file name or a path cannot drive the terminal.
void printLine(const QString &text);
void printError(const QString &text);
/// Bytes as they are.
void printBytes(QByteArrayView bytes);
/// Indented, one document.
void printJson(const QJsonObject &object);
/// On one line.
void printJsonLine(const QJsonObject &object);
/// Columns two spaces apart, the first row as head; the last column is not padded.
void printTable(const QList<QStringList> &rows);
/// 12 hex digits stand for 64.
[[nodiscard]] QString shortRevision(const QString &revision);
/// True when a person sits at standard input and standard error.
[[nodiscard]] bool isInteractive();
/// Asks on the terminal; anything but y or yes is no.
[[nodiscard]] bool confirm(const QString &question);

} // namespace Cofferdam::Ctl
