// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace Cofferdam::Launch {

/// Sends a signal to every descendant of this process, found through /proc by their parents. With freeze each is stopped first and the
/// search repeated until it finds nobody new, so that none can fork past it.
void signalDescendants(int number, bool freeze);

} // namespace Cofferdam::Launch
