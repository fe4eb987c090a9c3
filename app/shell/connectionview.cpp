// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/connectionview.h"

#include "app/connection/servicestarter.h"
#include "app/connection/session.h"
#include "app/widgets/emptystate.h"
#include "app/widgets/theme.h"

#include <QtGui/QAction>
#include <QtWidgets/QBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QPlainTextEdit>

using namespace Qt::StringLiterals;

namespace Cofferdam::App {

ConnectionView::ConnectionView(Session &session, QWidget *parent)
    : QWidget(parent)
    , m_session(session)
    , m_starter(new ServiceStarter(session.target().runtimeDir, this))
    , m_state(new EmptyState(this))
    , m_start(new QAction(tr("Start Service"), this))
    , m_retry(new QAction(tr("Try Again"), this))
    , m_logTitle(new QLabel(tr("Last lines of the service"), this))
    , m_log(new QPlainTextEdit(this))
{
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    m_start->setToolTip(tr("Start cofferdamd for this session"));
    m_retry->setToolTip(tr("Look for the service now"));
    m_state->addButton(m_start);
    m_state->addButton(m_retry);
    m_log->setReadOnly(true);
    m_log->setFont(smallMonoFont());
    m_log->setAccessibleName(m_logTitle->text());
    m_log->setMaximumHeight(220);
    m_logTitle->setFont(headingFont());
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(Space::huge, 0, Space::huge, Space::huge);
    column->addWidget(m_state, 1);
    column->addWidget(m_logTitle);
    column->addWidget(m_log);
    connect(m_start, &QAction::triggered, this, [this] {
        m_failure.clear();
        m_starter->start();
        refresh();
    });
    connect(m_retry, &QAction::triggered, &m_session, &Session::retry);
    connect(m_starter, &ServiceStarter::started, &m_session, &Session::retry);
    connect(m_starter, &ServiceStarter::failed, this, &ConnectionView::startFailed);
    connect(&m_session, &Session::stateChanged, this, &ConnectionView::refresh);
    startFailed({}, {});
}

void ConnectionView::startFailed(const QString &reason, const QStringList &lines)
{
    m_failure = reason;
    m_log->setPlainText(lines.join(u'\n'));
    m_log->setVisible(!lines.isEmpty());
    m_logTitle->setVisible(!lines.isEmpty());
    refresh();
}

void ConnectionView::refresh()
{
    const Session::State state = m_session.state();
    const bool local = m_session.target().url.isEmpty();
    m_start->setVisible(state == Session::State::NoService && local);
    m_start->setEnabled(!m_starter->isRunning());
    m_retry->setVisible(state == Session::State::Refused || state == Session::State::NoService);
    if (m_starter->isRunning()) return m_state->set(u"server"_s, tr("Starting the service…"), tr("It says that it listens within a moment."));
    if (!m_failure.isEmpty()) return m_state->set(u"error"_s, tr("The service did not start"), m_failure);
    switch (state) {
    case Session::State::Refused: return m_state->set(u"lock"_s, tr("The service refused this console"), m_session.stateText());
    case Session::State::Connecting: return m_state->set(u"plug"_s, tr("Connecting…"), m_session.url().toDisplayString());
    case Session::State::Connected: return m_state->set(u"plug"_s, tr("Connected"), {});
    case Session::State::Waiting: return m_state->set(u"unplug"_s, tr("The service does not answer"), m_session.stateText());
    case Session::State::NoService: break;
    }
    m_state->set(u"unplug"_s, tr("No service is running"),
        tr("Agents can do nothing until it runs. Start it for this session; it keeps running when the console is closed, and the console connects as soon as it listens."));
}

} // namespace Cofferdam::App
