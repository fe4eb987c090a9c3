// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/policyeditor/policypage.h"

#include "app/policyeditor/effectivepane.h"
#include "app/policyeditor/findbar.h"
#include "app/policyeditor/model/ruleplaces.h"
#include "app/policyeditor/problemspane.h"
#include "app/widgets/banner.h"
#include "app/widgets/chip.h"
#include "app/widgets/elidedlabel.h"
#include "app/widgets/emptystate.h"
#include "app/widgets/pageheader.h"

#include <QtCore/QSettings>
#include <QtWidgets/QDialog>
#include <QtWidgets/QSplitter>
#include <QtWidgets/QStackedWidget>
#include <QtWidgets/QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Cofferdam::PolicyEditor {

namespace {

constexpr int CursorDelayMs = 60;
constexpr int StateVersion = 1;

QWidget *column(QWidget *parent, std::initializer_list<std::pair<QWidget *, int>> widgets)
{
    auto *holder = new QWidget(parent);
    auto *layout = new QVBoxLayout(holder);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    for (const auto &[widget, stretch] : widgets)
        layout->addWidget(widget, stretch);
    return holder;
}

} // namespace

PolicyPage::PolicyPage(App::Session &session, DraftStore store, QWidget *parent)
    : Page(parent)
    , m_desk(session, std::move(store))
    , m_stack(new QStackedWidget(this))
    , m_empty(new App::EmptyState(this))
    , m_banner(new App::Banner(this))
    , m_stateLine(new App::ElidedLabel(this))
    , m_columns(new QSplitter(Qt::Horizontal, this))
    , m_rows(new QSplitter(Qt::Vertical, this))
    , m_endpoints(new EndpointPane(this))
    , m_editor(new CodeEditor(this))
    , m_find(new FindBar(*m_editor, this))
    , m_problems(new ProblemsPane(this))
    , m_effective(new EffectivePane(this))
{
    auto *header = new App::PageHeader(title(), this);
    makeActions();
    buildHeader(*header);
    buildPanes();
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(header);
    layout->addWidget(m_banner);
    layout->addWidget(m_stack, 1);
    m_cursorDelay.setSingleShot(true);
    m_cursorDelay.setInterval(CursorDelayMs);
    m_editor->setHelp({ [this](QByteArrayView text, qsizetype offset) { return completions(text, offset); },
        [this](QByteArrayView text, qsizetype offset) { return Policy::hoverAt(text, offset, m_desk.format()); } });
    connectParts();
    m_editor->setFormat(m_desk.format());
    m_editor->setPlainText(m_desk.draft());
    updateState();
}

PolicyPage::~PolicyPage()
{
    // The panes and dialogs go before the desk they talk to: a dying editor still says that its text changed.
    m_editor->disconnect(this);
    delete m_stack;
    qDeleteAll(findChildren<QDialog *>(Qt::FindDirectChildrenOnly));
}

void PolicyPage::buildPanes()
{
    m_stateLine->setFont(App::smallFont());
    m_stateLine->setContentsMargins(App::Space::medium, App::Space::small, App::Space::medium, App::Space::small);
    for (QWidget *pane : { static_cast<QWidget *>(m_endpoints), static_cast<QWidget *>(m_editor), static_cast<QWidget *>(m_problems),
             static_cast<QWidget *>(m_effective) })
        pane->setProperty("pane", true);
    m_rows->addWidget(column(m_rows, { { m_stateLine, 0 }, { m_editor, 1 }, { m_find, 0 } }));
    m_rows->addWidget(m_problems);
    m_rows->setStretchFactor(0, 1);
    m_rows->setSizes({ 520, 170 });
    m_columns->addWidget(m_endpoints);
    m_columns->addWidget(m_rows);
    m_columns->addWidget(m_effective);
    m_columns->setStretchFactor(1, 1);
    m_columns->setSizes({ 290, 640, 330 });
    for (QSplitter *splitter : { m_columns, m_rows }) {
        splitter->setChildrenCollapsible(false);
        splitter->setHandleWidth(1);
    }
    m_endpoints->setMinimumWidth(200);
    m_effective->setMinimumWidth(220);
    m_editor->setMinimumWidth(260);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_columns);
}

