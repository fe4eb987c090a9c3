// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "service/operations/admin/adminservice.h"
#include "service/operations/admin/params.h"

using namespace Qt::StringLiterals;

namespace Cofferdam::Admin {

namespace {

using Store = PolicyStore::PolicyStore;

QLatin1StringView formatName(Policy::Format format) { return format == Policy::Format::Json ? "json"_L1 : "yaml"_L1; }

QJsonArray heads(const Store &store)
{
    QJsonArray array;
    for (const PolicyStore::HistoryEntry &entry : store.history().entries())
        array.prepend(entry.head(store.currentEntry()));
    return array;
}

QJsonArray toJson(const QList<Policy::Difference> &differences)
{
    QJsonArray array;
    for (const Policy::Difference &difference : differences)
        array.append(difference.toJson());
    return array;
}

Result<QJsonValue> get(const Store &store)
{
    const auto snapshot = store.current();
    const PolicyStore::Source &source = store.source();
    QJsonObject object {{"text"_L1, QString::fromUtf8(source.text)}, {"format"_L1, formatName(source.format)},
        {"source"_L1, QString::fromLatin1(PolicyStore::originName(source.origin))}, {"path"_L1, QString::fromUtf8(source.path)},
        {"revision"_L1, QString::fromLatin1(snapshot->policy->revision())}, {"preset"_L1, QString::fromUtf8(snapshot->policy->preset())},
        {"editable"_L1, source.editable}, {"stale"_L1, snapshot->stale}, {"effective"_L1, snapshot->policy->effectiveTable()},
        {"lint"_L1, PolicyStore::diagnosticsToJson(snapshot->warnings)}, {"history"_L1, heads(store)}};
    if (!source.editable)
        object.insert("not_editable_reason"_L1, source.whyNotEditable);
    if (snapshot->stale)
        object.insert("stale_reason"_L1, QString::fromUtf8(snapshot->staleReason));
    return object;
}

Result<QJsonValue> validate(const Store &store, const QJsonObject &params)
{
    if (auto known = onlyKeys(params, {"text"_L1, "format"_L1}); !known)
        return failure(known.error());
    const auto text = readPolicyText(params);
    if (!text)
        return failure(text.error());
    const PolicyStore::Candidate candidate = store.judge(text->text, text->format, store.source().path);
    QJsonObject object {{"ok"_L1, candidate.ok()}, {"errors"_L1, PolicyStore::diagnosticsToJson(candidate.errors)}, {"lint"_L1, PolicyStore::diagnosticsToJson(candidate.lint)}};
    if (candidate.ok()) {
        const Policy::CompiledPolicy &draft = *candidate.snapshot->policy;
        object.insert("revision"_L1, QString::fromLatin1(draft.revision()));
        object.insert("effective"_L1, draft.effectiveTable());
        object.insert("difference"_L1, toJson(Policy::difference(*store.current()->policy, draft)));
    }
    return object;
}

QJsonObject toJson(const Store::Applied &applied)
{
    return {{"revision"_L1, QString::fromLatin1(applied.revision)}, {"entry"_L1, QString::number(applied.entry)}};
}

/// The number behind an entry's id, which is opaque to clients; -1 for anything else.
qint64 entryNumber(const QJsonValue &id)
{
    bool ok = false;
    const qint64 number = id.toString().toLongLong(&ok);
    return ok && number > 0 ? number : -1;
}

Result<QJsonValue> apply(Store &store, const AdminCall &call)
{
    if (auto known = onlyKeys(call.params, {"text"_L1, "format"_L1, "if_revision"_L1, "reason"_L1}); !known)
        return failure(known.error());
    const auto text = readPolicyText(call.params);
    if (!text)
        return failure(text.error());
    const QString reason = call.params.value("reason"_L1).toString().trimmed();
    if (reason.isEmpty() || reason.size() > 500)
        return failure("invalid_request", u"expected a reason of 1 to 500 characters"_s, {{"pointer"_L1, "/reason"_L1}});
    const QByteArray revision = call.params.value("if_revision"_L1).toString().toLatin1();
    const auto applied = store.apply(text->text, text->format, revision, reason, call.caller.identity);
    if (!applied)
        return failure(applied.error());
    return toJson(*applied);
}

Result<QJsonValue> history(const Store &store, const QJsonObject &params)
{
    if (auto known = onlyKeys(params, {"entry"_L1}); !known)
        return failure(known.error());
    if (!params.contains("entry"_L1))
        return QJsonObject {{"entries"_L1, heads(store)}};
    const PolicyStore::HistoryEntry *entry = store.history().find(entryNumber(params.value("entry"_L1)));
    if (!entry)
        return failure("invalid_request", u"there is no such entry in the policy's history"_s, {{"pointer"_L1, "/entry"_L1}});
    QJsonObject object = entry->head(store.currentEntry());
    object.insert("text"_L1, QString::fromUtf8(entry->text));
    object.insert("format"_L1, formatName(entry->format));
    return object;
}

Result<QJsonValue> revert(Store &store, const AdminCall &call)
{
    if (auto known = onlyKeys(call.params, {"entry"_L1, "reason"_L1}); !known)
        return failure(known.error());
    const qint64 entry = call.params.contains("entry"_L1) ? entryNumber(call.params.value("entry"_L1)) : 0;
    const auto applied = store.revert(entry, call.params.value("reason"_L1).toString().trimmed().left(500), call.caller.identity);
    if (!applied)
        return failure(applied.error());
    return toJson(*applied);
}

/// The running policy, or the one a draft would be.
Result<std::shared_ptr<const Policy::CompiledPolicy>> policyOf(const Store &store, const QJsonObject &params)
{
    if (!params.contains("draft"_L1))
        return store.current()->policy;
    const auto text = readPolicyText(params.value("draft"_L1).toObject());
    if (!text)
        return failure(text.error());
    const PolicyStore::Candidate candidate = store.judge(text->text, text->format, store.source().path);
    if (!candidate.ok())
        return failure("policy_invalid", "the draft has "_L1 + QString::number(candidate.errors.size()) + " errors"_L1,
            {{"errors"_L1, PolicyStore::diagnosticsToJson(candidate.errors)}});
    return candidate.snapshot->policy;
}

Result<Policy::Call> readCall(const Policy::CompiledPolicy &policy, const QJsonObject &params)
{
    Policy::Call call;
    call.endpoint = params.value("endpoint"_L1).toString().toUtf8();
    if (!Policy::findEndpoint(call.endpoint))
        return failure("invalid_request", u"expected the id of an endpoint"_s, {{"pointer"_L1, "/endpoint"_L1}});
    if (params.contains("identity"_L1) == params.contains("scopes"_L1))
        return failure("invalid_request", u"expected either identity or scopes"_s, {{"pointer"_L1, "/identity"_L1}});
    if (params.contains("identity"_L1)) {
        const Policy::IdentityInfo *identity = policy.identity(params.value("identity"_L1).toString().toUtf8());
        if (!identity)
            return failure("invalid_request", u"the policy knows no such identity"_s, {{"pointer"_L1, "/identity"_L1}});
        call.identity = identity->id;
        call.scopes = identity->scopes;
    } else {
        for (const QJsonValue &scope : params.value("scopes"_L1).toArray())
            call.scopes.append(scope.toString().toUtf8());
    }
    std::optional<Policy::PathRole> role;
    if (params.contains("op"_L1)) {
        role = Policy::pathRoleFromName(params.value("op"_L1).toString().toUtf8());
        if (!role)
            return failure("invalid_request", u"expected read, write, delete or exec"_s, {{"pointer"_L1, "/op"_L1}});
    }
    if (params.contains("path"_L1))
        call.paths.append({{}, params.value("path"_L1).toString().toUtf8(), role});
    call.params = params.value("params"_L1).toObject();
    return call;
}

Result<QJsonValue> explain(const Store &store, const QJsonObject &params)
{
    if (auto known = onlyKeys(params, {"identity"_L1, "scopes"_L1, "endpoint"_L1, "path"_L1, "op"_L1, "params"_L1, "draft"_L1}); !known)
        return failure(known.error());
    const auto policy = policyOf(store, params);
    if (!policy)
        return failure(policy.error());
    const auto call = readCall(**policy, params);
    if (!call)
        return failure(call.error());
    return Policy::explain(**policy, *call);
}

Result<QJsonValue> matrix(const Store &store, const QJsonObject &params)
{
    if (auto known = onlyKeys(params, {"draft"_L1}); !known)
        return failure(known.error());
    const auto policy = policyOf(store, params);
    if (!policy)
        return failure(policy.error());
    return Policy::matrix(**policy);
}

Result<QJsonValue> preset(const QJsonObject &params)
{
    const QByteArray name = params.value("name"_L1).toString().toUtf8();
    if (!Policy::presetNames().contains(name))
        return failure("invalid_request", u"expected the name of a preset"_s, {{"pointer"_L1, "/name"_L1}});
    return QJsonObject {{"name"_L1, QString::fromUtf8(name)}, {"text"_L1, QString::fromUtf8(Policy::presetText(name))}};
}

} // namespace

void AdminService::addPolicyMethods()
{
    Store &store = m_seams.store;
    m_methods.insert("policy.get", {Where::Main, false, [&store](const AdminCall &) { return get(store); }});
    m_methods.insert("policy.validate", {Where::Main, false, [&store](const AdminCall &call) { return validate(store, call.params); }});
    m_methods.insert("policy.apply", {Where::Main, true, [&store](const AdminCall &call) { return apply(store, call); }});
    m_methods.insert("policy.history", {Where::Main, false, [&store](const AdminCall &call) { return history(store, call.params); }});
    m_methods.insert("policy.revert", {Where::Main, true, [&store](const AdminCall &call) { return revert(store, call); }});
    m_methods.insert("policy.reload", {Where::Main, true, [&store](const AdminCall &call) -> Result<QJsonValue> {
        const auto applied = store.reload(call.caller.identity);
        if (!applied)
            return failure(applied.error());
        return toJson(*applied);
    }});
    m_methods.insert("policy.explain", {Where::Main, false, [&store](const AdminCall &call) { return explain(store, call.params); }});
    m_methods.insert("policy.matrix", {Where::Main, false, [&store](const AdminCall &call) { return matrix(store, call.params); }});
    m_methods.insert("policy.preset", {Where::Pool, false, [](const AdminCall &call) { return preset(call.params); }});
    m_methods.insert("catalogue.get", {Where::Pool, false, [](const AdminCall &) -> Result<QJsonValue> { return Policy::describe(); }});
}

} // namespace Cofferdam::Admin
