// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtWidgets/QFrame>

class QAction;
class QHBoxLayout;
class QLabel;
class QToolButton;

namespace Cofferdam::App {

/// The strip on top of a page: title, a line of facts, tool buttons on the right in one rhythm. Draws its lower hairline.
class PageHeader : public QFrame
{
    Q_OBJECT
public:
    explicit PageHeader(const QString &title, QWidget *parent = nullptr);
    void setSubtitle(const QString &text);
    /// Beside the title (a chip, a combo box).
    void addLeft(QWidget *widget);
    /// A tool button for the action; its tool tip names the shortcut.
    QToolButton *addTool(QAction *action, Qt::ToolButtonStyle style = Qt::ToolButtonIconOnly);
    /// A push button in the accent colour: the page's one main action.
    void addPrimary(QAction *action);
    void addRight(QWidget *widget);
    void addGap(); ///< between groups of tools

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QLabel *m_title, *m_subtitle;
    QHBoxLayout *m_left, *m_right;
};

/// "Pause (Space)" from an action's text and shortcut, without the mnemonic.
[[nodiscard]] QString toolTipFor(const QAction &action);

} // namespace Cofferdam::App
