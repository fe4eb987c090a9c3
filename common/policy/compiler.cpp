// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/policy/compiler.h"

#include <QtCore/QJsonArray>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Cofferdam::Policy {

namespace {

std::unexpected<Error> invalid(const QString &message, const SourceSpan &span = {})
{
    Error error {"policy_invalid", message, {}, {}};
    if (span.isKnown())
        error.span = span;
    return failure(std::move(error));
}

/// The highest bid for a field; get returns a pointer to the Sourced value, or null.
template <typename T, typename Get>
Resolved<T> highest(const std::vector<const RuleSource *> &ascending, Get get, T fallback = {})
{
    for (auto it = ascending.rbegin(); it != ascending.rend(); ++it) {
        if (const Sourced<T> *field = get((*it)->fields))
            return {field->value, (*it)->provenance(field->span)};
    }
    Provenance none;
    none.rule = "default:catalogue";
    return {std::move(fallback), none};
}

template <typename T>
const Sourced<T> *pointerTo(const std::optional<Sourced<T>> &field)
{
    return field ? &*field : nullptr;
}

template <typename T>
const Sourced<T> *pointerTo(const QHash<QByteArray, Sourced<T>> &fields, const QByteArray &key)
{
    const auto it = fields.constFind(key);
    return it == fields.constEnd() ? nullptr : &*it;
}

/// deny_*: entries of every candidate, highest rank first, each with its own rule.
void uniteParam(EffectiveRule &rule, const QByteArray &key, const std::vector<const RuleSource *> &ascending)
{
    QJsonArray values;
    QList<Provenance> &from = rule.unionFrom[key];
    for (auto it = ascending.rbegin(); it != ascending.rend(); ++it) {
        const auto *field = pointerTo((*it)->fields.params, key);
        const QJsonArray items = field ? field->value.toArray() : QJsonArray();
        for (const QJsonValue &item : items) {
            if (values.contains(item))
                continue;
            values.append(item);
            from.append((*it)->provenance(field->span));
        }
    }
    if (!values.isEmpty())
        rule.params[key].value = values;
}

} // namespace

Compiler::Compiler(const Document &document, const CompileInputs &inputs)
    : m_document(document), m_inputs(inputs), m_policy(std::make_shared<CompiledPolicy>())
{
}

Result<std::shared_ptr<const CompiledPolicy>> Compiler::run()
{
    if (auto checked = checkInputs(); !checked)
        return failure(checked.error());
    m_policy->m_document = m_document;
    m_policy->m_inputs = m_inputs;
    m_policy->m_preset = m_document.preset ? m_document.preset->value : QByteArray("default");
    m_policy->m_baseDir = m_document.baseDir ? m_document.baseDir->value : m_inputs.baseDir;
    if (!m_policy->m_baseDir.isEmpty())
        m_policy->m_baseDir = normalisePath(m_policy->m_baseDir, "/");
    m_policy->m_mergeTable = std::make_shared<const MergeTable>(m_document, m_inputs);
    addIdentities();
    addAudit();
    for (int i = 0; i < int(endpoints().size()); ++i) {
        auto rule = resolve(i);
        if (!rule)
            return failure(rule.error());
        m_policy->m_rules.push_back(std::move(*rule));
    }
    if (auto checked = checkWorkspace(); !checked)
        return failure(checked.error());
    m_policy->m_revision = revisionOf(*m_policy);
    return m_policy;
}

Result<void> Compiler::checkInputs() const
{
    for (const QByteArray &group : m_inputs.environmentGroups) {
        if (!findGroup(group))
            return invalid(u"ABX_SERVER_ENABLED_GROUPS names a group that does not exist: "_s + QString::fromUtf8(group));
    }
    for (const QByteArray &group : m_inputs.codeEnable + m_inputs.codeDisable) {
        if (!findGroup(group))
            return invalid(u"the program names a group that does not exist: "_s + QString::fromUtf8(group));
    }
    for (const QByteArray &group : m_inputs.codeDisable) {
        if (!findGroup(group)->canDisable)
            return invalid(u"the group %1 cannot be disabled"_s.arg(QString::fromUtf8(group)));
    }
    if (m_inputs.legacyToken && m_document.auth.hasTokens)
        return invalid(u"ABX_SERVER_TOKEN is set and the policy has auth.tokens; use one of the two"_s);
    if (m_document.preset && !presetDocument(m_document.preset->value))
        return invalid(u"there is no preset "_s + QString::fromUtf8(m_document.preset->value), m_document.preset->span);
    if (m_inputs.maxUploadSize && *m_inputs.maxUploadSize <= 0)
        return invalid(u"ABX_MAX_UPLOAD_SIZE must be a size above zero"_s);
    return {};
}

