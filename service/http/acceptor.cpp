// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "service/http/acceptor.h"

#include <cerrno>

using namespace std::chrono_literals;

namespace Cofferdam::Http {

namespace {

constexpr int AcceptsPerTurn = 64;
constexpr auto RestTime = 50ms;
constexpr int RefusedAtOnce = 64; ///< connections past the cap that are told so; more are closed without a word

} // namespace

Acceptor::Acceptor(std::vector<Listener> listeners, std::vector<Worker *> workers, Gate::ConnectionTable &table)
    : m_listeners(std::move(listeners)), m_workers(std::move(workers)), m_table(table)
{
    for (const Listener &listener : m_listeners) {
        auto notifier = std::make_unique<QSocketNotifier>(listener.descriptor(), QSocketNotifier::Read);
        connect(notifier.get(), &QSocketNotifier::activated, this, [this, &listener] { accept(listener); });
        m_notifiers.push_back(std::move(notifier));
    }
    m_resume.setSingleShot(true);
    m_resume.callOnTimeout(this, [this] {
        for (const auto &notifier : m_notifiers)
            notifier->setEnabled(true);
    });
}

void Acceptor::accept(const Listener &listener)
{
    for (int i = 0; i < AcceptsPerTurn; ++i) {
        auto accepted = listener.accept();
        if (accepted) {
            hand(std::move(*accepted));
            continue;
        }
        const int number = accepted.error();
        if (number == ECONNABORTED || number == EINTR || number == EPROTO)
            continue;
        if (number != EAGAIN && number != EWOULDBLOCK)
            rest();
        return;
    }
}

void Acceptor::hand(Listener::Accepted accepted)
{
    const bool crowded = !makeRoom();
    if (crowded && m_table.count() >= m_table.maximum() + RefusedAtOnce)
        return;
    const size_t index = m_next++ % m_workers.size();
    Worker *worker = m_workers[index];
    auto entry = m_table.add(int(index));
    if (worker->thread() == thread())
        return worker->adopt(std::move(accepted), std::move(entry), crowded);
    auto parcel = std::make_shared<Listener::Accepted>(std::move(accepted));
    QMetaObject::invokeMethod(
        worker, [worker, parcel, entry, crowded] { worker->adopt(std::move(*parcel), entry, crowded); }, Qt::QueuedConnection);
}

/// Below the cap, or the oldest idle connection gives way.
bool Acceptor::makeRoom()
{
    if (m_table.count() < m_table.maximum())
        return true;
    const auto oldest = m_table.takeOldestIdle();
    if (!oldest)
        return false;
    Worker *worker = m_workers[size_t(oldest->worker)];
    QMetaObject::invokeMethod(worker, [worker, oldest] { worker->giveWay(oldest); }, Qt::AutoConnection);
    return true;
}

/// Out of descriptors or memory: accepting again at once would spin.
void Acceptor::rest()
{
    for (const auto &notifier : m_notifiers)
        notifier->setEnabled(false);
    if (const auto oldest = m_table.takeOldestIdle()) {
        Worker *worker = m_workers[size_t(oldest->worker)];
        QMetaObject::invokeMethod(worker, [worker, oldest] { worker->giveWay(oldest); }, Qt::AutoConnection);
    }
    m_resume.start(RestTime);
}

} // namespace Cofferdam::Http
