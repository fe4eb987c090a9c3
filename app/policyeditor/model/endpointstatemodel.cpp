// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/policyeditor/model/endpointstatemodel.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Cofferdam::PolicyEditor {

EndpointStateModel::EndpointStateModel(QObject *parent)
    : QAbstractItemModel(parent)
{
    for (const Policy::Group &group : Policy::groups()) {
        Group entries { group.name, {} };
        for (const QByteArray &id : Policy::endpointsOfGroup(group.name))
            entries.entries.append({ Policy::findEndpoint(id), State::Unknown, {}, {} });
        if (!entries.entries.isEmpty())
            m_groups.append(entries);
    }
}

void EndpointStateModel::setStates(const QJsonObject &matrix, const QByteArray &identity)
{
    const QJsonObject cells = matrix["cells"_L1].toObject()[QString::fromUtf8(identity)].toObject();
    for (Group &group : m_groups) {
        for (Entry &entry : group.entries) {
            const QJsonObject cell = cells[QLatin1StringView(entry.endpoint->id)].toObject();
            const QString decision = cell["decision"_L1].toString();
            entry.rule = cell["rule"_L1].toString().toUtf8();
            entry.code = cell["code"_L1].toString().toUtf8();
            entry.state = cell.isEmpty()                          ? State::Unknown
                : decision != "allowed"_L1 && decision != "depends"_L1 ? State::Denied
                : cell["limited"_L1].toBool()                     ? State::Limited
                                                                  : State::Allowed;
        }
    }
    for (int row = 0; row < m_groups.size(); ++row) {
        const QModelIndex parent = index(row, NameColumn);
        Q_EMIT dataChanged(parent, index(row, StateColumn));
        Q_EMIT dataChanged(index(0, NameColumn, parent), index(rowCount(parent) - 1, StateColumn, parent));
    }
}

EndpointStateModel::State EndpointStateModel::state(QByteArrayView endpoint) const
{
    return indexOf(endpoint).data(StateRole).value<State>();
}

QModelIndex EndpointStateModel::indexOf(QByteArrayView endpoint) const
{
    for (int row = 0; row < m_groups.size(); ++row) {
        const QList<Entry> &entries = m_groups[row].entries;
        const auto place = std::ranges::find_if(entries, [endpoint](const Entry &entry) { return entry.endpoint->id == endpoint; });
        if (place != entries.end())
            return index(int(place - entries.begin()), NameColumn, index(row, NameColumn));
    }
    return {};
}

QString EndpointStateModel::stateWord(State state)
{
    switch (state) {
    case State::Allowed: return tr("Allowed");
    case State::Limited: return tr("Limited");
    case State::Denied: return tr("Denied");
    case State::Unknown: break;
    }
    return tr("Unknown");
}

// Top-level rows carry internal id 0, an entry the row of its group plus one.
QModelIndex EndpointStateModel::index(int row, int column, const QModelIndex &parent) const
{
    if (!hasIndex(row, column, parent))
        return {};
    return createIndex(row, column, parent.isValid() ? quintptr(parent.row()) + 1 : quintptr(0));
}

QModelIndex EndpointStateModel::parent(const QModelIndex &index) const
{
    if (!index.isValid() || index.internalId() == 0)
        return {};
    return createIndex(int(index.internalId()) - 1, NameColumn, quintptr(0));
}

int EndpointStateModel::rowCount(const QModelIndex &parent) const
{
    if (!parent.isValid())
        return int(m_groups.size());
    return parent.internalId() == 0 && parent.column() == NameColumn ? int(m_groups[parent.row()].entries.size()) : 0;
}

int EndpointStateModel::columnCount(const QModelIndex &) const { return ColumnCount; }

QVariant EndpointStateModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    if (index.internalId() == 0)
        return groupData(m_groups[index.row()], index.column(), role);
    return entryData(m_groups[qsizetype(index.internalId()) - 1].entries[index.row()], index.column(), role);
}

QVariant EndpointStateModel::groupData(const Group &group, int column, int role) const
{
    const auto open = std::ranges::count_if(
        group.entries, [](const Entry &entry) { return entry.state == State::Allowed || entry.state == State::Limited; });
    const bool known = group.entries.constFirst().state != State::Unknown;
    const Policy::Group *described = Policy::findGroup(group.name);
    if (role == Qt::DisplayRole && column == NameColumn)
        return QString::fromUtf8(group.name);
    if (role == Qt::DisplayRole && column == StateColumn && known)
        return tr("%1 of %2").arg(open).arg(group.entries.size());
    if (role == Qt::ToolTipRole && described)
        return QString::fromUtf8(described->summary);
    if (role == Qt::AccessibleTextRole)
        return tr("group %1, %2 of %3 allowed").arg(QString::fromUtf8(group.name)).arg(open).arg(group.entries.size());
    return {};
}

QString EndpointStateModel::reasonOf(const Entry &entry)
{
    const QString rule = QString::fromUtf8(entry.rule);
    if (entry.state == State::Denied)
        return entry.code == "scope_missing" ? tr("scope missing, required by %1").arg(rule) : tr("denied by %1").arg(rule);
    if (entry.state == State::Unknown)
        return {};
    return rule.isEmpty() ? QString() : tr("allowed by %1").arg(rule);
}

QVariant EndpointStateModel::entryData(const Entry &entry, int column, int role) const
{
    switch (role) {
    case StateRole: return QVariant::fromValue(entry.state);
    case EndpointRole: return entry.endpoint->id;
    case RuleRole: return entry.rule;
    case BuiltRole: return entry.endpoint->built;
    case Qt::DisplayRole: return column == NameColumn ? QString::fromUtf8(entry.endpoint->id) : stateWord(entry.state);
    case Qt::AccessibleTextRole:
        return QString::fromUtf8(entry.endpoint->id) + u", "_s + stateWord(entry.state) + u", "_s + reasonOf(entry);
    case Qt::ToolTipRole: {
        QStringList lines { QString::fromUtf8(entry.endpoint->method + ' ' + entry.endpoint->path), QString::fromUtf8(entry.endpoint->summary),
            reasonOf(entry) };
        if (!entry.endpoint->built)
            lines.append(tr("this version has no handler for it yet"));
        lines.removeAll(QString());
        return lines.join(u'\n');
    }
    default: return {};
    }
}

QVariant EndpointStateModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    return section == NameColumn ? tr("Endpoint") : tr("State");
}

} // namespace Cofferdam::PolicyEditor
