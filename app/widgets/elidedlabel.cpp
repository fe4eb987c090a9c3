// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/elidedlabel.h"

#include <QtGui/QPainter>

namespace Cofferdam::App {

ElidedLabel::ElidedLabel(QWidget *parent) : QWidget(parent) { setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed); }

void ElidedLabel::setText(const QString &text)
{
    if (text == m_text) return;
    m_text = text;
    setAccessibleName(text);
    updateToolTip();
    updateGeometry();
    update();
}

void ElidedLabel::setElideMode(Qt::TextElideMode mode)
{
    m_mode = mode;
    update();
}

QSize ElidedLabel::sizeHint() const
{
    return QSize(fontMetrics().horizontalAdvance(m_text) + 2, fontMetrics().height()).grownBy(contentsMargins());
}

QSize ElidedLabel::minimumSizeHint() const
{
    return QSize(fontMetrics().averageCharWidth() * 6, fontMetrics().height()).grownBy(contentsMargins());
}

void ElidedLabel::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setPen(palette().color(isEnabled() ? QPalette::Active : QPalette::Disabled, foregroundRole()));
    const QRect place = contentsRect();
    painter.drawText(place, Qt::AlignVCenter | Qt::AlignLeading | Qt::TextSingleLine, fontMetrics().elidedText(m_text, m_mode, place.width()));
}

void ElidedLabel::resizeEvent(QResizeEvent *) { updateToolTip(); }

void ElidedLabel::updateToolTip() { setToolTip(fontMetrics().horizontalAdvance(m_text) > contentsRect().width() ? m_text : QString()); }

} // namespace Cofferdam::App
