// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/policy/compiledpolicy.h"
#include "service/pathguard/pathguard.h"

#include <memory>
#include <vector>

namespace Cofferdam {

/// One accepted token, as its SHA-256 only.
struct Credential {
    QByteArray digest; ///< 32 raw bytes
    QByteArray id; ///< identity, or the operator's name
    QList<QByteArray> scopes; ///< of an identity
    bool observer = false; ///< an operator that may only look
};

/// Every token a snapshot knows. Policy tokens and operators never mix. policy.md 2.
struct CredentialTable {
    std::vector<Credential> identities;
    std::vector<Credential> operators;
};

/// A policy in force with its opened roots and credentials: immutable, shared. A request keeps the one it began with.
struct PolicySnapshot {
    std::shared_ptr<const Policy::CompiledPolicy> policy;
    std::shared_ptr<const PathGuard::RootSet> roots;
    std::shared_ptr<const CredentialTable> credentials;
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
