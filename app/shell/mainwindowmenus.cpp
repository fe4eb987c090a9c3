// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/mainwindow.h"

#include "app/connection/session.h"
#include "app/shell/connectionview.h"
#include "app/shell/mnemonics.h"
#include "app/widgets/icons.h"

#include <QtCore/QSettings>
#include <QtGui/QActionGroup>
#include <QtWidgets/QApplication>
#include <QtWidgets/QMenu>
#include <QtWidgets/QMenuBar>

using namespace Qt::StringLiterals;

namespace Cofferdam::App {

QAction *MainWindow::makeAction(const QString &text, const QString &iconName, const QKeySequence &keys, void (MainWindow::*slot)())
{
    auto *action = new QAction(text, this);
    action->setObjectName(iconName);
    action->setShortcut(keys);
    connect(action, &QAction::triggered, this, slot);
    addAction(action);
    return action;
}

void MainWindow::makeActions()
{
    m_quit = new QAction(tr("Quit"), this);
    m_quit->setObjectName(u"quit"_s);
    m_quit->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_Q));
    connect(m_quit, &QAction::triggered, this, &QWidget::close);
    m_back = makeAction(tr("Back"), u"arrow-left"_s, QKeySequence(Qt::ALT | Qt::Key_Left), &MainWindow::back);
    m_forward = makeAction(tr("Forward"), u"arrow-right"_s, QKeySequence(Qt::ALT | Qt::Key_Right), &MainWindow::forward);
    m_nextPane = makeAction(tr("Next Pane"), u"chevron-right"_s, QKeySequence(Qt::Key_F6), &MainWindow::nextPane);
    m_previousPane = makeAction(tr("Previous Pane"), u"chevron-left"_s, QKeySequence(Qt::SHIFT | Qt::Key_F6), &MainWindow::previousPane);
    m_paletteAction = makeAction(tr("Commands…"), u"command"_s, QKeySequence(Qt::CTRL | Qt::Key_K), &MainWindow::openPalette);
    m_paletteAction->setShortcuts({QKeySequence(Qt::CTRL | Qt::Key_K), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_P)});
    m_fullScreen = makeAction(tr("Full Screen"), u"details"_s, QKeySequence(Qt::Key_F11), &MainWindow::toggleFullScreen);
    m_check = makeAction(tr("Check a Call"), u"checks"_s, QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_K), &MainWindow::newCheck);
    m_reset = makeAction(tr("Reset Layout"), u"refresh"_s, {}, &MainWindow::resetLayout);
    m_keys = makeAction(tr("Keyboard Shortcuts"), u"keyboard"_s, QKeySequence(Qt::CTRL | Qt::Key_F1), &MainWindow::showKeys);
    m_about = makeAction(tr("About Cofferdam"), u"info"_s, {}, &MainWindow::showAbout);
}

void MainWindow::addAppearance()
{
    m_appearance = new QMenu(tr("Appearance"), this);
    auto *group = new QActionGroup(m_appearance);
    const std::pair<QString, Scheme> choices[] = {{tr("Like the Desktop"), Scheme::System}, {tr("Light"), Scheme::Light}, {tr("Dark"), Scheme::Dark}};
    const int chosen = m_settings.value("appearance/scheme"_L1).toInt();
    for (const auto &[text, scheme] : choices) {
        QAction *action = m_appearance->addAction(text);
        action->setCheckable(true);
        action->setChecked(chosen == int(scheme));
        action->setObjectName(scheme == Scheme::Dark ? u"moon"_s : u"sun"_s);
        group->addAction(action);
        connect(action, &QAction::triggered, this, [this, scheme] {
            m_settings.setValue("appearance/scheme"_L1, int(scheme));
            applyTheme(*qApp, scheme);
        });
    }
}

