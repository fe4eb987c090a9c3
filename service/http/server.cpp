// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "service/http/server.h"

#include "service/http/acceptor.h"
#include "service/http/listener.h"
#include "service/http/worker.h"

#include <QtCore/QElapsedTimer>
#include <QtCore/QThread>
#include <QtCore/QTimer>

#include <algorithm>

using namespace std::chrono_literals;

namespace Cofferdam::Http {

namespace {

constexpr auto StopPoll = 10ms;

} // namespace

class Server::Private
{
public:
    Private(CallHandler &callHandler, const Clock &serviceClock, Settings given) : handler(callHandler), clock(serviceClock), settings(given)
    {
        table.setMaximum(settings.maxConnections);
    }

    void start();
    void stopAccepting();
    void end();
    /// Runs what on the worker's thread and waits.
    template <typename Function>
    void on(Worker &worker, Function what)
    {
        QMetaObject::invokeMethod(&worker, what, Qt::BlockingQueuedConnection);
    }

    CallHandler &handler;
    const Clock &clock;
    const Settings settings;
    Gate::ConnectionTable table;
    std::vector<Listener> listeners;
    QList<QByteArray> addresses;
    std::vector<std::unique_ptr<QThread>> threads;
    std::vector<std::unique_ptr<Worker>> workers;
    std::unique_ptr<Acceptor> acceptor; ///< lives on the first worker's thread
    QTimer stopTimer;
};

void Server::Private::start()
{
    const int count = settings.workers > 0 ? settings.workers : std::max(1, QThread::idealThreadCount());
    std::vector<Worker *> all;
    for (int i = 0; i < count; ++i) {
        auto thread = std::make_unique<QThread>();
        thread->setObjectName(QString(QLatin1StringView("http-%1")).arg(i));
        auto worker = std::make_unique<Worker>(handler, table, clock, settings.deadlines);
        worker->moveToThread(thread.get());
        thread->start();
        on(*worker, [w = worker.get()] { w->begin(); });
        all.push_back(worker.get());
        threads.push_back(std::move(thread));
        workers.push_back(std::move(worker));
    }
    on(*all.front(), [this, all] { acceptor = std::make_unique<Acceptor>(std::exchange(listeners, {}), all, table); });
}

void Server::Private::stopAccepting()
{
    listeners.clear();
    if (!workers.empty())
        on(*workers.front(), [this] { acceptor.reset(); });
}

void Server::Private::end()
{
    stopTimer.stop();
    stopAccepting();
    for (const auto &worker : workers)
        on(*worker, [w = worker.get()] { w->end(); });
    for (const auto &thread : threads) {
        thread->quit();
        thread->wait();
    }
    workers.clear();
    threads.clear();
}

Server::Server(CallHandler &handler, const Clock &clock, Settings settings) : d(std::make_unique<Private>(handler, clock, settings)) { }
Server::~Server() { d->end(); }

Result<void> Server::listen(const QByteArray &address)
{
    auto listener = Listener::open(address);
    if (!listener)
        return std::unexpected(std::move(listener.error()));
    d->addresses.append(listener->address());
    d->listeners.push_back(std::move(*listener));
    return {};
}

Result<void> Server::adopt(UniqueFd listening)
{
    auto listener = Listener::fromDescriptor(std::move(listening));
    if (!listener)
        return std::unexpected(std::move(listener.error()));
    d->addresses.append(listener->address());
    d->listeners.push_back(std::move(*listener));
    return {};
}

QList<QByteArray> Server::addresses() const { return d->addresses; }
void Server::start() { d->start(); }
void Server::setMaxConnections(int maximum) { d->table.setMaximum(maximum); }
int Server::connections() const { return d->table.count(); }

void Server::stop(std::chrono::milliseconds deadline, std::function<void()> stopped)
{
    d->stopAccepting();
    for (const auto &worker : d->workers)
        QMetaObject::invokeMethod(worker.get(), [w = worker.get()] { w->drain(); }, Qt::QueuedConnection);
    QElapsedTimer since;
    since.start();
    d->stopTimer.callOnTimeout(&d->stopTimer, [this, since, deadline, stopped = std::move(stopped)] {
        if (!d->table.isEmpty() && since.elapsed() < deadline.count())
            return;
        const auto tell = stopped; // whoever is told may destroy this server
        d->end();
        tell();
    });
    d->stopTimer.start(StopPoll);
}

} // namespace Cofferdam::Http
