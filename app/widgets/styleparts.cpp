// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/styleparts.h"

#include "app/widgets/theme.h"

#include <QtGui/QPainter>
#include <QtGui/QPainterPath>

namespace Cofferdam::App::Parts {

namespace {

bool has(const QStyleOption &option, QStyle::StateFlag flag) { return option.state.testFlag(flag); }

/// Text laid over the ground with little weight: hover and press follow light and dark alike.
QColor veil(const QPalette &palette, const QColor &ground, qreal share) { return blend(palette.color(QPalette::Text), ground, share); }

QColor accent(const QPalette &palette) { return palette.color(QPalette::Active, QPalette::Highlight); }

} // namespace

void roundedBox(QPainter &painter, const QRectF &rect, const QColor &ground, const QColor &outline, qreal radius, qreal width)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(ground.isValid() ? QBrush(ground) : QBrush(Qt::NoBrush));
    painter.setPen(outline.isValid() ? QPen(outline, width) : QPen(Qt::NoPen));
    const qreal inset = outline.isValid() ? width / 2 : 0;
    painter.drawRoundedRect(rect.adjusted(inset, inset, -inset, -inset), radius, radius);
    painter.restore();
}

void focusRing(QPainter &painter, const QRect &rect, const QPalette &palette, qreal radius)
{
    roundedBox(painter, rect, {}, toneColor(Tone::Accent, palette), radius, 2);
}

void chevron(QPainter &painter, const QRect &rect, Qt::ArrowType direction, const QColor &color)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(color, 1.5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.translate(QRectF(rect).center());
    painter.rotate(direction == Qt::RightArrow ? -90 : direction == Qt::LeftArrow ? 90 : direction == Qt::UpArrow ? 180 : 0);
    QPainterPath path;
    path.moveTo(-3.5, -1.75);
    path.lineTo(0, 1.75);
    path.lineTo(3.5, -1.75);
    painter.drawPath(path);
    painter.restore();
}

void pushButton(QPainter &painter, const QStyleOptionButton &option)
{
    const bool enabled = has(option, QStyle::State_Enabled);
    const bool primary = option.features.testFlag(QStyleOptionButton::DefaultButton) && enabled;
    const bool flat = option.features.testFlag(QStyleOptionButton::Flat);
    QColor ground = primary ? accent(option.palette) : option.palette.color(QPalette::Button);
    if (has(option, QStyle::State_Sunken) || has(option, QStyle::State_On))
        ground = primary ? blend(Qt::black, ground, 0.18) : veil(option.palette, ground, 0.12);
    else if (enabled && has(option, QStyle::State_MouseOver))
        ground = primary ? blend(Qt::white, ground, 0.10) : veil(option.palette, ground, 0.05);
    else if (flat)
        ground = QColor();
    const QColor outline = primary || flat ? QColor() : blend(option.palette.color(QPalette::Text), hairline(option.palette), 0.10);
    roundedBox(painter, option.rect, ground, outline, Space::radius);
    if (has(option, QStyle::State_HasFocus) && has(option, QStyle::State_KeyboardFocusChange))
        focusRing(painter, primary ? option.rect.adjusted(2, 2, -2, -2) : option.rect,
            primary ? darkPalette() : option.palette, primary ? Space::radius - 2 : Space::radius);
}

void toolButton(QPainter &painter, const QStyleOption &option)
{
    const QColor under = option.palette.color(QPalette::Window);
    const bool on = has(option, QStyle::State_On);
    QColor ground;
    if (on) ground = blend(toneColor(Tone::Accent, option.palette), under, 0.16);
    if (has(option, QStyle::State_Enabled) && has(option, QStyle::State_MouseOver)) ground = veil(option.palette, on ? ground : under, 0.07);
    if (has(option, QStyle::State_Sunken)) ground = veil(option.palette, under, 0.14);
    if (ground.isValid()) roundedBox(painter, option.rect, ground, {}, Space::radius);
    if (has(option, QStyle::State_HasFocus) && has(option, QStyle::State_KeyboardFocusChange))
        focusRing(painter, option.rect, option.palette, Space::radius);
}

