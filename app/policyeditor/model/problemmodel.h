// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/policyeditor/model/draftcheck.h"

#include <QtCore/QAbstractTableModel>

namespace Cofferdam::PolicyEditor {

/// The problems of a draft, one a row, in the order of their places. Every row's line() is what check-config prints for it.
class ProblemModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column { SeverityColumn, MessageColumn, RuleColumn, PlaceColumn, ColumnCount };
    using QAbstractTableModel::QAbstractTableModel;

    void setChecked(const Checked &checked, const QByteArray &fileName);
    [[nodiscard]] const QList<Policy::Diagnostic> &problems() const { return m_problems; }
    /// What Alt+Enter offers for a problem: the engine's replacement, or the fixes of a secret.
    [[nodiscard]] QList<Fix> fixes(int row) const;
    [[nodiscard]] QString line(int row) const;
    /// The first problem whose span touches offset; -1 where none does.
    [[nodiscard]] int at(qsizetype offset) const;
    /// The problem after (or before) offset, going round; -1 when there is none.
    [[nodiscard]] int following(qsizetype offset) const;
    [[nodiscard]] int preceding(qsizetype offset) const;

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    [[nodiscard]] static QString severityWord(Policy::Severity severity);

private:
    QList<Policy::Diagnostic> m_problems;
    QList<Secret> m_secrets;
    QByteArray m_fileName;
};

} // namespace Cofferdam::PolicyEditor
