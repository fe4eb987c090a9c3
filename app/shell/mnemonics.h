// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QMenu;
class QMenuBar;

namespace Cofferdam::App {

/// Gives every action of the bar and its menus (submenus too) a mnemonic that is unique among its neighbours. One written by hand
/// stays if it is the first to claim its letter; the others take the first free letter of their text.
void assignMnemonics(QMenuBar &bar);
void assignMnemonics(QMenu &menu);

} // namespace Cofferdam::App
