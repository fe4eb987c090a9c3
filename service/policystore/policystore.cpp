// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "service/policystore/policystore.h"

#include "common/base/atomicfile.h"
#include "common/base/ids.h"

#include <QtCore/QJsonArray>

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>

using namespace Qt::StringLiterals;

namespace Cofferdam::PolicyStore {

namespace {

constexpr qint64 MostBytes = 1 << 20;

QByteArray directoryOf(const QByteArray &path)
{
    const qsizetype slash = path.lastIndexOf('/');
    return slash <= 0 ? QByteArray("/") : path.first(slash);
}

void addDiskFacts(const Policy::CompiledPolicy &policy, Policy::LintFacts &facts)
{
    struct stat info {};
    for (const QByteArray &path : {facts.policyFile, facts.policyFile.isEmpty() ? QByteArray() : directoryOf(facts.policyFile)}) {
        if (!path.isEmpty() && ::stat(path.constData(), &info) == 0 && (info.st_mode & S_IWOTH))
            facts.worldWritable.append(path);
    }
    for (const Policy::EffectiveRule &rule : policy.rules()) {
        for (const QByteArray &root : rule.paths ? rule.paths->roots : QList<QByteArray>()) {
            if (facts.missingRoots.contains(root) || facts.linkRoots.contains(root))
                continue;
            if (::lstat(root.constData(), &info) != 0)
                facts.missingRoots.append(root);
            else if (S_ISLNK(info.st_mode))
                facts.linkRoots.append(root);
        }
    }
}

Policy::Diagnostic problem(QByteArray id, const SourceSpan &span, const QString &message)
{
    Policy::Diagnostic diagnostic;
    diagnostic.id = std::move(id);
    diagnostic.span = span;
    diagnostic.message = message;
    return diagnostic;
}

} // namespace

QJsonArray diagnosticsToJson(const QList<Policy::Diagnostic> &diagnostics)
{
    QJsonArray array;
    for (const Policy::Diagnostic &diagnostic : diagnostics)
        array.append(diagnostic.toJson());
    return array;
}

PolicyStore::PolicyStore(StoreOptions options, const Clock &clock, QObject *parent)
    : QObject(parent)
    , m_options(std::move(options))
    , m_clock(clock)
{
}

Result<void> PolicyStore::start(Candidate &candidate)
{
    auto source = findSource(m_options.sources);
    if (!source)
        return failure("bad_policy_source", source.error().message);
    m_source = std::move(*source);
    candidate = judge(m_source.text, m_source.format, m_source.path);
    if (!candidate.ok())
        return failure("policy_invalid", "the policy has "_L1 + QString::number(candidate.errors.size()) + " errors"_L1);
    if (auto opened = m_history.open(m_options.historyDirectory); !opened)
        return failure(opened.error());
    swap(candidate.snapshot);
    const HistoryEntry *last = m_history.last();
    if (last && last->text == m_source.text && last->format == m_source.format) {
        m_currentEntry = last->number;
        return {};
    }
    auto entry = record(m_source.text, m_source.format, candidate.snapshot->policy->revision(), u"found at start"_s, "service");
    if (!entry)
        return failure(entry.error());
    return {};
}

Candidate PolicyStore::judge(const QByteArray &text, Policy::Format format, const QByteArray &fileName) const
{
    Candidate candidate;
    Policy::LoadResult loaded = Policy::loadDocument(text, format, fileName);
    candidate.errors = loaded.diagnostics;
    if (!loaded.ok())
        return candidate;
    Policy::CompileInputs inputs = m_options.compile;
    if (!m_source.path.isEmpty())
        inputs.serviceFiles.append(m_source.path);
    auto compiled = Policy::CompiledPolicy::compile(*loaded.document, inputs);
    if (!compiled) {
        candidate.errors.append(problem(compiled.error().code, compiled.error().span.value_or(SourceSpan {}), compiled.error().message));
        return candidate;
    }
    Policy::LintFacts facts;
    facts.policyFile = fileName;
    facts.listensBeyondLoopback = m_options.listensBeyondLoopback;
    const auto table = credentials(*loaded.document, candidate.errors, facts);
    if (!table)
        return candidate;
    addDiskFacts(**compiled, facts);
    candidate.lint = Policy::lint(**compiled, facts);
    const bool refused = m_options.strict && std::ranges::any_of(candidate.lint, [](const auto &d) { return d.severity == Policy::Severity::Error; });
    if (refused) {
        candidate.errors = candidate.lint;
        candidate.errors.removeIf([](const Policy::Diagnostic &d) { return d.severity != Policy::Severity::Error; });
        return candidate;
    }
    auto roots = std::make_shared<PathGuard::RootSet>();
    QList<QByteArray> added;
    for (const Policy::EffectiveRule &rule : (*compiled)->rules()) {
        for (const QByteArray &root : rule.paths ? rule.paths->roots : QList<QByteArray>()) {
            if (!added.contains(root))
                roots->add(root);
            added.append(root);
        }
    }
    candidate.snapshot = std::make_shared<PolicySnapshot>();
    candidate.snapshot->policy = *compiled;
    candidate.snapshot->roots = std::move(roots);
    candidate.snapshot->credentials = *table;
    candidate.snapshot->warnings = candidate.lint;
    return candidate;
}

Result<std::shared_ptr<const CredentialTable>> PolicyStore::credentials(const Policy::Document &document, QList<Policy::Diagnostic> &errors,
    Policy::LintFacts &facts) const
{
    auto table = std::make_shared<CredentialTable>();
    const auto read = [&](const Policy::TokenEntry &entry, std::vector<Credential> &into) {
        QByteArray digest = QByteArray::fromHex(entry.tokenSha256);
        if (!entry.tokenEnv.isEmpty()) {
            const auto value = m_options.secret ? m_options.secret(entry.tokenEnv) : std::nullopt;
            if (!value || value->isEmpty()) {
                errors.append(problem("token_env_unset", entry.span, "the environment variable "_L1 + QString::fromUtf8(entry.tokenEnv) + " is unset or empty"_L1));
                return;
            }
            if (value->size() < 16)
                facts.shortTokens.append(entry.id);
            digest = sha256(*value);
        }
        for (const std::vector<Credential> *others : {&table->identities, &table->operators}) {
            for (const Credential &other : *others) {
                if (other.digest == digest)
                    facts.equalTokens << other.id << entry.id;
            }
        }
        into.push_back({digest, entry.id, entry.scopes, entry.role == "observer"});
    };
    if (!m_options.operatorToken.isEmpty())
        table->operators.push_back({sha256(m_options.operatorToken), "local", {}, false});
    for (const Policy::TokenEntry &entry : document.auth.tokens)
        read(entry, table->identities);
    for (const Policy::TokenEntry &entry : document.auth.operators)
        read(entry, table->operators);
    if (!m_options.legacyToken.isEmpty() && document.auth.hasTokens)
        errors.append(problem("legacy_token_conflict", {}, u"ABX_SERVER_TOKEN is set beside auth.tokens: use one of the two"_s));
    if (!errors.isEmpty())
        return failure("policy_invalid", u"a token cannot be used"_s);
    if (!m_options.legacyToken.isEmpty()) {
        const QList<QByteArray> scopes = document.auth.legacyScopes ? document.auth.legacyScopes->value : QList<QByteArray> {"*"};
        table->identities.push_back({sha256(m_options.legacyToken), "legacy", scopes, false});
    }
    return table;
}

void PolicyStore::swap(std::shared_ptr<PolicySnapshot> snapshot)
{
    snapshot->generation = ++m_generation;
    m_current.store(std::move(snapshot));
}

void PolicyStore::markStale(const QString &reason)
{
    auto stale = std::make_shared<PolicySnapshot>(*current());
    stale->stale = true;
    stale->staleReason = reason.toUtf8();
    swap(std::move(stale));
}

Result<qint64> PolicyStore::record(const QByteArray &text, Policy::Format format, const QByteArray &revision, const QString &reason,
    const QByteArray &actor)
{
    auto number = m_history.append({0, formatUtc(m_clock.utcMs()), actor, reason, revision, format, text});
    if (number)
        m_currentEntry = *number;
    return number;
}

Result<PolicyStore::Applied> PolicyStore::apply(const QByteArray &text, Policy::Format format, const QByteArray &ifRevision,
    const QString &reason, const QByteArray &actor)
{
    if (!m_source.editable)
        return failure("policy_not_editable", m_source.whyNotEditable);
    if (format != m_source.format)
        return failure("invalid_request", u"the text must have the format of the file it replaces"_s);
    const auto snapshot = current();
    const QByteArray running = snapshot->policy->revision();
    // The file may have been edited behind our back: what was not seen is not overwritten.
    const auto onDisk = readWholeFile(m_source.path, MostBytes);
    const bool missing = !onDisk && onDisk.error().code == "file_not_found";
    const bool foreign = onDisk ? *onDisk != m_source.text : !missing;
    if (ifRevision != running || foreign)
        return failure("precondition_failed", foreign ? u"the policy file was changed outside"_s : u"another change was applied first"_s,
            {{"revision"_L1, QString::fromLatin1(running)}, {"text"_L1, QString::fromUtf8(onDisk && foreign ? *onDisk : m_source.text)},
                {"actor"_L1, foreign ? u"an outside edit"_s : QString::fromUtf8(m_history.last() ? m_history.last()->actor : QByteArray())}});
    Candidate candidate = judge(text, format, m_source.path);
    if (!candidate.ok())
        return failure("policy_invalid", "the policy has "_L1 + QString::number(candidate.errors.size()) + " errors"_L1,
            {{"errors"_L1, diagnosticsToJson(candidate.errors)}});
    const qint64 before = m_currentEntry;
    auto entry = record(text, format, candidate.snapshot->policy->revision(), reason, actor);
    if (!entry)
        return failure(entry.error());
    Result<void> written = makeDirectories(directoryOf(m_source.path));
    if (written)
        written = writeFileAtomically(m_source.path, text);
    if (!written) {
        m_history.removeLast();
        m_currentEntry = before;
        return failure(written.error());
    }
    m_source.text = text;
    if (m_source.origin == Origin::Defaults)
        m_source.origin = Origin::Config;
    const QByteArray revision = candidate.snapshot->policy->revision();
    swap(std::move(candidate.snapshot));
    Q_EMIT changed(revision, actor, reason);
    return Applied {revision, *entry};
}

Result<PolicyStore::Applied> PolicyStore::revert(qint64 number, const QString &reason, const QByteArray &actor)
{
    const HistoryEntry *entry = number > 0 ? m_history.find(number) : nullptr;
    if (number == 0) {
        for (const HistoryEntry &candidate : m_history.entries()) {
            if (candidate.number < m_currentEntry)
                entry = &candidate;
        }
    }
    if (!entry)
        return failure("invalid_request", u"there is no such entry in the policy's history"_s);
    const QByteArray text = entry->text;
    const Policy::Format format = entry->format;
    const QString why = reason.isEmpty() ? "back to entry "_L1 + QString::number(entry->number) : reason;
    return apply(text, format, current()->policy->revision(), why, actor);
}

Result<PolicyStore::Applied> PolicyStore::reload(const QByteArray &actor)
{
    auto source = findSource(m_options.sources);
    Candidate candidate;
    Error error;
    if (source) {
        candidate = judge(source->text, source->format, source->path);
        if (!candidate.ok())
            error = {"policy_invalid", "the policy has "_L1 + QString::number(candidate.errors.size()) + " errors"_L1,
                {{"errors"_L1, diagnosticsToJson(candidate.errors)}}, {}};
    } else {
        error = source.error();
    }
    if (!error.code.isEmpty()) {
        markStale(error.message + (candidate.errors.isEmpty() ? QString() : ": "_L1 + candidate.errors.first().toLine(QString::fromLocal8Bit(source->path))));
        Q_EMIT changed(current()->policy->revision(), actor, u"reload failed, the last good policy stays in force"_s);
        return failure(error);
    }
    const QByteArray revision = candidate.snapshot->policy->revision();
    if (source->text != m_source.text || source->format != m_source.format) {
        if (auto entry = record(source->text, source->format, revision, u"reloaded"_s, actor); !entry)
            return failure(entry.error());
    }
    m_source = std::move(*source);
    swap(std::move(candidate.snapshot));
    Q_EMIT changed(revision, actor, u"reloaded"_s);
    return Applied {revision, m_currentEntry};
}

} // namespace Cofferdam::PolicyStore
