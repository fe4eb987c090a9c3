// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/base/clock.h"
#include "service/operation/seams.h"

#include <QtCore/QHash>

#include <mutex>

namespace Cofferdam::Identity {

/// Finds the caller by Bearer or X-Access-Token (policy.md 2). The presented token is hashed once and compared with every digest
/// in constant time. Failures are counted by peer address in a bounded table: over 30 a minute answers auth_throttled, while a valid
/// token always passes. Anonymous callers over TCP must own a socket of this service's uid. Thread-safe.
class TokenAuthenticator final : public Authenticator
{
public:
    static constexpr int FailuresPerMinute = 30;

    explicit TokenAuthenticator(const Clock &clock);

    [[nodiscard]] Result<Caller> authenticate(const Gate::Head &head, const PolicySnapshot &snapshot, bool admin) override;

private:
    struct Failures {
        qint64 windowStartNs = 0;
        int count = 0;
    };
    [[nodiscard]] Error refuse(const Gate::Head &head, QByteArray code, const QString &message);

    const Clock &m_clock;
    std::mutex m_mutex;
    QHash<QByteArray, Failures> m_failures;
};

} // namespace Cofferdam::Identity
