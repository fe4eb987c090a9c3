// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/policyeditor/model/linediff.h"

#include <QtCore/QAbstractTableModel>

namespace Cofferdam::PolicyEditor {

/// A LineDiff as a table, side by side (old, new) or unified. Every row says in words what it is, for screen readers. PE07.
class DiffModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum class Layout { SideBySide, Unified };
    enum Column { LeftNumber, LeftText, RightNumber, RightText, ColumnCount };
    enum Role { KindRole = Qt::UserRole, PrefixRole, SuffixRole };
    static constexpr int Context = 3;
    using QAbstractTableModel::QAbstractTableModel;

    void setTexts(const QString &before, const QString &after);
    void setTitles(const QString &before, const QString &after);
    void setLayout(Layout layout);
    [[nodiscard]] Layout layout() const { return m_layout; }
    [[nodiscard]] const LineDiff &difference() const { return m_difference; }
    [[nodiscard]] const QList<DiffRow> &rows() const { return m_rows; }
    [[nodiscard]] const QList<int> &hunks() const { return m_hunks; }
    /// First row of the hunk after (or before) a row; -1 when there is none.
    [[nodiscard]] int nextHunk(int row) const;
    [[nodiscard]] int previousHunk(int row) const;

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    void rebuild();
    [[nodiscard]] static QList<DiffRow> unified(const QList<DiffRow> &rows);
    [[nodiscard]] static QString spoken(const DiffRow &row);

    LineDiff m_difference;
    QList<DiffRow> m_rows;
    QList<int> m_hunks;
    Layout m_layout = Layout::SideBySide;
    QString m_before, m_after;
};

} // namespace Cofferdam::PolicyEditor
