// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "service/operations/core/coreoperations.h"

#include "common/protocol/requestreader.h"

#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>

#include <memory>
#include <mutex>

using namespace Qt::StringLiterals;

namespace Cofferdam::Core {

namespace {

/// The discovery answer of each identity, made once a policy. Thread-safe; bounded by the number of identities.
class CapabilitiesCache
{
public:
    QByteArray get(const RequestContext &context)
    {
        const std::lock_guard lock(m_mutex);
        Entry &entry = m_entries[context.caller.identity];
        if (entry.generation != context.snapshot->generation) {
            const Policy::IdentityInfo identity {context.caller.identity, context.caller.scopes, {}};
            entry.text = QJsonDocument(Policy::capabilities(*context.snapshot->policy, identity, context.snapshot->warnings, context.snapshot->stale))
                             .toJson(QJsonDocument::Compact);
            entry.generation = context.snapshot->generation;
        }
        return entry.text;
    }

private:
    struct Entry {
        quint64 generation = 0;
        QByteArray text;
    };
    std::mutex m_mutex;
    QHash<QByteArray, Entry> m_entries;
};

/// One supposed call: {endpoint, path?, op?, paths?}.
Result<Policy::Call> readCheck(const Node &object, const QByteArray &pointer, const Caller &caller)
{
    RequestReader reader(object, pointer);
    Policy::Call call;
    call.endpoint = reader.requiredString("endpoint");
    call.scopes = caller.scopes;
    call.identity = caller.identity;
    const std::optional<QByteArray> path = reader.string("path");
    const std::optional<QByteArray> op = reader.string("op");
    const Node *paths = reader.value("paths");
    std::optional<Policy::PathRole> role;
    if (op) {
        role = Policy::pathRoleFromName(*op);
        if (!role)
            reader.fault("op", u"expected read, write, delete or exec"_s);
    }
    if (path)
        call.paths.append({{}, *path, role});
    if (paths) {
        if (!paths->isMap() || path)
            reader.fault("paths", u"expected a map from parameter to path, without path beside it"_s);
        for (const Node::Member &member : paths->members) {
            if (!member.value.isString())
                reader.fault("paths", u"expected strings"_s);
            call.paths.append({member.key, member.value.text, role});
        }
    }
    if (auto finished = reader.finish(); !finished)
        return failure(finished.error());
    if (!Policy::findEndpoint(call.endpoint))
        return failure("invalid_request", "no endpoint is called \""_L1 + QString::fromUtf8(call.endpoint) + '"'_L1,
            {{"pointer"_L1, QString::fromUtf8(pointer + "/endpoint")}});
    return call;
}

Reply check(const RequestContext &context)
{
    const Policy::CompiledPolicy &policy = *context.snapshot->policy;
    const Node *many = context.json.find("checks");
    if (!many) {
        const auto call = readCheck(context.json, {}, context.caller);
        return call ? Reply::json(Policy::decide(policy, *call).toJson(policy)) : Reply::failed(call.error());
    }
    RequestReader reader(context.json);
    (void)reader.value("checks");
    if (!many->isList())
        reader.fault("checks", u"expected a list"_s);
    if (auto finished = reader.finish(); !finished)
        return Reply::failed(finished.error());
    const qint64 most = context.limit("max_checks").value_or(std::numeric_limits<qint64>::max());
    if (qint64(many->items.size()) > most)
        return Reply::failed({"payload_too_large", "expected at most "_L1 + QString::number(most) + " checks"_L1, {{"limit"_L1, most}}, {}});
    QJsonArray results;
    for (size_t i = 0; i < many->items.size(); ++i) {
        const auto call = readCheck(many->items[i], "/checks/" + QByteArray::number(qulonglong(i)), context.caller);
        if (!call)
            return Reply::failed(call.error());
        results.append(Policy::decide(policy, *call).toJson(policy));
    }
    return Reply::json({{"results"_L1, results}});
}

} // namespace

Operations coreOperations(std::function<QByteArray()> state)
{
    Operation health;
    health.endpoint = "health";
    health.handler = [state = std::move(state)](const ContextPointer &) -> Outcome {
        const QByteArray word = state();
        return Reply::jsonText("{\"status\":\"" + word + "\"}", word == "ok" ? 200 : 503);
    };
    Operation capabilities;
    capabilities.endpoint = "capabilities";
    capabilities.handler = [cache = std::make_shared<CapabilitiesCache>()](const ContextPointer &context) -> Outcome {
        return Reply::jsonText(cache->get(*context));
    };
    Operation checks;
    checks.endpoint = "capabilities_check";
    checks.handler = [](const ContextPointer &context) -> Outcome { return check(*context); };
    return {health, capabilities, checks};
}

} // namespace Cofferdam::Core
