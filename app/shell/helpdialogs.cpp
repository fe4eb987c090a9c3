// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/helpdialogs.h"

#include "app/connection/session.h"
#include "app/widgets/icons.h"

#include <QtWidgets/QBoxLayout>
#include <QtWidgets/QDialogButtonBox>
#include <QtWidgets/QHeaderView>
#include <QtWidgets/QLabel>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QTreeWidget>

using namespace Qt::StringLiterals;

namespace Cofferdam::App {

namespace {

QDialog *makeDialog(QWidget *parent, const QString &title)
{
    auto *dialog = new QDialog(parent);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(title);
    auto *column = new QVBoxLayout(dialog);
    column->setContentsMargins(Space::large, Space::large, Space::large, Space::large);
    column->setSpacing(Space::medium);
    return dialog;
}

void addClose(QDialog *dialog)
{
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close, dialog);
    QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::reject);
    dialog->layout()->addWidget(buttons);
}

} // namespace

void keysDialog(QWidget *parent, const QList<Command> &commands)
{
    QDialog *dialog = makeDialog(parent, QObject::tr("Keyboard Shortcuts"));
    auto *list = new QTreeWidget(dialog);
    list->setHeaderLabels({QObject::tr("Action"), QObject::tr("Menu"), QObject::tr("Keys")});
    list->setRootIsDecorated(false);
    list->setUniformRowHeights(true);
    list->setAccessibleName(dialog->windowTitle());
    for (const Command &command : commands) {
        auto *item = new QTreeWidgetItem(list, {command.text, command.place, command.keys});
        item->setForeground(1, list->palette().placeholderText());
        item->setIcon(0, icon(command.iconName, Tone::Muted));
    }
    list->header()->setStretchLastSection(true);
    list->setColumnWidth(0, 260);
    list->setColumnWidth(1, 160);
    dialog->layout()->addWidget(list);
    addClose(dialog);
    dialog->resize(620, 520);
    dialog->open();
}

void aboutDialog(QWidget *parent, const Session &session)
{
    QDialog *dialog = makeDialog(parent, QObject::tr("About Cofferdam"));
    auto *logo = new QLabel(dialog);
    logo->setPixmap(iconPixmap(u"cofferdam"_s, Qt::black, 64, dialog->devicePixelRatioF()));
    auto *name = new QLabel(QObject::tr("Cofferdam %1").arg(QLatin1StringView(COFFERDAM_VERSION)), dialog);
    name->setFont(titleFont());
    const QString service = session.hello().value("service_version"_L1).toString();
    auto *text = new QLabel(dialog);
    text->setTextFormat(Qt::PlainText);
    text->setWordWrap(true);
    text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    text->setText(QObject::tr("A policy-guarded local service for AI agents, and its operator's console.\n\nService: %1\nQt: %2\n\nCopyright 2026 The Cofferdam "
                              "developers. Free software under the GNU General Public License, version 3 or later; there is no warranty.")
                      .arg(service.isEmpty() ? QObject::tr("not connected") : service, QLatin1StringView(qVersion())));
    for (QWidget *widget : {static_cast<QWidget *>(logo), static_cast<QWidget *>(name), static_cast<QWidget *>(text)})
        dialog->layout()->addWidget(widget);
    addClose(dialog);
    dialog->resize(460, 320);
    dialog->open();
}

} // namespace Cofferdam::App
