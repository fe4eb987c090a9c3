// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/policy/compiler.h"

#include "common/base/ids.h"
#include "common/policy/textlist.h"
#include "common/protocol/jsonparser.h"

#include <QtCore/QMessageAuthenticationCode>

#include <algorithm>
#include <limits>

/// What follows from a resolved policy: the default of max_request_bytes, and the revision.
using namespace Qt::StringLiterals;

namespace Cofferdam::Policy {

namespace {

constexpr qint64 mebibyte = 1 << 20;
constexpr qint64 jsonOverhead = 64 << 10;
constexpr qint64 largest = std::numeric_limits<qint64>::max();

/// Limits that bound what a caller sends in a body. max_bytes bounds the reply on most endpoints, so those that send are named.
QList<QByteArray> bodyLimitKeys(const Endpoint &endpoint)
{
    static const QList<QByteArray> sends {"upload", "files_upload_stream", "files_edit", "files_extract", "process_stdin", "agents_session_send",
        "desktop_type", "desktop_clipboard_set", "html_parse", "port_proxy"};
    QList<QByteArray> keys {"max_stdin_bytes", "max_code_bytes", "max_value_bytes"};
    if (sends.contains(endpoint.id))
        keys.append("max_bytes");
    return keys;
}

qint64 base64Size(qint64 size) { return size > largest / 4 ? largest : (size * 4 + 2) / 3; }

/// What JSON with size bytes in base64 takes; the largest number instead of an overflow.
qint64 jsonRoom(qint64 size) { return base64Size(size) > largest - jsonOverhead ? largest : base64Size(size) + jsonOverhead; }

/// Lists that are sets: order and repetition do not change what they mean.
QJsonArray setOf(QList<QByteArray> list)
{
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
    return textList(list);
}

QJsonValue paramValue(const QJsonValue &value)
{
    if (!value.isArray())
        return value;
    return setOf(bytesList(value.toArray()));
}

QJsonObject pathsValue(const PathRules &paths)
{
    QList<QByteArray> deny;
    for (const DenyEntry &entry : paths.deny)
        deny.append((entry.nocase ? "i:" : "s:") + entry.text);
    return {{u"roots"_s, textList(paths.roots)}, {u"allow"_s, paths.rootsAreAllow}, {u"deny"_s, setOf(deny)}, {u"read_only"_s, paths.readOnly},
        {u"never_writable"_s, textList(paths.neverWritable)}, {u"symlinks"_s, paths.symlinks == Symlinks::Within ? u"within"_s : u"never"_s},
        {u"hardlinks"_s, paths.refuseHardlinks ? u"refuse"_s : u"allow"_s}};
}

QJsonObject ruleValue(const EffectiveRule &rule)
{
    QJsonObject limits;
    for (auto it = rule.limits.cbegin(); it != rule.limits.cend(); ++it)
        limits.insert(textOf(it.key()), it->value ? QJsonValue(*it->value) : QJsonValue());
    QJsonObject params;
    for (auto it = rule.params.cbegin(); it != rule.params.cend(); ++it) {
        if (!it->value.isUndefined())
            params.insert(textOf(it.key()), paramValue(it->value));
    }
    QJsonObject object {{u"enabled"_s, rule.enabled.value}, {u"built"_s, rule.endpoint->built}, {u"scopes"_s, setOf(rule.scopes.value)},
        {u"audit"_s, textOf(rule.audit.value)}, {u"limits"_s, limits}, {u"params"_s, params}};
    if (rule.paths)
        object.insert(u"paths"_s, pathsValue(*rule.paths));
    return object;
}

/// A token as what a keyed hash makes of its digest: neither digest nor token can be read off a revision.
QString tokenMark(const TokenEntry &entry, const QByteArray &key)
{
    const QByteArray text = entry.tokenSha256.isEmpty() ? "env:" + entry.tokenEnv : "sha256:" + entry.tokenSha256;
    const QByteArray used = key.isEmpty() ? QByteArray("cofferdam policy revision 1") : key;
    return QString::fromLatin1(QMessageAuthenticationCode::hash(text, used, QCryptographicHash::Sha256).toHex());
}

QJsonArray tokenValues(const QList<TokenEntry> &entries, const QByteArray &key)
{
    QJsonArray array;
    for (const TokenEntry &entry : entries)
        array.append(QJsonObject {{u"id"_s, textOf(entry.id)}, {u"role"_s, textOf(entry.role)}, {u"token"_s, tokenMark(entry, key)}});
    return array;
}

QJsonArray identityValues(const QList<IdentityInfo> &identities)
{
    QJsonArray array;
    for (const IdentityInfo &identity : identities)
        array.append(QJsonObject {{u"id"_s, textOf(identity.id)}, {u"scopes"_s, setOf(identity.scopes)}});
    return array;
}

template <typename T>
QJsonValue optionalValue(const std::optional<T> &value)
{
    return value ? QJsonValue(*value) : QJsonValue();
}

QJsonObject sandboxValue(const SandboxSection &sandbox)
{
    return {{u"level"_s, sandbox.level ? textOf(sandbox.level->value) : QString()},
        {u"timeout_seconds"_s, optionalValue(sandbox.timeoutSeconds)}, {u"kill_grace_seconds"_s, optionalValue(sandbox.killGraceSeconds)},
        {u"restricted_path"_s, optionalValue(sandbox.restrictedPath)}, {u"workspace_only"_s, optionalValue(sandbox.workspaceOnly)}};
}

} // namespace

void followBodyLimit(EffectiveRule &rule)
{
    const auto it = rule.limits.find("max_request_bytes");
    if (it == rule.limits.end() || it->from.layer != Layer::Default || it->value)
        return;
    const bool raw = rule.endpoint->body == BodyKind::Raw;
    Resolved<std::optional<qint64>> bound {raw ? 0 : mebibyte, it->from};
    for (const QByteArray &key : bodyLimitKeys(*rule.endpoint)) {
        const auto limit = rule.limits.constFind(key);
        if (limit == rule.limits.constEnd() || (raw && key != "max_bytes"))
            continue;
        if (!limit->value) {
            *it = {std::nullopt, limit->from};
            return;
        }
        const qint64 room = raw ? *limit->value : jsonRoom(*limit->value);
        if (room > *bound.value)
            bound = {room, limit->from};
    }
    *it = bound;
}

std::optional<qint64> bodyBytesNeeded(const EffectiveRule &rule)
{
    const auto size = rule.limit("max_bytes");
    if (!size || !bodyLimitKeys(*rule.endpoint).contains("max_bytes"))
        return {};
    return rule.endpoint->body == BodyKind::Json ? base64Size(*size) : *size;
}

QByteArray revisionOf(const CompiledPolicy &policy)
{
    const Document &document = policy.document();
    const QByteArray &key = policy.inputs().revisionKey;
    QJsonObject rules;
    for (const EffectiveRule &rule : policy.rules())
        rules.insert(textOf(rule.endpoint->id), ruleValue(rule));
    const QJsonObject http {{u"hosts"_s, setOf(document.http.hosts)}, {u"origins"_s, setOf(document.http.origins)},
        {u"max_connections"_s, optionalValue(document.http.maxConnections)}};
    const QJsonObject effective {{u"preset"_s, textOf(policy.preset())}, {u"base_dir"_s, textOf(policy.baseDir())},
        {u"identities"_s, identityValues(policy.identities())}, {u"tokens"_s, tokenValues(document.auth.tokens, key)},
        {u"operators"_s, tokenValues(document.auth.operators, key)},
        {u"audit"_s, QJsonObject {{u"required"_s, policy.auditRequired()}, {u"strict"_s, policy.auditStrict()}}}, {u"http"_s, http},
        {u"sandbox"_s, sandboxValue(document.sandbox)}, {u"endpoints"_s, rules}};
    return sha256Hex(canonicalJson(effective));
}

} // namespace Cofferdam::Policy
