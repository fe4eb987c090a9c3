// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/style.h"

#include "app/widgets/icons.h"
#include "app/widgets/styleparts.h"
#include "app/widgets/theme.h"

#include <QtGui/QPainter>
#include <QtWidgets/QAbstractItemView>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QMenu>

using namespace Qt::StringLiterals;

namespace Cofferdam::App {

namespace {

template <typename Option>
const Option *as(const QStyleOption *option) { return qstyleoption_cast<const Option *>(option); }

Qt::ArrowType arrowOf(QStyle::PrimitiveElement element)
{
    switch (element) {
    case QStyle::PE_IndicatorArrowUp: return Qt::UpArrow;
    case QStyle::PE_IndicatorArrowLeft: return Qt::LeftArrow;
    case QStyle::PE_IndicatorArrowRight: return Qt::RightArrow;
    default: return Qt::DownArrow;
    }
}

void drawBranch(const QStyleOption &option, QPainter &painter)
{
    if (!option.state.testFlag(QStyle::State_Children)) return;
    const Qt::ArrowType closed = option.direction == Qt::RightToLeft ? Qt::LeftArrow : Qt::RightArrow;
    Parts::chevron(painter, option.rect, option.state.testFlag(QStyle::State_Open) ? Qt::DownArrow : closed,
        toneColor(Tone::Muted, option.palette));
}

bool isTextBesideIcon(const QStyleOption *option)
{
    const auto *button = as<QStyleOptionToolButton>(option);
    return button && button->toolButtonStyle == Qt::ToolButtonTextBesideIcon;
}

} // namespace

Style::Style() : QProxyStyle(u"Fusion"_s) { }

void Style::drawPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter, const QWidget *widget) const
{
    switch (element) {
    case PE_PanelButtonCommand:
        if (const auto *button = as<QStyleOptionButton>(option)) return Parts::pushButton(*painter, *button);
        break;
    case PE_PanelButtonTool: return Parts::toolButton(*painter, *option);
    case PE_PanelLineEdit:
        if (const auto *frame = as<QStyleOptionFrame>(option); frame && frame->lineWidth > 0) return Parts::lineEdit(*painter, *option);
        return;
    case PE_FrameLineEdit: return Parts::lineEdit(*painter, *option);
    case PE_FrameFocusRect:
        if (option->state.testFlag(State_KeyboardFocusChange) && !qobject_cast<const QAbstractItemView *>(widget))
            Parts::focusRing(*painter, option->rect, option->palette, Space::tiny);
        return;
    case PE_PanelItemViewItem:
        if (const auto *item = as<QStyleOptionViewItem>(option)) return Parts::itemGround(*painter, *item);
        break;
    case PE_PanelItemViewRow:
        if (const auto *item = as<QStyleOptionViewItem>(option); item && item->features & QStyleOptionViewItem::Alternate)
            painter->fillRect(option->rect, option->palette.color(QPalette::AlternateBase));
        return;
    case PE_IndicatorBranch: return drawBranch(*option, *painter);
    case PE_IndicatorCheckBox:
    case PE_IndicatorItemViewItemCheck: return Parts::checkBox(*painter, *option);
    case PE_IndicatorRadioButton: return Parts::radioButton(*painter, *option);
    case PE_IndicatorArrowDown:
    case PE_IndicatorArrowUp:
    case PE_IndicatorArrowLeft:
    case PE_IndicatorArrowRight:
        return Parts::chevron(*painter, option->rect, arrowOf(element), option->palette.color(QPalette::ButtonText));
    case PE_Frame:
    case PE_FrameMenu:
        painter->setPen(hairline(option->palette));
        painter->setBrush(Qt::NoBrush);
        painter->drawRect(option->rect.adjusted(0, 0, -1, -1));
        return;
    case PE_PanelScrollAreaCorner: painter->fillRect(option->rect, option->palette.color(QPalette::Base)); return;
    case PE_PanelMenu: painter->fillRect(option->rect, option->palette.color(QPalette::Base)); return;
    case PE_FrameTabWidget:
    case PE_FrameStatusBarItem:
    case PE_FrameTabBarBase:
    case PE_PanelStatusBar: return;
    default: break;
    }
    QProxyStyle::drawPrimitive(element, option, painter, widget);
}

