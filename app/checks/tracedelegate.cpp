// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/checks/tracedelegate.h"

#include "app/checks/tracemodel.h"
#include "app/widgets/icons.h"

#include <QtGui/QPainter>
#include <QtWidgets/QStyle>

namespace Cofferdam::App {

void TraceDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    QStyleOptionViewItem ground(option);
    ground.index = index;
    option.widget->style()->drawPrimitive(QStyle::PE_PanelItemViewItem, &ground, painter, option.widget);
    const auto tone = Tone(index.data(TraceModel::ToneRole).toInt());
    const bool strong = index.data(TraceModel::StrongRole).toBool();
    QRect box = option.rect.adjusted(index.column() == 0 ? 2 : 8, 0, -8, 0);
    painter->save();
    if (index.column() == TraceModel::What) {
        const QString name = index.data(TraceModel::IconNameRole).toString();
        if (!name.isEmpty()) {
            const QRect place(box.left(), box.top() + (box.height() - 15) / 2, 15, 15);
            painter->drawPixmap(QStyle::visualRect(option.direction, box, place).topLeft(),
                iconPixmap(name, toneColor(strong ? Tone::Muted : tone, option.palette), 15, painter->device()->devicePixelRatioF()));
            box = QStyle::visualRect(option.direction, box, box.adjusted(22, 0, 0, 0));
        }
    }
    const bool machine = !strong && index.column() <= TraceModel::Origin;
    painter->setFont(strong ? headingFont() : machine ? monoFont() : option.font);
    const bool speaks = tone == Tone::Negative || tone == Tone::Warning; // a passed stage needs no coloured reason
    const bool toned = index.column() == TraceModel::Value || (index.column() == TraceModel::Why && speaks) || tone == Tone::Muted;
    const Tone ink = toned ? tone : index.column() >= TraceModel::Origin ? Tone::Muted : Tone::Neutral;
    painter->setPen(toneColor(ink, option.palette));
    painter->drawText(box, Qt::AlignVCenter | Qt::AlignLeading | Qt::TextSingleLine, painter->fontMetrics().elidedText(index.data().toString(), Qt::ElideRight, box.width()));
    painter->restore();
}

} // namespace Cofferdam::App
