// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QByteArray>

namespace Cofferdam::Main {

/// Sends Qt's messages at level (debug, info, warning, error) and above to stderr, one line each with a level a journal understands ("<6>…").
void installLogging(const QByteArray &level);

} // namespace Cofferdam::Main
