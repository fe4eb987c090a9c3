// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/policyeditor/differencedelegate.h"

#include "app/policyeditor/panehelpers.h"
#include "app/widgets/icons.h"

namespace Cofferdam::PolicyEditor {

QSize DifferenceDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    return QStyledItemDelegate::sizeHint(option, index) + QSize(App::Space::small, App::Space::small);
}

void DifferenceDelegate::initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const
{
    QStyledItemDelegate::initStyleOption(option, index);
    if (index.column() == DifferenceModel::RuleColumn) {
        option->font = App::smallMonoFont();
        option->palette.setColor(QPalette::Text, App::toneColor(App::Tone::Muted, option->palette));
    }
    if (index.column() != DifferenceModel::KindColumn)
        return;
    const Look look = differenceLook(Policy::Difference::Kind(index.data(DifferenceModel::KindRole).toInt()));
    option->features |= QStyleOptionViewItem::HasDecoration;
    option->icon = App::icon(look.iconName, look.tone);
    option->decorationSize = QSize(14, 14);
    option->palette.setColor(QPalette::Text, App::toneColor(look.tone, option->palette));
}

} // namespace Cofferdam::PolicyEditor
