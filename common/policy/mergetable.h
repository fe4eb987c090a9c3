// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/policy/compiledpolicy.h"

#include <vector>

namespace Cofferdam::Policy {

/// How exactly a selector names an endpoint, low to high (policy.md 4).
enum class Specificity { Defaults, Group, Glob, Exact };

/// One rule of one layer, ready to be ranked. A value type.
struct RuleSource {
    Layer layer = Layer::Default;
    Specificity specificity = Specificity::Defaults;
    QByteArray selector; ///< as written; empty for defaults
    qsizetype literalPrefix = 0; ///< bytes of a glob before its first special character
    QByteArray name; ///< the whole provenance: "policy:endpoints.shell"
    QByteArray fileName;
    SourceSpan span; ///< of the selector
    RuleFields fields;

    RuleSource() = default;
    RuleSource(Layer sourceLayer, QByteArray sourceSelector, QByteArray ruleName, RuleFields ruleFields);
    [[nodiscard]] bool appliesTo(const Endpoint &endpoint) const;
    [[nodiscard]] Provenance provenance(const SourceSpan &fieldSpan) const;
};

/// Below zero when a yields to b; zero when both have the same specificity and layer.
[[nodiscard]] int compareRank(const RuleSource &a, const RuleSource &b);

/// Names one field of an endpoint's rule. Text form: "enabled", "limits.max_bytes", "paths.deny".
struct FieldRef {
    enum class Kind { Enabled, Scopes, Audit, Limit, Param, Allow, Deny, ReadOnly, Symlinks, Nocase, Hardlinks };
    Kind kind = Kind::Enabled;
    QByteArray key; ///< of a limit or parameter

    [[nodiscard]] QByteArray name() const;
    /// deny lists and deny_* parameters: every candidate counts.
    [[nodiscard]] bool isUnion() const;
};
/// Every field the endpoint knows, in the order shown to people.
[[nodiscard]] QList<FieldRef> fieldsOf(const Endpoint &endpoint);

/// What one rule says about one field.
struct FieldValue {
    QJsonValue value;
    SourceSpan span;
};
[[nodiscard]] std::optional<FieldValue> fieldValue(const RuleFields &fields, const FieldRef &field);

/// The field as it is in force, and its rule; a union names the rule of its first entry.
[[nodiscard]] FieldValue resolvedValue(const EffectiveRule &rule, const FieldRef &field);
[[nodiscard]] Provenance resolvedFrom(const EffectiveRule &rule, const FieldRef &field);

/// One rule's bid for one field, with the outcome in words.
struct Candidate {
    const RuleSource *source = nullptr;
    QJsonValue value;
    SourceSpan span;
    bool won = false;
    QString why;
};

/// All rules of all layers in the order of their rank: what the compiler merges and what explain and lint look into. Immutable
/// after construction; lives beside the hot path, never in it.
class MergeTable
{
public:
    /// The fixed layers and the document's, policy.md 4. document and inputs must have been checked.
    MergeTable(const Document &document, const CompileInputs &inputs);
    MergeTable(const MergeTable &) = delete;
    MergeTable &operator=(const MergeTable &) = delete;

    /// Rules that apply to an endpoint, lowest first; the catalogue's own comes at the very bottom.
    [[nodiscard]] const std::vector<const RuleSource *> &sourcesFor(int endpointIndex) const { return m_sources[size_t(endpointIndex)]; }
    [[nodiscard]] const std::vector<RuleSource> &rules() const { return m_rules; }
    /// Bids for a field, highest first. The engine's own gates (sandbox, lockdown) are not among them.
    [[nodiscard]] QList<Candidate> candidates(int endpointIndex, const FieldRef &field) const;
    /// The bid that decides enabled: highest rank, a false before a true of the same rank; for core only a true.
    [[nodiscard]] static const RuleSource *enabledWinner(const std::vector<const RuleSource *> &ascending, const Endpoint &endpoint);

private:
    void addCatalogue(const CompileInputs &inputs);
    void addOptInGroups();
    void addCode(const CompileInputs &inputs);
    void collectSources();
    void addDocument(const Document &document, Layer layer, const QByteArray &presetName);

    std::vector<std::vector<RuleSource>> m_catalogue; ///< by endpoint
    std::vector<RuleSource> m_rules; ///< ascending
    std::vector<std::vector<const RuleSource *>> m_sources; ///< by endpoint; into the two above
};

} // namespace Cofferdam::Policy
