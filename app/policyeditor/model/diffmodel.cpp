// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/policyeditor/model/diffmodel.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Cofferdam::PolicyEditor {

using Kind = DiffRow::Kind;

void DiffModel::setTexts(const QString &before, const QString &after)
{
    m_difference = LineDiff(before, after);
    rebuild();
}

void DiffModel::setTitles(const QString &before, const QString &after)
{
    m_before = before;
    m_after = after;
    Q_EMIT headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
}

void DiffModel::setLayout(Layout layout)
{
    m_layout = layout;
    rebuild();
}

void DiffModel::rebuild()
{
    beginResetModel();
    m_rows = m_difference.isEmpty() ? QList<DiffRow>() : m_difference.rows(Context);
    if (m_layout == Layout::Unified)
        m_rows = unified(m_rows);
    m_hunks = LineDiff::hunks(m_rows);
    endResetModel();
}

QList<DiffRow> DiffModel::unified(const QList<DiffRow> &rows)
{
    QList<DiffRow> result, added;
    const auto flush = [&] {
        result += added;
        added.clear();
    };
    for (const DiffRow &row : rows) {
        if (row.kind != Kind::Changed && row.kind != Kind::Removed && row.kind != Kind::Added)
            flush();
        if (row.kind != Kind::Changed) {
            (row.kind == Kind::Added ? added : result).append(row);
            continue;
        }
        DiffRow removed = row;
        removed.kind = Kind::Removed;
        removed.rightLine = 0;
        removed.right.clear();
        result.append(removed);
        DiffRow addition = row;
        addition.kind = Kind::Added;
        addition.leftLine = 0;
        addition.left.clear();
        added.append(addition);
    }
    flush();
    return result;
}

int DiffModel::nextHunk(int row) const
{
    const auto next = std::ranges::find_if(m_hunks, [row](int start) { return start > row; });
    return next == m_hunks.end() ? -1 : *next;
}

int DiffModel::previousHunk(int row) const
{
    const auto previous = std::find_if(m_hunks.crbegin(), m_hunks.crend(), [row](int start) { return start < row; });
    return previous == m_hunks.crend() ? -1 : *previous;
}

int DiffModel::rowCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : int(m_rows.size()); }

int DiffModel::columnCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : ColumnCount; }

QString DiffModel::spoken(const DiffRow &row)
{
    switch (row.kind) {
    case Kind::Same: return tr("line %1: %2").arg(row.rightLine).arg(row.right);
    case Kind::Changed: return tr("changed line %1: %2, was: %3").arg(row.rightLine).arg(row.right, row.left);
    case Kind::Removed: return tr("removed line %1: %2").arg(row.leftLine).arg(row.left);
    case Kind::Added: return tr("added line %1: %2").arg(row.rightLine).arg(row.right);
    case Kind::Gap: break;
    }
    return tr("%n equal line(s) not shown", nullptr, row.hidden);
}

QVariant DiffModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const DiffRow &row = m_rows[index.row()];
    switch (role) {
    case KindRole: return int(row.kind);
    case PrefixRole: return row.prefix;
    case SuffixRole: return row.suffix;
    case Qt::AccessibleTextRole: return spoken(row);
    case Qt::DisplayRole: break;
    default: return {};
    }
    if (row.kind == Kind::Gap)
        return index.column() == LeftText ? spoken(row) : QVariant();
    switch (index.column()) {
    case LeftNumber: return row.leftLine > 0 ? QVariant(row.leftLine) : QVariant();
    case LeftText: return row.left;
    case RightNumber: return row.rightLine > 0 ? QVariant(row.rightLine) : QVariant();
    case RightText: return m_layout == Layout::Unified && row.kind == Kind::Removed ? row.left : row.right;
    default: return {};
    }
}

QVariant DiffModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    return section == LeftText ? m_before : section == RightText ? m_after : QVariant();
}

} // namespace Cofferdam::PolicyEditor