// policy.md 2. Anonymous exists where nothing is configured, or where the policy asks for it beside tokens.
void Compiler::addIdentities()
{
    const AuthSection &auth = m_document.auth;
    const bool allowWritten = auth.allowAnonymous.has_value();
    const bool allowed = allowWritten && auth.allowAnonymous->value;
    for (const TokenEntry &entry : auth.tokens)
        m_policy->m_identities.append({entry.id, entry.scopes, entry.span});
    if (m_inputs.legacyToken) {
        const auto scopes = auth.legacyScopes.value_or(Sourced<QList<QByteArray>> {{"*"}, {}});
        m_policy->m_identities.append({"legacy", scopes.value, scopes.span});
    }
    m_policy->m_anonymous = !m_inputs.legacyToken && (auth.hasTokens ? allowed : allowed || !allowWritten);
    if (!m_policy->m_anonymous)
        return;
    const QList<QByteArray> fallback = auth.hasTokens ? QList<QByteArray>() : QList<QByteArray> {"*"};
    const auto scopes = auth.anonymousScopes.value_or(Sourced<QList<QByteArray>> {fallback, {}});
    m_policy->m_identities.append({"anonymous", scopes.value, scopes.span});
}

void Compiler::addAudit()
{
    const Document *preset = m_document.preset ? presetDocument(m_document.preset->value) : nullptr;
    const auto pick = [preset](const auto &own, auto member) { return own || !preset ? own : preset->*member; };
    const auto required = pick(m_document.auditRequired, &Document::auditRequired);
    const auto sync = pick(m_document.auditSync, &Document::auditSync);
    m_policy->m_auditRequired = required && required->value;
    m_policy->m_auditStrict = sync && sync->value == "strict";
}

Result<EffectiveRule> Compiler::resolve(int endpointIndex) const
{
    const Endpoint &endpoint = endpoints()[endpointIndex];
    const auto &sources = m_policy->m_mergeTable->sourcesFor(endpointIndex);
    EffectiveRule rule;
    rule.endpoint = &endpoint;
    if (const RuleSource *winner = MergeTable::enabledWinner(sources, endpoint))
        rule.enabled = {winner->fields.enabled->value, winner->provenance(winner->fields.enabled->span)};
    resolveEnabled(rule);
    rule.scopes = highest<QList<QByteArray>>(sources, [](const RuleFields &fields) { return pointerTo(fields.scopes); });
    rule.audit = highest<QByteArray>(sources, [](const RuleFields &fields) { return pointerTo(fields.audit); }, "deny");
    for (const LimitDefault &limit : endpoint.limits)
        rule.limits.insert(limit.key, highest<std::optional<qint64>>(sources, [&](const RuleFields &f) { return pointerTo(f.limits, limit.key); }));
    for (const ParamDefault &param : endpoint.params) {
        rule.params.insert(param.key, highest<QJsonValue>(sources, [&](const RuleFields &f) { return pointerTo(f.params, param.key); },
            QJsonValue(QJsonValue::Undefined)));
        if (const ParamKey *key = findParamKey(param.key); key && key->unionMerge)
            uniteParam(rule, param.key, sources);
    }
    followBodyLimit(rule);
    if (!endpoint.takesPaths())
        return rule;
    auto paths = resolvePaths(sources);
    if (!paths)
        return failure(paths.error());
    rule.paths = std::move(*paths);
    return rule;
}

// Gates that stand above the layers: an emergency stop, and no program without a sandbox level (sandbox.md 1).
void Compiler::resolveEnabled(EffectiveRule &rule) const
{
    Provenance gate;
    if (rule.endpoint->isCore())
        return;
    if (m_inputs.lockdown) {
        gate.rule = "lockdown";
        rule.enabled = {false, gate};
        return;
    }
    const auto &level = m_document.sandbox.level;
    if (rule.enabled.value && rule.endpoint->startsPrograms && (!level || level->value != "none")) {
        gate.rule = "default:no-sandbox";
        rule.enabled = {false, gate};
    }
}

