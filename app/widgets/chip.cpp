// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/chip.h"

#include "app/widgets/icons.h"
#include "app/widgets/styleparts.h"

#include <QtCore/QtMath>
#include <QtGui/QKeyEvent>
#include <QtGui/QMouseEvent>
#include <QtGui/QPainter>

using namespace Qt::StringLiterals;

namespace Cofferdam::App {

namespace {

constexpr int chipIcon = 14;

int chipWidth(const QString &iconName, const QString &text)
{
    const int words = text.isEmpty() ? 0 : qCeil(QFontMetricsF(smallFont()).horizontalAdvance(text)) + 2; // or rounding elides it
    const int picture = iconName.isEmpty() ? 0 : chipIcon + (words ? 5 : 0);
    return words + picture + 16;
}

int chipHeight() { return QFontMetrics(smallFont()).height() + 6; }

} // namespace

int paintChip(QPainter *painter, const QRect &rect, const QPalette &palette, Tone tone, const QString &iconName, const QString &text)
{
    const int width = chipWidth(iconName, text);
    if (!painter) return width;
    const int height = qMin(chipHeight(), rect.height() - 2);
    const bool mirrored = painter->layoutDirection() == Qt::RightToLeft;
    QRect box(rect.left(), rect.top() + (rect.height() - height) / 2, qMin(width, rect.width()), height);
    if (mirrored) box.moveRight(rect.right());
    Parts::roundedBox(*painter, box, toneGround(tone, palette), {}, height / 2.0);
    const QColor color = toneColor(tone, palette);
    QRect inner = box.adjusted(8, 0, -8, 0);
    if (!iconName.isEmpty()) {
        const int x = mirrored ? inner.right() - chipIcon + 1 : inner.left();
        const qreal ratio = painter->device()->devicePixelRatioF();
        painter->drawPixmap(QPoint(x, box.top() + (height - chipIcon) / 2), iconPixmap(iconName, color, chipIcon, ratio));
        inner = mirrored ? inner.adjusted(0, 0, -chipIcon - 5, 0) : inner.adjusted(chipIcon + 5, 0, 0, 0);
    }
    painter->save();
    painter->setFont(smallFont());
    painter->setPen(color);
    painter->drawText(inner, Qt::AlignVCenter | Qt::AlignLeading | Qt::TextSingleLine, QFontMetrics(smallFont()).elidedText(text, Qt::ElideRight, inner.width()));
    painter->restore();
    return width;
}

Chip::Chip(QWidget *parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void Chip::set(Tone tone, const QString &iconName, const QString &text)
{
    if (tone == m_tone && iconName == m_iconName && text == m_text) return;
    m_tone = tone;
    m_iconName = iconName;
    m_text = text;
    setAccessibleName(text);
    updateGeometry();
    update();
}

void Chip::setClickable(bool clickable)
{
    m_clickable = clickable;
    setFocusPolicy(clickable ? Qt::TabFocus : Qt::NoFocus);
    setAttribute(Qt::WA_Hover, clickable);
    setCursor(clickable ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

QSize Chip::sizeHint() const { return {chipWidth(m_iconName, m_text), chipHeight() + 2}; }
QSize Chip::minimumSizeHint() const { return {qMin(sizeHint().width(), 40), sizeHint().height()}; }

void Chip::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setLayoutDirection(layoutDirection());
    paintChip(&painter, rect(), palette(), m_tone, m_iconName, m_text);
    if (m_clickable && (underMouse() || hasFocus()))
        Parts::roundedBox(painter, QRectF(rect()).adjusted(0, 1, 0, -1), {}, toneColor(m_tone, palette()), (height() - 2) / 2.0, hasFocus() ? 2 : 1);
}

void Chip::mouseReleaseEvent(QMouseEvent *event)
{
    if (m_clickable && event->button() == Qt::LeftButton && rect().contains(event->position().toPoint())) Q_EMIT clicked();
}

void Chip::keyPressEvent(QKeyEvent *event)
{
    const bool press = event->key() == Qt::Key_Space || event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (m_clickable && press) Q_EMIT clicked();
    else QWidget::keyPressEvent(event);
}

bool Chip::event(QEvent *event)
{
    if (event->type() == QEvent::HoverEnter || event->type() == QEvent::HoverLeave || event->type() == QEvent::FocusIn
        || event->type() == QEvent::FocusOut || event->type() == QEvent::PaletteChange)
        update();
    return QWidget::event(event);
}

} // namespace Cofferdam::App
