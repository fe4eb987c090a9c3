// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/base/ids.h"
#include "common/policy/compiledpolicy.h"
#include "service/operation/policysnapshot.h"

namespace Cofferdam::Test {

/// A snapshot compiled from YAML text; null when the text is no policy. Tokens given by token_sha256 are accepted.
inline std::shared_ptr<PolicySnapshot> snapshotOf(const QByteArray &yaml, const QByteArray &baseDir, const QByteArray &operatorToken = {})
{
    const Policy::LoadResult loaded = Policy::loadDocument(yaml, Policy::Format::Yaml);
    for (const Policy::Diagnostic &diagnostic : loaded.diagnostics)
        qWarning("%s", qUtf8Printable(diagnostic.toLine(QStringLiteral("policy"))));
    if (!loaded.ok())
        return nullptr;
    Policy::CompileInputs inputs;
    inputs.baseDir = baseDir;
    const auto compiled = Policy::CompiledPolicy::compile(*loaded.document, inputs);
    if (!compiled) {
        qWarning("%s", qUtf8Printable(compiled.error().message));
        return nullptr;
    }
    auto table = std::make_shared<CredentialTable>();
    for (const Policy::TokenEntry &entry : loaded.document->auth.tokens)
        table->identities.push_back({QByteArray::fromHex(entry.tokenSha256), entry.id, entry.scopes, false});
    if (!operatorToken.isEmpty())
        table->operators.push_back({sha256(operatorToken), "local", {}, false});
    auto roots = std::make_shared<PathGuard::RootSet>();
    for (const Policy::EffectiveRule &rule : (*compiled)->rules()) {
        for (const QByteArray &root : rule.paths ? rule.paths->roots : QList<QByteArray>())
            roots->add(root);
    }
    auto snapshot = std::make_shared<PolicySnapshot>();
    snapshot->policy = *compiled;
    snapshot->roots = roots;
    snapshot->credentials = table;
    snapshot->generation = 1;
    return snapshot;
}

} // namespace Cofferdam::Test
