// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "service/http/server.h"

#include <QtCore/QTemporaryDir>

#include <functional>
#include <memory>
#include <mutex>
#include <vector>

/// What a call told of its end.
struct Ended {
    QByteArray path;
    qint64 bytesOut = 0;
    int status = 0;
    bool complete = false;
    QByteArray code;
};

/// Stands in for the pipeline: one behaviour a path (see the .cpp). Thread-safe.
class FakeHandler final : public Cofferdam::CallHandler
{
public:
    FakeHandler();

    Cofferdam::Admission admit(Cofferdam::Gate::Head &&head) override;
    Cofferdam::Gate::Answer refused(const Cofferdam::Error &error, const Cofferdam::Gate::Peer &peer) override;

    [[nodiscard]] std::vector<Ended> ended() const;
    [[nodiscard]] int admitted() const;
    [[nodiscard]] int refusals() const;
    [[nodiscard]] QByteArray spoolPath() const { return m_directory.path().toUtf8(); }
    void note(Ended end);

    Cofferdam::Gate::SocketLimits socketLimits {.maxMessageBytes = 100'000, .queueBytes = 1 << 20, .maxFragments = 16};
    qint64 largestBody = qint64(2) << 30;

private:
    mutable std::mutex m_mutex;
    std::vector<Ended> m_ended;
    int m_admitted = 0;
    int m_refusals = 0;
    QTemporaryDir m_directory;
};

/// A server with the fake behind it, on a free port.
struct TestServer {
    explicit TestServer(Cofferdam::Http::Settings settings = {});
    ~TestServer();

    [[nodiscard]] int port() const;
    /// Waits until the handler has heard of count ends.
    [[nodiscard]] std::vector<Ended> waitForEnded(size_t count);

    FakeHandler handler;
    Cofferdam::SystemClock clock;
    std::unique_ptr<Cofferdam::Http::Server> server;
};

/// Two workers that look at deadlines often. The deadlines stay long: a busy machine must not meet one that is not tested.
[[nodiscard]] Cofferdam::Http::Settings quick();
