// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/policy/difference.h"

#include "common/policy/textlist.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Cofferdam::Policy {

namespace {

QString tick(const QByteArray &word) { return u'`' + textOf(word) + u'`'; }

int rankOf(Difference::Kind kind)
{
    switch (kind) {
    case Difference::Kind::NewlyAllowed: return 0;
    case Difference::Kind::Wider: return 1;
    case Difference::Kind::NewlyDenied: return 2;
    case Difference::Kind::Narrower: return 3;
    case Difference::Kind::Changed: return 4;
    }
    return 5;
}

QLatin1StringView kindName(Difference::Kind kind)
{
    switch (kind) {
    case Difference::Kind::NewlyAllowed: return "newly_allowed"_L1;
    case Difference::Kind::NewlyDenied: return "newly_denied"_L1;
    case Difference::Kind::Wider: return "wider"_L1;
    case Difference::Kind::Narrower: return "narrower"_L1;
    case Difference::Kind::Changed: return "changed"_L1;
    }
    return {};
}

bool sameScopes(QList<QByteArray> a, QList<QByteArray> b)
{
    std::sort(a.begin(), a.end());
    std::sort(b.begin(), b.end());
    return a == b;
}

/// An identity as both policies know it.
struct IdentityPair {
    QByteArray id;
    const IdentityInfo *before = nullptr;
    const IdentityInfo *after = nullptr;
};

QList<IdentityPair> identityPairs(const CompiledPolicy &before, const CompiledPolicy &after)
{
    QList<IdentityPair> pairs;
    for (const IdentityInfo &identity : after.identities())
        pairs.append({identity.id, before.identity(identity.id), &identity});
    for (const IdentityInfo &identity : before.identities()) {
        if (!after.identity(identity.id))
            pairs.append({identity.id, &identity, nullptr});
    }
    return pairs;
}

/// Why an endpoint's answer turned: the identity itself, the endpoint's switch, or scopes on either side.
QByteArray causeOf(const IdentityPair &identity, const EffectiveRule &before, const EffectiveRule &after)
{
    if (!identity.before || !identity.after)
        return "identity";
    if (before.enabled.value != after.enabled.value)
        return "enabled";
    return sameScopes(before.scopes.value, after.scopes.value) ? "identity.scopes" : "scopes";
}

QByteArray boundaryText(const EffectiveRule &rule)
{
    QList<QByteArray> classes;
    for (const QByteArray &root : rule.paths ? rule.paths->roots : QList<QByteArray>())
        classes.append(pathClassBelow(root));
    return classes.join(", ");
}

void compareAccess(QList<Difference> &out, const IdentityPair &identity, const EffectiveRule &before, const EffectiveRule &after)
{
    const Decision was = identity.before ? decideEndpoint(before, identity.before->scopes) : Decision();
    const Decision is = identity.after ? decideEndpoint(after, identity.after->scopes) : Decision();
    const QByteArray &id = before.endpoint->id;
    if (was.isAllowed() && is.isAllowed()) {
        compareRules(out, identity.id, before, after);
        return;
    }
    if (was.isAllowed() == is.isAllowed())
        return;
    const bool allowed = is.isAllowed();
    const QByteArray paths = boundaryText(allowed ? after : before);
    const QString where = paths.isEmpty() ? QString() : u" on "_s + textOf(paths);
    const QString verb = allowed ? u" can now call "_s : u" can no longer call "_s;
    out.append({allowed ? Difference::Kind::NewlyAllowed : Difference::Kind::NewlyDenied, identity.id, id, paths, causeOf(identity, before, after),
        tick(identity.id) + verb + textOf(id) + where, was.rule.rule, is.rule.rule});
}

void compareIdentities(QList<Difference> &out, const IdentityPair &identity)
{
    if (identity.before && identity.after) {
        if (!sameScopes(identity.before->scopes, identity.after->scopes))
            out.append({Difference::Kind::Changed, identity.id, {}, {}, "identity.scopes",
                tick(identity.id) + u" holds "_s + textOf(identity.after->scopes.join(", ")) + u" instead of "_s
                    + textOf(identity.before->scopes.join(", ")), {}, {}});
        return;
    }
    out.append({Difference::Kind::Changed, identity.id, {}, {}, "identity",
        u"the identity "_s + tick(identity.id) + (identity.after ? u" is new"_s : u" is gone"_s), {}, {}});
}

const TokenEntry *tokenOf(const QList<TokenEntry> &entries, const QByteArray &id)
{
    const auto it = std::find_if(entries.begin(), entries.end(), [&](const TokenEntry &entry) { return entry.id == id; });
    return it == entries.end() ? nullptr : &*it;
}

/// Tokens are compared, never shown.
void compareTokens(QList<Difference> &out, const QList<TokenEntry> &before, const QList<TokenEntry> &after, bool operators)
{
    for (const TokenEntry &entry : after) {
        const TokenEntry *old = tokenOf(before, entry.id);
        if (old && (old->tokenEnv != entry.tokenEnv || old->tokenSha256 != entry.tokenSha256))
            out.append({Difference::Kind::Changed, entry.id, {}, {}, "identity.token", tick(entry.id) + u" has another token"_s, {}, {}});
        if (operators && (!old || old->role != entry.role))
            out.append({Difference::Kind::Changed, entry.id, {}, {}, "operator",
                tick(entry.id) + (old ? u" is now an "_s : u" is a new "_s) + textOf(entry.role) + u" of the console"_s, {}, {}});
    }
    for (const TokenEntry &entry : before) {
        if (operators && !tokenOf(after, entry.id))
            out.append({Difference::Kind::Changed, entry.id, {}, {}, "operator", tick(entry.id) + u" may no longer use the console"_s, {}, {}});
    }
}

void compareWhole(QList<Difference> &out, const CompiledPolicy &before, const CompiledPolicy &after)
{
    const Document &was = before.document();
    const Document &is = after.document();
    const auto changed = [&out](const char *field, const QString &text) { out.append({Difference::Kind::Changed, {}, {}, {}, field, text, {}, {}}); };
    if (before.auditRequired() != after.auditRequired())
        changed("audit.required", after.auditRequired() ? u"calls are refused while the audit log cannot be written"_s
                                                        : u"calls go on while the audit log cannot be written"_s);
    if (before.auditStrict() != after.auditStrict())
        changed("audit.sync", after.auditStrict() ? u"each audit record is on disk before its answer"_s : u"audit records reach the disk in groups"_s);
    if (!sameScopes(was.http.hosts, is.http.hosts))
        changed("http.hosts", u"the Host names accepted are now: "_s + textOf(is.http.hosts.join(", ")));
    if (!sameScopes(was.http.origins, is.http.origins))
        changed("http.origins", u"the Origins accepted are now: "_s + textOf(is.http.origins.join(", ")));
    if (was.http.maxConnections != is.http.maxConnections)
        changed("http.max_connections", u"the most connections at once are now "_s
                + (is.http.maxConnections ? QString::number(*is.http.maxConnections) : u"the built-in number"_s));
    const SandboxSection &a = was.sandbox;
    const SandboxSection &b = is.sandbox;
    if (a.timeoutSeconds != b.timeoutSeconds || a.killGraceSeconds != b.killGraceSeconds || a.restrictedPath != b.restrictedPath
        || a.workspaceOnly != b.workspaceOnly)
        changed("sandboxing.subprocess", u"how programs are run has changed"_s);
}

} // namespace

