// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/policyeditor/model/historymodel.h"

#include <QtCore/QJsonObject>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Cofferdam::PolicyEditor {

void HistoryModel::setEntries(const QJsonArray &entries)
{
    beginResetModel();
    m_revisions.clear();
    for (const QJsonValue &value : entries) {
        const QJsonObject entry = value.toObject();
        m_revisions.append({ entry["entry"_L1].toString().toUtf8(), entry["revision"_L1].toString().toLatin1(),
            QDateTime::fromString(entry["time"_L1].toString(), Qt::ISODateWithMs), entry["actor"_L1].toString(), entry["reason"_L1].toString(),
            entry["current"_L1].toBool() });
    }
    std::ranges::stable_sort(m_revisions, std::greater {}, &Revision::time);
    endResetModel();
}

int HistoryModel::rowCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : int(m_revisions.size()); }

int HistoryModel::columnCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : ColumnCount; }

QVariant HistoryModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const Revision &revision = m_revisions[index.row()];
    if (role == Qt::ToolTipRole)
        return u"%1\n%2\n%3"_s.arg(revision.time.toUTC().toString(Qt::ISODateWithMs), QString::fromLatin1(revision.revision), revision.reason);
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case TimeColumn: return revision.time.toLocalTime().toString(u"yyyy-MM-dd HH:mm:ss"_s);
    case ActorColumn: return revision.actor;
    case ReasonColumn: return revision.reason.isEmpty() ? tr("no reason given") : revision.reason;
    case RevisionColumn: {
        const QString shortened = QString::fromLatin1(revision.revision.left(8));
        return revision.current ? tr("%1 (running)").arg(shortened) : shortened;
    }
    default: return {};
    }
}

QVariant HistoryModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case TimeColumn: return tr("When");
    case ActorColumn: return tr("Who");
    case ReasonColumn: return tr("Why");
    case RevisionColumn: return tr("Revision");
    default: return {};
    }
}

} // namespace Cofferdam::PolicyEditor
