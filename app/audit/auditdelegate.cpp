// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/audit/auditdelegate.h"

#include "app/audit/auditmodel.h"
#include "app/widgets/icons.h"
#include "app/widgets/styleparts.h"

#include <QtGui/QPainter>
#include <QtWidgets/QApplication>

namespace Cofferdam::App {

namespace {

constexpr int decisionIcon = 15;

Tone toneOf(const AuditModel &model, const QModelIndex &index)
{
    switch (index.column()) {
    case AuditModel::Decision: return decisionLook(model.row(index.row()).decision).tone;
    case AuditModel::Time:
    case AuditModel::Duration:
    case AuditModel::Rule:
    case AuditModel::Seq:
    case AuditModel::Method:
    case AuditModel::Event:
    case AuditModel::BytesIn:
    case AuditModel::BytesOut: return Tone::Muted;
    default: return Tone::Neutral;
    }
}

} // namespace

bool AuditDelegate::isMachineText(int column)
{
    return column == AuditModel::Path || column == AuditModel::Rule || column == AuditModel::Endpoint || column == AuditModel::Code;
}

void AuditDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const auto *model = static_cast<const AuditModel *>(index.model());
    const QWidget *view = option.widget;
    QStyleOptionViewItem ground(option);
    ground.index = index;
    view->style()->drawPrimitive(QStyle::PE_PanelItemViewItem, &ground, painter, view);
    QRect box = option.rect.adjusted(9, 0, -9, 0);
    const QColor ink = toneColor(toneOf(*model, index), option.palette);
    if (index.column() == AuditModel::Decision) {
        const DecisionLook look = decisionLook(model->row(index.row()).decision);
        const QRect place(box.left(), box.top() + (box.height() - decisionIcon) / 2, decisionIcon, decisionIcon);
        painter->drawPixmap(QStyle::visualRect(option.direction, box, place).topLeft(), iconPixmap(look.iconName, ink, decisionIcon, painter->device()->devicePixelRatioF()));
        box = QStyle::visualRect(option.direction, box, box.adjusted(decisionIcon + 6, 0, 0, 0));
    }
    static const QFont fixed = monoFont(); // a font per cell costs more than the text
    painter->setFont(isMachineText(index.column()) ? fixed : option.font);
    painter->setPen(ink);
    const Qt::TextElideMode mode = index.column() == AuditModel::Path ? Qt::ElideMiddle : Qt::ElideRight;
    const QString text = painter->fontMetrics().elidedText(index.data().toString(), mode, box.width());
    const auto alignment = Qt::Alignment(index.data(Qt::TextAlignmentRole).toInt());
    painter->drawText(box, int(QStyle::visualAlignment(option.direction, alignment)) | Qt::TextSingleLine, text);
    if (option.state.testFlag(QStyle::State_HasFocus) && option.state.testFlag(QStyle::State_Active))
        Parts::roundedBox(*painter, QRectF(option.rect).adjusted(1, 1, -1, -1), {}, toneColor(Tone::Accent, option.palette), 3, 1.5);
}

} // namespace Cofferdam::App