QJsonObject Difference::toJson() const
{
    return {{"kind"_L1, kindName(kind)}, {"identity"_L1, textOf(identity)}, {"endpoint"_L1, textOf(endpoint)}, {"path_class"_L1, textOf(pathClass)},
        {"field"_L1, textOf(field)}, {"text"_L1, text}, {"rule_before"_L1, textOf(ruleBefore)}, {"rule_after"_L1, textOf(ruleAfter)}};
}

QByteArray pathClassBelow(const QByteArray &root) { return root == "/" ? QByteArray("/**") : root + "/**"; }

QList<Difference> difference(const CompiledPolicy &before, const CompiledPolicy &after)
{
    QList<Difference> out;
    if (before.revision() == after.revision())
        return out;
    for (const IdentityPair &identity : identityPairs(before, after)) {
        for (size_t i = 0; i < before.rules().size(); ++i) {
            if (before.rules()[i].endpoint->authentication)
                compareAccess(out, identity, before.rules()[i], after.rules()[i]);
        }
        compareIdentities(out, identity);
    }
    for (size_t i = 0; i < before.rules().size(); ++i)
        compareAudit(out, before.rules()[i], after.rules()[i]);
    compareTokens(out, before.document().auth.tokens, after.document().auth.tokens, false);
    compareTokens(out, before.document().auth.operators, after.document().auth.operators, true);
    compareWhole(out, before, after);
    std::stable_sort(out.begin(), out.end(), [](const Difference &a, const Difference &b) { return rankOf(a.kind) < rankOf(b.kind); });
    return out;
}

} // namespace Cofferdam::Policy
