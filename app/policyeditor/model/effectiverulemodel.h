// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QAbstractItemModel>
#include <QtCore/QJsonObject>

namespace Cofferdam::PolicyEditor {

/// Where a value stands: for a jump. Line 0: in no document.
struct RulePlace {
    QByteArray rule, layer, file;
    int line = 0, column = 0;

    /// "policy:endpoints.shell · line 12"
    [[nodiscard]] QString toText() const;
};

/// The effective rule of one endpoint: a field a row with its value and the rule that won; below it what was overridden, each with
/// why it lost. Fed with Policy::explain() or policy.explain. PE13.
class EffectiveRuleModel : public QAbstractItemModel
{
    Q_OBJECT
public:
    enum Column { FieldColumn, ValueColumn, FromColumn, ColumnCount };
    enum Role { LineRole = Qt::UserRole, ColumnRole, LayerRole, RuleRole, OverriddenRole };
    using QAbstractItemModel::QAbstractItemModel;

    void setExplanation(const QJsonObject &explanation, const QByteArray &endpoint);
    [[nodiscard]] const QByteArray &endpoint() const { return m_endpoint; }
    [[nodiscard]] QModelIndex field(const QString &name) const;
    /// A value as people read it: sizes and seconds with their unit, "no limit", lists joined.
    [[nodiscard]] static QString valueText(const QString &field, const QJsonValue &value);

    [[nodiscard]] QModelIndex index(int row, int column, const QModelIndex &parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex &index) const override;
    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Candidate {
        QString value, why;
        RulePlace place;
    };
    struct Field {
        QString name, value;
        RulePlace place;
        QList<Candidate> overridden;
    };
    [[nodiscard]] static Field fieldFromJson(const QString &name, const QJsonObject &object);
    [[nodiscard]] QVariant placeData(const RulePlace &place, int role) const;

    QByteArray m_endpoint;
    QList<Field> m_fields;
};

} // namespace Cofferdam::PolicyEditor