void MainWindow::makeMenus()
{
    m_fileMenu = menuBar()->addMenu(tr("&File"));
    m_editMenu = menuBar()->addMenu(tr("&Edit"));
    m_viewMenu = menuBar()->addMenu(tr("&View"));
    m_goMenu = menuBar()->addMenu(tr("&Go"));
    addAppearance();
    m_goMenu->addActions({m_back, m_forward});
    m_goMenu->addSeparator();
    m_goMenu->addActions(m_pageActions);
    m_goMenu->addSeparator();
    m_goMenu->addActions({m_nextPane, m_previousPane});
    m_goMenu->addSeparator();
    m_goMenu->addAction(m_paletteAction);
    for (Page *page : std::as_const(m_pages)) {
        QMenu *menu = menuBar()->addMenu(page->title());
        for (const PageAction &entry : page->pageActions()) {
            if (entry.menu != PageAction::Menu::Page) continue;
            if (entry.action) menu->addAction(entry.action);
            else menu->addSeparator();
        }
    }
    QMenu *tools = menuBar()->addMenu(tr("&Tools"));
    tools->addAction(m_check);
    tools->addSeparator();
    tools->addActions({m_connectionView->startAction(), m_connectionView->retryAction()});
    QMenu *help = menuBar()->addMenu(tr("&Help"));
    help->addActions({m_keys, m_about});
    for (QAction *action : findChildren<QAction *>(Qt::FindDirectChildrenOnly)) {
        if (action->icon().isNull() && !action->objectName().isEmpty()) action->setIcon(icon(action->objectName()));
    }
    fillPageMenus();
    assignMnemonics(*menuBar());
}

void MainWindow::fillPageMenus()
{
    if (!menuBar()->actions().contains(m_fileMenu->menuAction())) return;
    const auto fill = [this](QMenu *menu, PageAction::Menu place) {
        menu->clear();
        bool any = false;
        for (const PageAction &entry : currentPage() ? currentPage()->pageActions() : QList<PageAction>()) {
            if (entry.menu != place) continue;
            any = true;
            if (entry.action) menu->addAction(entry.action);
            else menu->addSeparator();
        }
        return any;
    };
    if (fill(m_fileMenu, PageAction::Menu::File)) m_fileMenu->addSeparator();
    m_fileMenu->addAction(m_quit);
    m_editMenu->menuAction()->setVisible(fill(m_editMenu, PageAction::Menu::Edit));
    if (fill(m_viewMenu, PageAction::Menu::View)) m_viewMenu->addSeparator();
    m_viewMenu->addMenu(m_appearance);
    m_viewMenu->addActions({m_fullScreen, m_reset});
    for (QMenu *menu : {m_fileMenu, m_editMenu, m_viewMenu})
        assignMnemonics(*menu);
}

void MainWindow::collect(const QMenu &menu, const QString &place, QList<Command> &commands) const
{
    for (QAction *action : menu.actions()) {
        if (action->isSeparator() || !action->isVisible()) continue;
        const QString text = QString(action->text()).remove(u'&').remove(u'…');
        if (const QMenu *sub = action->menu()) {
            collect(*sub, u"%1 › %2"_s.arg(place, text), commands);
        } else if (action != m_paletteAction) {
            commands.append({text, place, action->shortcut().toString(QKeySequence::NativeText),
                action->objectName().isEmpty() ? u"chevron-right"_s : action->objectName(), [action] { action->trigger(); }, action->isEnabled()});
        }
    }
}

QList<Command> MainWindow::commands() const
{
    QList<Command> all;
    for (const QAction *action : menuBar()->actions()) {
        if (action->menu() && action->isVisible()) collect(*action->menu(), QString(action->text()).remove(u'&'), all);
    }
    auto *self = const_cast<MainWindow *>(this); // the commands act on the window later, when they are run
    for (const QString &id : m_session.endpointIds())
        all.append({id, tr("Endpoint"), {}, u"endpoint"_s, [self, id] { self->navigate({"policy", {{u"endpoint"_s, id}}}); }});
    for (const QString &id : m_session.identityIds())
        all.append({id, tr("Identity"), {}, u"identity"_s, [self, id] { self->navigate({"audit", {{u"filter"_s, u"identity:"_s + id}}}); }});
    return all;
}

} // namespace Cofferdam::App
