// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtWidgets/QStyleOption>

class QPainter;
class QWidget;

/// The strokes the style is made of; no state. Rectangles are device-independent.
namespace Cofferdam::App::Parts {

/// Ground and outline of a rounded box, sharp at fractional scales.
void roundedBox(QPainter &painter, const QRectF &rect, const QColor &ground, const QColor &outline, qreal radius, qreal width = 1);
void focusRing(QPainter &painter, const QRect &rect, const QPalette &palette, qreal radius);
void chevron(QPainter &painter, const QRect &rect, Qt::ArrowType direction, const QColor &color);
void pushButton(QPainter &painter, const QStyleOptionButton &option);
void toolButton(QPainter &painter, const QStyleOption &option);
/// An icon, a gap that is wide enough, the text; in the middle of the rectangle.
void iconAndText(QPainter &painter, const QStyleOption &option, const QIcon &icon, int side, const QString &text, const QStyle &style);
void menuBarItem(QPainter &painter, const QStyleOptionMenuItem &option, const QStyle &style);
void lineEdit(QPainter &painter, const QStyleOption &option);
void comboBox(QPainter &painter, const QStyleOptionComboBox &option);
void itemGround(QPainter &painter, const QStyleOptionViewItem &option);
void headerSection(QPainter &painter, const QStyleOptionHeader &option);
void scrollBar(QPainter &painter, const QStyleOptionSlider &option, const QRect &handle);
void tab(QPainter &painter, const QStyleOptionTab &option);
void checkBox(QPainter &painter, const QStyleOption &option);
void radioButton(QPainter &painter, const QStyleOption &option);
void menuItemGround(QPainter &painter, const QStyleOption &option, bool selected);

} // namespace Cofferdam::App::Parts
