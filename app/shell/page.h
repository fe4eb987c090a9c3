// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QByteArray>
#include <QtCore/QJsonObject>
#include <QtCore/QList>
#include <QtWidgets/QWidget>

class QAction;
class QSettings;

namespace Cofferdam::App {

/// Where a link leads: how pages meet without knowing each other. Unknown arguments are ignored by the page.
/// "policy" {line, column} or {rule} or {endpoint, identity}; "audit" {filter}; "checks" {identity, endpoint, path, op, run}.
struct Navigation {
    QByteArray page;
    QJsonObject arguments;
};

/// An action of a page and the menu it stands in. Text without a mnemonic gets a free one from the shell.
struct PageAction {
    enum class Menu { File, Edit, View, Page };
    QAction *action = nullptr; ///< owned by the page; nullptr is a separator
    Menu menu = Menu::Page;
};

/// One page of the window: brings its own header and toolbar, owned by the shell's stack. Lives on the GUI thread. Actions work
/// while the page is current: give them Qt::WidgetWithChildrenShortcut and add them to the page with addAction(). A widget with
/// the property "pane" set is a stop of F6.
class Page : public QWidget
{
    Q_OBJECT
public:
    using QWidget::QWidget;

    [[nodiscard]] virtual QByteArray pageId() const = 0; ///< "audit": in settings, navigation and --page
    [[nodiscard]] virtual QString title() const = 0;
    [[nodiscard]] virtual QString iconName() const = 0; ///< of widgets/icons.h
    [[nodiscard]] virtual QList<PageAction> pageActions() const { return {}; }
    /// False while something that belongs to the first picture is still on its way.
    [[nodiscard]] virtual bool isReady() const { return true; }
    /// What should have the keyboard when the page is shown; nullptr: the page itself.
    [[nodiscard]] virtual QWidget *initialFocus() { return nullptr; }

    virtual void activated() { }
    virtual void navigate(const QJsonObject &arguments) { Q_UNUSED(arguments) }
    /// In the page's own group.
    virtual void saveState(QSettings &settings) const { Q_UNUSED(settings) }
    virtual void restoreState(const QSettings &settings) { Q_UNUSED(settings) }

Q_SIGNALS:
    void navigationRequested(const Cofferdam::App::Navigation &navigation);
    void readyChanged();
    /// A sentence for the status bar, shown for some seconds.
    void messageShown(const QString &text);
};

} // namespace Cofferdam::App
