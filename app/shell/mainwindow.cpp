// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/mainwindow.h"

#include "app/connection/session.h"
#include "app/shell/connectionview.h"
#include "app/shell/helpdialogs.h"
#include "app/shell/sidebar.h"
#include "app/shell/statusline.h"
#include "app/widgets/banner.h"

#include <QtCore/QSettings>
#include <QtGui/QCloseEvent>
#include <QtWidgets/QApplication>
#include <QtWidgets/QBoxLayout>
#include <QtWidgets/QMenuBar>
#include <QtWidgets/QStackedWidget>

using namespace Qt::StringLiterals;

namespace Cofferdam::App {

namespace {
constexpr qsizetype historyCap = 50;
constexpr int stateVersion = 1;
}

MainWindow::MainWindow(Session &session, QSettings &settings, QWidget *parent)
    : QMainWindow(parent)
    , m_session(session)
    , m_settings(settings)
    , m_sidebar(new Sidebar(this))
    , m_stack(new QStackedWidget(this))
    , m_outer(new QStackedWidget(this))
    , m_banner(new Banner(this))
    , m_connectionView(new ConnectionView(session, this))
    , m_statusLine(new StatusLine(session, this))
    , m_palette(new CommandPalette(this))
{
    setWindowTitle(u"Cofferdam"_s);
    setMinimumSize(720, 480);
    auto *pagesSide = new QWidget(this);
    auto *column = new QVBoxLayout(pagesSide);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_banner);
    column->addWidget(m_stack, 1);
    m_outer->addWidget(pagesSide);
    m_outer->addWidget(m_connectionView);
    auto *central = new QWidget(this);
    auto *row = new QHBoxLayout(central);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    row->addWidget(m_sidebar);
    row->addWidget(m_outer, 1);
    setCentralWidget(central);
    setStatusBar(m_statusLine);
    makeActions();
    m_banner->addButton(m_connectionView->startAction());
    m_banner->addButton(m_connectionView->retryAction());
    connect(m_sidebar, &Sidebar::chosen, this, [this](int index) { showPage(index); });
    connect(m_statusLine, &StatusLine::navigationRequested, this, &MainWindow::navigate);
    connect(m_statusLine, &StatusLine::connectionClicked, this, [this] {
        if (!m_session.isConnected()) m_session.retry();
    });
    connect(&m_session, &Session::stateChanged, this, &MainWindow::updateConnection);
    connect(&m_session, &Session::policyChanged, this, &MainWindow::readyChanged);
    connect(&m_session, &Session::serviceInfoChanged, this, &MainWindow::readyChanged);
    updateConnection();
}

void MainWindow::setPages(const QList<Page *> &pages)
{
    m_pages = pages;
    for (int i = 0; i < int(pages.size()); ++i) {
        Page *page = pages.at(i);
        const QKeySequence keys(u"Alt+%1"_s.arg(i + 1));
        m_stack->addWidget(page);
        m_sidebar->addPage(page->title(), page->iconName(), keys.toString(QKeySequence::NativeText));
        auto *action = new QAction(page->title(), this);
        action->setShortcut(keys);
        action->setObjectName(page->iconName());
        connect(action, &QAction::triggered, this, [this, i] { showPage(i); });
        m_pageActions.append(action);
        connect(page, &Page::navigationRequested, this, &MainWindow::navigate);
        connect(page, &Page::readyChanged, this, &MainWindow::readyChanged);
        connect(page, &Page::messageShown, this, [this](const QString &text) { m_statusLine->showMessage(text, 6000); });
    }
    m_sidebar->addFooter(m_paletteAction);
    makeMenus();
    if (m_settings.value("window/version"_L1).toInt() == stateVersion) {
        restoreGeometry(m_settings.value("window/geometry"_L1).toByteArray());
        for (Page *page : pages) {
            m_settings.beginGroup(QLatin1StringView(page->pageId()));
            page->restoreState(m_settings);
            m_settings.endGroup();
        }
    } else {
        resize(1280, 800);
    }
    showPage(qBound(0, m_settings.value("window/page"_L1).toInt(), int(pages.size()) - 1));
}

Page *MainWindow::currentPage() const { return m_pages.value(m_stack->currentIndex()); }

void MainWindow::showPage(int index, bool remember)
{
    Page *page = m_pages.value(index);
    if (!page) return;
    m_stack->setCurrentWidget(page);
    m_sidebar->setCurrent(index);
    setWindowTitle(tr("%1 — Cofferdam").arg(page->title()));
    fillPageMenus();
    focusPage();
    page->activated();
    if (remember && m_history.value(m_historyAt, -1) != index) {
        m_history.resize(m_historyAt + 1);
        m_history.append(index);
        if (m_history.size() > historyCap) m_history.removeFirst();
        m_historyAt = int(m_history.size()) - 1;
    }
    m_back->setEnabled(m_historyAt > 0);
    m_forward->setEnabled(m_historyAt + 1 < int(m_history.size()));
    Q_EMIT readyChanged();
}