void Style::drawControl(ControlElement element, const QStyleOption *option, QPainter *painter, const QWidget *widget) const
{
    switch (element) {
    case CE_HeaderSection:
    case CE_HeaderEmptyArea:
        if (const auto *header = as<QStyleOptionHeader>(option)) return Parts::headerSection(*painter, *header);
        painter->fillRect(option->rect, option->palette.color(QPalette::Window));
        painter->setPen(hairline(option->palette));
        painter->drawLine(option->rect.bottomLeft(), option->rect.bottomRight());
        return;
    case CE_Splitter: painter->fillRect(option->rect, hairline(option->palette)); return;
    case CE_ItemViewItem:
        if (const auto *item = as<QStyleOptionViewItem>(option)) {
            QStyleOptionViewItem changed(*item); // the selected ground is a tint: the text keeps its colour on it
            for (const auto group : {QPalette::Active, QPalette::Inactive, QPalette::Disabled})
                changed.palette.setColor(group, QPalette::HighlightedText, item->palette.color(group, QPalette::Text));
            return QProxyStyle::drawControl(element, &changed, painter, widget);
        }
        break;
    case CE_PushButtonLabel:
        if (const auto *button = as<QStyleOptionButton>(option); button && !button->icon.isNull() && !button->text.isEmpty()
            && !button->features.testAnyFlags(QStyleOptionButton::DefaultButton | QStyleOptionButton::HasMenu))
            return Parts::iconAndText(*painter, *button, button->icon, button->iconSize.height(), button->text, *this);
        if (const auto *button = as<QStyleOptionButton>(option);
            button && button->features.testFlag(QStyleOptionButton::DefaultButton) && button->state.testFlag(State_Enabled)) {
            QStyleOptionButton changed(*button);
            changed.palette.setColor(QPalette::ButtonText, button->palette.color(QPalette::Active, QPalette::HighlightedText));
            return QProxyStyle::drawControl(element, &changed, painter, widget);
        }
        break;
    case CE_TabBarTabShape:
        if (const auto *tab = as<QStyleOptionTab>(option)) return Parts::tab(*painter, *tab);
        break;
    case CE_MenuBarItem:
        if (const auto *item = as<QStyleOptionMenuItem>(option)) return Parts::menuBarItem(*painter, *item, *this);
        break;
    case CE_ToolButtonLabel:
        if (const auto *button = as<QStyleOptionToolButton>(option); button && button->toolButtonStyle == Qt::ToolButtonTextBesideIcon && !button->icon.isNull())
            return Parts::iconAndText(*painter, *button, button->icon, button->iconSize.height(), button->text, *this);
        break;
    case CE_MenuBarEmptyArea: painter->fillRect(option->rect, option->palette.color(QPalette::Window)); return;
    default: break;
    }
    QProxyStyle::drawControl(element, option, painter, widget);
}

void Style::drawComplexControl(ComplexControl control, const QStyleOptionComplex *option, QPainter *painter, const QWidget *widget) const
{
    if (control == CC_ScrollBar) {
        if (const auto *slider = as<QStyleOptionSlider>(option))
            return Parts::scrollBar(*painter, *slider, proxy()->subControlRect(CC_ScrollBar, option, SC_ScrollBarSlider, widget));
    }
    if (control == CC_ComboBox) {
        if (const auto *combo = as<QStyleOptionComboBox>(option)) return Parts::comboBox(*painter, *combo);
    }
    QProxyStyle::drawComplexControl(control, option, painter, widget);
}

