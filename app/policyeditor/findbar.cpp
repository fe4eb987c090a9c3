// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/policyeditor/findbar.h"

#include "app/policyeditor/codeeditor.h"
#include "app/widgets/icons.h"

#include <QtGui/QKeyEvent>
#include <QtGui/QPainter>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QToolButton>
#include <QtWidgets/QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Cofferdam::PolicyEditor {

FindBar::FindBar(CodeEditor &editor, QWidget *parent)
    : QFrame(parent)
    , m_editor(editor)
    , m_words(new QLineEdit(this))
    , m_replacement(new QLineEdit(this))
    , m_case(addButton(u"format"_s, tr("Match case")))
    , m_word(addButton(u"minus"_s, tr("Whole words")))
    , m_count(new QLabel(this))
    , m_replaceRow(new QWidget(this))
{
    setAccessibleName(tr("Find and replace"));
    m_words->setPlaceholderText(tr("Find"));
    m_words->setAccessibleName(tr("Find"));
    m_replacement->setPlaceholderText(tr("Replace by"));
    m_replacement->setAccessibleName(tr("Replace by"));
    m_count->setFont(App::smallFont());
    m_case->setCheckable(true);
    m_case->setToolButtonStyle(Qt::ToolButtonTextOnly);
    m_word->setCheckable(true);
    m_word->setToolButtonStyle(Qt::ToolButtonTextOnly);
    QToolButton *previous = addButton(u"chevron-up"_s, tr("Previous match (Shift+F3)"));
    QToolButton *next = addButton(u"chevron-down"_s, tr("Next match (F3)"));
    QToolButton *close = addButton(u"close"_s, tr("Close (Esc)"));
    auto *one = new QPushButton(tr("Replace"), m_replaceRow);
    auto *all = new QPushButton(tr("Replace all"), m_replaceRow);

    auto *findRow = new QHBoxLayout;
    for (QWidget *widget : { static_cast<QWidget *>(m_words), static_cast<QWidget *>(m_count), static_cast<QWidget *>(m_case),
             static_cast<QWidget *>(m_word), static_cast<QWidget *>(previous), static_cast<QWidget *>(next), static_cast<QWidget *>(close) })
        findRow->addWidget(widget, widget == m_words ? 1 : 0);
    auto *replaceRow = new QHBoxLayout(m_replaceRow);
    replaceRow->setContentsMargins(0, 0, 0, 0);
    replaceRow->addWidget(m_replacement, 1);
    replaceRow->addWidget(one);
    replaceRow->addWidget(all);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(App::Space::small, App::Space::small, App::Space::small, App::Space::small);
    layout->setSpacing(App::Space::small);
    layout->addLayout(findRow);
    layout->addWidget(m_replaceRow);

    connect(m_words, &QLineEdit::textChanged, this, &FindBar::update);
    connect(m_case, &QToolButton::toggled, this, &FindBar::update);
    connect(m_word, &QToolButton::toggled, this, &FindBar::update);
    connect(next, &QToolButton::clicked, this, &FindBar::findNext);
    connect(previous, &QToolButton::clicked, this, &FindBar::findPrevious);
    connect(close, &QToolButton::clicked, this, &FindBar::closeBar);
    connect(one, &QPushButton::clicked, this, &FindBar::replaceOne);
    connect(all, &QPushButton::clicked, this, &FindBar::replaceAll);
    connect(&editor, &QPlainTextEdit::textChanged, this, [this] {
        if (isVisible())
            update();
    });
    hide();
}

QToolButton *FindBar::addButton(const QString &iconName, const QString &text)
{
    auto *button = new QToolButton(this);
    button->setIcon(App::icon(iconName));
    button->setText(text);
    button->setToolTip(text);
    button->setAccessibleName(text);
    button->setAutoRaise(true);
    return button;
}

