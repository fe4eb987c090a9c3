// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/policy/document.h"

#include <QtWidgets/QFrame>

class QLabel;
class QListView;
class QStandardItemModel;

namespace Cofferdam::PolicyEditor {

class CodeEditor;

/// The list of what may stand at the cursor, with the meaning of the chosen one below it. Never takes the keyboard: the editor
/// hands its keys over while the popup is open. A child of the editor's window, so it needs no window of its own.
class CompletionPopup : public QFrame
{
    Q_OBJECT
public:
    explicit CompletionPopup(CodeEditor &editor);

    /// Shows those that fit the prefix, best first; hides when none does, or when the word is already whole and nobody asked.
    void offer(const QList<Policy::Completion> &completions, const QString &prefix, int wordStart, bool asked);
    [[nodiscard]] int wordStart() const { return m_wordStart; }
    [[nodiscard]] const QList<Policy::Completion> &shown() const { return m_shown; }
    [[nodiscard]] int currentRow() const;
    bool handleKey(QKeyEvent *event); ///< true when the key was for the list
    void followCursor(); ///< hides once the cursor has left the word

Q_SIGNALS:
    void accepted(const Cofferdam::Policy::Completion &completion);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void fill();
    void place();
    void choose(int row);
    void acceptCurrent();

    CodeEditor &m_editor;
    QListView *m_list;
    QLabel *m_help;
    QStandardItemModel *m_model;
    QList<Policy::Completion> m_shown;
    int m_wordStart = 0;
};

} // namespace Cofferdam::PolicyEditor
