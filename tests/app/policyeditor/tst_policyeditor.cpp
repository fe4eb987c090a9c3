// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/policyeditor/codeeditor.h"
#include "app/policyeditor/completionpopup.h"
#include "app/policyeditor/findbar.h"
#include "app/policyeditor/textassist.h"

#include <QtCore/QMimeData>
#include <QtGui/QTextBlock>
#include <QtTest/QSignalSpy>
#include <QtTest/QTest>
#include <QtWidgets/QLineEdit>

using namespace Qt::StringLiterals;
using namespace Cofferdam;
using namespace Cofferdam::PolicyEditor;

/// The editor alone: keys, completion, folding, find and replace.
class PolicyEditorTest : public QObject
{
    Q_OBJECT
private:
    static void type(CodeEditor &editor, const QString &text)
    {
        for (const QChar c : text)
            QTest::keyClick(&editor, c.toLatin1());
    }
    static CodeEditor::Help canned()
    {
        return { [](QByteArrayView, qsizetype) -> QList<Policy::Completion> {
                    return { { "files_download_stream", "endpoint", u"read a file"_s }, { "files_list", "endpoint", u"entries of a directory"_s },
                        { "shell", "endpoint", u"run a program"_s } };
                },
            {} };
    }

private Q_SLOTS:
    void breaksLines_data()
    {
        QTest::addColumn<QString>("before"); // | is the cursor
        QTest::addColumn<int>("format");
        QTest::addColumn<QString>("after");
        const int yaml = int(Policy::Format::Yaml);
        const int json = int(Policy::Format::Json);
        QTest::newRow("same depth") << u"  a: 1|"_s << yaml << u"  a: 1\n  |"_s;
        QTest::newRow("deeper after a key") << u"  a:|"_s << yaml << u"  a:\n    |"_s;
        QTest::newRow("deeper in an item") << u"  - id: x|"_s << yaml << u"  - id: x\n    |"_s;
        QTest::newRow("between brackets") << u"{|}"_s << json << u"{\n  |\n}"_s;
        QTest::newRow("after a comma") << u"  \"a\": 1,|"_s << json << u"  \"a\": 1,\n  |"_s;
        QTest::newRow("at the start") << u"|  a"_s << yaml << u"\n|  a"_s;
    }
    void breaksLines()
    {
        QFETCH(QString, before);
        QFETCH(int, format);
        QFETCH(QString, after);
        CodeEditor editor;
        editor.setFormat(Policy::Format(format));
        editor.setPlainText(QString(before).remove(u'|'));
        editor.goTo(int(before.indexOf(u'|')));
        QTest::keyClick(&editor, Qt::Key_Return, Qt::ShiftModifier);
        QCOMPARE(editor.text().insert(editor.textCursor().position(), u'|'), after);
        editor.undo();
        QCOMPARE(editor.text(), QString(before).remove(u'|'));
    }

    void indentsAndCommentsSelectedLines()
    {
        CodeEditor editor;
        editor.setPlainText(u"a:\n  b: 1\nc: 2"_s);
        editor.goTo(0, 8);
        QTest::keyClick(&editor, Qt::Key_Tab);
        QCOMPARE(editor.text(), u"  a:\n    b: 1\nc: 2"_s);
        QTest::keyClick(&editor, Qt::Key_Backtab);
        QCOMPARE(editor.text(), u"a:\n  b: 1\nc: 2"_s);
        QTest::keyClick(&editor, Qt::Key_Slash, Qt::ControlModifier);
        QCOMPARE(editor.text(), u"# a:\n  # b: 1\nc: 2"_s);
        QTest::keyClick(&editor, Qt::Key_Slash, Qt::ControlModifier);
        QCOMPARE(editor.text(), u"a:\n  b: 1\nc: 2"_s);
        editor.setPlainText(u"    x"_s);
        editor.goTo(4);
        QTest::keyClick(&editor, Qt::Key_Backspace);
        QCOMPARE(editor.text(), u"  x"_s);
    }

