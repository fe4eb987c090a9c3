// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/audit/auditpage.h"
#include "app/checks/checkspage.h"
#include "app/shell/mainwindow.h"
#include "app/widgets/banner.h"
#include "app/widgets/emptystate.h"
#include "tests/app/fakesession.h"
#include "tests/support/fakedata.h"

#include <QtCore/QSettings>
#include <QtCore/QTemporaryDir>
#include <QtTest/QtTest>
#include <QtWidgets/QAbstractButton>
#include <QtWidgets/QAbstractItemView>
#include <QtWidgets/QAbstractSpinBox>
#include <QtWidgets/QApplication>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QLabel>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QMenu>
#include <QtWidgets/QMenuBar>
#include <QtWidgets/QPlainTextEdit>

using namespace Qt::StringLiterals;
using namespace Cofferdam;
using namespace Cofferdam::App;
using Testing::FakeSession;

namespace {

QChar mnemonicOf(const QString &text)
{
    for (qsizetype i = 0; i + 1 < text.size(); ++i) {
        if (text.at(i) != u'&') continue;
        if (text.at(i + 1) != u'&') return text.at(i + 1).toLower();
        ++i;
    }
    return {};
}

/// The clashes and the actions without a mnemonic, in words.
QStringList clashesIn(const QList<QAction *> &actions, const QString &place)
{
    QStringList found;
    QHash<QChar, QString> taken;
    for (const QAction *action : actions) {
        if (action->isSeparator()) continue;
        const QChar letter = mnemonicOf(action->text());
        if (letter.isNull()) found.append(u"%1 › %2 has no mnemonic"_s.arg(place, action->text()));
        else if (taken.contains(letter)) found.append(u"%1: %2 and %3"_s.arg(place, taken.value(letter), action->text()));
        taken.insert(letter, action->text());
        if (const QMenu *menu = action->menu()) found += clashesIn(menu->actions(), action->text());
    }
    return found;
}

bool isInteractive(const QWidget *widget)
{
    return qobject_cast<const QAbstractButton *>(widget) || qobject_cast<const QLineEdit *>(widget) || qobject_cast<const QComboBox *>(widget)
        || qobject_cast<const QAbstractItemView *>(widget) || qobject_cast<const QPlainTextEdit *>(widget) || qobject_cast<const QTextEdit *>(widget)
        || qobject_cast<const QAbstractSpinBox *>(widget);
}

bool hasName(const QWidget *widget, const QList<QLabel *> &labels)
{
    if (!widget->accessibleName().isEmpty()) return true;
    if (const auto *button = qobject_cast<const QAbstractButton *>(widget); button && !button->text().isEmpty()) return true;
    return std::ranges::any_of(labels, [widget](const QLabel *label) { return label->buddy() == widget; });
}

} // namespace

class TestMainWindow : public QObject
{
    Q_OBJECT
private:
    struct Bench {
        QTemporaryDir folder;
        QSettings settings {folder.filePath(u"s.ini"_s), QSettings::IniFormat};
        FakeSession session;
        std::unique_ptr<MainWindow> window;

        Bench()
        {
            session.answers.insert(u"audit.subscribe"_s, [](const QJsonObject &) { return QJsonObject {{u"subscription"_s, u"s"_s}}; });
            session.answers.insert(u"audit.query"_s, [](const QJsonObject &) { return QJsonObject {{u"records"_s, Testing::FakeData::records(0, 50)}}; });
            session.answers.insert(u"catalogue.get"_s, [](const QJsonObject &) { return Testing::FakeData::catalogue(); });
            session.answers.insert(u"identities.list"_s, [](const QJsonObject &) { return QJsonObject {{u"identities"_s, Testing::FakeData::identities()}}; });
            session.answers.insert(u"service.info"_s, [](const QJsonObject &) { return Testing::FakeData::serviceInfo(u"abc"_s, 50); });
            session.answers.insert(u"policy.get"_s, [](const QJsonObject &) {
                return QJsonObject {{u"text"_s, u"version: 1"_s}, {u"revision"_s, u"abcdef0123456789"_s}, {u"preset"_s, u"default"_s}, {u"lint"_s, Testing::FakeData::lint()}};
            });
            window = std::make_unique<MainWindow>(session, settings);
            window->setPages({new AuditPage(session), new ChecksPage(session)});
            window->show();
        }
        void comeUp()
        {
            session.comeUp();
            QTRY_VERIFY(window->isReady());
        }
        void press(Qt::Key key, Qt::KeyboardModifiers modifiers) const
        {
            window->activateWindow();
            QVERIFY(QTest::qWaitForWindowActive(window.get()));
            QTest::keyClick(window.get(), key, modifiers);
        }
    };

private Q_SLOTS:
    void withoutAServiceItSaysSo()
    {
        Bench bench;
        bool said = false;
        for (const EmptyState *state : bench.window->findChildren<EmptyState *>())
            said = said || (state->isVisible() && state->title() == u"No service is running"_s);
        QVERIFY(said);
        QVERIFY(!bench.window->isReady());
    }

    void aLostConnectionKeepsThePagesAndSaysSo()
    {
        Bench bench;
        bench.comeUp();
        bench.session.goDown();
        auto *banner = bench.window->findChild<Banner *>();
        QVERIFY(banner->isVisible());
        QVERIFY(!banner->text().isEmpty());
        QVERIFY(bench.window->currentPage()->isVisible());
        bench.session.comeUp();
        QVERIFY(!banner->isVisible());
    }