void FindBar::open(bool replace)
{
    const QString selected = m_editor.textCursor().selectedText();
    if (!selected.isEmpty() && !selected.contains(QChar::ParagraphSeparator))
        m_words->setText(selected);
    m_replaceRow->setVisible(replace);
    show();
    m_words->setFocus(Qt::ShortcutFocusReason);
    m_words->selectAll();
    update();
}

void FindBar::closeBar()
{
    hide();
    m_editor.setFound({});
    m_editor.setFocus(Qt::OtherFocusReason);
}

QTextDocument::FindFlags FindBar::flags() const
{
    QTextDocument::FindFlags flags;
    flags.setFlag(QTextDocument::FindCaseSensitively, m_case->isChecked());
    flags.setFlag(QTextDocument::FindWholeWords, m_word->isChecked());
    return flags;
}

QList<QTextCursor> FindBar::matches() const
{
    QList<QTextCursor> found;
    if (m_words->text().isEmpty())
        return found;
    QTextCursor at(m_editor.document());
    while (!(at = m_editor.document()->find(m_words->text(), at, flags())).isNull())
        found.append(at);
    return found;
}

void FindBar::update()
{
    const QList<QTextCursor> found = matches();
    m_editor.setFound(found);
    const int here = m_editor.textCursor().selectionStart();
    const auto current = std::ranges::find_if(found, [here](const QTextCursor &match) { return match.selectionStart() == here; });
    if (m_words->text().isEmpty())
        m_count->clear();
    else if (found.isEmpty())
        m_count->setText(tr("no match"));
    else if (current != found.end())
        m_count->setText(tr("%1 of %2").arg(current - found.begin() + 1).arg(found.size()));
    else
        m_count->setText(tr("%n match(es)", nullptr, int(found.size())));
}

void FindBar::find(bool backwards)
{
    const QList<QTextCursor> found = matches();
    if (found.isEmpty()) {
        update();
        return;
    }
    const QTextCursor here = m_editor.textCursor();
    qsizetype chosen = backwards ? found.size() - 1 : 0;
    if (backwards) {
        for (qsizetype i = 0; i < found.size() && found[i].selectionStart() < here.selectionStart(); ++i)
            chosen = i;
    } else {
        const auto next = std::ranges::find_if(found, [&here](const QTextCursor &match) { return match.selectionStart() >= here.selectionEnd(); });
        chosen = next == found.end() ? 0 : next - found.begin();
    }
    m_editor.goTo(found[chosen].selectionStart(), int(m_words->text().size()));
    update();
}

void FindBar::findNext() { find(false); }

void FindBar::findPrevious() { find(true); }

void FindBar::replaceOne()
{
    QTextCursor cursor = m_editor.textCursor();
    const QList<QTextCursor> found = matches();
    const bool onMatch = std::ranges::any_of(
        found, [&cursor](const QTextCursor &match) { return match.selectionStart() == cursor.selectionStart() && cursor.hasSelection(); });
    if (onMatch)
        cursor.insertText(m_replacement->text());
    findNext();
}

void FindBar::replaceAll()
{
    const QList<QTextCursor> found = matches();
    if (found.isEmpty())
        return;
    QTextCursor edit(m_editor.document());
    edit.beginEditBlock();
    for (auto match = found.crbegin(); match != found.crend(); ++match) {
        edit.setPosition(match->selectionStart());
        edit.setPosition(match->selectionEnd(), QTextCursor::KeepAnchor);
        edit.insertText(m_replacement->text());
    }
    edit.endEditBlock();
    update();
}

void FindBar::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape) {
        closeBar();
    } else if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        if (m_replacement->hasFocus())
            replaceOne();
        else
            find(event->modifiers() & Qt::ShiftModifier);
    } else {
        QFrame::keyPressEvent(event);
    }
}

void FindBar::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), palette().color(QPalette::Window));
    painter.setPen(App::hairline(palette()));
    painter.drawLine(rect().topLeft(), rect().topRight());
}

} // namespace Cofferdam::PolicyEditor