void MainWindow::focusPage()
{
    Page *page = currentPage();
    if (!page) return;
    QWidget *target = page->initialFocus();
    (target ? target : page)->setFocus(Qt::OtherFocusReason);
}

void MainWindow::goBack(int step)
{
    const int target = m_historyAt + step;
    if (target < 0 || target >= int(m_history.size())) return;
    m_historyAt = target;
    showPage(m_history.at(target), false);
}

void MainWindow::navigate(const Navigation &navigation)
{
    for (int i = 0; i < int(m_pages.size()); ++i) {
        if (m_pages.at(i)->pageId() != navigation.page) continue;
        showPage(i);
        m_pages.at(i)->navigate(navigation.arguments);
        return;
    }
}

bool MainWindow::isReady() const
{
    return m_session.isConnected() && !m_session.policy().isEmpty() && !m_session.serviceInfo().isEmpty() && currentPage() && currentPage()->isReady();
}

void MainWindow::updateConnection()
{
    const Session::State state = m_session.state();
    const bool first = !m_everConnected && state == Session::State::Connected;
    m_everConnected = m_everConnected || first;
    m_outer->setCurrentIndex(m_everConnected ? 0 : 1);
    if (first) focusPage();
    switch (state) {
    case Session::State::Connected: m_banner->set(Tone::Neutral, {}, {}); break;
    case Session::State::Connecting: break; // the banner of before stays until it is decided
    case Session::State::Waiting:
        m_banner->set(Tone::Warning, u"unplug"_s, tr("The connection to the service was lost; trying again. What you see is from before."));
        break;
    case Session::State::Refused: m_banner->set(Tone::Negative, u"lock"_s, tr("The service refused this console: %1").arg(m_session.stateText())); break;
    case Session::State::NoService:
        m_banner->set(Tone::Negative, u"unplug"_s, tr("The service has ended. What you see is from before; drafts are kept."));
        break;
    }
    Q_EMIT readyChanged();
}

void MainWindow::focusPane(int step)
{
    QList<QWidget *> panes;
    for (QWidget *root : {static_cast<QWidget *>(m_sidebar), static_cast<QWidget *>(currentPage()), static_cast<QWidget *>(m_statusLine)}) {
        if (!root) continue;
        for (QWidget *widget : root->findChildren<QWidget *>()) {
            const bool sideways = root == m_sidebar && !widget->property("checked").toBool();
            if (widget->property("pane").toBool() && !sideways && widget->isVisible() && widget->isEnabled()) panes.append(widget);
        }
    }
    if (panes.isEmpty()) return;
    const QWidget *focused = QApplication::focusWidget();
    qsizetype at = -1;
    for (qsizetype i = 0; i < panes.size(); ++i) {
        if (panes.at(i) == focused || (focused && panes.at(i)->isAncestorOf(focused))) at = i;
    }
    const qsizetype next = at < 0 ? 0 : (at + step + panes.size()) % panes.size();
    panes.at(next)->setFocus(Qt::TabFocusReason);
}

void MainWindow::openPalette() { m_palette->open(commands()); }
void MainWindow::toggleFullScreen() { setWindowState(windowState() ^ Qt::WindowFullScreen); }
void MainWindow::showAbout() { aboutDialog(this, m_session); }

void MainWindow::showKeys()
{
    QList<Command> all = commands();
    all.removeIf([](const Command &command) { return command.keys.isEmpty(); });
    keysDialog(this, all);
}

void MainWindow::resetLayout()
{
    m_settings.remove("window"_L1);
    for (Page *page : std::as_const(m_pages)) {
        m_settings.beginGroup(QLatin1StringView(page->pageId()));
        m_settings.remove(QString());
        page->restoreState(m_settings);
        m_settings.endGroup();
    }
    resize(1280, 800);
    m_statusLine->showMessage(tr("The layout is as it was at first"), 6000);
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    m_settings.setValue("window/version"_L1, stateVersion);
    m_settings.setValue("window/geometry"_L1, saveGeometry());
    m_settings.setValue("window/page"_L1, m_stack->currentIndex());
    for (const Page *page : std::as_const(m_pages)) {
        m_settings.beginGroup(QLatin1StringView(page->pageId()));
        page->saveState(m_settings);
        m_settings.endGroup();
    }
    QMainWindow::closeEvent(event);
}

} // namespace Cofferdam::App