void PolicyPage::connectParts()
{
    connect(m_editor, &QPlainTextEdit::textChanged, this, [this] { m_desk.setDraft(m_editor->text()); });
    connect(m_editor, &QPlainTextEdit::cursorPositionChanged, &m_cursorDelay, qOverload<>(&QTimer::start));
    connect(&m_cursorDelay, &QTimer::timeout, this, &PolicyPage::followCursor);
    connect(m_editor, &CodeEditor::definitionRequested, this, &PolicyPage::goToDefinition);
    connect(m_editor, &CodeEditor::fixesRequested, this, [this] { offerFixes(-1); });
    connect(&m_desk, &PolicyDesk::textReplaced, this, [this](const QString &text) {
        m_editor->setFormat(m_desk.format());
        // The first text is where undo ends, not a change of nothing into something.
        if (m_editor->document()->isEmpty() && !m_editor->document()->isUndoAvailable())
            m_editor->setPlainText(text);
        else
            m_editor->replaceText(text);
    });
    connect(&m_desk, &PolicyDesk::stateChanged, this, &PolicyPage::updateState);
    connect(&m_desk, &PolicyDesk::draftNotSaved, this,
        [this](const QString &reason) { Q_EMIT messageShown(tr("The draft could not be kept on disk: %1").arg(reason)); });
    connect(&m_desk.checker(), &DraftChecker::checked, this, &PolicyPage::takeChecked);
    connect(m_problems, &ProblemsPane::problemChosen, this, &PolicyPage::goToProblem);
    connect(m_problems, &ProblemsPane::fixesRequested, this, &PolicyPage::offerFixes);
    connect(m_endpoints, &EndpointPane::identityChanged, this, &PolicyPage::showEffective);
    connect(m_endpoints, &EndpointPane::endpointSelected, this, &PolicyPage::showEffective);
    connect(m_endpoints, &EndpointPane::endpointChosen, this, &PolicyPage::goToEndpoint);
    connect(m_effective, &EffectivePane::placeChosen, this, [this](int line, int column) {
        m_editor->goToLine(line, column);
        m_editor->setFocus(Qt::OtherFocusReason);
    });
    connect(m_effective, &EffectivePane::ruleChosen, this, &PolicyPage::goToRule);
}

bool PolicyPage::isReady() const { return m_desk.running().loaded && !m_desk.checker().isPending(); }

void PolicyPage::takeChecked()
{
    const Checked &checked = m_desk.checker().latest();
    const TextIndex &index = m_editor->index();
    QList<CodeEditor::Mark> marks;
    for (const Policy::Diagnostic &problem : checked.problems) {
        if (!problem.span.isKnown())
            continue;
        const qsizetype from = index.positionOf(problem.span.offset);
        const qsizetype to = index.positionOf(problem.span.offset + std::max<qsizetype>(1, problem.span.length));
        const QString why = problem.why.isEmpty() ? QString() : u'\n' + problem.why;
        marks.append({ int(from), int(to - from), problem.severity, problem.message + why });
    }
    m_editor->setMarks(marks);
    m_problems->setChecked(checked, m_desk.running().path);
    const bool outOfDate = !checked.policy;
    if (!outOfDate)
        m_endpoints->setChecked(checked);
    m_effective->setOutOfDate(outOfDate);
    if (!outOfDate && m_endpoints->endpoint().isEmpty())
        m_endpoints->selectEndpoint("files_download_stream");
    followCursor();
    showEffective();
    if (!m_pending.isEmpty())
        navigate(std::exchange(m_pending, {}));
    Q_EMIT readyChanged();
}

void PolicyPage::showEffective() { m_effective->show(m_desk.checker().lastGood(), m_endpoints->identity(), m_endpoints->endpoint()); }

void PolicyPage::followCursor()
{
    const Checked &good = m_desk.checker().lastGood();
    if (!good.policy || m_desk.checker().isPending() || good.number != m_desk.checker().latest().number || !m_editor->hasFocus())
        return;
    const qsizetype offset = m_editor->index().byteOf(m_editor->textCursor().position());
    const QByteArray endpoint = endpointAt(*good.policy, offset, m_endpoints->endpoint());
    if (endpoint.isEmpty() || endpoint == m_endpoints->endpoint())
        return;
    m_endpoints->selectEndpoint(endpoint);
    showEffective();
}

void PolicyPage::navigate(const QJsonObject &arguments)
{
    if (!m_desk.checker().lastGood().policy) {
        m_pending = arguments;
        return;
    }
    if (const QByteArray identity = arguments["identity"_L1].toString().toUtf8(); !identity.isEmpty())
        m_endpoints->selectIdentity(identity);
    if (const int line = arguments["line"_L1].toInt(); line > 0)
        m_editor->goToLine(line, std::max(1, arguments["column"_L1].toInt()));
    else if (const QByteArray rule = arguments["rule"_L1].toString().toUtf8(); !rule.isEmpty())
        goToRule(rule);
    else if (const QByteArray endpoint = arguments["endpoint"_L1].toString().toUtf8(); !endpoint.isEmpty())
        goToEndpoint(endpoint);
    m_editor->setFocus(Qt::OtherFocusReason);
}

void PolicyPage::saveState(QSettings &settings) const
{
    settings.setValue("version"_L1, StateVersion);
    settings.setValue("columns"_L1, m_columns->saveState());
    settings.setValue("rows"_L1, m_rows->saveState());
    settings.setValue("identity"_L1, QString::fromUtf8(m_endpoints->identity()));
}

void PolicyPage::restoreState(const QSettings &settings)
{
    if (settings.value("version"_L1).toInt() != StateVersion)
        return;
    m_columns->restoreState(settings.value("columns"_L1).toByteArray());
    m_rows->restoreState(settings.value("rows"_L1).toByteArray());
    m_endpoints->selectIdentity(settings.value("identity"_L1).toString().toUtf8());
}

} // namespace Cofferdam::PolicyEditor

namespace Cofferdam::App {

Page *createPolicyPage(Session &session, QWidget *parent)
{
    return new PolicyEditor::PolicyPage(session, PolicyEditor::DraftStore(PolicyEditor::DraftStore::defaultDirectory()), parent);
}

} // namespace Cofferdam::App
