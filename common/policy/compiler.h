// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/policy/mergetable.h"

namespace Cofferdam::Policy {

/// Turns a document and the inputs beside it into a policy in force. Used once, on the stack. Errors: policy_invalid, with a span
/// where a place in the document is at fault. policy.md 4.
class Compiler
{
public:
    Compiler(const Document &document, const CompileInputs &inputs);
    [[nodiscard]] Result<std::shared_ptr<const CompiledPolicy>> run();

private:
    [[nodiscard]] Result<void> checkInputs() const;
    void addIdentities();
    void addAudit();
    [[nodiscard]] Result<EffectiveRule> resolve(int endpointIndex) const;
    void resolveEnabled(EffectiveRule &rule) const;
    [[nodiscard]] Result<PathRules> resolvePaths(const std::vector<const RuleSource *> &sources) const;
    [[nodiscard]] Result<void> addDeny(PathRules &paths, const std::vector<const RuleSource *> &sources) const;
    [[nodiscard]] Result<void> checkWorkspace() const;

    const Document &m_document;
    const CompileInputs &m_inputs;
    std::shared_ptr<CompiledPolicy> m_policy;
};

/// Fills in max_request_bytes where no rule sets it: it follows the endpoint's body limits (endpoints.md 1.1).
void followBodyLimit(EffectiveRule &rule);
/// Bytes of body that max_bytes needs, base64 counted; nothing where the endpoint sends no such body or has no bound.
[[nodiscard]] std::optional<qint64> bodyBytesNeeded(const EffectiveRule &rule);
/// The hex SHA-256 of the canonical effective policy: values only, so that texts that mean the same have the same revision.
[[nodiscard]] QByteArray revisionOf(const CompiledPolicy &policy);

} // namespace Cofferdam::Policy
