// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/checks/checkspage.h"

#include "app/checks/checkform.h"
#include "app/checks/tracedelegate.h"
#include "app/checks/verdictcard.h"
#include "app/connection/session.h"
#include "app/widgets/displaytext.h"
#include "app/widgets/emptystate.h"
#include "app/widgets/icons.h"
#include "app/widgets/pageheader.h"

#include <QtCore/QDateTime>
#include <QtCore/QSettings>
#include <QtGui/QAction>
#include <QtGui/QClipboard>
#include <QtGui/QGuiApplication>
#include <QtWidgets/QBoxLayout>
#include <QtWidgets/QHeaderView>
#include <QtWidgets/QLabel>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QScrollArea>
#include <QtWidgets/QStackedWidget>
#include <QtWidgets/QTreeView>

#include <utility>

using namespace Qt::StringLiterals;

namespace Cofferdam::App {

namespace {

/// In widths of a digit.
constexpr int traceWidths[] = {28, 14, 27};

} // namespace

ChecksPage::ChecksPage(Session &session, QWidget *parent)
    : Page(parent), m_session(session), m_form(new CheckForm(session, this)), m_stack(new QStackedWidget(this)), m_empty(new EmptyState(this))
    , m_running(new VerdictCard(tr("Running policy"), this)), m_draft(new VerdictCard(tr("Draft in the editor"), this)), m_then(new VerdictCard(tr("Then"), this)), m_tree(new QTreeView(this))
{
    m_run = makeAction(tr("Check"), u"play"_s, QKeySequence(Qt::CTRL | Qt::Key_Return), &ChecksPage::submit);
    m_clear = makeAction(tr("New Question"), u"plus"_s, QKeySequence(Qt::CTRL | Qt::Key_N), &ChecksPage::clear);
    m_open = makeAction(tr("Open Rule"), u"open-rule"_s, QKeySequence(Qt::Key_F12), &ChecksPage::openCurrent);
    m_copyCommand = makeAction(tr("Copy as Command"), u"terminal"_s, {}, &ChecksPage::copyCommand);
    m_expand = makeAction(tr("Expand All"), u"expand"_s, {}, nullptr);
    m_collapse = makeAction(tr("Collapse All"), u"collapse"_s, {}, nullptr);
    connect(m_expand, &QAction::triggered, m_tree, &QTreeView::expandAll);
    connect(m_collapse, &QAction::triggered, m_tree, &QTreeView::collapseAll);
    auto *header = new PageHeader(title(), this);
    header->setSubtitle(tr("Judged by the policy alone: the file system is not touched"));
    for (QAction *action : {m_copyCommand, m_expand, m_collapse})
        header->addTool(action);
    header->addGap();
    header->addTool(m_clear, Qt::ToolButtonTextBesideIcon);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(header);
    auto *row = new QHBoxLayout;
    row->setSpacing(0);
    row->addWidget(makeFormSide());
    auto *line = new QFrame(this);
    line->setFixedWidth(1);
    line->setBackgroundRole(QPalette::Mid);
    line->setAutoFillBackground(true);
    row->addWidget(line);
    row->addWidget(makeAnswerSide(), 1);
    column->addLayout(row, 1);
    connect(m_form, &CheckForm::submitted, this, &ChecksPage::submit);
    connect(m_form, &CheckForm::changed, this, [this] { m_run->setEnabled(m_form->problem().isEmpty()); });
    connect(&session, &Session::connected, this, [this] {
        if (std::exchange(m_runWhenConnected, false)) run();
    });
    for (const auto signal : {&Session::policyChanged, &Session::draftChanged}) {
        connect(&session, signal, this, [this] {
            if (!m_question.isEmpty()) run(); // the answer on the screen is always the one in force
        });
    }
    for (VerdictCard *card : {m_running, m_draft, m_then})
        connect(card, &VerdictCard::ruleRequested, this, &ChecksPage::openRule);
    clear();
}

QAction *ChecksPage::makeAction(const QString &text, const QString &iconName, const QKeySequence &keys, void (ChecksPage::*slot)())
{
    auto *action = new QAction(icon(iconName), text, this);
    action->setObjectName(iconName);
    action->setShortcut(keys);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    if (slot) connect(action, &QAction::triggered, this, slot);
    addAction(action);
    return action;
}

QWidget *ChecksPage::makeFormSide()
{
    auto *side = new QWidget(this);
    auto *column = new QVBoxLayout(side);
    column->setContentsMargins(Space::large, Space::large, Space::large, Space::large);
    column->setSpacing(Space::small);
    auto *heading = new QLabel(tr("Would this call be allowed?"), side);
    heading->setFont(headingFont());
    column->addWidget(heading);
    column->addSpacing(Space::tiny);
    column->addWidget(m_form);
    auto *button = new QPushButton(tr("Check"), side);
    button->setDefault(true);
    button->setToolTip(toolTipFor(*m_run));
    connect(button, &QPushButton::clicked, m_run, &QAction::trigger);
    connect(m_run, &QAction::changed, button, [this, button] { button->setEnabled(m_run->isEnabled()); });
    column->addWidget(button);
    column->addStretch();
    auto *scroll = new QScrollArea(this);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setWidget(side);
    scroll->setFixedWidth(fontMetrics().averageCharWidth() * 39);
    return scroll;
}

QWidget *ChecksPage::makeAnswerSide()
{
    auto *answers = new QWidget(m_stack);
    auto *column = new QVBoxLayout(answers);
    column->setContentsMargins(Space::large, Space::large, Space::large, 0);
    column->setSpacing(Space::small);
    column->addWidget(m_running);
    column->addWidget(m_draft);
    column->addWidget(m_then);
    column->addSpacing(Space::tiny);
    auto *heading = new QLabel(tr("Trace"), answers);
    heading->setFont(headingFont());
    heading->setBuddy(m_tree);
    column->addWidget(heading);
    column->addWidget(m_tree, 1);
    m_tree->setModel(&m_trace);
    m_tree->setItemDelegate(new TraceDelegate(m_tree));
    m_tree->setAccessibleName(tr("Trace of the decision"));
    m_tree->setProperty("pane", true);
    m_tree->setUniformRowHeights(true);
    m_tree->setFrameShape(QFrame::NoFrame);
    m_tree->setAllColumnsShowFocus(true);
    m_tree->header()->setStretchLastSection(true);
    m_tree->header()->setHighlightSections(false);
    const int unit = fontMetrics().horizontalAdvance(u'0');
    for (int i = 0; i < int(std::size(traceWidths)); ++i)
        m_tree->setColumnWidth(i, traceWidths[i] * unit);
    connect(m_tree, &QTreeView::activated, this, &ChecksPage::openCurrent);
    for (QWidget *ground : {static_cast<QWidget *>(m_stack), static_cast<QWidget *>(answers)}) {
        ground->setBackgroundRole(QPalette::Base);
        ground->setAutoFillBackground(true);
    }
    m_empty->set(u"checks"_s, tr("Ask before an agent does"),
        tr("Choose who calls which endpoint on which path. The service answers with the decision, the rule behind it, and why every other rule lost. Nothing is executed and no file is looked at."));
    m_stack->addWidget(m_empty);
    m_stack->addWidget(answers);
    return m_stack;
}

QList<PageAction> ChecksPage::pageActions() const
{
    using Menu = PageAction::Menu;
    return {{m_copyCommand, Menu::Edit}, {m_expand, Menu::View}, {m_collapse, Menu::View}, {m_run, Menu::Page}, {m_clear, Menu::Page}, {nullptr, Menu::Page}, {m_open, Menu::Page}};
}

bool ChecksPage::isReady() const { return m_asked == 0 && !m_runWhenConnected && !m_session.catalogue().isEmpty(); }
QWidget *ChecksPage::initialFocus() { return m_form->findChild<QWidget *>(u"identity"_s); }

void ChecksPage::navigate(const QJsonObject &arguments)
{
    if (arguments.isEmpty()) return m_form->focusFirst();
    m_form->fill(arguments);
    m_thenDecision = arguments.value("then"_L1).toObject();
    if (!arguments.value("run"_L1).toBool()) return m_form->focusFirst();
    if (m_session.isConnected()) run();
    else m_runWhenConnected = true;
}

void ChecksPage::submit()
{
    if (m_form->question() != m_question) m_thenDecision = {}; // another question than the one of the audit log
    run();
}

void ChecksPage::run()
{
    const QJsonObject question = m_form->question();
    if (question.isEmpty()) return;
    m_question = question;
    ++m_generation;
    m_asked = 0;
    ask(question, *m_running, true);
    const bool hasDraft = !m_session.draft().isEmpty();
    m_draft->setVisible(hasDraft);
    if (hasDraft) {
        QJsonObject withDraft = question;
        withDraft.insert("draft"_L1, m_session.draft());
        ask(withDraft, *m_draft, false);
    }
    showThen();
    Q_EMIT readyChanged();
}

void ChecksPage::ask(const QJsonObject &question, VerdictCard &card, bool isRunningPolicy)
{
    ++m_asked;
    m_session.ask(u"policy.explain"_s, question, this, [this, &card, isRunningPolicy, generation = m_generation](const Result<QJsonValue> &result) {
        if (generation != m_generation) return;
        --m_asked;
        m_stack->setCurrentIndex(1);
        if (result) {
            accept(result->toObject(), card, isRunningPolicy);
        } else {
            card.setProblem(result.error().message);
            if (isRunningPolicy) m_trace.setAnswer({});
        }
        compare();
        Q_EMIT readyChanged();
    });
}

void ChecksPage::accept(const QJsonObject &answer, VerdictCard &card, bool isRunningPolicy)
{
    card.setAnswer(answer);
    if (!isRunningPolicy) return;
    m_trace.setAnswer(answer);
    m_open->setEnabled(true);
    m_copyCommand->setEnabled(true);
    for (int row = 0; row < m_trace.rowCount(); ++row) // stages and fields, the candidates of the deciding rule's fields
        m_tree->expand(m_trace.index(row, 0));
    const QModelIndex fields = m_trace.index(m_trace.rowCount() - 1, 0);
    for (int row = 0; row < m_trace.rowCount(fields); ++row) {
        const QModelIndex field = m_trace.index(row, 0, fields);
        if (field.data(TraceModel::RuleRole).toString() == answer.value("rule"_L1).toString()) m_tree->expand(field);
    }
}

void ChecksPage::showThen()
{
    m_then->setVisible(!m_thenDecision.isEmpty());
    if (m_thenDecision.isEmpty()) return;
    m_then->setAnswer(m_thenDecision);
    const QString time = QDateTime::fromMSecsSinceEpoch(m_thenDecision.value("utc_ms"_L1).toInteger()).toString(u"yyyy-MM-dd HH:mm:ss");
    m_then->setNote(tr("%1, revision %2").arg(time, m_thenDecision.value("revision"_L1).toString().left(12)));
}

void ChecksPage::compare()
{
    const auto note = [this](VerdictCard &other) {
        const bool known = !m_running->answer().isEmpty() && !other.answer().isEmpty();
        return known && m_running->word() != other.word() ? tr("→ differs from the running policy: %1 by %2").arg(m_running->word(), m_running->answer().value("rule"_L1).toString()) : QString();
    };
    if (!m_session.draft().isEmpty()) m_draft->setNote(note(*m_draft));
    m_running->setNote(tr("revision %1").arg(QString::fromLatin1(m_session.revision().left(12))));
}

void ChecksPage::clear()
{
    ++m_generation;
    m_asked = 0;
    m_question = m_thenDecision = {};
    m_form->fill({});
    m_trace.setAnswer({});
    m_stack->setCurrentIndex(0);
    m_open->setEnabled(false);
    m_copyCommand->setEnabled(false);
    m_run->setEnabled(false);
    if (isVisible()) m_form->focusFirst();
}

void ChecksPage::openRule(const QJsonObject &answer)
{
    QJsonObject arguments {{u"rule"_s, answer.value("rule"_L1)}, {u"endpoint"_s, m_question.value("endpoint"_L1)}, {u"identity"_s, m_question.value("identity"_L1)}};
    for (const auto key : {"line"_L1, "column"_L1}) {
        if (answer.value(key).toInt() > 0) arguments.insert(key, answer.value(key));
    }
    Q_EMIT navigationRequested({"policy", arguments});
}

void ChecksPage::openCurrent()
{
    const QModelIndex index = m_tree->currentIndex();
    if (!m_tree->hasFocus() || !index.isValid() || index.data(TraceModel::RuleRole).toString().isEmpty()) return openRule(m_running->answer());
    openRule({{u"rule"_s, index.data(TraceModel::RuleRole).toString()}, {u"line"_s, index.data(TraceModel::LineRole).toInt()}, {u"column"_s, index.data(TraceModel::ColumnRole).toInt()}});
}

void ChecksPage::copyCommand()
{
    QStringList parts {u"cofferdamctl explain"_s};
    if (m_question.contains("identity"_L1)) parts.append(u"--identity "_s + shellQuoted(m_question.value("identity"_L1).toString()));
    QStringList scopes;
    for (const QJsonValue &scope : m_question.value("scopes"_L1).toArray())
        scopes.append(scope.toString());
    if (!scopes.isEmpty()) parts.append(u"--scopes "_s + shellQuoted(scopes.join(u',')));
    if (m_question.contains("op"_L1)) parts.append(u"--op "_s + m_question.value("op"_L1).toString());
    parts.append(u"-- "_s + shellQuoted(m_question.value("endpoint"_L1).toString()));
    if (m_question.contains("path"_L1)) parts.append(shellQuoted(m_question.value("path"_L1).toString()));
    QGuiApplication::clipboard()->setText(parts.join(u' '));
    Q_EMIT messageShown(tr("The command was copied"));
}

void ChecksPage::saveState(QSettings &settings) const { settings.setValue("trace"_L1, m_tree->header()->saveState()); }

void ChecksPage::restoreState(const QSettings &settings)
{
    if (!m_tree->header()->restoreState(settings.value("trace"_L1).toByteArray())) {
        const int unit = fontMetrics().horizontalAdvance(u'0');
        for (int i = 0; i < int(std::size(traceWidths)); ++i)
            m_tree->setColumnWidth(i, traceWidths[i] * unit);
    }
}

} // namespace Cofferdam::App
