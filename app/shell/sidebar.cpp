// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/sidebar.h"

#include "app/widgets/icons.h"
#include "app/widgets/styleparts.h"

#include <QtGui/QAction>
#include <QtGui/QKeyEvent>
#include <QtGui/QPainter>
#include <QtWidgets/QAbstractButton>
#include <QtWidgets/QBoxLayout>
#include <QtWidgets/QButtonGroup>
#include <QtWidgets/QLabel>

using namespace Qt::StringLiterals;

namespace Cofferdam::App {

namespace {

/// A full-width row of icon and word; the checked one has a ground in the accent's tint and a mark at its edge.
class NavigationButton final : public QAbstractButton
{
public:
    NavigationButton(const QString &title, QString iconName, QWidget *parent) : QAbstractButton(parent), m_iconName(std::move(iconName))
    {
        setText(title);
        setAttribute(Qt::WA_Hover);
        setFocusPolicy(Qt::TabFocus);
        setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    }

    QSize sizeHint() const override { return {fontMetrics().horizontalAdvance(text()) + 64, fontMetrics().height() + 18}; }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        const QPalette colors = palette();
        const QColor under = colors.color(QPalette::Window);
        const QRect box = rect();
        if (isChecked()) Parts::roundedBox(painter, box, blend(toneColor(Tone::Accent, colors), under, isDark(colors) ? 0.20 : 0.13), {}, Space::radius);
        else if (underMouse() || isDown()) Parts::roundedBox(painter, box, blend(colors.color(QPalette::Text), under, isDown() ? 0.10 : 0.05), {}, Space::radius);
        const QColor ink = isChecked() ? toneColor(Tone::Accent, colors) : colors.color(QPalette::WindowText);
        const QRect iconBox = QStyle::visualRect(layoutDirection(), box, QRect(11, (height() - 18) / 2, 18, 18));
        painter.drawPixmap(iconBox.topLeft(), iconPixmap(m_iconName, ink, 18, devicePixelRatioF()));
        QFont font = this->font();
        if (isChecked()) font.setWeight(QFont::DemiBold);
        painter.setFont(font);
        painter.setPen(ink);
        painter.drawText(QStyle::visualRect(layoutDirection(), box, box.adjusted(40, 0, -8, 0)), Qt::AlignVCenter | Qt::AlignLeading, text());
        if (hasFocus() && m_byKeyboard) Parts::focusRing(painter, box, colors, Space::radius);
    }

    void focusInEvent(QFocusEvent *event) override
    {
        m_byKeyboard = event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason;
        QAbstractButton::focusInEvent(event);
    }

private:
    bool m_byKeyboard = false;
    QString m_iconName;
};

} // namespace

Sidebar::Sidebar(QWidget *parent) : QFrame(parent), m_group(new QButtonGroup(this)), m_pages(new QVBoxLayout), m_footer(new QVBoxLayout)
{
    setAccessibleName(tr("Pages"));
    auto *logo = new QLabel(this);
    logo->setPixmap(iconPixmap(u"cofferdam"_s, palette().color(QPalette::Text), 26, devicePixelRatioF()));
    auto *name = new QLabel(u"Cofferdam"_s, this);
    QFont font = titleFont();
    font.setPointSizeF(font.pointSizeF() * 0.9);
    name->setFont(font);
    auto *head = new QHBoxLayout;
    head->setContentsMargins(7, Space::small, 0, Space::medium);
    head->setSpacing(9);
    head->addWidget(logo);
    head->addWidget(name, 1);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(Space::medium, Space::small, Space::medium, Space::medium);
    column->setSpacing(2);
    column->addLayout(head);
    m_pages->setSpacing(3);
    column->addLayout(m_pages);
    column->addStretch();
    m_footer->setSpacing(3);
    column->addLayout(m_footer);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Expanding);
    connect(m_group, &QButtonGroup::idClicked, this, &Sidebar::chosen);
}

void Sidebar::addPage(const QString &title, const QString &iconName, const QString &keys)
{
    auto *button = new NavigationButton(title, iconName, this);
    button->setCheckable(true);
    button->setToolTip(u"%1 (%2)"_s.arg(title, keys));
    button->setAccessibleName(title);
    button->setProperty("pane", true);
    button->installEventFilter(this);
    m_group->addButton(button, int(m_group->buttons().size()));
    m_pages->addWidget(button);
}

void Sidebar::addFooter(QAction *action)
{
    auto *button = new NavigationButton(QString(action->text()).remove(u'&').remove(u"…"_s), action->objectName(), this);
    const QString keys = action->shortcut().toString(QKeySequence::NativeText);
    button->setToolTip(keys.isEmpty() ? button->text() : u"%1 (%2)"_s.arg(button->text(), keys));
    button->setAccessibleName(button->text());
    connect(button, &QAbstractButton::clicked, action, &QAction::trigger);
    m_footer->addWidget(button);
}

void Sidebar::setCurrent(int index)
{
    if (QAbstractButton *button = m_group->button(index)) button->setChecked(true);
}

QSize Sidebar::sizeHint() const { return {qMax(188, fontMetrics().averageCharWidth() * 25), 200}; }

void Sidebar::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), palette().color(QPalette::Window));
    painter.setPen(hairline(palette()));
    const int x = layoutDirection() == Qt::RightToLeft ? 0 : width() - 1;
    painter.drawLine(x, 0, x, height());
}

bool Sidebar::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() != QEvent::KeyPress) return QFrame::eventFilter(watched, event);
    const int key = static_cast<QKeyEvent *>(event)->key();
    if (key != Qt::Key_Up && key != Qt::Key_Down) return QFrame::eventFilter(watched, event);
    const int count = int(m_group->buttons().size());
    const int next = (m_group->checkedId() + (key == Qt::Key_Down ? 1 : count - 1)) % count;
    Q_EMIT chosen(next);
    if (QAbstractButton *button = m_group->button(next)) button->setFocus(Qt::TabFocusReason);
    return true;
}

} // namespace Cofferdam::App
