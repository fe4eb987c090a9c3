// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/base/result.h"
#include "common/protocol/node.h"

#include <QtCore/QList>
#include <QtCore/QSet>

#include <optional>

namespace Cofferdam {

/// Reads the members of a JSON request one by one, remembers the first fault with its JSON pointer, and at the end refuses
/// members nobody asked for: unknown fields are invalid_request (endpoints.md 1.8). Lives on the stack beside its node.
class RequestReader
{
public:
    explicit RequestReader(const Node &object, QByteArray pointer = {});

    [[nodiscard]] QByteArray requiredString(QByteArrayView key);
    [[nodiscard]] std::optional<QByteArray> string(QByteArrayView key);
    [[nodiscard]] std::optional<bool> boolean(QByteArrayView key);
    [[nodiscard]] std::optional<qint64> integer(QByteArrayView key, qint64 least, qint64 most);
    [[nodiscard]] std::optional<QList<QByteArray>> stringList(QByteArrayView key);
    /// Decodes a …_base64 member; anything but strict base64 is a fault.
    [[nodiscard]] std::optional<QByteArray> base64(QByteArrayView key);
    /// The raw value, any kind.
    [[nodiscard]] const Node *value(QByteArrayView key);

    void fault(QByteArrayView key, const QString &message);
    /// The first fault, else an unknown member's, else success.
    [[nodiscard]] Result<void> finish();

private:
    const Node &m_object;
    QByteArray m_pointer;
    QSet<QByteArray> m_seen;
    std::optional<Error> m_error;
};

} // namespace Cofferdam
