// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/policy/engine.h"

#include <QtCore/QAbstractTableModel>
#include <QtCore/QJsonArray>
#include <QtCore/QSet>

namespace Cofferdam::PolicyEditor {

/// What a draft changes, in words. Whatever opens something (newly allowed, wider) stands on top and has a box to tick; the draft
/// may be applied once every box is ticked. PE08.
class DifferenceModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column { KindColumn, TextColumn, RuleColumn, ColumnCount };
    enum Role { KindRole = Qt::UserRole, OpensRole };
    using QAbstractTableModel::QAbstractTableModel;

    void setDifferences(QList<Policy::Difference> differences);
    /// From the service's answer (policy.validate); an entry of an unknown kind counts as wider.
    void setDifferences(const QJsonArray &differences);
    [[nodiscard]] const QList<Policy::Difference> &differences() const { return m_differences; }
    [[nodiscard]] int opening() const; ///< how many must be ticked
    [[nodiscard]] int unticked() const;
    void tickAll(bool ticked);

    [[nodiscard]] static bool opens(Policy::Difference::Kind kind);
    [[nodiscard]] static QString kindWord(Policy::Difference::Kind kind);

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    bool setData(const QModelIndex &index, const QVariant &value, int role) override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex &index) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

Q_SIGNALS:
    void tickedChanged();

private:
    QList<Policy::Difference> m_differences;
    QSet<int> m_ticked;
};

} // namespace Cofferdam::PolicyEditor
