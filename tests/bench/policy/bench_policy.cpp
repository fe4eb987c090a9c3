// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/base/ids.h"
#include "common/policy/engine.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>

using namespace Cofferdam;
using namespace Cofferdam::Policy;

/// performance.md row 2a: a decision without a path, token hashing and 60 rules included. Prints, asserts nothing.
namespace {

template <typename T>
void keep(const T &value)
{
    asm volatile("" : : "g"(&value) : "memory");
}

template <typename Work>
void measure(const char *name, int count, Work work)
{
    std::array<double, 11> rounds {};
    for (double &round : rounds) {
        const auto start = std::chrono::steady_clock::now();
        for (int i = 0; i < count; ++i)
            work(i);
        round = std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - start).count() / count;
    }
    std::sort(rounds.begin(), rounds.end());
    std::printf("%-58s %12.1f ns median %12.1f ns best\n", name, rounds[rounds.size() / 2], rounds[0]);
    std::fflush(stdout);
}

QByteArray sixtyRules()
{
    QByteArray text = "version: 1\nauth:\n  tokens:\n";
    for (int i = 0; i < 8; ++i)
        text += "    - {id: agent" + QByteArray::number(i) + ", scopes: ['files:read', 'files:write', 'system:read'], token_sha256: "
            + sha256Hex("token " + QByteArray::number(i)) + "}\n";
    text += "endpoints:\n  '*': {audit: all}\n";
    int rules = 1;
    for (const Endpoint &endpoint : endpoints()) {
        if (!endpoint.isCore() && rules++ < 60)
            text += "  " + endpoint.id + ": {limits: {rate_per_minute: 600, max_concurrency: 8}}\n";
    }
    return text;
}

} // namespace

int main()
{
    CompileInputs inputs;
    inputs.baseDir = "/home/user";
    const QByteArray text = sixtyRules();
    const LoadResult loaded = loadDocument(text, Format::Yaml, "bench.yaml");
    const auto policy = CompiledPolicy::compile(loaded.document.value(), inputs).value();
    const QList<QByteArray> scopes = policy->identities().first().scopes;
    const EffectiveRule &rule = *policy->rule("files_list");
    QList<QByteArray> digests;
    for (const TokenEntry &entry : policy->document().auth.tokens)
        digests.append(QByteArray::fromHex(entry.tokenSha256));
    const QByteArray token = "token 5";

    measure("decideEndpoint, allowed", 200'000, [&](int) { keep(decideEndpoint(rule, scopes)); });
    measure("decideEndpoint, scope missing", 200'000, [&](int) { keep(decideEndpoint(*policy->rule("files_delete"), scopes)); });
    measure("endpoint look-up by id", 200'000, [&](int) { keep(policy->rule("files_list")); });
    measure("2a: SHA-256 of the token, 8 digests, look-up, decision", 100'000, [&](int) {
        const QByteArray digest = sha256(token);
        int found = -1;
        for (int i = 0; i < int(digests.size()); ++i)
            found = equalInConstantTime(digest, digests[i]) ? i : found;
        keep(decideEndpoint(*policy->rule("files_list"), policy->identities()[found].scopes));
    });
    const Call asked {"files_list", scopes, "agent0", {{"path", "/home/user/project/src/main.cpp", {}}}, {}};
    measure("decide with a lexical path", 50'000, [&](int) { keep(decide(*policy, asked)); });
    measure("load and compile 60 rules", 1, [&](int) { keep(CompiledPolicy::compile(*loadDocument(text, Format::Yaml).document, inputs)); });
    measure("lint 60 rules", 1, [&](int) { keep(lint(*policy)); });
    measure("difference with the empty policy", 1, [&](int) {
        keep(difference(*CompiledPolicy::compile(Document(), inputs).value(), *policy));
    });
    std::printf("casbin-cpp ACL: peer missing\n");
    return 0;
}
