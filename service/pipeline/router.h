// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/policy/catalogue.h"
#include "service/operation/operation.h"

#include <QtCore/QHash>

#include <vector>

namespace Cofferdam::Pipeline {

/// What a method and path lead to.
struct Match {
    const Policy::Endpoint *endpoint = nullptr; ///< null: no such method here
    const Operation *operation = nullptr; ///< null: this version has no handler
    QHash<QByteArray, QByteArray> pathParameters;
    QByteArray allow; ///< "GET, POST": the methods of this path when the one asked for is not among them; empty: no such path
};

/// The routes of the catalogue: one hash look-up for a fixed path, one by the first segment for a path with parameters (http.md 1).
/// Immutable after construction; thread-safe.
class Router
{
public:
    explicit Router(const Operations &operations);
    [[nodiscard]] Match match(QByteArrayView method, const QByteArray &path) const;

private:
    struct Route {
        const Policy::Endpoint *endpoint = nullptr;
        const Operation *operation = nullptr;
        QList<QByteArray> segments;
    };
    QHash<QByteArray, std::vector<Route>> m_fixed; ///< by path
    QHash<QByteArray, std::vector<Route>> m_patterned; ///< by first segment
};

} // namespace Cofferdam::Pipeline
