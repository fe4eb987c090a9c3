// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QByteArray>
#include <QtCore/QString>

namespace Cofferdam::App {

/// Text of an agent for one line on the screen: controls, bidirectional marks, invisible and invalid bytes become visible escapes
/// (\n, \x1b, \u202e), a backslash stays as it is. What an agent named a file can then not disguise itself or reorder the line.
[[nodiscard]] QString displayText(QByteArrayView utf8);
[[nodiscard]] QString displayText(const QString &text);
[[nodiscard]] inline QString displayText(const QByteArray &utf8) { return displayText(QByteArrayView(utf8)); }
/// One word of a POSIX shell, in single quotes where it needs them: for commands that are copied.
[[nodiscard]] QString shellQuoted(const QString &text);
/// "820 µs", "12.4 ms", "3.1 s"
[[nodiscard]] QString displayDuration(qint64 microseconds);
/// "512 B", "4.2 KiB", "1.3 GiB"
[[nodiscard]] QString displayBytes(qint64 bytes);

} // namespace Cofferdam::App
