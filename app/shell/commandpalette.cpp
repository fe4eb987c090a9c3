// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/commandpalette.h"

#include "app/widgets/icons.h"
#include "app/widgets/searchfield.h"

#include <QtGui/QKeyEvent>
#include <QtGui/QPainter>
#include <QtWidgets/QBoxLayout>
#include <QtWidgets/QListView>
#include <QtWidgets/QStyledItemDelegate>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Cofferdam::App {

namespace {

/// 0: does not match; higher is better.
int score(const Command &command, const QStringList &words)
{
    int total = 1;
    for (const QString &word : words) {
        const qsizetype at = command.text.indexOf(word, 0, Qt::CaseInsensitive);
        if (at == 0) total += 8;
        else if (at > 0 && !command.text.at(at - 1).isLetterOrNumber()) total += 5;
        else if (at > 0) total += 3;
        else if (command.place.contains(word, Qt::CaseInsensitive)) total += 1;
        else return 0;
    }
    return total;
}

class CommandDelegate final : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &) const override { return {100, option.fontMetrics.height() + 16}; }

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        QStyleOptionViewItem ground(option);
        initStyleOption(&ground, index);
        option.widget->style()->drawPrimitive(QStyle::PE_PanelItemViewItem, &ground, painter, option.widget);
        const bool enabled = index.flags().testFlag(Qt::ItemIsEnabled);
        const QPalette &palette = option.palette;
        const QColor ink = palette.color(enabled ? QPalette::Active : QPalette::Disabled, QPalette::Text);
        const QRect row = option.rect.adjusted(Space::large, 0, -Space::large, 0);
        const auto place = [&](const QRect &rect) { return QStyle::visualRect(option.direction, row, rect); };
        painter->drawPixmap(place(QRect(row.left(), row.center().y() - 8, 16, 16)).topLeft(),
            iconPixmap(index.data(CommandModel::IconNameRole).toString(), toneColor(Tone::Muted, palette), 16, option.widget->devicePixelRatioF()));
        painter->setPen(ink);
        const QString keys = index.data(CommandModel::KeysRole).toString();
        const int keysWidth = keys.isEmpty() ? 0 : QFontMetrics(smallFont()).horizontalAdvance(keys) + Space::large;
        const QString text = index.data().toString();
        const QRect textBox(row.left() + 28, row.top(), row.width() - 28 - keysWidth, row.height());
        painter->drawText(place(textBox), Qt::AlignVCenter | Qt::AlignLeading, option.fontMetrics.elidedText(text, Qt::ElideRight, textBox.width()));
        painter->save();
        painter->setFont(smallFont());
        painter->setPen(palette.color(QPalette::PlaceholderText));
        const int used = option.fontMetrics.horizontalAdvance(text) + Space::medium;
        if (used < textBox.width())
            painter->drawText(place(textBox.adjusted(used, 1, 0, 1)), Qt::AlignVCenter | Qt::AlignLeading, index.data(CommandModel::PlaceRole).toString());
        painter->drawText(place(row), Qt::AlignVCenter | Qt::AlignTrailing, keys);
        painter->restore();
    }
};

} // namespace

void CommandModel::setCommands(QList<Command> commands)
{
    m_commands = std::move(commands);
    setFilter({});
}

void CommandModel::setFilter(const QString &typed)
{
    const QStringList words = typed.split(u' ', Qt::SkipEmptyParts);
    QList<std::pair<int, int>> scored;
    for (int i = 0; i < int(m_commands.size()); ++i) {
        if (const int points = score(m_commands.at(i), words)) scored.append({points, i});
    }
    std::ranges::stable_sort(scored, [](const auto &a, const auto &b) { return a.first > b.first; });
    beginResetModel();
    m_shown.clear();
    for (const auto &[points, index] : std::as_const(scored))
        m_shown.append(index);
    endResetModel();
}

int CommandModel::rowCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : int(m_shown.size()); }

QVariant CommandModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid()) return {};
    const Command &entry = command(index.row());
    switch (role) {
    case Qt::DisplayRole: return entry.text;
    case Qt::AccessibleTextRole: return entry.keys.isEmpty() ? u"%1, %2"_s.arg(entry.text, entry.place) : u"%1, %2, %3"_s.arg(entry.text, entry.place, entry.keys);
    case PlaceRole: return entry.place;
    case KeysRole: return entry.keys;
    case IconNameRole: return entry.iconName;
    default: return {};
    }
}

Qt::ItemFlags CommandModel::flags(const QModelIndex &index) const
{
    return index.isValid() && command(index.row()).enabled ? Qt::ItemIsSelectable | Qt::ItemIsEnabled : Qt::NoItemFlags;
}

CommandPalette::CommandPalette(QWidget *parent)
    : QDialog(parent, Qt::Popup | Qt::FramelessWindowHint), m_field(new SearchField(tr("Type an action, an endpoint or an identity"), this)), m_list(new QListView(this))
{
    setAccessibleName(tr("Command palette"));
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(Space::medium, Space::medium, Space::medium, Space::medium);
    column->addWidget(m_field);
    column->addWidget(m_list);
    m_list->setModel(&m_model);
    m_list->setItemDelegate(new CommandDelegate(m_list));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setUniformItemSizes(true);
    m_list->setFocusPolicy(Qt::NoFocus);
    m_list->setAccessibleName(tr("Matching commands"));
    m_field->installEventFilter(this);
    connect(m_field, &QLineEdit::textChanged, this, [this](const QString &text) {
        m_model.setFilter(text);
        m_list->setCurrentIndex(m_model.index(0, 0));
    });
    connect(m_field, &SearchField::escaped, this, &QDialog::reject);
    connect(m_list, &QListView::clicked, this, &CommandPalette::runCurrent);
}

void CommandPalette::open(QList<Command> commands)
{
    m_model.setCommands(std::move(commands));
    m_field->clear();
    m_list->setCurrentIndex(m_model.index(0, 0));
    const QSize window = parentWidget()->size();
    resize(qBound(360, window.width() * 6 / 10, 680), qBound(240, window.height() * 6 / 10, 460));
    move(parentWidget()->mapToGlobal(QPoint((window.width() - width()) / 2, window.height() / 9)));
    show();
    m_field->setFocus(Qt::PopupFocusReason);
}

bool CommandPalette::eventFilter(QObject *watched, QEvent *event)
{
    if (watched != m_field || event->type() != QEvent::KeyPress) return QDialog::eventFilter(watched, event);
    const auto *key = static_cast<QKeyEvent *>(event);
    switch (key->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter: runCurrent(); return true;
    case Qt::Key_Up:
    case Qt::Key_Down: {
        const int count = m_model.rowCount();
        const int step = key->key() == Qt::Key_Down ? 1 : count - 1;
        if (count > 0) m_list->setCurrentIndex(m_model.index((qMax(0, m_list->currentIndex().row()) + step) % count, 0));
        return true;
    }
    case Qt::Key_PageUp:
    case Qt::Key_PageDown: {
        const int step = key->key() == Qt::Key_PageDown ? 8 : -8;
        m_list->setCurrentIndex(m_model.index(qBound(0, m_list->currentIndex().row() + step, qMax(0, m_model.rowCount() - 1)), 0));
        return true;
    }
    default: return QDialog::eventFilter(watched, event);
    }
}

void CommandPalette::runCurrent()
{
    const QModelIndex index = m_list->currentIndex();
    if (!index.isValid() || !index.flags().testFlag(Qt::ItemIsEnabled)) return;
    const auto run = m_model.command(index.row()).run;
    accept();
    run();
}

} // namespace Cofferdam::App
