// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/policy/mergetable.h"

#include <QtCore/QJsonArray>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Cofferdam::Policy {

namespace {

constexpr QByteArrayView groupPrefix = "group:";

Specificity specificityOf(QByteArrayView selector)
{
    if (selector.isEmpty())
        return Specificity::Defaults;
    if (selector.startsWith(groupPrefix))
        return Specificity::Group;
    return isGlob(selector) ? Specificity::Glob : Specificity::Exact;
}

int threeWay(auto a, auto b) { return a < b ? -1 : a > b ? 1 : 0; }

RuleFields onlyEnabled(bool value)
{
    RuleFields fields;
    fields.enabled = Sourced<bool> {value, {}};
    return fields;
}

RuleFields catalogueFields(const Endpoint &endpoint)
{
    RuleFields fields = onlyEnabled(true);
    fields.scopes = Sourced<QList<QByteArray>> {endpoint.scopes, {}};
    fields.audit = Sourced<QByteArray> {"deny", {}};
    for (const LimitDefault &limit : endpoint.limits)
        fields.limits.insert(limit.key, {limit.value, {}});
    for (const ParamDefault &param : endpoint.params) {
        if (!param.value.isUndefined())
            fields.params.insert(param.key, {param.value, {}});
    }
    return fields;
}

bool isTransfer(const Endpoint &endpoint)
{
    static const QList<QByteArray> ids {"upload", "download", "files_upload_stream", "files_download_stream"};
    return ids.contains(endpoint.id);
}

} // namespace

RuleSource::RuleSource(Layer sourceLayer, QByteArray sourceSelector, QByteArray ruleName, RuleFields ruleFields)
    : layer(sourceLayer), specificity(specificityOf(sourceSelector)), selector(std::move(sourceSelector)), name(std::move(ruleName)),
      fields(std::move(ruleFields))
{
    const auto special = std::find_if(selector.cbegin(), selector.cend(), [](char c) { return c == '*' || c == '?' || c == '['; });
    literalPrefix = special - selector.cbegin();
}

bool RuleSource::appliesTo(const Endpoint &endpoint) const
{
    switch (specificity) {
    case Specificity::Defaults: return true;
    case Specificity::Group: return QByteArrayView(selector).sliced(groupPrefix.size()) == endpoint.group;
    case Specificity::Glob: return nameMatches(selector, endpoint.id);
    case Specificity::Exact: return selector == endpoint.id;
    }
    return false;
}

Provenance RuleSource::provenance(const SourceSpan &fieldSpan) const
{
    return {name, layer, fileName, fieldSpan.isKnown() ? fieldSpan : span};
}

int compareRank(const RuleSource &a, const RuleSource &b)
{
    if (a.specificity != b.specificity)
        return threeWay(a.specificity, b.specificity);
    if (a.specificity == Specificity::Glob && a.selector != b.selector) {
        if (a.literalPrefix != b.literalPrefix)
            return threeWay(a.literalPrefix, b.literalPrefix);
        if (a.selector.size() != b.selector.size())
            return threeWay(a.selector.size(), b.selector.size());
        return threeWay(a.selector.compare(b.selector), 0);
    }
    return threeWay(a.layer, b.layer);
}

MergeTable::MergeTable(const Document &document, const CompileInputs &inputs)
{
    addCatalogue(inputs);
    addOptInGroups();
    addCode(inputs);
    if (document.preset) {
        if (const Document *preset = presetDocument(document.preset->value))
            addDocument(*preset, Layer::Preset, document.preset->value);
    }
    addDocument(document, Layer::Policy, {});
    for (const QByteArray &group : inputs.environmentGroups)
        m_rules.emplace_back(Layer::Environment, "group:" + group, "environment:ABX_SERVER_ENABLED_GROUPS:" + group, onlyEnabled(true));
    std::stable_sort(m_rules.begin(), m_rules.end(), [](const RuleSource &a, const RuleSource &b) { return compareRank(a, b) < 0; });
    collectSources();
}

void MergeTable::addCatalogue(const CompileInputs &inputs)
{
    for (const Endpoint &endpoint : endpoints()) {
        std::vector<RuleSource> &sources = m_catalogue.emplace_back();
        sources.emplace_back(Layer::Default, QByteArray(), "default:catalogue", catalogueFields(endpoint));
        if (!inputs.maxUploadSize || !isTransfer(endpoint))
            continue;
        RuleFields fields;
        fields.limits.insert("max_bytes", {inputs.maxUploadSize, {}});
        sources.emplace_back(Layer::Default, QByteArray(), "environment:ABX_MAX_UPLOAD_SIZE", fields);
    }
}

void MergeTable::addOptInGroups()
{
    for (const Group &group : groups()) {
        if (!group.onByDefault)
            m_rules.emplace_back(Layer::Default, "group:" + group.name, "default:opt-in:" + group.name, onlyEnabled(false));
    }
}

void MergeTable::addCode(const CompileInputs &inputs)
{
    for (const QByteArray &group : inputs.codeEnable)
        m_rules.emplace_back(Layer::Code, "group:" + group, "code:enable_group:" + group, onlyEnabled(true));
    for (const QByteArray &group : inputs.codeDisable)
        m_rules.emplace_back(Layer::Code, "group:" + group, "code:disable_group:" + group, onlyEnabled(false));
}

void MergeTable::addDocument(const Document &document, Layer layer, const QByteArray &presetName)
{
    for (const Rule &rule : document.rules) {
        const QByteArray name = layer == Layer::Preset ? "preset:" + presetName : "policy:" + rule.name;
        RuleSource &source = m_rules.emplace_back(layer, rule.selector, name, rule.fields);
        source.fileName = document.fileName;
        source.span = rule.selectorSpan;
    }
}

void MergeTable::collectSources()
{
    for (qsizetype i = 0; i < endpoints().size(); ++i) {
        std::vector<const RuleSource *> &sources = m_sources.emplace_back();
        for (const RuleSource &source : m_catalogue[size_t(i)])
            sources.push_back(&source);
        for (const RuleSource &source : m_rules) {
            if (source.appliesTo(endpoints()[i]))
                sources.push_back(&source);
        }
    }
}

const RuleSource *MergeTable::enabledWinner(const std::vector<const RuleSource *> &ascending, const Endpoint &endpoint)
{
    const RuleSource *best = nullptr;
    for (auto it = ascending.rbegin(); it != ascending.rend(); ++it) {
        const RuleSource &source = **it;
        if (!source.fields.enabled || (endpoint.isCore() && !source.fields.enabled->value))
            continue;
        if (best && compareRank(source, *best) != 0)
            break;
        if (!best || !source.fields.enabled->value)
            best = &source;
    }
    return best;
}

} // namespace Cofferdam::Policy
