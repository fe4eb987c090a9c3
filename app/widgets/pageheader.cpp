// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/pageheader.h"

#include "app/widgets/theme.h"

#include <QtCore/QRegularExpression>
#include <QtGui/QAction>
#include <QtGui/QPainter>
#include <QtWidgets/QBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QToolButton>

using namespace Qt::StringLiterals;

namespace Cofferdam::App {

QString toolTipFor(const QAction &action)
{
    static const QRegularExpression mnemonic(u"&(?!&)"_s);
    QString text = action.text();
    text.remove(mnemonic);
    text.replace(u"…"_s, QString());
    const QString keys = action.shortcut().toString(QKeySequence::NativeText);
    return keys.isEmpty() ? text : u"%1 (%2)"_s.arg(text, keys);
}

PageHeader::PageHeader(const QString &title, QWidget *parent)
    : QFrame(parent), m_title(new QLabel(title, this)), m_subtitle(new QLabel(this)), m_left(new QHBoxLayout), m_right(new QHBoxLayout)
{
    m_title->setFont(titleFont());
    m_subtitle->setForegroundRole(QPalette::PlaceholderText);
    m_subtitle->setTextFormat(Qt::PlainText);
    m_subtitle->hide();
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(Space::large, Space::small, Space::medium, Space::small);
    row->setSpacing(Space::medium);
    row->addWidget(m_title);
    row->addWidget(m_subtitle);
    m_left->setSpacing(Space::small);
    row->addLayout(m_left);
    row->addStretch();
    m_right->setSpacing(2);
    row->addLayout(m_right);
    setMinimumHeight(fontMetrics().height() + 34);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void PageHeader::setSubtitle(const QString &text)
{
    m_subtitle->setText(text);
    m_subtitle->setVisible(!text.isEmpty());
}

void PageHeader::addLeft(QWidget *widget) { m_left->addWidget(widget); }
void PageHeader::addRight(QWidget *widget) { m_right->addWidget(widget); }
void PageHeader::addGap() { m_right->addSpacing(Space::medium); }

QToolButton *PageHeader::addTool(QAction *action, Qt::ToolButtonStyle style)
{
    auto *button = new QToolButton(this);
    button->setDefaultAction(action);
    button->setToolButtonStyle(style);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::TabFocus);
    const auto follow = [button, action] {
        button->setToolTip(toolTipFor(*action));
        button->setAccessibleName(QString(action->text()).remove(u'&'));
        button->setVisible(action->isVisible());
    };
    follow();
    connect(action, &QAction::changed, button, follow);
    m_right->addWidget(button);
    return button;
}

void PageHeader::addPrimary(QAction *action)
{
    auto *button = new QPushButton(this);
    button->setDefault(true);
    button->setAutoDefault(false);
    const auto follow = [button, action] {
        button->setText(QString(action->text()).remove(u'&')); // Alt+letter belongs to the menu bar
        button->setToolTip(toolTipFor(*action));
        button->setEnabled(action->isEnabled());
        button->setVisible(action->isVisible());
    };
    follow();
    connect(action, &QAction::changed, button, follow);
    connect(button, &QPushButton::clicked, action, &QAction::trigger);
    m_right->addSpacing(Space::small);
    m_right->addWidget(button);
}

void PageHeader::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setPen(hairline(palette()));
    painter.drawLine(rect().bottomLeft(), rect().bottomRight());
}

} // namespace Cofferdam::App
