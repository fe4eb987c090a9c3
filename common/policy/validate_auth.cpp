// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/policy/validate.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Cofferdam::Policy::Load {

namespace {

bool isLower(char c) { return c >= 'a' && c <= 'z'; }
bool isDigit(char c) { return c >= '0' && c <= '9'; }

/// [a-z][a-z0-9_]*
bool isScopeWord(QByteArrayView word)
{
    return !word.isEmpty() && isLower(word[0]) && std::ranges::all_of(word, [](char c) { return isLower(c) || isDigit(c) || c == '_'; });
}

/// [a-z0-9][a-z0-9_.-]{0,63}
bool isIdentityName(QByteArrayView id)
{
    return !id.isEmpty() && id.size() <= 64 && (isLower(id[0]) || isDigit(id[0]))
        && std::ranges::all_of(id, [](char c) { return isLower(c) || isDigit(c) || c == '_' || c == '.' || c == '-'; });
}

bool isVariableName(QByteArrayView name)
{
    const auto isLetter = [](char c) { return isLower(c) || (c >= 'A' && c <= 'Z') || c == '_'; };
    return !name.isEmpty() && isLetter(name[0]) && std::ranges::all_of(name, [&](char c) { return isLetter(c) || isDigit(c); });
}

bool isSha256(QByteArrayView digest)
{
    return digest.size() == 64 && std::ranges::all_of(digest, [](char c) { return isDigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); });
}

/// Nothing in here repeats a value: an operator may have pasted the secret itself.
class EntryReader
{
public:
    EntryReader(Reader &reader, bool forOperators) : m_reader(reader), m_operators(forOperators) { }

    void read(const Place &place, QList<TokenEntry> &list)
    {
        TokenEntry entry;
        entry.span = place.node->span;
        QList<Member> known {
            {"id", [&](const Place &p) { readId(p, entry, list); }},
            {"token_env", [&](const Place &p) { readSecret(p, entry.tokenEnv, isVariableName, u"the name of an environment variable"_s); }},
            {"token_sha256", [&](const Place &p) { readSecret(p, entry.tokenSha256, isSha256, u"a SHA-256 of 64 hexadecimal digits in quotes"_s); }},
        };
        if (m_operators)
            known.append({"role", [&](const Place &p) { entry.role = m_reader.word(p, {"observer", "operator"}).value_or(Sourced<QByteArray> {}).value; }});
        else
            known.append({"scopes", [&](const Place &p) { entry.scopes = m_reader.strings(p, "a list of scopes"_L1, checkHeldScope).value_or(Sourced<QList<QByteArray>> {}).value; }});
        if (!m_reader.members(place, known, [&](const Node::Member &m, const QByteArray &) { unknownKey(m, known, place); }))
            return;
        checkComplete(place);
        entry.tokenSha256 = entry.tokenSha256.toLower();
        list.append(entry);
    }

private:
    void readId(const Place &place, TokenEntry &entry, const QList<TokenEntry> &list)
    {
        const auto value = m_reader.string(place);
        if (!value)
            return;
        static const QList<QByteArray> reserved {"anonymous", "legacy", "operator"};
        const bool taken = std::ranges::find(list, value->value, &TokenEntry::id) != list.end();
        if (!isIdentityName(value->value))
            fault(place, u"expected an id of 1 to 64 characters a–z, 0–9, `_`, `.` and `-` that begins with a letter or digit"_s);
        else if (reserved.contains(value->value))
            fault(place, u"expected an id of your own, got %1, which is reserved"_s.arg(quoted(value->value)));
        else if (taken)
            m_reader.fault("duplicate_id"_ba, place.node->span, place.path, u"the id %1 is written twice"_s.arg(quoted(value->value)));
        else
            entry.id = value->value;
    }

    void readSecret(const Place &place, QByteArray &out, bool (*fits)(QByteArrayView), const QString &due)
    {
        const auto value = m_reader.string(place);
        if (!value)
            return;
        if (fits(value->value))
            out = value->value;
        else
            fault(place, u"expected %1, got something else"_s.arg(due));
    }

