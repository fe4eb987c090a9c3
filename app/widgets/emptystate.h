// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtWidgets/QWidget>

class QAction;
class QLabel;
class QHBoxLayout;

namespace Cofferdam::App {

/// What a pane shows when it has nothing to show: an icon, a title, why, and the next step. Centred; the text wraps.
class EmptyState : public QWidget
{
    Q_OBJECT
public:
    explicit EmptyState(QWidget *parent = nullptr);
    void set(const QString &iconName, const QString &title, const QString &text);
    /// A button for the action; the first is the default one. The action stays the caller's.
    void addButton(QAction *action);
    [[nodiscard]] QString title() const;

protected:
    void changeEvent(QEvent *event) override;

private:
    void updateIcon();
    QString m_iconName;
    QLabel *m_icon, *m_title, *m_text;
    QHBoxLayout *m_buttons;
    bool m_hasButton = false;
};

} // namespace Cofferdam::App
