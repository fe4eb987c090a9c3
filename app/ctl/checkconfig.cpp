// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/context.h"
#include "app/ctl/documents.h"
#include "app/ctl/output.h"
#include "common/policy/compiledpolicy.h"
#include "common/policy/engine.h"

#include <QtCore/QDir>
#include <QtCore/QFileInfo>
#include <QtCore/QSet>

#include <CLI/CLI.hpp>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Cofferdam::Ctl {

namespace {

/// policy.md 6: what base_dir falls back to.
QByteArray fallbackBaseDir()
{
    const QByteArray named = qgetenv("ABX_SERVER_BASE_DIR");
    if (named.startsWith('/'))
        return named;
    return QFileInfo(u"/home/user"_s).isDir() ? QByteArray("/home/user") : QFile::encodeName(QDir::homePath());
}

bool othersMayWrite(const QString &path)
{
    return QFileInfo(path).permission(QFile::WriteOther);
}

/// What lint wants to know about this machine.
Policy::LintFacts factsOf(const Policy::CompiledPolicy &policy, const QByteArray &file)
{
    Policy::LintFacts facts;
    const QFileInfo info(QFile::decodeName(file));
    if (info.exists()) {
        facts.policyFile = QFile::encodeName(info.absoluteFilePath());
        for (const QString &path : {info.absoluteFilePath(), info.absolutePath()}) {
            if (othersMayWrite(path))
                facts.worldWritable.append(QFile::encodeName(path));
        }
    }
    QSet<QByteArray> roots;
    for (const Policy::EffectiveRule &rule : policy.rules()) {
        if (rule.paths && rule.paths->rootsAreAllow)
            roots.unite(QSet<QByteArray>(rule.paths->roots.cbegin(), rule.paths->roots.cend()));
    }
    for (const QByteArray &root : std::as_const(roots)) {
        const QFileInfo target(QFile::decodeName(root));
        if (target.isSymLink())
            facts.linkRoots.append(root);
        else if (!target.isDir())
            facts.missingRoots.append(root);
    }
    return facts;
}

bool isLintId(const QByteArray &id)
{
    const QList<Policy::LintRule> &rules = Policy::lintRules();
    return std::any_of(rules.cbegin(), rules.cend(), [&](const Policy::LintRule &rule) { return rule.id == id; });
}

/// Every finding about one file, errors first.
QList<Policy::Diagnostic> findingsOf(const PolicyText &text)
{
    const Policy::LoadResult loaded = Policy::loadDocument(text.text, text.format, text.name);
    if (!loaded.ok())
        return loaded.diagnostics;
    Policy::CompileInputs inputs;
    inputs.baseDir = fallbackBaseDir();
    const auto compiled = Policy::CompiledPolicy::compile(*loaded.document, inputs);
    if (!compiled) {
        Policy::Diagnostic wrong;
        wrong.id = compiled.error().code;
        wrong.span = compiled.error().span.value_or(SourceSpan {});
        wrong.message = compiled.error().message;
        return {wrong};
    }
    return loaded.diagnostics + Policy::lint(**compiled, factsOf(**compiled, text.name));
}

/// 78 for what no service could start with; lint of severity E, and with strict any warning, is 1.
int exitCodeFor(const QList<Policy::Diagnostic> &findings, bool strict)
{
    int code = Done;
    for (const Policy::Diagnostic &finding : findings) {
        const bool isLint = isLintId(finding.id);
        if (finding.severity == Policy::Severity::Error && !isLint)
            return InvalidPolicy;
        if (finding.severity == Policy::Severity::Error || (strict && finding.severity == Policy::Severity::Warning))
            code = Failed;
    }
    return code;
}

int check(const Context &context, const std::string &file, bool strict)
{
    const Result<PolicyText> text = readPolicyText(file);
    if (!text)
        return context.fail(text.error());
    const QList<Policy::Diagnostic> findings = findingsOf(*text);
    const int code = exitCodeFor(findings, strict);
    if (context.json) {
        QJsonArray list;
        for (const Policy::Diagnostic &finding : findings)
            list.append(finding.toJson());
        printJson({{u"file"_s, QString::fromUtf8(text->name)}, {u"valid"_s, code != InvalidPolicy}, {u"diagnostics"_s, list}});
        return code;
    }
    for (const Policy::Diagnostic &finding : findings)
        printLine(finding.toLine(QString::fromUtf8(text->name)));
    if (findings.isEmpty())
        printLine(u"%1: valid, no findings"_s.arg(QString::fromUtf8(text->name)));
    return code;
}

} // namespace

void addCheckConfig(CLI::App &cli, Context &context)
{
    struct Wanted {
        std::string file;
        bool strict = false;
    };
    const auto wanted = std::make_shared<Wanted>();
    CLI::App *verb = cli.add_subcommand("check-config", "errors and lint of a policy file; needs no service");
    verb->add_option("FILE", wanted->file, "the policy, or - for standard input")->required()->type_name("FILE");
    verb->add_flag("--strict", wanted->strict, "exit 1 for warnings too");
    verb->callback([&context, wanted] { context.choose([&context, wanted] { return check(context, wanted->file, wanted->strict); }); });
}

} // namespace Cofferdam::Ctl
