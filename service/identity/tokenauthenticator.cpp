// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "service/identity/tokenauthenticator.h"

#include "common/base/ids.h"
#include "service/identity/peeruid.h"

#include <unistd.h>

using namespace Qt::StringLiterals;

namespace Cofferdam::Identity {

namespace {

constexpr qint64 MinuteNs = 60'000'000'000;
constexpr qsizetype MostPeers = 1024;

/// The one token a head presents; nothing where it presents none. Bearer decides over X-Access-Token.
Result<std::optional<QByteArray>> presentedToken(const Gate::Head &head)
{
    const int bearers = head.headerCount("authorization");
    const int accessTokens = head.headerCount("x-access-token");
    if (bearers > 1 || accessTokens > 1)
        return failure("auth_ambiguous", u"expected one credential header, got two of the same name"_s);
    if (bearers == 1) {
        const QByteArray value = head.header("authorization");
        constexpr QByteArrayView scheme("bearer ");
        if (value.size() <= scheme.size() || value.first(scheme.size()).toLower() != scheme)
            return failure("auth_invalid", u"the credential was not recognised"_s);
        return std::optional(value.sliced(scheme.size()).trimmed());
    }
    if (accessTokens == 1)
        return std::optional(head.header("x-access-token"));
    return std::optional<QByteArray> {};
}

/// Compares with every entry, without leaving at a match.
const Credential *findCredential(const std::vector<Credential> &table, const QByteArray &digest)
{
    const Credential *found = nullptr;
    for (const Credential &entry : table) {
        if (equalInConstantTime(entry.digest, digest))
            found = &entry;
    }
    return found;
}

} // namespace

TokenAuthenticator::TokenAuthenticator(const Clock &clock)
    : m_clock(clock)
{
}

Error TokenAuthenticator::refuse(const Gate::Head &head, QByteArray code, const QString &message)
{
    const qint64 now = m_clock.monotonicNs();
    const std::lock_guard lock(m_mutex);
    if (m_failures.size() >= MostPeers && !m_failures.contains(head.peer.bucket))
        m_failures.removeIf([now](const auto &entry) { return now - entry->windowStartNs > MinuteNs; });
    if (m_failures.size() >= MostPeers && !m_failures.contains(head.peer.bucket))
        m_failures.clear(); // a flood from ever new addresses: start again rather than grow
    Failures &failures = m_failures[head.peer.bucket];
    if (failures.count == 0 || now - failures.windowStartNs > MinuteNs)
        failures = {now, 0};
    if (++failures.count <= FailuresPerMinute)
        return Error {std::move(code), message, {}, {}};
    const qint64 wait = 1 + (MinuteNs - (now - failures.windowStartNs)) / 1'000'000'000;
    return Error {"auth_throttled", u"too many failed attempts from this address"_s, {{"retry_after"_L1, wait}}, {}};
}

Result<Caller> TokenAuthenticator::authenticate(const Gate::Head &head, const PolicySnapshot &snapshot, bool admin)
{
    const auto token = presentedToken(head);
    if (!token) {
        if (token.error().code == "auth_ambiguous")
            return failure(token.error());
        return failure(refuse(head, token.error().code, token.error().message));
    }
    if (token->has_value()) {
        const QByteArray digest = sha256(**token);
        const CredentialTable &table = *snapshot.credentials;
        // Both tables are walked whatever the door, so that the time taken tells nothing about which one holds a token.
        const Credential *identity = findCredential(table.identities, digest);
        const Credential *supervisor = findCredential(table.operators, digest);
        if (admin && supervisor && !(*token)->isEmpty())
            return Caller {"operator:" + supervisor->id, {}, true, supervisor->observer};
        if (!admin && identity && !(*token)->isEmpty())
            return Caller {identity->id, identity->scopes, false, false};
        return failure(refuse(head, "auth_invalid", u"the credential was not recognised"_s));
    }
    if (admin)
        return failure(refuse(head, "auth_required", u"expected the operator's credential, got none"_s));
    const Policy::IdentityInfo *anonymous = snapshot.policy->identity("anonymous");
    if (!snapshot.policy->anonymousAllowed() || !anonymous)
        return failure(refuse(head, "auth_required", u"expected a credential, got none"_s));
    const int uid = head.peer.uid >= 0 ? head.peer.uid : peerUid(head.peer.descriptor);
    if (uid < 0 || uid_t(uid) != ::geteuid())
        return failure(refuse(head, "auth_required", u"anonymous use is for the user who runs this service"_s));
    return Caller {anonymous->id, anonymous->scopes, false, false};
}

} // namespace Cofferdam::Identity
