// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/policyeditor/model/draftcheck.h"

#include <QtCore/QAbstractItemModel>

namespace Cofferdam::PolicyEditor {

/// Every endpoint by group with what one identity may do with it: allowed, limited, or denied and by which rule.
class EndpointStateModel : public QAbstractItemModel
{
    Q_OBJECT
public:
    enum class State { Unknown, Allowed, Limited, Denied };
    Q_ENUM(State)
    enum Column { NameColumn, StateColumn, ColumnCount };
    enum Role { StateRole = Qt::UserRole, EndpointRole, RuleRole, BuiltRole };

    explicit EndpointStateModel(QObject *parent = nullptr);

    /// Keeps the shape and updates the states; without a policy every state is unknown.
    void setStates(const QJsonObject &matrix, const QByteArray &identity);
    [[nodiscard]] State state(QByteArrayView endpoint) const;
    [[nodiscard]] QModelIndex indexOf(QByteArrayView endpoint) const;
    [[nodiscard]] static QString stateWord(State state);

    [[nodiscard]] QModelIndex index(int row, int column, const QModelIndex &parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex &index) const override;
    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Entry {
        const Policy::Endpoint *endpoint = nullptr;
        State state = State::Unknown;
        QByteArray rule, code;
    };
    struct Group {
        QByteArray name;
        QList<Entry> entries;
    };
    [[nodiscard]] QVariant groupData(const Group &group, int column, int role) const;
    [[nodiscard]] QVariant entryData(const Entry &entry, int column, int role) const;
    [[nodiscard]] static QString reasonOf(const Entry &entry);

    QList<Group> m_groups;
};

} // namespace Cofferdam::PolicyEditor
