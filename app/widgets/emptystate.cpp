// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/emptystate.h"

#include "app/widgets/icons.h"

#include <QtCore/QEvent>
#include <QtGui/QAction>
#include <QtWidgets/QBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QPushButton>

namespace Cofferdam::App {

EmptyState::EmptyState(QWidget *parent)
    : QWidget(parent), m_icon(new QLabel(this)), m_title(new QLabel(this)), m_text(new QLabel(this)), m_buttons(new QHBoxLayout)
{
    m_icon->setAlignment(Qt::AlignCenter);
    QFont font = titleFont();
    font.setPointSizeF(font.pointSizeF() * 0.92);
    m_title->setFont(font);
    m_title->setAlignment(Qt::AlignCenter);
    m_title->setWordWrap(true);
    m_text->setAlignment(Qt::AlignHCenter | Qt::AlignTop);
    m_text->setWordWrap(true);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_text->setForegroundRole(QPalette::PlaceholderText);
    m_text->setMaximumWidth(440);
    m_text->setMinimumWidth(160);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(Space::huge, Space::huge, Space::huge, Space::huge);
    column->setSpacing(Space::small);
    column->addStretch(2);
    column->addWidget(m_icon);
    column->addSpacing(Space::tiny);
    column->addWidget(m_title);
    auto *middle = new QHBoxLayout;
    middle->addStretch(1);
    middle->addWidget(m_text, 100);
    middle->addStretch(1);
    column->addLayout(middle);
    m_buttons->setSpacing(Space::small);
    m_buttons->addStretch();
    m_buttons->addStretch();
    column->addSpacing(Space::small);
    column->addLayout(m_buttons);
    column->addStretch(3);
}

void EmptyState::set(const QString &iconName, const QString &title, const QString &text)
{
    m_iconName = iconName;
    m_title->setText(title);
    m_text->setText(text);
    setAccessibleName(title);
    setAccessibleDescription(text);
    updateIcon();
}

QString EmptyState::title() const { return m_title->text(); }

void EmptyState::addButton(QAction *action)
{
    auto *button = new QPushButton(this);
    button->setDefault(!m_hasButton);
    m_hasButton = true;
    const auto follow = [button, action] {
        button->setText(QString(action->text()).remove(u'&')); // Alt+letter belongs to the menu bar
        button->setToolTip(action->toolTip());
        button->setEnabled(action->isEnabled());
        button->setVisible(action->isVisible());
    };
    follow();
    connect(action, &QAction::changed, button, follow);
    connect(button, &QPushButton::clicked, action, &QAction::trigger);
    m_buttons->insertWidget(m_buttons->count() - 1, button);
}

void EmptyState::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::PaletteChange) updateIcon();
    QWidget::changeEvent(event);
}

void EmptyState::updateIcon()
{
    m_icon->setPixmap(iconPixmap(m_iconName, blend(palette().color(QPalette::Text), palette().color(QPalette::Base), 0.42), 44, devicePixelRatioF()));
}

} // namespace Cofferdam::App
