// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/widgets/theme.h"

#include <QtWidgets/QWidget>

namespace Cofferdam::App {

/// A pill of icon, word and tone. With setClickable() it is a button: Tab reaches it, Space and Enter press it.
class Chip : public QWidget
{
    Q_OBJECT
public:
    explicit Chip(QWidget *parent = nullptr);
    void set(Tone tone, const QString &iconName, const QString &text);
    void setClickable(bool clickable);
    [[nodiscard]] QString text() const { return m_text; }
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    void clicked();

protected:
    void paintEvent(QPaintEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    bool event(QEvent *event) override;

private:
    Tone m_tone = Tone::Neutral;
    QString m_iconName, m_text;
    bool m_clickable = false;
};

/// Paints the same pill for delegates; returns the width it needs. Draws nothing with a null painter.
int paintChip(QPainter *painter, const QRect &rect, const QPalette &palette, Tone tone, const QString &iconName, const QString &text);

} // namespace Cofferdam::App
