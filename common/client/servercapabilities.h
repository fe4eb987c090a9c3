// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/base/result.h"

#include <QtCore/QByteArray>
#include <QtCore/QJsonObject>
#include <QtCore/QList>

#include <optional>

namespace Cofferdam::Client {

/// What GET /capabilities said to this caller, policy.md 9: answers without asking the service again, so it can be out of date; the
/// service's own answer always decides. A value type; only ServerClient::discover() makes one.
class ServerCapabilities
{
public:
    explicit ServerCapabilities(QJsonObject reply) : m_reply(std::move(reply)) { }

    [[nodiscard]] QByteArray revision() const;
    [[nodiscard]] QByteArray identity() const;
    [[nodiscard]] bool can(QByteArrayView endpoint) const;
    /// The error the service would give before it looks at paths: endpoint_disabled, scope_missing, or route_not_found.
    [[nodiscard]] Result<void> require(QByteArrayView endpoint) const;
    /// The endpoint's limit; nothing where there is none.
    [[nodiscard]] std::optional<qint64> limit(QByteArrayView endpoint, QByteArrayView key) const;
    /// Ids, in byte order, of the allowed endpoints that need this scope.
    [[nodiscard]] QList<QByteArray> endpointsFor(QByteArrayView scope) const;
    [[nodiscard]] const QJsonObject &reply() const { return m_reply; }

private:
    [[nodiscard]] QJsonObject endpoint(QByteArrayView id) const;

    QJsonObject m_reply;
};

} // namespace Cofferdam::Client
