// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QAbstractListModel>
#include <QtCore/QList>
#include <QtGui/QKeySequence>
#include <QtWidgets/QDialog>

#include <functional>

class QListView;

namespace Cofferdam::App {

class SearchField;

/// One thing the palette can do. place is its menu path or kind ("View", "Endpoint").
struct Command {
    QString text {}, place {}, keys {}, iconName {};
    std::function<void()> run {};
    bool enabled = true;
};

/// The commands whose text or place holds all typed words, best first: a start of the text, a start of a word, anywhere. No display.
class CommandModel : public QAbstractListModel
{
    Q_OBJECT
public:
    enum Role { PlaceRole = Qt::UserRole, KeysRole, IconNameRole };
    using QAbstractListModel::QAbstractListModel;
    void setCommands(QList<Command> commands);
    void setFilter(const QString &typed);
    [[nodiscard]] const Command &command(int row) const { return m_commands.at(m_shown.at(row)); }
    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex &index) const override;

private:
    QList<Command> m_commands;
    QList<int> m_shown;
};

/// Ctrl+K: type some letters of an action, an endpoint or an identity; arrows choose, Enter runs, Esc leaves.
class CommandPalette : public QDialog
{
    Q_OBJECT
public:
    explicit CommandPalette(QWidget *parent);
    void open(QList<Command> commands);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void runCurrent();
    CommandModel m_model;
    SearchField *m_field;
    QListView *m_list;
};

} // namespace Cofferdam::App
