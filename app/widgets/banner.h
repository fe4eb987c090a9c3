// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/widgets/theme.h"

#include <QtWidgets/QFrame>

class QAction;
class QHBoxLayout;
class QLabel;

namespace Cofferdam::App {

/// A line across a page that says something the operator must know, with its next step. Hidden until it has a text.
class Banner : public QFrame
{
    Q_OBJECT
public:
    explicit Banner(QWidget *parent = nullptr);
    void set(Tone tone, const QString &iconName, const QString &text); ///< an empty text hides it
    void addButton(QAction *action); ///< follows the action's visibility
    [[nodiscard]] QString text() const;

protected:
    void paintEvent(QPaintEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void updateLook();
    Tone m_tone = Tone::Neutral;
    QString m_iconName;
    QLabel *m_icon, *m_text;
    QHBoxLayout *m_row;
};

} // namespace Cofferdam::App
