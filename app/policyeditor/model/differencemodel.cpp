// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/policyeditor/model/differencemodel.h"

#include <QtCore/QJsonObject>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Cofferdam::PolicyEditor {

using Kind = Policy::Difference::Kind;

namespace {

Kind kindFromName(const QString &name)
{
    if (name == "newly_allowed"_L1)
        return Kind::NewlyAllowed;
    if (name == "newly_denied"_L1)
        return Kind::NewlyDenied;
    if (name == "narrower"_L1)
        return Kind::Narrower;
    if (name == "changed"_L1)
        return Kind::Changed;
    return Kind::Wider;
}

Policy::Difference differenceFromJson(const QJsonObject &object)
{
    Policy::Difference difference;
    difference.kind = kindFromName(object["kind"_L1].toString());
    difference.identity = object["identity"_L1].toString().toUtf8();
    difference.endpoint = object["endpoint"_L1].toString().toUtf8();
    difference.pathClass = object["path_class"_L1].toString().toUtf8();
    difference.field = object["field"_L1].toString().toUtf8();
    difference.text = object["text"_L1].toString();
    difference.ruleBefore = object["rule_before"_L1].toString().toUtf8();
    difference.ruleAfter = object["rule_after"_L1].toString().toUtf8();
    return difference;
}

int rank(const Policy::Difference &difference)
{
    switch (difference.kind) {
    case Kind::NewlyAllowed: return 0;
    case Kind::Wider: return 1;
    case Kind::NewlyDenied: return 2;
    case Kind::Narrower: return 3;
    case Kind::Changed: break;
    }
    return 4;
}

} // namespace

void DifferenceModel::setDifferences(QList<Policy::Difference> differences)
{
    beginResetModel();
    m_differences = std::move(differences);
    std::ranges::stable_sort(m_differences, {}, rank);
    m_ticked.clear();
    endResetModel();
    Q_EMIT tickedChanged();
}

void DifferenceModel::setDifferences(const QJsonArray &differences)
{
    QList<Policy::Difference> list;
    for (const QJsonValue &value : differences)
        list.append(differenceFromJson(value.toObject()));
    setDifferences(std::move(list));
}

bool DifferenceModel::opens(Kind kind) { return kind == Kind::NewlyAllowed || kind == Kind::Wider; }

int DifferenceModel::opening() const
{
    return int(std::ranges::count_if(m_differences, [](const auto &difference) { return opens(difference.kind); }));
}

int DifferenceModel::unticked() const { return opening() - int(m_ticked.size()); }

void DifferenceModel::tickAll(bool ticked)
{
    m_ticked.clear();
    for (int row = 0; ticked && row < opening(); ++row)
        m_ticked.insert(row);
    if (!m_differences.isEmpty())
        Q_EMIT dataChanged(index(0, KindColumn), index(rowCount() - 1, KindColumn), { Qt::CheckStateRole });
    Q_EMIT tickedChanged();
}

QString DifferenceModel::kindWord(Kind kind)
{
    switch (kind) {
    case Kind::NewlyAllowed: return tr("Newly allowed");
    case Kind::Wider: return tr("Wider");
    case Kind::NewlyDenied: return tr("Newly denied");
    case Kind::Narrower: return tr("Narrower");
    case Kind::Changed: break;
    }
    return tr("Changed");
}

int DifferenceModel::rowCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : int(m_differences.size()); }

int DifferenceModel::columnCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : ColumnCount; }

QVariant DifferenceModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const Policy::Difference &difference = m_differences[index.row()];
    if (role == KindRole)
        return int(difference.kind);
    if (role == OpensRole)
        return opens(difference.kind);
    if (role == Qt::CheckStateRole && index.column() == KindColumn && opens(difference.kind))
        return m_ticked.contains(index.row()) ? Qt::Checked : Qt::Unchecked;
    const QString rules = difference.ruleBefore == difference.ruleAfter
        ? QString::fromUtf8(difference.ruleAfter)
        : u"%1 → %2"_s.arg(QString::fromUtf8(difference.ruleBefore), QString::fromUtf8(difference.ruleAfter));
    if (role == Qt::ToolTipRole)
        return QString(difference.text + u'\n' + rules);
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case KindColumn: return kindWord(difference.kind);
    case TextColumn: return difference.text;
    case RuleColumn: return rules;
    default: return {};
    }
}

bool DifferenceModel::setData(const QModelIndex &index, const QVariant &value, int role)
{
    if (role != Qt::CheckStateRole || !(flags(index) & Qt::ItemIsUserCheckable))
        return false;
    if (value.toInt() == Qt::Checked)
        m_ticked.insert(index.row());
    else
        m_ticked.remove(index.row());
    Q_EMIT dataChanged(index, index, { role });
    Q_EMIT tickedChanged();
    return true;
}

Qt::ItemFlags DifferenceModel::flags(const QModelIndex &index) const
{
    Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    if (index.isValid() && index.column() == KindColumn && opens(m_differences[index.row()].kind))
        flags |= Qt::ItemIsUserCheckable;
    return flags;
}

QVariant DifferenceModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case KindColumn: return tr("Change");
    case TextColumn: return tr("What it means");
    case RuleColumn: return tr("Rule");
    default: return {};
    }
}

} // namespace Cofferdam::PolicyEditor
