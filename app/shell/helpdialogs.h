// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/shell/commandpalette.h"

namespace Cofferdam::App {

class Session;

/// Opens the list of shortcuts: what, where, which keys. Deletes itself when closed.
void keysDialog(QWidget *parent, const QList<Command> &commands);
/// Opens name, versions and licence. Deletes itself when closed.
void aboutDialog(QWidget *parent, const Session &session);

} // namespace Cofferdam::App
