// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/shell/commandpalette.h"
#include "app/shell/page.h"
#include "app/widgets/theme.h"

#include <QtWidgets/QMainWindow>

class QActionGroup;
class QSettings;
class QStackedWidget;

namespace Cofferdam::App {

class Banner;
class ConnectionView;
class Session;
class Sidebar;
class StatusLine;

/// The window: sidebar, pages, menus, command palette, status bar, and what is said while there is no service. Pages meet only
/// through navigate(). The session and the settings must outlive it. GUI thread.
class MainWindow : public QMainWindow
{
    Q_OBJECT
public:
    MainWindow(Session &session, QSettings &settings, QWidget *parent = nullptr);

    /// Takes ownership; call once, then the menus exist and the layout of last time is restored.
    void setPages(const QList<Page *> &pages);
    [[nodiscard]] const QList<Page *> &pages() const { return m_pages; }
    [[nodiscard]] Page *currentPage() const;
    /// Unknown pages are ignored.
    void navigate(const Navigation &navigation);
    /// True when the session's answers and everything of the current page is there: what a picture waits for.
    [[nodiscard]] bool isReady() const;
    [[nodiscard]] QList<Command> commands() const;

Q_SIGNALS:
    void readyChanged();

protected:
    void closeEvent(QCloseEvent *event) override;

private:
    void makeActions();
    void makeMenus();
    void fillPageMenus();
    void addAppearance();
    void showPage(int index, bool remember = true);
    void focusPage();
    void updateConnection();
    void openPalette();
    void focusPane(int step);
    void goBack(int step);
    void resetLayout();
    void showKeys();
    void showAbout();
    void collect(const QMenu &menu, const QString &place, QList<Command> &commands) const;
    QAction *makeAction(const QString &text, const QString &iconName, const QKeySequence &keys, void (MainWindow::*slot)());
    void back() { goBack(-1); }
    void forward() { goBack(1); }
    void newCheck() { navigate({"checks", {}}); }
    void nextPane() { focusPane(1); }
    void previousPane() { focusPane(-1); }
    void toggleFullScreen();

    Session &m_session;
    QSettings &m_settings;
    QList<Page *> m_pages;
    Sidebar *m_sidebar;
    QStackedWidget *m_stack, *m_outer;
    Banner *m_banner;
    ConnectionView *m_connectionView;
    StatusLine *m_statusLine;
    CommandPalette *m_palette;
    QMenu *m_fileMenu, *m_editMenu, *m_viewMenu, *m_goMenu, *m_appearance;
    QList<QAction *> m_pageActions;
    QAction *m_quit, *m_back, *m_forward, *m_nextPane, *m_previousPane, *m_paletteAction, *m_fullScreen, *m_reset, *m_keys, *m_about, *m_check;
    QList<int> m_history;
    int m_historyAt = -1;
    bool m_everConnected = false;
};

} // namespace Cofferdam::App
