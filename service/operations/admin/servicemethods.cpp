// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "service/operations/admin/adminservice.h"
#include "service/operations/admin/params.h"

#include "common/base/atomicfile.h"

#include <unistd.h>

using namespace Qt::StringLiterals;

namespace Cofferdam::Admin {

namespace {

/// Resident memory of this process in bytes; 0 where the kernel does not tell.
qint64 residentBytes()
{
    const auto text = readWholeFile("/proc/self/statm", 4096);
    const QList<QByteArray> fields = text ? text->split(' ') : QList<QByteArray>();
    return fields.size() > 1 ? fields[1].toLongLong() * ::sysconf(_SC_PAGESIZE) : 0;
}

QJsonArray toStrings(const QList<QByteArray> &list)
{
    QJsonArray array;
    for (const QByteArray &item : list)
        array.append(QString::fromUtf8(item));
    return array;
}

QJsonArray identities(const Policy::CompiledPolicy &policy, const QHash<QByteArray, Statistics::OfIdentity> &seen)
{
    QJsonArray array;
    for (const Policy::IdentityInfo &identity : policy.identities()) {
        QJsonObject object {{"id"_L1, QString::fromUtf8(identity.id)}, {"scopes"_L1, toStrings(identity.scopes)}};
        const Statistics::OfIdentity counts = seen.value(identity.id);
        object.insert("calls"_L1, qint64(counts.calls));
        object.insert("denials"_L1, qint64(counts.denials));
        if (counts.lastSeenUtcMs > 0)
            object.insert("last_seen"_L1, QString::fromLatin1(formatUtc(counts.lastSeenUtcMs)));
        array.append(object);
    }
    return array;
}

} // namespace

void AdminService::addServiceMethods()
{
    m_methods.insert("identities.list", {Where::Pool, false, [this](const AdminCall &) -> Result<QJsonValue> {
        return QJsonObject {{"identities"_L1, identities(*m_seams.store.current()->policy, m_seams.statistics.identities())}};
    }});
    m_methods.insert("service.info", {Where::Main, false, [this](const AdminCall &) -> Result<QJsonValue> {
        const auto snapshot = m_seams.store.current();
        const PolicyStore::Source &source = m_seams.store.source();
        return QJsonObject {{"version"_L1, QStringLiteral(COFFERDAM_VERSION)}, {"pid"_L1, qint64(::getpid())},
            {"started"_L1, QString::fromLatin1(formatUtc(m_facts.startedUtcMs))},
            {"uptime_s"_L1, (m_seams.clock.utcMs() - m_facts.startedUtcMs) / 1000}, {"listen"_L1, toStrings(m_facts.listening)},
            {"connections"_L1, m_facts.connections ? m_facts.connections() : 0}, {"requests"_L1, qint64(m_seams.statistics.requests())},
            {"denials"_L1, qint64(m_seams.statistics.denials())}, {"requests_per_second"_L1, m_rate},
            {"memory_bytes"_L1, residentBytes()}, {"audit"_L1, m_seams.auditAccess.stats()},
            {"policy"_L1,
                QJsonObject {{"revision"_L1, QString::fromLatin1(snapshot->policy->revision())},
                    {"preset"_L1, QString::fromUtf8(snapshot->policy->preset())},
                    {"source"_L1, QString::fromLatin1(PolicyStore::originName(source.origin))}, {"path"_L1, QString::fromUtf8(source.path)},
                    {"stale"_L1, snapshot->stale}}},
            {"sandbox"_L1, QJsonObject {{"level"_L1, QString::fromUtf8(m_facts.sandboxLevel)}, {"limits_enforced"_L1, toStrings(m_facts.limitsEnforced)}}}};
    }});
    m_rateTimer.setInterval(1000);
    connect(&m_rateTimer, &QTimer::timeout, this, [this] {
        const quint64 now = m_seams.statistics.requests();
        m_rate = qint64(now - m_lastRequests);
        m_lastRequests = now;
    });
    m_rateTimer.start();
}

} // namespace Cofferdam::Admin
