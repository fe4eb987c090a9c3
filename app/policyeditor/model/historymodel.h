// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QAbstractTableModel>
#include <QtCore/QDateTime>
#include <QtCore/QJsonArray>

namespace Cofferdam::PolicyEditor {

/// One applied policy, as policy.history names it.
struct Revision {
    QByteArray entry, revision;
    QDateTime time;
    QString actor, reason;
    bool current = false;
};

/// Every applied policy, newest first: when, who, why, which. PE11.
class HistoryModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column { TimeColumn, ActorColumn, ReasonColumn, RevisionColumn, ColumnCount };
    using QAbstractTableModel::QAbstractTableModel;

    void setEntries(const QJsonArray &entries);
    [[nodiscard]] const QList<Revision> &revisions() const { return m_revisions; }

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QList<Revision> m_revisions;
};

} // namespace Cofferdam::PolicyEditor