Result<PathRules> Compiler::resolvePaths(const std::vector<const RuleSource *> &sources) const
{
    PathRules paths;
    const auto allow = highest<QList<QByteArray>>(sources, [](const RuleFields &f) { return pointerTo(f.paths.allow); });
    paths.rootsAreAllow = std::any_of(sources.begin(), sources.end(), [](const RuleSource *s) { return s->fields.paths.allow.has_value(); });
    paths.rootsFrom = allow.from;
    if (paths.rootsAreAllow) {
        for (const QByteArray &root : allow.value)
            paths.roots.append(normalisePath(root, "/"));
    } else if (!m_policy->m_baseDir.isEmpty()) {
        paths.roots = {m_policy->m_baseDir};
        paths.rootsFrom.rule = "default:base_dir";
        if (m_document.baseDir)
            paths.rootsFrom = {"policy:base_dir", Layer::Policy, m_document.fileName, m_document.baseDir->span};
    }
    const auto readOnly = highest<bool>(sources, [](const RuleFields &f) { return pointerTo(f.paths.readOnly); });
    const auto symlinks = highest<QByteArray>(sources, [](const RuleFields &f) { return pointerTo(f.paths.symlinks); }, "within");
    const auto hardlinks = highest<QByteArray>(sources, [](const RuleFields &f) { return pointerTo(f.paths.hardlinks); }, "allow");
    paths.readOnly = readOnly.value;
    paths.readOnlyFrom = readOnly.from;
    paths.symlinks = symlinks.value == "within" ? Symlinks::Within : Symlinks::Never;
    paths.symlinksFrom = symlinks.from;
    paths.refuseHardlinks = hardlinks.value != "allow";
    paths.hardlinksFrom = hardlinks.from;
    const auto nocase = highest<bool>(sources, [](const RuleFields &f) { return pointerTo(f.paths.nocase); });
    paths.nocase = nocase.value;
    paths.nocaseFrom = nocase.from;
    if (!m_policy->m_baseDir.isEmpty())
        paths.neverWritable = {normalisePath(".cofferdam", m_policy->m_baseDir)};
    if (auto added = addDeny(paths, sources); !added)
        return failure(added.error());
    return paths;
}

// Every candidate's patterns count, whatever its rank; the service's own files come first and no policy lifts them.
Result<void> Compiler::addDeny(PathRules &paths, const std::vector<const RuleSource *> &sources) const
{
    const auto add = [&paths](const QByteArray &text, bool nocase, const Provenance &from) -> Result<void> {
        const auto same = [&](const DenyEntry &entry) { return entry.text == text && entry.nocase == nocase; };
        if (std::any_of(paths.deny.begin(), paths.deny.end(), same))
            return {};
        auto entry = DenyEntry::compile(text, nocase, from);
        if (!entry)
            return invalid(entry.error().message, from.span);
        paths.deny.append(std::move(*entry));
        return {};
    };
    Provenance own;
    own.rule = "default:service-files";
    for (const QByteArray &file : m_inputs.serviceFiles) {
        DenyEntry entry;
        entry.text = file;
        entry.prefix = normalisePath(file, "/");
        entry.from = own;
        paths.deny.append(entry);
    }
    for (auto it = sources.rbegin(); it != sources.rend(); ++it) {
        const PathFields &fields = (*it)->fields.paths;
        for (qsizetype i = 0; fields.deny && i < fields.deny->value.size(); ++i) {
            const Provenance from = (*it)->provenance(fields.denySpans.value(i, fields.deny->span));
            if (auto added = add(fields.deny->value[i], paths.nocase, from); !added)
                return added;
        }
    }
    return {};
}

// endpoints.md 3: the workspace preset has no boundary of its own.
Result<void> Compiler::checkWorkspace() const
{
    if (m_policy->m_preset != "workspace")
        return {};
    for (const EffectiveRule &rule : m_policy->m_rules) {
        if (rule.paths && rule.enabled.value && (!rule.paths->rootsAreAllow || rule.paths->roots.isEmpty()))
            return invalid(u"the preset workspace needs paths.allow with one directory or more; %1 has none"_s
                    .arg(QString::fromUtf8(rule.endpoint->id)), m_document.preset->span);
    }
    return {};
}

Result<std::shared_ptr<const CompiledPolicy>> CompiledPolicy::compile(const Document &document, const CompileInputs &inputs)
{
    return Compiler(document, inputs).run();
}

} // namespace Cofferdam::Policy
