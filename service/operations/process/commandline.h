// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/base/result.h"

#include <QtCore/QList>

namespace Cofferdam::Process {

/// Splits a command into words as a shell would, without being one: blanks part words, '…' keeps everything, "…" keeps everything but
/// \" \\ \$ \` and a backslash before a new line, a backslash outside quotes keeps the next byte. Nothing is expanded, and | ; & < > are
/// plain bytes. Errors: invalid_request for an open quote, a backslash at the end, or no word at all.
[[nodiscard]] Result<QList<QByteArray>> splitCommand(QByteArrayView command);

} // namespace Cofferdam::Process