    void altNumbersChooseThePage()
    {
        Bench bench;
        bench.comeUp();
        bench.press(Qt::Key_2, Qt::AltModifier);
        QCOMPARE(bench.window->currentPage()->pageId(), "checks");
        bench.press(Qt::Key_1, Qt::AltModifier);
        QCOMPARE(bench.window->currentPage()->pageId(), "audit");
        bench.press(Qt::Key_Left, Qt::AltModifier);
        QCOMPARE(bench.window->currentPage()->pageId(), "checks");
    }

    void navigationLeadsToThePage()
    {
        Bench bench;
        bench.comeUp();
        bench.window->navigate({"checks", {{u"endpoint"_s, u"files_read"_s}}});
        QCOMPARE(bench.window->currentPage()->pageId(), "checks");
        bench.window->navigate({"no such page", {}});
        QCOMPARE(bench.window->currentPage()->pageId(), "checks");
    }

    void everyCommandIsInAMenuAndThePalette()
    {
        Bench bench;
        bench.comeUp();
        QStringList texts;
        for (const Command &command : bench.window->commands())
            texts.append(command.text);
        for (const QString &wanted : {u"Quit"_s, u"Audit"_s, u"Checks"_s, u"Pause"_s, u"Full Screen"_s, u"Dark"_s, u"files_read"_s, u"reader"_s, u"Check a Call"_s})
            QVERIFY2(texts.contains(wanted), qPrintable(wanted));
    }

    void mnemonicsAreUnique()
    {
        Bench bench;
        bench.comeUp();
        for (Page *page : bench.window->pages()) {
            bench.window->navigate({page->pageId(), {}});
            const QStringList clashes = clashesIn(bench.window->menuBar()->actions(), u"menu bar"_s);
            QVERIFY2(clashes.isEmpty(), qPrintable(clashes.join(u'\n')));
            QHash<QChar, QString> taken;
            for (const QAction *action : bench.window->menuBar()->actions())
                taken.insert(mnemonicOf(action->text()), action->text());
            for (const QLabel *label : page->findChildren<QLabel *>()) {
                if (!label->buddy() || mnemonicOf(label->text()).isNull()) continue;
                QVERIFY2(!taken.contains(mnemonicOf(label->text())), qPrintable(label->text() + u" and "_s + taken.value(mnemonicOf(label->text()))));
                taken.insert(mnemonicOf(label->text()), label->text());
            }
        }
    }

    void shortcutsAreUnique()
    {
        Bench bench;
        bench.comeUp();
        for (Page *page : bench.window->pages()) {
            QHash<QString, const QAction *> taken;
            QList<QAction *> actions = bench.window->findChildren<QAction *>(Qt::FindDirectChildrenOnly);
            actions += page->findChildren<QAction *>(Qt::FindDirectChildrenOnly);
            for (const QAction *action : std::as_const(actions)) {
                for (const QKeySequence &keys : action->shortcuts()) {
                    const QString text = keys.toString();
                    QVERIFY2(!taken.contains(text), qPrintable(text));
                    taken.insert(text, action);
                }
            }
        }
    }

    void everyInteractiveWidgetHasAName()
    {
        Bench bench;
        bench.comeUp();
        const QList<QLabel *> labels = bench.window->findChildren<QLabel *>();
        for (Page *page : bench.window->pages()) {
            bench.window->navigate({page->pageId(), {}});
            for (const QWidget *widget : bench.window->findChildren<QWidget *>()) {
                const bool inner = widget->objectName().startsWith(u"qt_"_s) || qobject_cast<const QComboBox *>(widget->parentWidget());
                if (!isInteractive(widget) || inner || !widget->isVisible() || widget->focusPolicy() == Qt::NoFocus) continue;
                QVERIFY2(hasName(widget, labels), qPrintable(u"%1 in %2"_s.arg(QLatin1StringView(widget->metaObject()->className()), QLatin1StringView(widget->parentWidget()->metaObject()->className()))));
            }
        }
    }

    void tabGoesRoundWithoutATrap()
    {
        Bench bench;
        bench.comeUp();
        for (Page *page : bench.window->pages()) {
            bench.window->navigate({page->pageId(), {}});
            bench.window->activateWindow();
            QVERIFY(QTest::qWaitForWindowActive(bench.window.get()));
            QSet<QWidget *> reached;
            for (int i = 0; i < 120; ++i) {
                QVERIFY(QApplication::focusWidget());
                reached.insert(QApplication::focusWidget());
                QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
            }
            QVERIFY2(reached.size() >= 8, qPrintable(page->title()));
            for (QWidget *widget : page->findChildren<QLineEdit *>()) {
                if (widget->isVisible() && widget->isEnabled()) QVERIFY2(reached.contains(widget) || reached.contains(widget->parentWidget()), qPrintable(widget->accessibleName()));
            }
        }
    }

    void theLayoutIsRemembered()
    {
        Bench bench;
        bench.comeUp();
        bench.window->navigate({"checks", {}});
        bench.window->close();
        MainWindow again(bench.session, bench.settings);
        again.setPages({new AuditPage(bench.session), new ChecksPage(bench.session)});
        QCOMPARE(again.currentPage()->pageId(), "checks");
    }
};

QTEST_MAIN(TestMainWindow)
#include "tst_mainwindow.moc"