int Style::pixelMetric(PixelMetric metric, const QStyleOption *option, const QWidget *widget) const
{
    switch (metric) {
    case PM_ScrollBarExtent: return 13;
    case PM_SplitterWidth: return 1;
    case PM_SmallIconSize:
    case PM_ButtonIconSize:
    case PM_ListViewIconSize: return 16;
    case PM_ToolBarIconSize: return 18;
    case PM_FocusFrameHMargin: return 8;
    case PM_HeaderMargin: return 8;
    case PM_IndicatorWidth:
    case PM_IndicatorHeight:
    case PM_ExclusiveIndicatorWidth:
    case PM_ExclusiveIndicatorHeight: return 16;
    case PM_CheckBoxLabelSpacing:
    case PM_RadioButtonLabelSpacing: return Space::small;
    case PM_TabBarTabHSpace: return Space::huge;
    case PM_TabBarTabVSpace: return 14;
    case PM_TabBarTabShiftVertical:
    case PM_TabBarBaseOverlap:
    case PM_ButtonShiftHorizontal:
    case PM_ButtonShiftVertical: return 0;
    case PM_MenuVMargin: return Space::tiny;
    case PM_TreeViewIndentation: return 20;
    case PM_LayoutHorizontalSpacing:
    case PM_LayoutVerticalSpacing: return Space::small;
    default: return QProxyStyle::pixelMetric(metric, option, widget);
    }
}

int Style::styleHint(StyleHint hint, const QStyleOption *option, const QWidget *widget, QStyleHintReturn *data) const
{
    switch (hint) {
    case SH_ItemView_ShowDecorationSelected: return 1;
    case SH_EtchDisabledText:
    case SH_DitherDisabledText:
    case SH_ComboBox_Popup: return 0;
    case SH_TabBar_Alignment: return Qt::AlignLeft;
    case SH_ToolTipLabel_Opacity: return 255;
    default: return QProxyStyle::styleHint(hint, option, widget, data);
    }
}

QSize Style::sizeFromContents(ContentsType type, const QStyleOption *option, const QSize &size, const QWidget *widget) const
{
    QSize result = QProxyStyle::sizeFromContents(type, option, size, widget);
    const int text = option ? option->fontMetrics.height() : 0;
    switch (type) {
    case CT_PushButton: return {result.width() + Space::medium, qMax(result.height(), text + 14)};
    case CT_ToolButton: return {qMax(result.width() + (isTextBesideIcon(option) ? 8 : 0), text + 14), qMax(result.height(), text + 14)};
    case CT_LineEdit:
    case CT_ComboBox:
    case CT_SpinBox: return {result.width() + (type == CT_ComboBox ? Space::large : 0), text + 14};
    case CT_ItemViewItem: return {result.width(), qMax(result.height(), text + 10)};
    case CT_HeaderSection: return {result.width(), qMax(result.height(), text + 14)};
    case CT_MenuBarItem: return {result.width() + 2, result.height() + 4};
    case CT_MenuItem:
        if (const auto *item = as<QStyleOptionMenuItem>(option); item && item->menuItemType == QStyleOptionMenuItem::Separator) return result;
        return {result.width() + Space::large, qMax(result.height(), text + 10)};
    default: return result;
    }
}

QRect Style::subControlRect(ComplexControl control, const QStyleOptionComplex *option, SubControl part, const QWidget *widget) const
{
    if (control != CC_ComboBox || part != SC_ComboBoxEditField) return QProxyStyle::subControlRect(control, option, part, widget);
    return visualRect(option->direction, option->rect, option->rect.adjusted(7, 1, -24, -1));
}

QIcon Style::standardIcon(StandardPixmap pixmap, const QStyleOption *option, const QWidget *widget) const
{
    return pixmap == SP_LineEditClearButton ? icon(u"close"_s, Tone::Muted) : QProxyStyle::standardIcon(pixmap, option, widget);
}

void Style::polish(QWidget *widget)
{
    auto *field = qobject_cast<QLineEdit *>(widget);
    if (field && !qobject_cast<QComboBox *>(field->parentWidget()) && field->textMargins().isNull()) field->setTextMargins(5, 0, 3, 0);
    if (auto *view = qobject_cast<QAbstractItemView *>(widget)) view->setMouseTracking(true);
    QProxyStyle::polish(widget);
}

} // namespace Cofferdam::App
