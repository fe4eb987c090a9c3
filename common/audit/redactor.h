// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/audit/record.h"

#include <memory>
#include <mutex>

namespace Cofferdam::Audit {

/// Knows the live secrets (tokens of the policy, the operator's) and takes them out of everything that goes into a log: the one place
/// where that happens (security.md E5). Every secret is replaced, short ones too. Thread-safe.
class Redactor
{
public:
    static constexpr char Mark[] = "[redacted]";

    /// Replaces the set; empty ones are ignored. A secret that goes out of use should stay a while: lines of its last calls are still under way.
    void setSecrets(const QList<QByteArray> &secrets);

    /// Replaces every secret in text.
    [[nodiscard]] QByteArray redacted(QByteArray text) const;
    /// Replaces every secret in the texts a caller can have a hand in: ids, paths, parameters, rule, method, peer.
    void redact(Record &record) const;
    /// True when a formatted line holds a secret, in the form JSON gives it: the cheap test before redact().
    [[nodiscard]] bool touches(QByteArrayView line) const;

private:
    struct Secrets {
        QList<QByteArray> plain;
        QList<QByteArray> escaped; ///< as in a JSON string
    };
    [[nodiscard]] std::shared_ptr<const Secrets> current() const;

    mutable std::mutex m_mutex;
    std::shared_ptr<const Secrets> m_secrets = std::make_shared<const Secrets>();
};

} // namespace Cofferdam::Audit
