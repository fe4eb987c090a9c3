// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/base/result.h"
#include "common/policy/catalogue.h"
#include "common/protocol/node.h"

#include <QtCore/QByteArray>
#include <QtCore/QHash>
#include <QtCore/QJsonValue>
#include <QtCore/QList>

#include <memory>
#include <optional>

namespace Cofferdam::Policy {

enum class Format { Yaml, Json };
/// By suffix: .json, .yaml, .yml; nothing for another.
[[nodiscard]] std::optional<Format> formatFromFileName(QByteArrayView name);

enum class Severity { Error, Warning, Note };

/// An error of a document, or a lint finding: the same words in the console, cofferdamctl and the log.
struct Diagnostic {
    Severity severity = Severity::Error;
    QByteArray id; ///< "L3" for lint, a stable code such as unknown_key, wrong_type, duplicate_key, bad_syntax for errors
    SourceSpan span;
    QByteArray jsonPath; ///< $.endpoints.files_dowload
    QString message; ///< lower-case clause
    QString why; ///< lint: one sentence of why it matters
    QString suggestion; ///< lint: what to write instead; errors: the text to put in place of the span ("did you mean")
    QByteArray replacement; ///< non-empty: replaces the bytes of span as a quick fix

    /// "FILE:LINE:COLUMN: error: MESSAGE ($.path)": the line check-config prints.
    [[nodiscard]] QString toLine(const QString &fileName) const;
    [[nodiscard]] QJsonObject toJson() const;
};

/// A value with the place it was written at.
template <typename T>
struct Sourced {
    T value {};
    SourceSpan span;
};

struct PathFields {
    std::optional<Sourced<QList<QByteArray>>> allow; ///< absolute directories
    std::optional<Sourced<QList<QByteArray>>> deny;
    QList<SourceSpan> denySpans; ///< one a pattern, in order
    std::optional<Sourced<bool>> readOnly;
    std::optional<Sourced<QByteArray>> symlinks; ///< "within", "never"
    std::optional<Sourced<bool>> nocase;
    std::optional<Sourced<QByteArray>> hardlinks; ///< "allow", "refuse"
};

/// The body of a rule: every field may be absent. A limit without value is `null`: no limit.
struct RuleFields {
    std::optional<Sourced<bool>> enabled;
    std::optional<Sourced<QList<QByteArray>>> scopes;
    PathFields paths;
    QHash<QByteArray, Sourced<std::optional<qint64>>> limits;
    QHash<QByteArray, Sourced<QJsonValue>> params;
    std::optional<Sourced<QByteArray>> audit; ///< "off", "deny", "all"
};

/// One selector with its rule, as written.
struct Rule {
    QByteArray selector; ///< exact id, glob, group:NAME, or empty for defaults
    SourceSpan selectorSpan;
    QByteArray name; ///< provenance without the layer: "endpoints.shell", "groups.agents", "defaults"
    RuleFields fields;
};

struct TokenEntry {
    QByteArray id;
    QList<QByteArray> scopes;
    QByteArray tokenEnv; ///< exactly one of the two
    QByteArray tokenSha256; ///< lower-case hex
    QByteArray role; ///< operators: "observer" or "operator"
    SourceSpan span;
};

struct AuthSection {
    bool hasTokens = false;
    QList<TokenEntry> tokens;
    QList<TokenEntry> operators;
    std::optional<Sourced<bool>> allowAnonymous;
    std::optional<Sourced<QList<QByteArray>>> anonymousScopes;
    std::optional<Sourced<QList<QByteArray>>> legacyScopes;
};

struct HttpSection {
    QList<QByteArray> hosts;
    QList<QByteArray> origins;
    std::optional<qint64> maxConnections;
};

struct SandboxSection {
    bool present = false;
    std::optional<Sourced<QByteArray>> level; ///< sandboxing.subprocess.level; only "none" until the launcher exists
    std::optional<qint64> timeoutSeconds;
    std::optional<qint64> killGraceSeconds;
    std::optional<bool> restrictedPath;
    std::optional<bool> workspaceOnly;
};

/// One policy document after strict reading, without a decision in it: what was written and where. An immutable value.
/// The empty document is the empty policy. policy.md 1–4.
struct Document {
    QByteArray fileName; ///< for messages; empty for built-in and inline text
    Format format = Format::Yaml;
    QByteArray text; ///< exactly as read
    bool hasServerKey = false; ///< a whole configuration rather than the bare policy
    std::optional<Sourced<QByteArray>> preset;
    std::optional<Sourced<QByteArray>> baseDir;
    QList<Rule> rules; ///< groups, defaults and endpoints, in the order of the document
    AuthSection auth;
    std::optional<Sourced<bool>> auditRequired;
    std::optional<Sourced<QByteArray>> auditSync; ///< "group" (default) or "strict"
    HttpSection http;
    SandboxSection sandbox;
};

struct LoadResult {
    std::optional<Document> document; ///< absent when any diagnostic is an error
    QList<Diagnostic> diagnostics; ///< all errors of the document, in the order of their places

    [[nodiscard]] bool ok() const { return document.has_value(); }
};

/// Reads a policy or configuration in either spelling, strictly (policy.md 1). Never throws; linear in the text.
[[nodiscard]] LoadResult loadDocument(QByteArrayView text, Format format, const QByteArray &fileName = {});

/// A preset's text (YAML) and its document; names() in the order of endpoints.md 3. Null for an unknown name.
[[nodiscard]] QList<QByteArray> presetNames();
[[nodiscard]] QByteArray presetText(QByteArrayView name);
[[nodiscard]] const Document *presetDocument(QByteArrayView name);

/// The near known name for a mistyped one (policy.md 1: distance ≤ 2, transposition, unique prefix, old clients' pairs), or empty.
[[nodiscard]] QByteArray didYouMean(QByteArrayView word, const QList<QByteArray> &known);

/// What may stand at a place of a document: for completion and hover in the editor.
struct Completion {
    QByteArray text; ///< what is inserted
    QByteArray detail; ///< kind: key, endpoint, scope, limit, parameter, value, group, preset
    QString help; ///< one sentence
};
/// Candidates at a byte offset, from the catalogue; works on incomplete text.
[[nodiscard]] QList<Completion> completionsAt(QByteArrayView text, qsizetype offset, Format format);
/// Help for the word at an offset: the same text as the completion's, or nothing.
[[nodiscard]] std::optional<Completion> hoverAt(QByteArrayView text, qsizetype offset, Format format);

} // namespace Cofferdam::Policy
