// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/main/screenshot.h"

#include "app/connection/session.h"
#include "app/shell/mainwindow.h"

#include <QtGui/QPixmap>

#include <cstdio>

using namespace Qt::StringLiterals;

namespace Cofferdam::App {

namespace {

void say(const QString &text) { std::fprintf(stderr, "cofferdam: %s\n", qUtf8Printable(text)); }

} // namespace

Screenshot::Screenshot(MainWindow &window, Session &session, QString fileName, QObject *parent)
    : QObject(parent), m_window(window), m_session(session), m_fileName(std::move(fileName))
{
    m_deadline.setSingleShot(true);
    m_settle.setSingleShot(true);
    connect(&m_deadline, &QTimer::timeout, this, &Screenshot::giveUp);
    connect(&m_settle, &QTimer::timeout, this, &Screenshot::take);
    connect(&window, &MainWindow::readyChanged, this, &Screenshot::check);
    connect(&session, &Session::stateChanged, this, &Screenshot::check);
    m_deadline.start(deadlineMs);
    QMetaObject::invokeMethod(this, &Screenshot::check, Qt::QueuedConnection);
}

void Screenshot::check()
{
    if (m_session.state() == Session::State::Refused) {
        say(u"the service refused: %1"_s.arg(m_session.stateText()));
        Q_EMIT finished(77);
    } else if (m_session.state() == Session::State::NoService) {
        say(m_session.stateText());
        Q_EMIT finished(69);
    } else if (m_window.isReady()) {
        if (!m_settle.isActive()) m_settle.start(settleMs); // layouts and scroll ranges follow the data a turn later
    } else {
        m_settle.stop();
    }
}

void Screenshot::take()
{
    if (!m_window.isReady()) return check();
    m_deadline.stop();
    const bool written = m_window.grab().save(m_fileName, "PNG");
    if (!written) say(u"%1 could not be written"_s.arg(m_fileName));
    Q_EMIT finished(written ? 0 : 1);
}

void Screenshot::giveUp()
{
    const bool connecting = m_session.state() != Session::State::Connected;
    say(connecting ? u"the service did not answer: %1"_s.arg(m_session.stateText()) : u"the page was not loaded after %1 s"_s.arg(deadlineMs / 1000));
    Q_EMIT finished(connecting ? 69 : 1);
}

} // namespace Cofferdam::App
