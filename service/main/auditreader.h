// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "service/auditlog/auditlog.h"
#include "service/operation/auditaccess.h"

namespace Cofferdam::Main {

/// Lets the operator's methods read the audit log: filters are parsed here, lines leave as bytes. Thread-safe.
class AuditReader final : public AuditAccess
{
public:
    AuditReader(AuditLog &log, const Clock &clock);

    [[nodiscard]] Result<Page> query(const QByteArray &filter, const QByteArray &cursor, int limit) override;
    [[nodiscard]] QJsonObject verify() override;
    [[nodiscard]] QJsonObject stats() const override;
    [[nodiscard]] Result<quint64> subscribe(const QByteArray &filter, Lines callback) override;
    void unsubscribe(quint64 subscription) override;

private:
    AuditLog &m_log;
    const Clock &m_clock;
};

} // namespace Cofferdam::Main
