// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "service/main/signals.h"

#include <QtCore/QSocketNotifier>

#include <sys/signalfd.h>
#include <unistd.h>

#include <csignal>

namespace Cofferdam::Main {

Signals::Signals(QObject *parent)
    : QObject(parent)
{
    sigset_t set;
    ::sigemptyset(&set);
    for (const int number : {SIGTERM, SIGINT, SIGHUP})
        ::sigaddset(&set, number);
    ::pthread_sigmask(SIG_BLOCK, &set, nullptr);
    ::signal(SIGPIPE, SIG_IGN);
    m_descriptor.reset(::signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK));
    auto *notifier = new QSocketNotifier(m_descriptor.get(), QSocketNotifier::Read, this);
    connect(notifier, &QSocketNotifier::activated, this, [this] {
        signalfd_siginfo info {};
        while (::read(m_descriptor.get(), &info, sizeof info) == ssize_t(sizeof info)) {
            if (info.ssi_signo == SIGHUP)
                Q_EMIT reloadAsked();
            else
                Q_EMIT stopAsked();
        }
    });
}

} // namespace Cofferdam::Main
