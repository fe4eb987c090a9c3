// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/policyeditor/applydialog.h"
#include "app/policyeditor/completionpopup.h"
#include "app/policyeditor/diffview.h"
#include "app/policyeditor/effectivepane.h"
#include "app/policyeditor/historydialog.h"
#include "app/policyeditor/policypage.h"
#include "app/policyeditor/problemspane.h"
#include "app/widgets/banner.h"
#include "tests/app/policyeditor/fakesession.h"

#include <QtCore/QTemporaryDir>
#include <QtGui/QAction>
#include <QtTest/QSignalSpy>
#include <QtTest/QTest>
#include <QtWidgets/QAbstractButton>
#include <QtWidgets/QApplication>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QMenu>
#include <QtWidgets/QPlainTextEdit>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QTreeView>

using namespace Qt::StringLiterals;
using namespace Cofferdam;
using namespace Cofferdam::PolicyEditor;

namespace {

const QByteArray running = "version: 1\n"
                           "preset: default\n"
                           "base_dir: /home/user\n"
                           "\n"
                           "# Two programs work here: one reads results, one delivers them.\n"
                           "auth:\n"
                           "  tokens:\n"
                           "    - id: reader\n"
                           "      scopes: [files:read]\n"
                           "      token_env: COFFERDAM_TOKEN_READER\n"
                           "    - id: uploader\n"
                           "      scopes: [files:read, files:write]\n"
                           "      token_env: COFFERDAM_TOKEN_UPLOADER\n"
                           "\n"
                           "defaults:\n"
                           "  audit: all\n"
                           "  limits:\n"
                           "    rate_per_minute: 240\n"
                           "\n"
                           "endpoints:\n"
                           "  files_*:\n"
                           "    paths:\n"
                           "      allow: [/home/user/out]\n"
                           "      deny: [\"**/.env\", \"**/*.pem\"]\n"
                           "  files_download_stream:\n"
                           "    limits:\n"
                           "      max_bytes: 5MB\n"
                           "  files_delete:\n"
                           "    enabled: false\n"
                           "  shell:\n"
                           "    enabled: false\n";

QString withLine(const QString &after, const QString &line)
{
    QString text = QString::fromUtf8(running);
    const qsizetype at = text.indexOf(after);
    Q_ASSERT(at >= 0);
    return text.insert(at + after.size(), line);
}

} // namespace

/// The whole page with an engine behind it, driven as an operator drives it.
class PolicyPageTest : public QObject
{
    Q_OBJECT
private:
    std::unique_ptr<Testing::FakeSession> m_session;
    std::unique_ptr<PolicyPage> m_page;
    QString m_message;

    [[nodiscard]] CodeEditor &editor() { return m_page->editor(); }
    void type(const QString &text) { editor().replaceText(text); }
    void settle()
    {
        m_page->desk().checker().flush();
        QTRY_VERIFY(m_page->isReady());
    }
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier)
    {
        editor().setFocus();
        QTest::keyClick(&editor(), key, modifiers);
    }
    [[nodiscard]] ApplyDialog *review()
    {
        ApplyDialog *dialog = m_page->reviewAndApply();
        if (dialog && !QTest::qWaitFor([dialog] { return dialog->missing() != ApplyDialog::tr("Being judged…"); }))
            return nullptr;
        return dialog;
    }

