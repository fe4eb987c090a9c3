// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/policy/catalogue.h"
#include "common/policy/document.h"
#include "common/policy/pathrules.h"
#include "common/policy/provenance.h"

#include <QtCore/QHash>
#include <QtCore/QJsonObject>

#include <memory>
#include <optional>
#include <vector>

namespace Cofferdam::Policy {

/// A resolved field and the rule that won.
template <typename T>
struct Resolved {
    T value {};
    Provenance from;
};

/// Everything the policy says about one endpoint. Fields an endpoint does not know are absent.
struct EffectiveRule {
    const Endpoint *endpoint = nullptr;
    Resolved<bool> enabled;
    Resolved<QList<QByteArray>> scopes;
    std::optional<PathRules> paths; ///< present for path-taking endpoints
    QHash<QByteArray, Resolved<std::optional<qint64>>> limits; ///< no value = no limit
    QHash<QByteArray, Resolved<QJsonValue>> params;
    QHash<QByteArray, QList<Provenance>> unionFrom; ///< by deny_* parameter: the rule of each entry, in the list's order
    Resolved<QByteArray> audit; ///< "off", "deny", "all"

    /// The limit's value; nothing when there is none (an unknown key too).
    [[nodiscard]] std::optional<qint64> limit(QByteArrayView key) const;
    [[nodiscard]] bool boolParam(QByteArrayView key, bool fallback) const;
    /// The list, or nothing where the parameter is not set (allow lists: everything).
    [[nodiscard]] std::optional<QList<QByteArray>> listParam(QByteArrayView key) const;
    [[nodiscard]] std::optional<int> modeParam(QByteArrayView key) const;
    [[nodiscard]] QByteArray ruleOfParam(QByteArrayView key) const;
    [[nodiscard]] QByteArray ruleOfLimit(QByteArrayView key) const;
    /// The rule that put entry into a deny_* list; the list's own where the entry is not in it.
    [[nodiscard]] Provenance fromOfEntry(QByteArrayView key, QByteArrayView entry) const;
    /// Bytes: the effective max_request_bytes (endpoints.md 1.1), nothing = no bound. 1 MiB where the endpoint knows no such limit.
    [[nodiscard]] std::optional<qint64> maxRequestBytes() const;
};

/// Inputs beside the document. Pure data: the caller read the environment and the disk.
struct CompileInputs {
    QByteArray baseDir; ///< what base_dir falls back to, absolute
    std::optional<qint64> maxUploadSize; ///< ABX_MAX_UPLOAD_SIZE
    bool legacyToken = false; ///< ABX_SERVER_TOKEN is set
    QList<QByteArray> environmentGroups; ///< ABX_SERVER_ENABLED_GROUPS
    QList<QByteArray> codeEnable, codeDisable; ///< enable_group / disable_group of an embedding program
    QList<QByteArray> serviceFiles; ///< paths of the service itself: denied everywhere, whatever the policy says
    bool lockdown = false;
    QByteArray revisionKey; ///< keys the hash of token digests inside the revision; empty: a constant (ADR 0021)
};

/// An identity of the policy with its scopes; who may use it is service/identity's matter.
struct IdentityInfo {
    QByteArray id;
    QList<QByteArray> scopes;
    SourceSpan span;
};

class MergeTable;

/// A policy in force: immutable, shared by every thread (shared_ptr<const>). Holds no secret but digests. policy.md 4, 9.
class CompiledPolicy
{
public:
    /// Merges the five layers. Errors are those a document alone cannot show (unknown environment group, workspace without allow…).
    [[nodiscard]] static Result<std::shared_ptr<const CompiledPolicy>> compile(const Document &document, const CompileInputs &inputs);

    [[nodiscard]] const Document &document() const { return m_document; }
    [[nodiscard]] const CompileInputs &inputs() const { return m_inputs; }
    [[nodiscard]] const QByteArray &revision() const { return m_revision; } ///< 64 hex digits
    [[nodiscard]] const QByteArray &preset() const { return m_preset; }
    [[nodiscard]] const QByteArray &baseDir() const { return m_baseDir; }
    [[nodiscard]] const EffectiveRule &rule(int endpointIndex) const { return m_rules[size_t(endpointIndex)]; }
    [[nodiscard]] const EffectiveRule *rule(QByteArrayView endpointId) const;
    [[nodiscard]] const std::vector<EffectiveRule> &rules() const { return m_rules; }
    /// Identities of policy.md 2 in the order written; anonymous and legacy included where they exist.
    [[nodiscard]] const QList<IdentityInfo> &identities() const { return m_identities; }
    [[nodiscard]] const IdentityInfo *identity(QByteArrayView id) const;
    [[nodiscard]] bool anonymousAllowed() const { return m_anonymous; }
    [[nodiscard]] bool auditRequired() const { return m_auditRequired; }
    [[nodiscard]] bool auditStrict() const { return m_auditStrict; }
    /// The effective table as JSON, sizes in bytes, with provenance: console and policy.get show it.
    [[nodiscard]] QJsonObject effectiveTable() const;
    /// Every rule of every layer as ranked: for explain and lint, not for decisions.
    [[nodiscard]] const MergeTable &mergeTable() const { return *m_mergeTable; }

private:
    friend class Compiler;
    Document m_document;
    CompileInputs m_inputs;
    QByteArray m_revision, m_preset, m_baseDir;
    std::vector<EffectiveRule> m_rules;
    std::shared_ptr<const MergeTable> m_mergeTable;
    QList<IdentityInfo> m_identities;
    bool m_anonymous = false, m_auditRequired = false, m_auditStrict = false;
};

} // namespace Cofferdam::Policy
