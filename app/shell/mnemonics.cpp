// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/mnemonics.h"

#include <QtCore/QSet>
#include <QtGui/QAction>
#include <QtWidgets/QMenu>
#include <QtWidgets/QMenuBar>

namespace Cofferdam::App {

namespace {

/// Place of the letter after a single &, or -1.
qsizetype mnemonicAt(const QString &text)
{
    for (qsizetype i = 0; i + 1 < text.size(); ++i) {
        if (text.at(i) != u'&') continue;
        if (text.at(i + 1) == u'&') ++i;
        else return i + 1;
    }
    return -1;
}

qsizetype freeLetter(const QString &text, const QSet<QChar> &taken)
{
    for (int pass = 0; pass < 2; ++pass) { // starts of words first
        for (qsizetype i = 0; i < text.size(); ++i) {
            const bool start = i == 0 || !text.at(i - 1).isLetterOrNumber();
            if (text.at(i).isLetterOrNumber() && (start || pass == 1) && !taken.contains(text.at(i).toLower())) return i;
        }
    }
    return -1;
}

void assign(const QList<QAction *> &actions)
{
    QSet<QChar> taken;
    QList<QAction *> without;
    for (QAction *action : actions) {
        if (action->isSeparator()) continue;
        const qsizetype at = mnemonicAt(action->text());
        if (at >= 0 && !taken.contains(action->text().at(at).toLower())) taken.insert(action->text().at(at).toLower());
        else without.append(action);
    }
    for (QAction *action : std::as_const(without)) {
        QString text = action->text();
        if (const qsizetype at = mnemonicAt(text); at >= 0) text.remove(at - 1, 1);
        if (const qsizetype at = freeLetter(text, taken); at >= 0) {
            taken.insert(text.at(at).toLower());
            text.insert(at, u'&');
        }
        action->setText(text);
    }
    for (const QAction *action : actions) {
        if (QMenu *menu = action->menu()) assignMnemonics(*menu);
    }
}

} // namespace

void assignMnemonics(QMenuBar &bar) { assign(bar.actions()); }
void assignMnemonics(QMenu &menu) { assign(menu.actions()); }

} // namespace Cofferdam::App
