// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/policyeditor/applydialog.h"

#include "app/policyeditor/diffview.h"
#include "app/policyeditor/differencedelegate.h"
#include "app/policyeditor/panehelpers.h"
#include "app/widgets/banner.h"
#include "app/widgets/emptystate.h"

#include <QtCore/QPointer>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QSplitter>
#include <QtWidgets/QStackedWidget>
#include <QtWidgets/QTabWidget>
#include <QtWidgets/QTreeView>
#include <QtWidgets/QVBoxLayout>

using namespace Qt::StringLiterals;

namespace Cofferdam::PolicyEditor {

ApplyDialog::ApplyDialog(PolicyDesk &desk, QWidget *parent)
    : QDialog(parent)
    , m_desk(desk)
    , m_before(desk.running().text)
    , m_stack(new QStackedWidget(this))
{
    setWindowTitle(tr("Review and apply"));
    setAttribute(Qt::WA_DeleteOnClose);
    resize(980, 660);
    m_stack->addWidget(buildReview());
    m_stack->addWidget(buildResult());
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(App::Space::large, App::Space::large, App::Space::large, App::Space::large);
    layout->addWidget(m_stack);
    connect(&m_differences, &DifferenceModel::tickedChanged, this, &ApplyDialog::updateState);
    connect(m_reason, &QLineEdit::textChanged, this, &ApplyDialog::updateState);
    connect(&desk, &PolicyDesk::stateChanged, this, &ApplyDialog::updateState);
    m_diff->compare(tr("Running %1").arg(QString::fromLatin1(desk.running().revision.left(8))), m_before, tr("Draft"), desk.draft());
    m_reason->setFocus();
    ask();
    updateState();
}

QWidget *ApplyDialog::buildChanges()
{
    m_table = new QTreeView(this);
    m_table->setModel(&m_differences);
    prepareTable(m_table, tr("What changes for whom"), DifferenceModel::TextColumn);
    m_table->setItemDelegate(new DifferenceDelegate(m_table));
    m_noChanges = new App::EmptyState(this);
    m_changes = new QStackedWidget(this);
    m_changes->addWidget(m_table);
    m_changes->addWidget(m_noChanges);
    m_lint = new QTreeView(this);
    m_lint->setModel(&m_problems);
    prepareTable(m_lint, tr("What lint says about the draft"), ProblemModel::MessageColumn);
    m_lint->setHeaderHidden(true);
    m_tabs = new QTabWidget(this);
    m_tabs->setDocumentMode(true);
    m_tabs->addTab(m_changes, tr("What changes"));
    m_tabs->addTab(m_lint, tr("Lint"));
    m_ticks = new QLabel(this);
    m_tickAll = new QPushButton(tr("&Tick all"), this);
    connect(m_tickAll, &QPushButton::clicked, this, [this] { m_differences.tickAll(m_differences.unticked() > 0); });
    auto *corner = new QWidget(m_tabs);
    auto *row = new QHBoxLayout(corner);
    row->setContentsMargins(0, 0, 0, App::Space::tiny);
    row->addWidget(m_ticks);
    row->addWidget(m_tickAll);
    m_tabs->setCornerWidget(corner);
    return m_tabs;
}

QWidget *ApplyDialog::buildReview()
{
    auto *review = new QWidget(this);
    m_banner = new App::Banner(review);
    m_diff = new DiffView(review);
    m_diff->setEmptyText(tr("No difference"), tr("The draft and the running policy are the same text."));
    auto *split = new QSplitter(Qt::Vertical, review);
    split->setChildrenCollapsible(false);
    split->addWidget(buildChanges());
    split->addWidget(m_diff);
    split->setSizes({ 250, 330 });
    m_reason = new QLineEdit(review);
    m_reason->setPlaceholderText(tr("Kept in the history, for whoever asks later"));
    auto *label = new QLabel(tr("&Reason"), review);
    label->setBuddy(m_reason);
    m_apply = new QPushButton(tr("Apply"), review);
    m_apply->setDefault(true);
    auto *cancel = new QPushButton(tr("Cancel"), review);
    cancel->setAutoDefault(false);
    m_tickAll->setAutoDefault(false);
    auto *bottom = new QHBoxLayout;
    bottom->setSpacing(App::Space::small);
    bottom->addWidget(label);
    bottom->addWidget(m_reason, 1);
    bottom->addWidget(cancel);
    bottom->addWidget(m_apply);
    auto *layout = new QVBoxLayout(review);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(App::Space::medium);
    layout->addWidget(m_banner);
    layout->addWidget(split, 1);
    layout->addLayout(bottom);
    connect(m_apply, &QPushButton::clicked, this, &ApplyDialog::apply);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    return review;
}

QWidget *ApplyDialog::buildResult()
{
    auto *result = new QWidget(this);
    m_result = new App::EmptyState(result);
    m_undo = new QPushButton(tr("&Undo this change"), result);
    auto *close = new QPushButton(tr("Close"), result);
    m_undo->setAutoDefault(false);
    auto *row = new QHBoxLayout;
    row->addStretch();
    row->addWidget(m_undo);
    row->addWidget(close);
    auto *layout = new QVBoxLayout(result);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_result, 1);
    layout->addLayout(row);
    connect(m_undo, &QPushButton::clicked, this, &ApplyDialog::undo);
    connect(close, &QPushButton::clicked, this, &QDialog::accept);
    return result;
}

