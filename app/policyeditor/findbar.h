// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGui/QTextDocument>
#include <QtWidgets/QFrame>

class QLabel;
class QLineEdit;
class QToolButton;

namespace Cofferdam::PolicyEditor {

class CodeEditor;

/// Find and replace below the editor. Every match is marked and counted; Enter and Shift+Enter walk, Esc goes back to the text.
/// Replacing all is one undo step. GUI thread.
class FindBar : public QFrame
{
    Q_OBJECT
public:
    FindBar(CodeEditor &editor, QWidget *parent);

    void open(bool replace); ///< with the selected text as the words, where it is one line
    void closeBar();
    void findNext();
    void findPrevious();
    void replaceOne();
    void replaceAll();

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    [[nodiscard]] QList<QTextCursor> matches() const;
    [[nodiscard]] QTextDocument::FindFlags flags() const;
    void update();
    void find(bool backwards);
    QToolButton *addButton(const QString &iconName, const QString &text);

    CodeEditor &m_editor;
    QLineEdit *m_words, *m_replacement;
    QToolButton *m_case, *m_word;
    QLabel *m_count;
    QWidget *m_replaceRow;
};

} // namespace Cofferdam::PolicyEditor
