// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/policyeditor/codefolding.h"
#include "app/policyeditor/model/textindex.h"
#include "app/widgets/theme.h"
#include "common/policy/document.h"

#include <QtCore/QPointer>
#include <QtWidgets/QPlainTextEdit>

#include <functional>
#include <memory>

namespace Cofferdam::PolicyEditor {

class CompletionPopup;
class LineGutter;
class SyntaxColours;

/// The text of a policy: highlighting that follows the palette, line numbers, marks, squiggles, folding, brackets, completion,
/// help. Knows nothing of the service; positions are those of the widget, offsets (bytes) go through index(). GUI thread.
class CodeEditor : public QPlainTextEdit
{
    Q_OBJECT
public:
    /// A squiggle and its mark in the gutter.
    struct Mark {
        int position = 0, length = 0;
        Policy::Severity severity = Policy::Severity::Error;
        QString text; ///< for the tool tip
    };
    struct Help {
        std::function<QList<Policy::Completion>(QByteArrayView text, qsizetype offset)> complete;
        std::function<std::optional<Policy::Completion>(QByteArrayView text, qsizetype offset)> hover;
    };

    explicit CodeEditor(QWidget *parent = nullptr);
    ~CodeEditor() override;

    void setFormat(Policy::Format format);
    [[nodiscard]] Policy::Format format() const { return m_format; }
    void setHelp(Help help) { m_help = std::move(help); }
    /// The text as typed: no-break spaces stay what they are.
    [[nodiscard]] QString text() const;
    /// Puts text in place of all, as one undo step; the cursor stays on its line.
    void replaceText(const QString &text);
    void replaceSpan(int position, int length, const QString &text); ///< one undo step, cursor behind it
    [[nodiscard]] const TextIndex &index() const; ///< for the present text

    void setMarks(QList<Mark> marks);
    [[nodiscard]] const QList<Mark> &marks() const { return m_marks; }
    [[nodiscard]] const Mark *markOfLine(int line) const; ///< the gravest
    [[nodiscard]] const Mark *markAt(int position) const;
    [[nodiscard]] static QString iconOf(Policy::Severity severity);
    [[nodiscard]] static App::Tone toneOf(Policy::Severity severity);

    void goTo(int position, int length = 0);
    void goToLine(int line, int column = 1);
    void complete(); ///< opens the popup
    void showHelpAtCursor();
    void setFound(const QList<QTextCursor> &found); ///< matches of the find bar
    [[nodiscard]] CodeFolding &folding() { return m_folding; }
    [[nodiscard]] CompletionPopup &popup();
    [[nodiscard]] QList<std::pair<int, QRect>> visibleLines() const; ///< block number and its place in the gutter

Q_SIGNALS:
    void definitionRequested(); ///< Ctrl+click
    void fixesRequested(); ///< from the context menu

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    void insertFromMimeData(const QMimeData *source) override;
    bool viewportEvent(QEvent *event) override;

private:
    bool handleKey(QKeyEvent *event);
    void updateCompletion(bool asked);
    void accept(const Policy::Completion &completion);
    void placeGutter();
    void updateSelections();
    [[nodiscard]] QString helpAt(const QTextCursor &cursor) const;

    Policy::Format m_format = Policy::Format::Yaml;
    CodeFolding m_folding;
    Help m_help;
    QList<Mark> m_marks;
    QList<QTextCursor> m_found;
    mutable TextIndex m_index;
    mutable int m_indexRevision = -1;
    LineGutter *m_gutter;
    QPointer<CompletionPopup> m_popup; ///< a child of the window while it shows
    std::unique_ptr<SyntaxColours> m_colours;
};

} // namespace Cofferdam::PolicyEditor