    void unknownKey(const Node::Member &member, const QList<Member> &known, const Place &place)
    {
        static const QList<QByteArray> inlineNames {"token", "secret", "password", "key", "value", "plain", "bearer"};
        if (inlineNames.contains(member.key)) {
            m_reader.fault("inline_token"_ba, member.keySpan, place.path,
                u"a token may not be written into a policy: name its variable in `token_env` or its digest in `token_sha256`"_s);
            return;
        }
        QList<QByteArray> names;
        for (const Member &m : known)
            names.append(m.key);
        if (didYouMean(member.key, names).isEmpty())
            m_reader.fault("unknown_key"_ba, member.keySpan, place.path, u"unknown key in this entry; expected %1"_s.arg(listed(names)));
        else
            m_reader.unknown("unknown_key"_ba, member.keySpan, place.path, u"key"_s, member.key, names);
    }

    void checkComplete(const Place &place)
    {
        const auto has = [&](const char *key) { return place.node->member(key) != nullptr; };
        const char *right = m_operators ? "role" : "scopes";
        if (!has("id"))
            missing(place, "id");
        if (!has(right))
            missing(place, right);
        if (has("token_env") == has("token_sha256"))
            m_reader.fault(has("token_env") ? "conflicting_keys"_ba : "missing_key"_ba, place.node->span, place.path,
                u"expected exactly one of `token_env` and `token_sha256`, got %1"_s.arg(has("token_env") ? u"both"_s : u"none"_s));
    }

    void missing(const Place &place, const char *key)
    {
        m_reader.fault("missing_key"_ba, place.node->span, place.path, u"expected the key %1"_s.arg(quoted(key)));
    }

    void fault(const Place &place, const QString &message) { m_reader.fault("bad_value"_ba, place.node->span, place.path, message); }

    Reader &m_reader;
    bool m_operators;
};

void readEntries(Reader &reader, const Place &place, bool forOperators, QList<TokenEntry> &list)
{
    EntryReader entries(reader, forOperators);
    reader.items(place, "a list of entries"_L1, [&](const Place &item) { entries.read(item, list); });
}

} // namespace

QString checkRequiredScope(QByteArrayView scope)
{
    const qsizetype colon = scope.indexOf(':');
    const bool good = colon < 0 ? isScopeWord(scope) : isScopeWord(scope.first(colon)) && isScopeWord(scope.sliced(colon + 1));
    if (good)
        return {};
    if (scope == "*" || scope.endsWith(":*"))
        return u"expected a scope to require, got %1, which only an identity may hold"_s.arg(quoted(scope));
    return u"expected a scope `namespace:action`, got %1"_s.arg(quoted(scope));
}

QString checkHeldScope(QByteArrayView scope)
{
    if (scope == "*" || (scope.endsWith(":*") && isScopeWord(scope.chopped(2))))
        return {};
    return checkRequiredScope(scope).isEmpty() ? QString() : u"expected a scope `namespace:action`, `namespace:*` or `*`"_s;
}

void readAuth(Reader &reader, const Place &place, AuthSection &auth)
{
    const auto scopes = [&reader](const Place &p) { return reader.strings(p, "a list of scopes"_L1, checkHeldScope); };
    const bool isMap = reader.members(place, {
        {"tokens", [&](const Place &p) { auth.hasTokens = true; readEntries(reader, p, false, auth.tokens); }},
        {"operators", [&](const Place &p) { readEntries(reader, p, true, auth.operators); }},
        {"allow_anonymous", [&](const Place &p) { auth.allowAnonymous = reader.boolean(p); }},
        {"anonymous_scopes", [&](const Place &p) { auth.anonymousScopes = scopes(p); }},
        {"legacy_scopes", [&](const Place &p) { auth.legacyScopes = scopes(p); }},
    });
    if (!isMap)
        return;
    const bool allows = auth.allowAnonymous && auth.allowAnonymous->value;
    if (allows && !place.node->member("anonymous_scopes"))
        reader.fault("missing_key"_ba, auth.allowAnonymous->span, place.path, u"`allow_anonymous: true` needs `anonymous_scopes`"_s);
    if (auth.anonymousScopes && !allows && !place.node->member("allow_anonymous"))
        reader.fault("missing_key"_ba, auth.anonymousScopes->span, place.path, u"`anonymous_scopes` needs `allow_anonymous: true`"_s);
}

} // namespace Cofferdam::Policy::Load
