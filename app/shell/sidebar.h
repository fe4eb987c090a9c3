// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtWidgets/QFrame>

class QButtonGroup;
class QVBoxLayout;
class QToolButton;
class QAction;

namespace Cofferdam::App {

/// The column of pages on the left: one checkable button a page, arrow keys move between them. Says which was chosen.
class Sidebar : public QFrame
{
    Q_OBJECT
public:
    explicit Sidebar(QWidget *parent = nullptr);
    /// keys is shown in the tool tip ("Alt+1").
    void addPage(const QString &title, const QString &iconName, const QString &keys);
    void addFooter(QAction *action);
    void setCurrent(int index);
    [[nodiscard]] QSize sizeHint() const override;

Q_SIGNALS:
    void chosen(int index);

protected:
    void paintEvent(QPaintEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    QButtonGroup *m_group;
    QVBoxLayout *m_pages, *m_footer;
};

} // namespace Cofferdam::App