void iconAndText(QPainter &painter, const QStyleOption &option, const QIcon &icon, int side, const QString &text, const QStyle &style)
{
    const bool enabled = has(option, QStyle::State_Enabled);
    constexpr int gap = 7;
    const int width = option.fontMetrics.size(Qt::TextShowMnemonic, text).width();
    const int left = option.rect.left() + qMax(4, (option.rect.width() - side - gap - width) / 2);
    const QRect iconBox(left, option.rect.top() + (option.rect.height() - side) / 2, side, side);
    icon.paint(&painter, QStyle::visualRect(option.direction, option.rect, iconBox), Qt::AlignCenter, enabled ? QIcon::Normal : QIcon::Disabled);
    const QRect textBox = QStyle::visualRect(option.direction, option.rect, QRect(left + side + gap, option.rect.top(), width + 2, option.rect.height()));
    style.drawItemText(&painter, textBox, Qt::AlignVCenter | Qt::TextHideMnemonic, option.palette, enabled, text, QPalette::ButtonText);
}

void menuBarItem(QPainter &painter, const QStyleOptionMenuItem &option, const QStyle &style)
{
    painter.fillRect(option.rect, option.palette.color(QPalette::Window));
    const bool active = has(option, QStyle::State_Selected);
    if (active) roundedBox(painter, QRectF(option.rect).adjusted(1, 2, -1, -2), veil(option.palette, option.palette.color(QPalette::Window), 0.09), {}, Space::tiny);
    style.drawItemText(&painter, option.rect, Qt::AlignCenter | Qt::TextShowMnemonic | Qt::TextSingleLine, option.palette, has(option, QStyle::State_Enabled), option.text, QPalette::WindowText);
}

void lineEdit(QPainter &painter, const QStyleOption &option)
{
    const bool enabled = has(option, QStyle::State_Enabled);
    const QColor ground = enabled ? option.palette.color(QPalette::Base) : option.palette.color(QPalette::Window);
    const QColor outline = blend(option.palette.color(QPalette::Text), hairline(option.palette), enabled ? 0.12 : 0);
    roundedBox(painter, option.rect, ground, outline, Space::radius);
    if (has(option, QStyle::State_HasFocus)) focusRing(painter, option.rect, option.palette, Space::radius);
}

void comboBox(QPainter &painter, const QStyleOptionComboBox &option)
{
    QColor ground = option.palette.color(option.editable ? QPalette::Base : QPalette::Button);
    if (!option.editable && has(option, QStyle::State_Enabled) && has(option, QStyle::State_MouseOver)) ground = veil(option.palette, ground, 0.05);
    roundedBox(painter, option.rect, ground, blend(option.palette.color(QPalette::Text), hairline(option.palette), 0.12), Space::radius);
    const bool focus = has(option, QStyle::State_HasFocus) && (option.editable || has(option, QStyle::State_KeyboardFocusChange));
    if (focus) focusRing(painter, option.rect, option.palette, Space::radius);
    const int x = option.direction == Qt::RightToLeft ? option.rect.left() + 6 : option.rect.right() - 21;
    chevron(painter, QRect(x, option.rect.top(), 16, option.rect.height()), Qt::DownArrow,
        option.palette.color(has(option, QStyle::State_Enabled) ? QPalette::Active : QPalette::Disabled, QPalette::ButtonText));
}

void itemGround(QPainter &painter, const QStyleOptionViewItem &option)
{
    const bool selected = has(option, QStyle::State_Selected);
    const bool hover = has(option, QStyle::State_MouseOver) && has(option, QStyle::State_Enabled);
    if (option.backgroundBrush.style() != Qt::NoBrush) painter.fillRect(option.rect, option.backgroundBrush);
    if (!selected && !hover) return;
    const QColor base = option.palette.color(QPalette::Base);
    QColor ground = veil(option.palette, base, 0.045);
    if (selected) ground = blend(toneColor(Tone::Accent, option.palette), base, has(option, QStyle::State_Active) ? 0.17 : 0.10);
    painter.fillRect(option.rect, ground);
}