    void findsTheOtherBracket_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("at");
        QTest::addColumn<int>("partner");
        QTest::newRow("forwards") << u"a: [1, {b: 2}]"_s << 3 << 13;
        QTest::newRow("inner") << u"a: [1, {b: 2}]"_s << 7 << 12;
        QTest::newRow("backwards") << u"a: [1, {b: 2}]"_s << 13 << 3;
        QTest::newRow("in quotes") << u"[\"]\"]"_s << 0 << 4;
        QTest::newRow("none") << u"a: ["_s << 3 << -1;
    }
    void findsTheOtherBracket()
    {
        QFETCH(QString, text);
        QFETCH(int, at);
        QFETCH(int, partner);
        CodeEditor editor;
        editor.setPlainText(text);
        editor.goTo(at);
        const auto brackets = Assist::matchingBrackets(editor.textCursor());
        QVERIFY(brackets);
        QCOMPARE(brackets->second, partner);
    }

    void completesWhileTyping()
    {
        QWidget window;
        CodeEditor editor(&window);
        window.resize(600, 400);
        editor.resize(600, 400);
        window.show();
        editor.setHelp(canned());
        type(editor, u"fi"_s);
        QVERIFY(editor.popup().isVisible());
        QCOMPARE(editor.popup().shown().size(), 2);
        QVERIFY(window.rect().contains(editor.popup().geometry()));
        QTest::keyClick(&editor, Qt::Key_Down);
        QTest::keyClick(&editor, Qt::Key_Return);
        QCOMPARE(editor.text(), u"files_list:"_s);
        QVERIFY(!editor.popup().isVisible());
        editor.undo();
        QCOMPARE(editor.text(), u"fi"_s);
    }

    void completesOnDemandAndFindsInnerParts()
    {
        QWidget window;
        CodeEditor editor(&window);
        window.show();
        editor.setHelp(canned());
        QTest::keyClick(&editor, Qt::Key_Space, Qt::ControlModifier);
        QCOMPARE(editor.popup().shown().size(), 3);
        QTest::keyClick(&editor, Qt::Key_Escape);
        QVERIFY(!editor.popup().isVisible());
        type(editor, u"list"_s);
        QCOMPARE(editor.popup().shown().size(), 1);
        QTest::keyClick(&editor, Qt::Key_Tab);
        QCOMPARE(editor.text(), u"files_list:"_s);
        type(editor, u"zzz"_s);
        QVERIFY(!editor.popup().isVisible());
    }

    void replacesTheWholeWordUnderTheCursor()
    {
        QWidget window;
        CodeEditor editor(&window);
        window.show();
        editor.setHelp(canned());
        editor.setPlainText(u"  files_dow: 1"_s);
        editor.goTo(9);
        editor.complete();
        QTest::keyClick(&editor, Qt::Key_Return);
        QCOMPARE(editor.text(), u"  files_download_stream: 1"_s);
    }

    void foldsAndReveals()
    {
        CodeEditor editor;
        editor.setPlainText(u"a:\n  b:\n    c: 1\n\nd: 2\n"_s);
        const QTextBlock first = editor.document()->firstBlock();
        QVERIFY(editor.folding().canFold(first));
        QVERIFY(!editor.folding().canFold(editor.document()->findBlockByNumber(4)));
        editor.folding().foldAll();
        QVERIFY(editor.folding().isFolded(first));
        QVERIFY(!editor.document()->findBlockByNumber(2).isVisible());
        QVERIFY(editor.document()->findBlockByNumber(4).isVisible());
        editor.goToLine(3);
        QVERIFY(editor.document()->findBlockByNumber(2).isVisible());
        QCOMPARE(editor.textCursor().blockNumber(), 2);
        QCOMPARE(editor.text(), u"a:\n  b:\n    c: 1\n\nd: 2\n"_s);
    }

    void keepsEveryCharacterTyped()
    {
        CodeEditor editor;
        const QString text = u"a:\u00a0\"x\u200b\"\n# \U0001F600\n"_s;
        editor.setPlainText(text);
        QCOMPARE(editor.text(), text);
        QCOMPARE(editor.index().byteOf(text.size()), text.toUtf8().size());
    }

    void findsAndReplaces()
    {
        QWidget window;
        CodeEditor editor(&window);
        FindBar bar(editor, &window);
        window.show();
        editor.setPlainText(u"one two one\none"_s);
        editor.goTo(0, 3);
        bar.open(true);
        auto *words = bar.findChild<QLineEdit *>();
        QVERIFY(words);
        QCOMPARE(words->text(), u"one"_s);
        bar.findNext();
        QCOMPARE(editor.textCursor().selectionStart(), 8);
        bar.findNext();
        bar.findNext();
        QCOMPARE(editor.textCursor().selectionStart(), 0);
        bar.findPrevious();
        QCOMPARE(editor.textCursor().selectionStart(), 12);
        bar.replaceAll();
        QCOMPARE(editor.text(), u" two \n"_s);
        editor.undo();
        QCOMPARE(editor.text(), u"one two one\none"_s);
        QTest::keyClick(words, Qt::Key_Escape);
        QVERIFY(!bar.isVisible());
    }

    void pastesTabsAsBlanks()
    {
        QMimeData data;
        data.setText(u"a:\r\n\tb: 1"_s);
        data.setHtml(u"<b>bold</b>"_s);
        struct Opened : CodeEditor {
            using CodeEditor::insertFromMimeData;
        };
        Opened opened;
        opened.insertFromMimeData(&data);
        QCOMPARE(opened.text(), u"a:\n  b: 1"_s);
    }
};

QTEST_MAIN(PolicyEditorTest)
#include "tst_policyeditor.moc"
