// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
// What the operator can order on the page: the actions and what they do.
#include "app/policyeditor/policypage.h"

#include "app/policyeditor/applydialog.h"
#include "app/policyeditor/comparedialog.h"
#include "app/policyeditor/findbar.h"
#include "app/policyeditor/historydialog.h"
#include "app/policyeditor/model/ruleplaces.h"
#include "app/policyeditor/model/tidytext.h"
#include "app/policyeditor/problemspane.h"
#include "app/policyeditor/textassist.h"
#include "app/widgets/banner.h"
#include "app/widgets/chip.h"
#include "app/widgets/icons.h"
#include "app/widgets/pageheader.h"

#include <QtGui/QAction>
#include <QtWidgets/QMenu>
#include <QtWidgets/QToolButton>

using namespace Qt::StringLiterals;

namespace Cofferdam::PolicyEditor {

using Menu = App::PageAction::Menu;

QAction *PolicyPage::makeAction(const QString &name, const QString &text, const QString &iconName, const QList<QKeySequence> &keys, Menu menu,
    std::function<void()> run)
{
    auto *action = new QAction(App::icon(iconName), text, this);
    action->setObjectName(name);
    action->setShortcuts(keys);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    connect(action, &QAction::triggered, this, std::move(run));
    addAction(action);
    m_pageActions.append({ action, menu });
    return action;
}

QAction *PolicyPage::action(const QString &name) const { return findChild<QAction *>(name, Qt::FindDirectChildrenOnly); }

void PolicyPage::makeActions()
{
    using K = QKeySequence;
    const auto both = [](int modifiers) { return QList { K(QKeyCombination::fromCombined(modifiers | Qt::Key_Return)), K(QKeyCombination::fromCombined(modifiers | Qt::Key_Enter)) }; };
    makeAction(u"save"_s, tr("Keep Draft on Disk"), u"save"_s, { K(Qt::CTRL | Qt::Key_S) }, Menu::File, [this] {
        m_desk.saveDraft();
        Q_EMIT messageShown(tr("The draft is kept on disk. It is not in force until you apply it."));
    });
    makeAction(u"validate"_s, tr("Validate"), u"check"_s, both(Qt::CTRL), Menu::Page, [this] { validate(); });
    makeAction(u"apply"_s, tr("Review and Apply…"), u"policy"_s, both(int(Qt::CTRL) | int(Qt::SHIFT)), Menu::Page, [this] { reviewAndApply(); });
    makeAction(u"history"_s, tr("History…"), u"history"_s, {}, Menu::Page, [this] { showHistory(); });
    makeAction(u"revert"_s, tr("Revert Draft"), u"undo"_s, {}, Menu::Page, [this] { m_desk.reload(); });
    addSeparator(Menu::Page);
    makeAction(u"nextproblem"_s, tr("Next Problem"), u"arrow-down"_s, { K(Qt::Key_F8) }, Menu::Page, [this] { walkProblems(true); });
    makeAction(u"previousproblem"_s, tr("Previous Problem"), u"chevron-up"_s, { K(Qt::SHIFT | Qt::Key_F8) }, Menu::Page, [this] { walkProblems(false); });
    makeAction(u"fix"_s, tr("Quick Fix…"), u"wrench"_s, both(Qt::ALT), Menu::Page, [this] { offerFixes(-1); });
    makeAction(u"definition"_s, tr("Go to Rule"), u"open-rule"_s, { K(Qt::Key_F12) }, Menu::Page, [this] { goToDefinition(); });
    makeAction(u"filter"_s, tr("Filter Endpoints"), u"filter"_s, { K(Qt::CTRL | Qt::Key_E) }, Menu::Page,
        [this] { m_endpoints->filterField()->setFocus(Qt::ShortcutFocusReason); });
    makeMenuActions();
    makeAction(u"compare"_s, tr("Compare"), u"diff"_s, {}, Menu::Page, [this] { compareOutside(); });
    makeAction(u"reload"_s, tr("Reload"), u"refresh"_s, {}, Menu::Page, [this] { m_desk.reload(); });
    makeAction(u"keep"_s, tr("Keep Mine"), u"check"_s, {}, Menu::Page, [this] { m_desk.keepMine(); });
    makeAction(u"discard"_s, tr("Discard Draft"), u"trash"_s, {}, Menu::Page, [this] { m_desk.reload(); });
    makeAction(u"dismiss"_s, tr("Go On Editing"), u"check"_s, {}, Menu::Page, [this] { m_desk.dismissRecovered(); });
    for (const auto &name : { u"compare"_s, u"reload"_s, u"keep"_s, u"discard"_s, u"dismiss"_s }) {
        action(name)->setVisible(false);
        m_banner->addButton(action(name));
    }
}

void PolicyPage::makeMenuActions()
{
    using K = QKeySequence;
    makeAction(u"undo"_s, tr("Undo"), u"undo"_s, {}, Menu::Edit, [this] { m_editor->undo(); });
    makeAction(u"redo"_s, tr("Redo"), u"redo"_s, {}, Menu::Edit, [this] { m_editor->redo(); });
    addSeparator(Menu::Edit);
    makeAction(u"find"_s, tr("Find…"), u"search"_s, { K(Qt::CTRL | Qt::Key_F) }, Menu::Edit, [this] { m_find->open(false); });
    makeAction(u"replace"_s, tr("Replace…"), u"search"_s, { K(Qt::CTRL | Qt::Key_H) }, Menu::Edit, [this] { m_find->open(true); });
    makeAction(u"findnext"_s, tr("Find Next"), u"arrow-down"_s, { K(Qt::Key_F3) }, Menu::Edit, [this] { m_find->findNext(); });
    makeAction(u"findprevious"_s, tr("Find Previous"), u"chevron-up"_s, { K(Qt::SHIFT | Qt::Key_F3) }, Menu::Edit, [this] { m_find->findPrevious(); });
    addSeparator(Menu::Edit);
    makeAction(u"complete"_s, tr("Complete"), u"plus"_s, {}, Menu::Edit, [this] { m_editor->complete(); });
    makeAction(u"help"_s, tr("Help for This Word"), u"info"_s, { K(Qt::Key_F1) }, Menu::Edit, [this] { m_editor->showHelpAtCursor(); });
    makeAction(u"tidy"_s, tr("Tidy Text"), u"format"_s, { K(Qt::CTRL | Qt::SHIFT | Qt::Key_I) }, Menu::Edit, [this] { tidy(); });
    addSeparator(Menu::Edit);
    for (const QByteArray &name : Policy::presetNames()) {
        makeAction(u"preset-"_s + QString::fromUtf8(name), tr("Start from Preset %1").arg(QString::fromUtf8(name)), u"layers"_s, {}, Menu::Edit,
            [this, name] { insertPreset(name); });
    }
    makeAction(u"foldall"_s, tr("Fold All"), u"chevron-right"_s, {}, Menu::View, [this] { m_editor->folding().foldAll(); });
    makeAction(u"unfoldall"_s, tr("Unfold All"), u"chevron-down"_s, {}, Menu::View, [this] { m_editor->folding().unfoldAll(); });
}

void PolicyPage::buildHeader(App::PageHeader &header)
{
    m_chip = new App::Chip(&header);
    header.addLeft(m_chip);
    auto *presets = new QMenu(this);
    for (const QByteArray &name : Policy::presetNames())
        presets->addAction(action(u"preset-"_s + QString::fromUtf8(name)));
    auto *presetAction = new QAction(App::icon(u"layers"_s), tr("Presets"), this);
    presetAction->setMenu(presets);
    header.addTool(presetAction)->setPopupMode(QToolButton::InstantPopup);
    header.addTool(action(u"tidy"_s));
    header.addTool(action(u"find"_s));
    header.addGap();
    header.addTool(action(u"revert"_s));
    header.addTool(action(u"history"_s));
    header.addTool(action(u"validate"_s), Qt::ToolButtonTextBesideIcon);
    header.addPrimary(action(u"apply"_s));
}

void PolicyPage::goToPlace(const SourceSpan &span)
{
    const qsizetype from = m_editor->index().positionOf(span.offset);
    m_editor->goTo(int(from), int(m_editor->index().positionOf(span.offset + span.length) - from));
    m_editor->setFocus(Qt::OtherFocusReason);
}

void PolicyPage::goToRule(const QByteArray &rule)
{
    const Checked &good = m_desk.checker().lastGood();
    const SourceSpan place = good.policy ? placeOfRule(*good.policy, rule) : SourceSpan {};
    if (place.isKnown())
        goToPlace(place);
    else
        Q_EMIT messageShown(tr("%1 stands in no line of this document.").arg(QString::fromUtf8(rule)));
}

void PolicyPage::goToEndpoint(const QByteArray &endpoint)
{
    m_endpoints->selectEndpoint(endpoint);
    showEffective();
    const Checked &good = m_desk.checker().lastGood();
    const SourceSpan place = good.policy ? placeOfEndpoint(*good.policy, endpoint) : SourceSpan {};
    if (place.isKnown())
        goToPlace(place);
    else
        Q_EMIT messageShown(tr("No rule of this document names %1: presets and defaults decide.").arg(QString::fromUtf8(endpoint)));
}

void PolicyPage::goToDefinition()
{
    const QByteArray word = Assist::wordAt(m_editor->textCursor()).selectedText().toUtf8();
    if (Policy::findEndpoint(word))
        goToEndpoint(word);
    else if (!m_endpoints->endpoint().isEmpty())
        goToEndpoint(m_endpoints->endpoint());
}

void PolicyPage::walkProblems(bool forwards)
{
    const ProblemModel &problems = m_problems->model();
    const qsizetype offset = m_editor->index().byteOf(m_editor->textCursor().selectionStart());
    const int row = forwards ? problems.following(offset) : problems.preceding(offset);
    if (row >= 0)
        goToProblem(row);
}

void PolicyPage::goToProblem(int row)
{
    const Policy::Diagnostic &problem = m_problems->model().problems()[row];
    m_problems->select(row);
    if (problem.span.isKnown())
        goToPlace(problem.span);
    Q_EMIT messageShown(m_problems->model().line(row));
}

void PolicyPage::offerFixes(int row)
{
    const int problem = row >= 0 ? row : m_problems->model().at(m_editor->index().byteOf(m_editor->textCursor().selectionStart()));
    const QList<Fix> fixes = problem >= 0 && !m_desk.checker().isPending() ? m_problems->model().fixes(problem) : QList<Fix>();
    if (fixes.isEmpty()) {
        Q_EMIT messageShown(tr("No quick fix for this place."));
        return;
    }
    if (fixes.size() == 1) {
        applyFix(fixes.constFirst());
        return;
    }
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (const Fix &fix : fixes)
        menu->addAction(App::icon(u"wrench"_s), fix.title, this, [this, fix] { applyFix(fix); });
    menu->setActiveAction(menu->actions().constFirst());
    menu->popup(m_editor->viewport()->mapToGlobal(m_editor->cursorRect().bottomLeft()));
}

void PolicyPage::applyFix(const Fix &fix)
{
    const qsizetype from = m_editor->index().positionOf(fix.span.offset);
    const qsizetype to = m_editor->index().positionOf(fix.span.offset + fix.span.length);
    m_editor->replaceSpan(int(from), int(to - from), QString::fromUtf8(fix.replacement));
    m_editor->setFocus(Qt::OtherFocusReason);
}

void PolicyPage::validate()
{
    m_desk.checker().flush();
    m_desk.validate([this](const Result<QJsonValue> &answer) {
        if (!answer) {
            Q_EMIT messageShown(tr("The service could not judge the draft: %1").arg(answer.error().message));
            return;
        }
        const qsizetype errors = (*answer)["errors"_L1].toArray().size();
        const qsizetype changes = (*answer)["difference"_L1].toArray().size();
        Q_EMIT messageShown(errors > 0
                ? tr("The service refuses the draft: %n error(s).", nullptr, int(errors))
                : tr("The service takes the draft: revision %1, %2.")
                      .arg((*answer)["revision"_L1].toString().left(8), tr("%n effective change(s)", nullptr, int(changes))));
    });
}

ApplyDialog *PolicyPage::reviewAndApply()
{
    m_desk.checker().flush();
    if (!m_desk.differs())
        return nullptr;
    auto *dialog = new ApplyDialog(m_desk, this);
    dialog->open();
    return dialog;
}

HistoryDialog *PolicyPage::showHistory()
{
    auto *dialog = new HistoryDialog(m_desk, this);
    dialog->open();
    return dialog;
}

void PolicyPage::compareOutside()
{
    auto *dialog = new CompareDialog(tr("Running policy and your draft"), this);
    dialog->compare(tr("Running %1").arg(QString::fromLatin1(m_desk.running().revision.left(8))), m_desk.running().text, tr("Your draft"),
        m_desk.draft());
    dialog->open();
}

void PolicyPage::tidy()
{
    const Result<QByteArray> text = tidied(m_desk.checkable());
    if (text)
        m_editor->replaceText(QString::fromUtf8(*text));
    else
        Q_EMIT messageShown(tr("Not tidied: %1.").arg(text.error().message));
}

void PolicyPage::insertPreset(const QByteArray &name)
{
    if (m_desk.format() == Policy::Format::Json) {
        Q_EMIT messageShown(tr("Presets are written in YAML and this policy is JSON: write \"preset\": \"%1\" instead.").arg(QString::fromUtf8(name)));
        return;
    }
    m_editor->replaceText(QString::fromUtf8(Policy::presetText(name)));
    m_editor->setFocus(Qt::OtherFocusReason);
}

QList<Policy::Completion> PolicyPage::completions(QByteArrayView text, qsizetype offset) const
{
    QList<Policy::Completion> list = Policy::completionsAt(text, offset, m_desk.format());
    const Checked &good = m_desk.checker().lastGood();
    const Policy::EffectiveRule *rule = good.policy ? good.policy->rule(m_endpoints->endpoint()) : nullptr;
    for (Policy::Completion &completion : list) {
        if (!rule || completion.detail != "limit" || !rule->limits.contains(completion.text))
            continue;
        const auto value = rule->limit(completion.text);
        completion.help += u'\n'
            + tr("now for %1: %2").arg(QString::fromUtf8(m_endpoints->endpoint()), value ? QString::number(*value) : tr("no limit"));
    }
    return list;
}

} // namespace Cofferdam::PolicyEditor
