// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/policy/compiledpolicy.h"
#include "service/pathguard/pathguard.h"

#include <memory>

namespace Cofferdam {

/// A policy in force with its opened roots: immutable, shared. A request keeps the one it began with.
struct PolicySnapshot {
    std::shared_ptr<const Policy::CompiledPolicy> policy;
    std::shared_ptr<const PathGuard::RootSet> roots;
    QList<Policy::Diagnostic> warnings; ///< lint
    quint64 generation = 0; ///< grows with every swap
    bool stale = false; ///< a later reload failed: this is the last good one
    QByteArray staleReason;
};

/// The current snapshot, read without a lock. Thread-safe.
class PolicySource
{
public:
    virtual ~PolicySource() = default;
    [[nodiscard]] virtual std::shared_ptr<const PolicySnapshot> current() const = 0;
};

} // namespace Cofferdam
