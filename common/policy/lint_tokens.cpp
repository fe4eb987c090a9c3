// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/policy/lint.h"

#include "common/base/ids.h"
#include "common/policy/textlist.h"

#include <algorithm>

/// Tokens, of which only digests and names are known: L17 L18.
using namespace Qt::StringLiterals;

namespace Cofferdam::Policy {

namespace {

/// Strings that stand in examples and at the top of every list of guesses.
const QSet<QByteArray> &wellKnownDigests()
{
    static const QSet<QByteArray> digests = [] {
        QSet<QByteArray> set;
        for (const char *word : {"", "test", "token", "secret", "password", "passw0rd", "changeme", "change-me", "admin", "root", "user", "default",
                 "123456", "12345678", "123456789", "qwerty", "letmein", "hello", "foo", "bar", "abc", "abc123", "example", "demo", "cofferdam",
                 "reader", "writer", "uploader", "\n", "test\n", "token\n", "secret\n", "password\n", "changeme\n"})
            set.insert(sha256Hex(QByteArrayView(word)));
        return set;
    }();
    return digests;
}

LintPlace placeOf(const TokenEntry &entry) { return {entry.span, "$.auth"}; }

bool sameToken(const TokenEntry &a, const TokenEntry &b)
{
    return a.tokenEnv.isEmpty() ? !a.tokenSha256.isEmpty() && a.tokenSha256 == b.tokenSha256 : a.tokenEnv == b.tokenEnv;
}

} // namespace

void lintTokens(LintRun &run)
{
    const AuthSection &auth = run.policy.document().auth;
    const QList<TokenEntry> all = auth.tokens + auth.operators;
    for (qsizetype i = 0; i < all.size(); ++i) {
        const TokenEntry &entry = all[i];
        const auto earlier = std::find_if(all.begin(), all.begin() + i, [&](const TokenEntry &other) { return sameToken(entry, other); });
        if (earlier != all.begin() + i)
            run.add("L17", placeOf(entry), u"`%1` has the same token as `%2`"_s.arg(textOf(entry.id), textOf(earlier->id)), u"give each identity a token of its own"_s);
        else if (run.facts.equalTokens.contains(entry.id))
            run.add("L17", placeOf(entry), u"`%1` shares its token with another identity"_s.arg(textOf(entry.id)), u"give each identity a token of its own"_s);
        if (run.facts.shortTokens.contains(entry.id))
            run.add("L17", placeOf(entry), u"the token of `%1` is shorter than 16 characters"_s.arg(textOf(entry.id)), u"make one with `cofferdamctl token new`"_s);
        if (wellKnownDigests().contains(entry.tokenSha256))
            run.add("L18", placeOf(entry), u"the token of `%1` is empty or a well-known word"_s.arg(textOf(entry.id)), u"make one with `cofferdamctl token new`"_s);
    }
}

} // namespace Cofferdam::Policy
