// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/statusline.h"

#include "app/connection/session.h"
#include "app/shell/page.h"
#include "app/widgets/icons.h"

#include <QtCore/QEvent>
#include <QtCore/QLocale>
#include <QtWidgets/QToolButton>

using namespace Qt::StringLiterals;

namespace Cofferdam::App {

namespace {

QString connectionText(const Session &session)
{
    switch (session.state()) {
    case Session::State::Connected: {
        const QUrl url = session.url();
        const QString where = url.isEmpty() ? StatusLine::tr("service") : url.authority();
        return session.isObserver() ? StatusLine::tr("Connected to %1 as observer").arg(where) : StatusLine::tr("Connected to %1").arg(where);
    }
    case Session::State::Connecting: return StatusLine::tr("Connecting…");
    case Session::State::Waiting: return StatusLine::tr("Reconnecting…");
    case Session::State::Refused: return StatusLine::tr("Refused");
    case Session::State::NoService: break;
    }
    return StatusLine::tr("No service");
}

void setPart(QToolButton &button, const QString &iconName, Tone tone, const QString &text, const QString &toolTip)
{
    button.setIcon(icon(iconName, tone));
    button.setText(text);
    button.setToolTip(toolTip);
    button.setAccessibleName(text);
    button.setAccessibleDescription(toolTip);
}

} // namespace

StatusLine::StatusLine(Session &session, QWidget *parent)
    : QStatusBar(parent)
    , m_session(session)
    , m_connection(addPart(u"connection"_s))
    , m_preset(addPart(u"preset"_s))
    , m_revision(addPart(u"revision"_s))
    , m_lint(addPart(u"lint"_s))
    , m_rate(addPart(u"rate"_s))
{
    setSizeGripEnabled(false);
    setContentsMargins(Space::small, 0, Space::small, 0);
    connect(m_connection, &QToolButton::clicked, this, &StatusLine::connectionClicked);
    for (QToolButton *button : {m_preset, m_revision})
        connect(button, &QToolButton::clicked, this, [this] { Q_EMIT navigationRequested({"policy", {}}); });
    connect(m_lint, &QToolButton::clicked, this, [this] { Q_EMIT navigationRequested({"policy", {{u"problems"_s, true}}}); });
    connect(m_rate, &QToolButton::clicked, this, [this] { Q_EMIT navigationRequested({"audit", {{u"follow"_s, true}}}); });
    for (const auto signal : {&Session::stateChanged, &Session::policyChanged, &Session::serviceInfoChanged, &Session::connected})
        connect(&m_session, signal, this, &StatusLine::refresh);
    refresh();
}

QToolButton *StatusLine::addPart(const QString &name)
{
    auto *button = new QToolButton(this);
    button->setObjectName(name);
    button->setAutoRaise(true);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setIconSize({14, 14});
    button->setFont(smallFont());
    button->setFocusPolicy(Qt::TabFocus);
    if (name == "connection"_L1) addWidget(button);
    else addPermanentWidget(button);
    return button;
}

void StatusLine::refresh()
{
    updateConnection();
    const bool known = !m_session.policy().isEmpty();
    const QJsonObject policy = m_session.policy();
    for (QToolButton *button : {m_preset, m_revision, m_lint})
        button->setVisible(known);
    const QString preset = policy.value("preset"_L1).toString();
    setPart(*m_preset, u"layers"_s, Tone::Muted, preset.isEmpty() ? tr("no preset") : tr("preset %1").arg(preset), tr("The preset the policy stands on"));
    const QString revision = QString::fromLatin1(m_session.revision());
    const bool stale = policy.value("stale"_L1).toBool();
    setPart(*m_revision, stale ? u"warning"_s : u"revision"_s, stale ? Tone::Warning : Tone::Muted,
        stale ? tr("%1, stale").arg(revision.first(qMin(12, revision.size()))) : revision.first(qMin(12, revision.size())),
        stale ? tr("The file no longer loads; the last good policy is in force. %1").arg(policy.value("stale_reason"_L1).toString())
              : tr("Revision of the policy in force: %1").arg(revision));
    updateLint();
    const double rate = m_session.serviceInfo().value("requests_per_second"_L1).toDouble();
    m_rate->setVisible(m_session.isConnected() && !m_session.serviceInfo().isEmpty());
    setPart(*m_rate, u"gauge"_s, Tone::Muted, tr("%1 requests/s").arg(QLocale().toString(rate, 'f', rate < 10 ? 1 : 0)), tr("Requests a second, over the last seconds"));
}

void StatusLine::updateConnection()
{
    const bool fine = m_session.isConnected();
    const bool broken = m_session.state() == Session::State::Refused || m_session.state() == Session::State::NoService;
    QString hint = m_session.stateText();
    if (fine) hint = tr("cofferdamd %1 since %2").arg(m_session.hello().value("service_version"_L1).toString(), m_session.hello().value("started"_L1).toString());
    setPart(*m_connection, fine ? u"plug"_s : u"unplug"_s, fine ? Tone::Positive : broken ? Tone::Negative : Tone::Warning, connectionText(m_session), hint);
}

void StatusLine::updateLint()
{
    int warnings = 0;
    for (const QJsonValue &value : m_session.policy().value("lint"_L1).toArray())
        warnings += value.toObject().value("severity"_L1).toString() != "note"_L1 ? 1 : 0;
    setPart(*m_lint, warnings ? u"warning"_s : u"check"_s, warnings ? Tone::Warning : Tone::Muted,
        warnings ? (warnings == 1 ? tr("1 lint warning") : tr("%1 lint warnings").arg(warnings)) : tr("no lint warnings"), tr("What the linter says about the policy in force"));
}

void StatusLine::changeEvent(QEvent *event)
{
    QStatusBar::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) refresh();
}

} // namespace Cofferdam::App
