// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
// What the page says about the draft and the running policy: chip, state line, banner, empty state, enabled actions.
#include "app/policyeditor/policypage.h"

#include "app/widgets/banner.h"
#include "app/widgets/chip.h"
#include "app/widgets/elidedlabel.h"
#include "app/widgets/emptystate.h"

#include <QtCore/QDir>
#include <QtGui/QAction>
#include <QtWidgets/QStackedWidget>

using namespace Qt::StringLiterals;

namespace Cofferdam::PolicyEditor {

namespace {

QString sourceText(const RunningPolicy &running)
{
    const QString path = QString::fromUtf8(running.path);
    const QString home = QDir::homePath();
    if (!path.isEmpty())
        return path.startsWith(home + u'/') ? u'~' + path.sliced(home.size()) : path;
    if (running.source == "env_inline")
        return PolicyPage::tr("the variable ABX_SERVER_POLICY");
    return PolicyPage::tr("built-in defaults");
}

} // namespace

QString PolicyPage::stateLine() const
{
    const RunningPolicy &running = m_desk.running();
    QStringList parts { sourceText(running), running.format == Policy::Format::Json ? u"JSON"_s : u"YAML"_s,
        tr("running revision %1").arg(QString::fromLatin1(running.revision.left(8))) };
    if (!running.preset.isEmpty())
        parts.append(tr("preset %1").arg(QString::fromUtf8(running.preset)));
    if (!running.editable)
        parts.append(running.notEditableReason.isEmpty() ? tr("read only") : tr("read only: %1").arg(running.notEditableReason));
    return parts.join(u"  ·  "_s);
}

void PolicyPage::updateState()
{
    const RunningPolicy &running = m_desk.running();
    m_stack->setCurrentIndex(running.loaded ? 1 : 0);
    updateEmptyState();
    m_stateLine->setText(running.loaded ? stateLine() : QString());
    updateChip();
    updateBanner();
    const bool differs = m_desk.differs();
    const QString whyNot = m_desk.whyNotApplicable();
    QAction *apply = action(u"apply"_s);
    apply->setEnabled(running.loaded && whyNot.isEmpty());
    apply->setText(!running.loaded || differs ? tr("Review and Apply…") : tr("Nothing to Apply"));
    apply->setStatusTip(whyNot);
    action(u"validate"_s)->setEnabled(running.loaded && m_desk.session().isConnected());
    action(u"history"_s)->setEnabled(running.loaded && m_desk.session().isConnected());
    action(u"revert"_s)->setEnabled(differs);
    action(u"tidy"_s)->setEnabled(running.loaded);
    if (isReady() != m_wasReady) {
        m_wasReady = isReady();
        Q_EMIT readyChanged();
    }
}

void PolicyPage::updateChip()
{
    const Checked &checked = m_desk.checker().latest();
    if (!m_desk.running().loaded)
        m_chip->set(App::Tone::Muted, u"clock"_s, tr("No policy yet"));
    else if (!checked.secrets.isEmpty())
        m_chip->set(App::Tone::Negative, u"lock"_s, tr("Secret in the draft"));
    else if (checked.errors > 0)
        m_chip->set(App::Tone::Negative, u"error"_s, tr("%n error(s) in the draft", nullptr, checked.errors));
    else if (m_desk.differs())
        m_chip->set(App::Tone::Accent, u"diff"_s, tr("Draft differs from running policy"));
    else
        m_chip->set(App::Tone::Positive, u"check"_s, tr("Running"));
    m_chip->setToolTip(m_desk.whyNotApplicable());
}

void PolicyPage::updateBanner()
{
    const bool outside = m_desk.hasOutsideChange();
    const bool recovered = m_desk.wasRecovered() && !outside;
    action(u"compare"_s)->setVisible(outside);
    action(u"reload"_s)->setVisible(outside);
    action(u"keep"_s)->setVisible(outside);
    action(u"discard"_s)->setVisible(recovered);
    action(u"dismiss"_s)->setVisible(recovered);
    const RunningPolicy &running = m_desk.running();
    if (outside) {
        const QString who = m_desk.outsideActor();
        m_banner->set(App::Tone::Warning, u"warning"_s,
            who.isEmpty() ? tr("The running policy was changed while you were editing.")
                          : tr("%1 changed the running policy while you were editing.").arg(who));
    } else if (recovered) {
        m_banner->set(App::Tone::Accent, u"undo"_s,
            m_desk.recoveredWithoutSecrets() ? tr("Your draft of last time is back, without the secret that stood in it.")
                                             : tr("Your draft of last time is back. Nothing of it is in force yet."));
    } else if (running.stale) {
        m_banner->set(App::Tone::Warning, u"warning"_s,
            running.staleReason.isEmpty() ? tr("The file on disk could not be loaded; the last good policy is in force.") : running.staleReason);
    } else if (running.loaded && !m_desk.session().isConnected()) {
        m_banner->set(App::Tone::Muted, u"unplug"_s, tr("Not connected. You can go on editing; the draft is kept."));
    } else {
        m_banner->set(App::Tone::Neutral, {}, {});
    }
}

void PolicyPage::updateEmptyState()
{
    if (m_desk.running().loaded)
        return;
    const App::Session &session = m_desk.session();
    if (session.isConnected())
        m_empty->set(u"policy"_s, tr("Reading the policy"), tr("The service is being asked for the policy in force."));
    else
        m_empty->set(u"unplug"_s, tr("No policy to show"),
            session.stateText().isEmpty() ? tr("The policy appears here as soon as the service is reached.") : session.stateText());
}

} // namespace Cofferdam::PolicyEditor
