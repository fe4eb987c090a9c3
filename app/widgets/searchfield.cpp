// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/searchfield.h"

#include "app/widgets/icons.h"

#include <QtGui/QAction>
#include <QtGui/QKeyEvent>

using namespace Qt::StringLiterals;

namespace Cofferdam::App {

SearchField::SearchField(const QString &placeholder, QWidget *parent) : QLineEdit(parent)
{
    setPlaceholderText(placeholder);
    setAccessibleName(placeholder);
    setClearButtonEnabled(true);
    addAction(icon(u"search"_s, Tone::Muted), QLineEdit::LeadingPosition);
}

void SearchField::keyPressEvent(QKeyEvent *event)
{
    if (event->key() != Qt::Key_Escape) return QLineEdit::keyPressEvent(event);
    if (text().isEmpty()) Q_EMIT escaped();
    else clear();
    event->accept();
}

void SearchField::changeEvent(QEvent *event)
{
    QLineEdit::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) update();
}

} // namespace Cofferdam::App