private Q_SLOTS:
    void init()
    {
        m_session = std::make_unique<Testing::FakeSession>(running);
        m_page = std::make_unique<PolicyPage>(*m_session, DraftStore({}));
        connect(m_page.get(), &App::Page::messageShown, this, [this](const QString &text) { m_message = text; });
        m_page->resize(1280, 800);
        m_page->show();
        m_page->activateWindow();
        m_session->connectNow();
        QTRY_VERIFY(m_page->isReady());
    }
    void cleanup()
    {
        m_page.reset();
        m_session.reset();
    }

    void saysThatItHasNoPolicyYet()
    {
        Testing::FakeSession session(running);
        PolicyPage page(session, DraftStore({}));
        QVERIFY(!page.isReady());
        QVERIFY(!page.action(u"apply"_s)->isEnabled());
        QVERIFY(!page.reviewAndApply());
    }

    void refusesToApplyWithErrors()
    {
        type(withLine(u"endpoints:\n"_s, u"  files_dowload: {enabled: true}\n"_s));
        settle();
        QVERIFY(!m_page->action(u"apply"_s)->isEnabled());
        press(Qt::Key_Return, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(!m_page->findChild<ApplyDialog *>());
        QCOMPARE(m_session->count(u"policy.apply"_s), 0);
    }

    void refusesToApplyASecret()
    {
        type(withLine(u"    - id: uploader\n"_s, u"      token: aZ8kQ2mN5xR7vT1wY4uP9sD3fG6hJ0lC\n"_s));
        settle();
        QVERIFY(!m_page->action(u"apply"_s)->isEnabled());
        QCOMPARE(m_page->problems().model().problems().constFirst().id, QByteArray("inline_token"));
        press(Qt::Key_F8);
        press(Qt::Key_Return, Qt::AltModifier);
        auto *menu = qobject_cast<QMenu *>(QApplication::activePopupWidget());
        QVERIFY(menu);
        QCOMPARE(menu->actions().size(), 2);
        menu->actions().constFirst()->trigger();
        menu->close();
        settle();
        QVERIFY(!editor().text().contains(u"aZ8k"_s));
        QVERIFY(editor().text().contains(u"      token_sha256: "_s));
    }

    void refusesToApplyBeforeOpeningsAreTicked()
    {
        type(QString::fromUtf8(running).replace(u"max_bytes: 5MB"_s, u"max_bytes: 50MB"_s));
        settle();
        ApplyDialog *dialog = review();
        QVERIFY(dialog);
        QVERIFY(dialog->differences().opening() > 0);
        dialog->reasonField()->setText(u"bigger results"_s);
        QVERIFY(!dialog->applyButton()->isEnabled());
        QVERIFY(dialog->applyButton()->text().startsWith(u"Tick "_s));
        dialog->differences().tickAll(true);
        QVERIFY(dialog->applyButton()->isEnabled());
        dialog->reasonField()->clear();
        QCOMPARE(dialog->applyButton()->text(), u"Give a reason"_s);
        QVERIFY(!dialog->applyButton()->isEnabled());
        dialog->reasonField()->setText(u"bigger results"_s);
        dialog->applyButton()->click();
        QTRY_VERIFY(m_session->runningText().contains("50MB"));
        QTRY_VERIFY(!m_page->desk().differs());
        dialog->undoButton()->click();
        QTRY_COMPARE(m_session->runningText(), running);
        QTRY_COMPARE(editor().text(), QString::fromUtf8(running));
    }

    void saysWhenThereIsNothingToApply()
    {
        QVERIFY(!m_page->action(u"apply"_s)->isEnabled());
        QCOMPARE(m_page->action(u"apply"_s)->text(), u"Nothing to Apply"_s);
        QVERIFY(!m_page->reviewAndApply());
    }

    void offersThreeWaysOutOfAnOutsideChange()
    {
        const QString mine = withLine(u"endpoints:\n"_s, u"  git_log: {enabled: false}\n"_s);
        type(mine);
        settle();
        m_session->changeFromOutside("version: 1\n", u"ctl"_s);
        QTRY_VERIFY(m_page->action(u"keep"_s)->isVisible());
        QVERIFY(m_page->banner().text().contains(u"ctl"_s));
        QVERIFY(m_page->action(u"compare"_s)->isVisible());
        QVERIFY(!m_page->action(u"apply"_s)->isEnabled());
        QCOMPARE(editor().text(), mine);
        m_page->action(u"keep"_s)->trigger();
        QVERIFY(!m_page->action(u"keep"_s)->isVisible());
        QVERIFY(m_page->action(u"apply"_s)->isEnabled());
        m_session->changeFromOutside("version: 1\npreset: locked\n", u"ctl"_s);
        QTRY_VERIFY(m_page->action(u"reload"_s)->isVisible());
        m_page->action(u"reload"_s)->trigger();
        QCOMPARE(editor().text(), u"version: 1\npreset: locked\n"_s);
        editor().undo();
        QCOMPARE(editor().text(), mine);
    }

    void underlinesAMistakeAtItsPlaceInTime()
    {
        editor().goTo(int(editor().text().indexOf(u"  files_delete"_s)) - 1);
        QTest::keyClick(&editor(), Qt::Key_Return);
        QTest::keyClick(&editor(), Qt::Key_Backspace);
        QTest::keyClick(&editor(), Qt::Key_Backspace);
        for (const char c : QByteArray("files_dowload: {}"))
            QTest::keyClick(&editor(), c);
        QElapsedTimer timer;
        timer.start();
        QTRY_VERIFY(m_page->isReady() && !editor().marks().isEmpty());
        qInfo("squiggle %lld ms after the last key", qlonglong(timer.elapsed()));
        const CodeEditor::Mark mark = editor().marks().constFirst();
        QCOMPARE(editor().text().sliced(mark.position, mark.length), u"files_dowload"_s);
        bool underlined = false;
        for (const auto &selection : editor().extraSelections())
            underlined = underlined || (selection.format.underlineStyle() == QTextCharFormat::SpellCheckUnderline
                && selection.cursor.selectionStart() == mark.position && selection.cursor.selectionEnd() == mark.position + mark.length);
        QVERIFY(underlined);
    }

    void underlinesBehindOtherAlphabets()
    {
        type(withLine(u"# Two programs"_s, u" äöü \U0001F600 €"_s).replace(u"files_delete"_s, u"files_dolete"_s));
        settle();
        QVERIFY(!editor().marks().isEmpty());
        const CodeEditor::Mark mark = editor().marks().constFirst();
        QCOMPARE(editor().text().sliced(mark.position, mark.length), u"files_dolete"_s);
    }

    void fixesAMistakeAsOneUndoStep()
    {
        type(QString::fromUtf8(running).replace(u"files_delete"_s, u"files_dolete"_s));
        settle();
        const QString broken = editor().text();
        press(Qt::Key_F8);
        QCOMPARE(editor().textCursor().selectedText(), u"files_dolete"_s);
        press(Qt::Key_Return, Qt::AltModifier);
        QCOMPARE(editor().text(), QString::fromUtf8(running));
        editor().undo();
        QCOMPARE(editor().text(), broken);
    }

    void completesWhatMayStandThere()
    {
        editor().goTo(int(editor().text().indexOf(u"  shell:"_s)));
        editor().setFocus();
        for (const char c : QByteArray("  files_sta"))
            QTest::keyClick(&editor(), c);
        QVERIFY(editor().popup().isVisible());
        QCOMPARE(editor().popup().shown().constFirst().text.left(10), QByteArray("files_stat"));
        QVERIFY(!editor().popup().shown().constFirst().help.isEmpty());
        QTest::keyClick(&editor(), Qt::Key_Return);
        QVERIFY(editor().textCursor().block().text().startsWith(u"  files_stat"_s));
    }

    void undoesAcrossAnApply()
    {
        editor().goTo(editor().document()->characterCount() - 1);
        editor().textCursor().insertText(u"  packages:\n    enabled: false\n"_s);
        settle();
        ApplyDialog *dialog = review();
        QVERIFY(dialog);
        dialog->reasonField()->setText(u"not needed"_s);
        dialog->differences().tickAll(true);
        QVERIFY2(dialog->applyButton()->isEnabled(), qPrintable(dialog->missing()));
        dialog->applyButton()->click();
        QTRY_VERIFY(!m_page->desk().differs());
        dialog->close();
        editor().undo();
        QCOMPARE(editor().text(), QString::fromUtf8(running));
        QVERIFY(m_page->desk().differs());
    }

    void followsTheCursorAndJumpsBack()
    {
        editor().setFocus();
        editor().goTo(int(editor().text().indexOf(u"max_bytes"_s)));
        QTRY_COMPARE(m_page->effective().model().endpoint(), QByteArray("files_download_stream"));
        m_page->navigate({ { u"endpoint"_s, u"shell"_s }, { u"identity"_s, u"uploader"_s } });
        QCOMPARE(m_page->endpoints().identity(), QByteArray("uploader"));
        QCOMPARE(editor().textCursor().selectedText(), u"shell"_s);
        m_page->navigate({ { u"rule"_s, u"policy:endpoints.files_*"_s } });
        QCOMPARE(editor().textCursor().block().text(), u"  files_*:"_s);
        m_page->navigate({ { u"line"_s, 3 }, { u"column"_s, 1 } });
        QCOMPARE(editor().textCursor().blockNumber(), 2);
        m_page->navigate({ { u"rule"_s, u"default:opt-in:browser"_s } });
        QVERIFY(m_message.contains(u"default:opt-in:browser"_s));
    }

    void showsTheHistoryAndRestores()
    {
        m_session->changeFromOutside("version: 1\npreset: locked\n", u"ctl"_s);
        QTRY_COMPARE(editor().text(), u"version: 1\npreset: locked\n"_s);
        HistoryDialog *dialog = m_page->showHistory();
        QTRY_COMPARE(dialog->model().rowCount(), 2);
        dialog->table()->setCurrentIndex(dialog->model().index(0, 0));
        QVERIFY(!dialog->restoreButton()->isEnabled());
        dialog->table()->setCurrentIndex(dialog->model().index(1, 0));
        QTRY_VERIFY(dialog->diff()->model().rowCount() > 0);
        QVERIFY(dialog->restoreButton()->isEnabled());
        dialog->restoreButton()->click();
        QTRY_COMPARE(m_session->runningText(), running);
        QTRY_COMPARE(dialog->model().rowCount(), 3);
    }

    void sharesAValidDraftWithTheOtherPages()
    {
        type(withLine(u"endpoints:\n"_s, u"  git_log: {enabled: false}\n"_s));
        settle();
        QCOMPARE(m_session->draft()["text"_L1].toString(), editor().text());
        type(u"version: ["_s);
        settle();
        QVERIFY(m_session->draft().isEmpty());
    }

    void namesEverythingForScreenReaders()
    {
        for (const QWidget *widget : m_page->findChildren<QWidget *>()) {
            const bool interactive = qobject_cast<const QAbstractButton *>(widget) || qobject_cast<const QLineEdit *>(widget)
                || qobject_cast<const QComboBox *>(widget) || qobject_cast<const QAbstractItemView *>(widget)
                || qobject_cast<const QPlainTextEdit *>(widget);
            if (!interactive || widget->focusPolicy() == Qt::NoFocus || !widget->isVisible())
                continue;
            const auto *button = qobject_cast<const QAbstractButton *>(widget);
            const bool named = !widget->accessibleName().isEmpty() || (button && !button->text().isEmpty());
            QVERIFY2(named, qPrintable(QString::fromLatin1(widget->metaObject()->className()) + u' ' + widget->objectName()));
        }
    }

    void givesEveryActionAMenuAndUniqueKeys()
    {
        QSet<QKeySequence> keys;
        for (const App::PageAction &entry : m_page->pageActions()) {
            if (!entry.action)
                continue;
            QVERIFY(!entry.action->text().isEmpty());
            for (const QKeySequence &key : entry.action->shortcuts()) {
                QVERIFY2(!keys.contains(key), qPrintable(key.toString()));
                keys.insert(key);
            }
        }
    }

    void drawsItself_data()
    {
        QTest::addColumn<bool>("dark");
        QTest::newRow("light") << false;
        QTest::newRow("dark") << true;
    }
    void drawsItself()
    {
        QFETCH(bool, dark);
        App::applyTheme(*qApp, dark ? App::Scheme::Dark : App::Scheme::Light);
        const QString folder = qEnvironmentVariable("COFFERDAM_PICTURES");
        const auto take = [&](QWidget &widget, const QString &name) {
            QTest::qWait(folder.isEmpty() ? 0 : 120);
            const QPixmap picture = widget.grab();
            QVERIFY(!picture.isNull());
            if (!folder.isEmpty())
                QVERIFY(picture.save(u"%1/%2-%3.png"_s.arg(folder, name, dark ? u"dark"_s : u"light"_s)));
        };
        m_page->endpoints().selectIdentity("uploader");
        m_page->navigate({ { u"endpoint"_s, u"files_download_stream"_s } });
        take(*m_page, u"page"_s);
        type(withLine(u"endpoints:\n"_s, u"  files_dowload:\n    enabled: yes\n"_s).replace(u"240"_s, u"lots"_s));
        settle();
        press(Qt::Key_F8);
        take(*m_page, u"errors"_s);
        type(QString::fromUtf8(running).replace(u"5MB"_s, u"50MB"_s).replace(u"  files_delete:\n    enabled: false\n"_s, QString()).replace(u"240"_s, u"120"_s));
        settle();
        m_session->changeFromOutside(QByteArray(running).replace("out]", "in]"), u"operator:ctl"_s);
        QTRY_VERIFY(m_page->action(u"keep"_s)->isVisible());
        take(*m_page, u"outside"_s);
        m_page->action(u"keep"_s)->trigger();
        ApplyDialog *dialog = review();
        QVERIFY(dialog);
        take(*dialog, u"review"_s);
        dialog->close();
        HistoryDialog *history = m_page->showHistory();
        QTRY_VERIFY(history->model().rowCount() > 1);
        history->table()->setCurrentIndex(history->model().index(1, 0));
        QTRY_VERIFY(history->diff()->model().rowCount() > 0);
        take(*history, u"history"_s);
        history->close();
        editor().goTo(int(editor().text().indexOf(u"      max_bytes"_s)));
        editor().textCursor().insertText(u"      \n"_s);
        editor().goTo(int(editor().text().indexOf(u"      \n"_s)) + 6);
        editor().complete();
        take(*m_page, u"completion"_s);
    }
};

QTEST_MAIN(PolicyPageTest)
#include "tst_policypage.moc"
