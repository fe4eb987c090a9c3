// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/banner.h"

#include "app/widgets/icons.h"

#include <QtCore/QEvent>
#include <QtGui/QAction>
#include <QtGui/QPainter>
#include <QtWidgets/QBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QPushButton>

namespace Cofferdam::App {

Banner::Banner(QWidget *parent) : QFrame(parent), m_icon(new QLabel(this)), m_text(new QLabel(this)), m_row(new QHBoxLayout(this))
{
    m_text->setWordWrap(true);
    m_text->setTextFormat(Qt::PlainText);
    m_row->setContentsMargins(Space::large, Space::small, Space::medium, Space::small);
    m_row->setSpacing(Space::small);
    m_row->addWidget(m_icon);
    m_row->addWidget(m_text, 1);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    hide();
}

void Banner::set(Tone tone, const QString &iconName, const QString &text)
{
    m_tone = tone;
    m_iconName = iconName;
    m_text->setText(text);
    setAccessibleName(text);
    updateLook();
    setVisible(!text.isEmpty());
}

QString Banner::text() const { return m_text->text(); }

void Banner::addButton(QAction *action)
{
    auto *button = new QPushButton(this);
    button->setAutoDefault(false);
    const auto follow = [button, action] {
        button->setText(QString(action->text()).remove(u'&')); // Alt+letter belongs to the menu bar
        button->setToolTip(action->toolTip());
        button->setEnabled(action->isEnabled());
        button->setVisible(action->isVisible());
    };
    follow();
    connect(action, &QAction::changed, button, follow);
    connect(button, &QPushButton::clicked, action, &QAction::trigger);
    m_row->addWidget(button);
}

void Banner::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), toneGround(m_tone, palette()));
    painter.setPen(blend(toneColor(m_tone, palette()), palette().color(QPalette::Base), 0.3));
    painter.drawLine(rect().bottomLeft(), rect().bottomRight());
}

void Banner::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::PaletteChange && !m_text->text().isEmpty()) updateLook();
    QFrame::changeEvent(event);
}

void Banner::updateLook()
{
    m_icon->setPixmap(iconPixmap(m_iconName, toneColor(m_tone, palette()), 16, devicePixelRatioF()));
}

} // namespace Cofferdam::App