void ApplyDialog::ask()
{
    m_noChanges->set(u"clock"_s, tr("Asking the service"), tr("It judges the draft with its own loader. Nothing is stored."));
    m_changes->setCurrentIndex(1);
    m_desk.validate([this, self = QPointer(this)](const Result<QJsonValue> &answer) {
        if (self)
            takeVerdict(answer);
    });
}

void ApplyDialog::takeVerdict(const Result<QJsonValue> &answer)
{
    m_judged = true;
    m_valid = answer && (*answer)["ok"_L1].toBool();
    if (!answer) {
        m_banner->set(App::Tone::Negative, u"error"_s, tr("The service could not judge the draft: %1").arg(answer.error().message));
    } else if (!m_valid) {
        const QJsonObject first = (*answer)["errors"_L1].toArray().first().toObject();
        m_banner->set(App::Tone::Negative, u"error"_s,
            tr("The service refuses this draft: %1 (line %2)").arg(first["message"_L1].toString()).arg(first["line"_L1].toInt()));
    } else {
        m_differences.setDifferences((*answer)["difference"_L1].toArray());
    }
    m_noChanges->set(u"check"_s, tr("Every decision stays the same"), tr("The text differs, but no identity may do more or less than before."));
    m_changes->setCurrentIndex(m_differences.rowCount() > 0 ? 0 : 1);
    m_problems.setChecked(m_desk.checker().latest(), m_desk.running().path);
    m_tabs->setTabText(0, tr("What changes (%1)").arg(m_differences.rowCount()));
    m_tabs->setTabText(1, tr("Lint (%1)").arg(m_problems.rowCount()));
    updateState();
}

QString ApplyDialog::missing() const
{
    if (m_busy)
        return tr("Applying…");
    if (const QString reason = m_desk.whyNotApplicable(); !reason.isEmpty())
        return m_desk.differs() ? tr("Cannot apply") : tr("No difference");
    if (!m_judged)
        return tr("Being judged…");
    if (!m_valid)
        return tr("Refused");
    if (m_differences.unticked() > 0)
        return tr("Tick %n opening(s)", nullptr, m_differences.unticked());
    if (m_reason->text().trimmed().isEmpty())
        return tr("Give a reason");
    return {};
}

void ApplyDialog::updateState()
{
    const int opening = m_differences.opening();
    m_ticks->setText(opening > 0 ? tr("%1 of %2 openings ticked").arg(opening - m_differences.unticked()).arg(opening) : QString());
    m_tickAll->setVisible(opening > 0);
    m_tickAll->setText(m_differences.unticked() > 0 ? tr("&Tick all") : tr("Un&tick all"));
    const QString reason = missing();
    m_apply->setEnabled(reason.isEmpty());
    m_apply->setText(reason.isEmpty() ? tr("Apply") : reason);
    const QString why = m_desk.whyNotApplicable();
    m_apply->setToolTip(why.isEmpty() ? reason : why);
    if (!why.isEmpty() && !m_busy && m_stack->currentIndex() == 0)
        m_banner->set(App::Tone::Warning, u"warning"_s, why);
}

void ApplyDialog::apply()
{
    if (!missing().isEmpty())
        return;
    m_busy = true;
    updateState();
    m_desk.apply(m_reason->text().trimmed(), [this, self = QPointer(this)](const Result<QJsonValue> &answer) {
        if (self)
            takeResult(answer);
    });
}

void ApplyDialog::takeResult(const Result<QJsonValue> &answer)
{
    m_busy = false;
    if (answer) {
        m_stack->setCurrentIndex(1);
        m_result->set(u"check"_s, tr("The draft is now the running policy"),
            tr("Revision %1. Every call from now on is judged by it.").arg((*answer)["revision"_L1].toString().left(12)));
        return;
    }
    const Error &error = answer.error();
    if (error.code == "precondition_failed")
        m_banner->set(App::Tone::Warning, u"warning"_s,
            tr("Someone else applied a policy first. Nothing was overwritten: close this and compare, reload or keep yours."));
    else
        m_banner->set(App::Tone::Negative, u"error"_s, tr("Not applied: %1").arg(error.message));
    updateState();
}

void ApplyDialog::undo()
{
    m_undo->setEnabled(false);
    m_desk.revert({}, tr("undo: %1").arg(m_reason->text().trimmed()), [this, self = QPointer(this)](const Result<QJsonValue> &answer) {
        if (!self)
            return;
        m_undo->setEnabled(!answer);
        if (answer)
            m_result->set(u"undo"_s, tr("Undone"), tr("The policy of before is in force again. Your text stays in the editor's undo history."));
        else
            m_result->set(u"error"_s, tr("Not undone"), answer.error().message);
    });
}

} // namespace Cofferdam::PolicyEditor
