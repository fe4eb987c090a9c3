// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/widgets/theme.h"

#include <QtCore/QAbstractItemModel>
#include <QtCore/QJsonObject>
#include <QtCore/QList>

#include <memory>
#include <vector>

namespace Cofferdam::App {

/// The trace of policy.explain as a tree: the stages in their order, then each field with its candidates: what they say, where they
/// stand, and why they won or lost. Empty for an empty answer. No display.
class TraceModel : public QAbstractItemModel
{
    Q_OBJECT
public:
    enum Column { What, Value, Origin, Why, ColumnCount };
    enum Role { LineRole = Qt::UserRole, ColumnRole, RuleRole, ToneRole, IconNameRole, StrongRole };

    explicit TraceModel(QObject *parent = nullptr);
    ~TraceModel() override;
    void setAnswer(const QJsonObject &answer);

    [[nodiscard]] QModelIndex index(int row, int column, const QModelIndex &parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex &child) const override;
    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    /// A policy value for one line: lists with commas, null as "no limit", text as it is.
    [[nodiscard]] static QString valueText(const QJsonValue &value);

private:
    struct Item {
        Item *parent = nullptr;
        QString text[ColumnCount];
        QString iconName, rule;
        Tone tone = Tone::Neutral;
        int line = 0, column = 0;
        bool strong = false;
        std::vector<std::unique_ptr<Item>> children;
    };
    static Item *add(Item &parent);
    void addStage(Item &group, const QJsonObject &stage);
    void addField(Item &group, const QString &name, const QJsonObject &field);
    void addCandidate(Item &field, const QJsonObject &candidate);
    [[nodiscard]] const Item &itemOf(const QModelIndex &index) const;

    Item m_root;
};

} // namespace Cofferdam::App
