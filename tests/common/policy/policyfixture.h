// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/policy/compiledpolicy.h"
#include "common/policy/engine.h"

#include <QtCore/QJsonDocument>
#include <QtCore/QRandomGenerator>
#include <QtTest/QtTest>

/// Policies of tests: YAML text to a compiled policy; a text that does not load or compile ends the test.
namespace Cofferdam::Policy {

inline CompileInputs testInputs()
{
    CompileInputs inputs;
    inputs.baseDir = "/home/user";
    return inputs;
}

inline Result<std::shared_ptr<const CompiledPolicy>> tryCompile(const QByteArray &text, const CompileInputs &inputs = testInputs(),
    Format format = Format::Yaml)
{
    const LoadResult loaded = loadDocument(text, format, "policy.yaml");
    if (!loaded.ok()) {
        QString lines;
        for (const Diagnostic &diagnostic : loaded.diagnostics)
            lines += diagnostic.toLine(QStringLiteral("policy.yaml")) + QLatin1Char('\n');
        return failure("does_not_load", lines);
    }
    return CompiledPolicy::compile(*loaded.document, inputs);
}

inline std::shared_ptr<const CompiledPolicy> compiled(const QByteArray &text, const CompileInputs &inputs = testInputs(), Format format = Format::Yaml)
{
    auto policy = tryCompile(text, inputs, format);
    if (!policy)
        qFatal("policy does not compile: %s\n%s", qPrintable(policy.error().message), text.constData());
    return *policy;
}

inline Call call(const QByteArray &endpoint, const QList<QByteArray> &scopes, const QByteArray &path = {}, std::optional<PathRole> role = {})
{
    Call result;
    result.endpoint = endpoint;
    result.scopes = scopes;
    if (!path.isNull())
        result.paths.append({{}, path, role});
    return result;
}

} // namespace Cofferdam::Policy