void headerSection(QPainter &painter, const QStyleOptionHeader &option)
{
    const QColor base = option.palette.color(QPalette::Window);
    painter.fillRect(option.rect, has(option, QStyle::State_MouseOver) ? veil(option.palette, base, 0.04) : base);
    painter.setPen(hairline(option.palette));
    painter.drawLine(option.rect.bottomLeft(), option.rect.bottomRight());
    if (option.orientation == Qt::Horizontal && option.position != QStyleOptionHeader::End
        && option.position != QStyleOptionHeader::OnlyOneSection) {
        const int x = option.direction == Qt::RightToLeft ? option.rect.left() : option.rect.right();
        painter.drawLine(x, option.rect.top() + 7, x, option.rect.bottom() - 7);
    }
}

void scrollBar(QPainter &painter, const QStyleOptionSlider &option, const QRect &handle)
{
    painter.fillRect(option.rect, option.palette.color(QPalette::Base));
    if (option.maximum <= option.minimum) return;
    const bool active = option.activeSubControls & QStyle::SC_ScrollBarSlider && has(option, QStyle::State_MouseOver);
    const QColor color = veil(option.palette, option.palette.color(QPalette::Base), has(option, QStyle::State_Sunken) ? 0.45 : active ? 0.36 : 0.22);
    const bool vertical = option.orientation == Qt::Vertical;
    const QRectF pill = vertical ? QRectF(handle).adjusted(3, 2, -3, -2) : QRectF(handle).adjusted(2, 3, -2, -3);
    roundedBox(painter, pill, color, {}, qMin(pill.width(), pill.height()) / 2);
}

void tab(QPainter &painter, const QStyleOptionTab &option)
{
    const bool selected = has(option, QStyle::State_Selected);
    const QRect rect = option.rect;
    if (!selected && has(option, QStyle::State_MouseOver))
        roundedBox(painter, QRectF(rect).adjusted(2, 4, -2, -5), veil(option.palette, option.palette.color(QPalette::Window), 0.06), {}, Space::radius);
    if (selected) {
        const QRectF line(rect.left() + 10, rect.bottom() - 1, rect.width() - 20, 2.5);
        roundedBox(painter, line, toneColor(Tone::Accent, option.palette), {}, 1.2);
    }
    if (has(option, QStyle::State_HasFocus) && has(option, QStyle::State_KeyboardFocusChange))
        focusRing(painter, rect.adjusted(2, 3, -2, -4), option.palette, Space::radius);
}

void checkBox(QPainter &painter, const QStyleOption &option)
{
    const bool on = has(option, QStyle::State_On) || has(option, QStyle::State_NoChange);
    const bool enabled = has(option, QStyle::State_Enabled);
    const QColor off = option.palette.color(QPalette::Base);
    const QColor ground = on ? (enabled ? accent(option.palette) : option.palette.color(QPalette::Dark)) : off;
    const QColor outline = on ? QColor() : blend(option.palette.color(QPalette::Text), hairline(option.palette), 0.35);
    const QRectF box = QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -0.5);
    roundedBox(painter, box, ground, outline, 4);
    if (!on) return;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(option.palette.color(QPalette::Active, QPalette::HighlightedText), 1.8, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    const auto at = [&box](qreal x, qreal y) { return QPointF(box.left() + box.width() * x, box.top() + box.height() * y); };
    if (has(option, QStyle::State_NoChange)) {
        painter.drawLine(at(0.28, 0.5), at(0.72, 0.5));
    } else {
        const QPointF points[] = {at(0.25, 0.52), at(0.43, 0.70), at(0.76, 0.32)};
        painter.drawPolyline(points, 3);
    }
    painter.restore();
}

void radioButton(QPainter &painter, const QStyleOption &option)
{
    const bool on = has(option, QStyle::State_On);
    const QRectF box = QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -0.5);
    const QColor outline = blend(option.palette.color(QPalette::Text), hairline(option.palette), 0.35);
    roundedBox(painter, box, on ? accent(option.palette) : option.palette.color(QPalette::Base), on ? QColor() : outline, box.width() / 2);
    if (on)
        roundedBox(painter, box.adjusted(5, 5, -5, -5), option.palette.color(QPalette::Active, QPalette::HighlightedText), {}, box.width() / 2);
}

void menuItemGround(QPainter &painter, const QStyleOption &option, bool selected)
{
    if (!selected || !has(option, QStyle::State_Enabled)) return;
    roundedBox(painter, QRectF(option.rect).adjusted(2, 1, -2, -1), accent(option.palette), {}, Space::tiny);
}

} // namespace Cofferdam::App::Parts
