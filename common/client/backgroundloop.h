// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QObject>
#include <QtCore/QThread>

#include <memory>
#include <type_traits>

namespace Cofferdam::Client {

/// A thread with its own event loop that makes one T and keeps it there. Lets a caller without an event loop wait for T's futures:
/// the waiting thread really blocks, no nested loop runs in it. Not for calls from several threads at once.
template <typename T>
class BackgroundLoop
{
public:
    template <typename Make>
    explicit BackgroundLoop(Make make)
    {
        m_context.moveToThread(&m_thread);
        m_thread.start();
        QMetaObject::invokeMethod(&m_context, [&] { m_object = make(); }, Qt::BlockingQueuedConnection);
    }
    ~BackgroundLoop()
    {
        QMetaObject::invokeMethod(&m_context, [this] { m_object.reset(); }, Qt::BlockingQueuedConnection);
        m_thread.quit();
        m_thread.wait();
    }
    BackgroundLoop(const BackgroundLoop &) = delete;
    BackgroundLoop &operator=(const BackgroundLoop &) = delete;

    /// Starts call(object) over there and waits for the result of the future it returns.
    template <typename Call>
    auto wait(Call call)
    {
        std::invoke_result_t<Call, T &> future;
        QMetaObject::invokeMethod(&m_context, [&] { future = call(*m_object); }, Qt::BlockingQueuedConnection);
        future.waitForFinished();
        return future.result();
    }

private:
    QThread m_thread;
    QObject m_context;
    std::unique_ptr<T> m_object;
};

} // namespace Cofferdam::Client
