// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "service/pipeline/call.h"

#include "common/base/atomicfile.h"
#include "common/protocol/errorcodes.h"
#include "common/protocol/jsonparser.h"
#include "service/pipeline/frontdoor.h"

#include <fcntl.h>

#include <limits>

using namespace Qt::StringLiterals;

namespace Cofferdam::Pipeline {

namespace {

/// What carries answers of pool threads back to the worker that asked: one a thread, gone with it.
QObject *threadAnchor()
{
    static thread_local QObject anchor;
    return &anchor;
}

/// A path parameter of the request: from the query or the JSON body, as text or as …_base64.
Result<std::optional<QByteArray>> rawPath(const RequestContext &context, const Policy::PathParameter &parameter)
{
    const QByteArray encodedName = parameter.name + "_base64";
    std::optional<QByteArray> text, encoded;
    if (parameter.inQuery) {
        text = context.queryValue(parameter.name);
        encoded = context.queryValue(encodedName);
    } else if (context.json.isMap()) {
        for (const auto &[name, target] : {std::pair {parameter.name, &text}, {encodedName, &encoded}}) {
            const Node *value = context.json.find(name);
            if (value && !value->isString())
                return failure("invalid_path", "expected a string for "_L1 + QString::fromUtf8(name), {{"pointer"_L1, QString(u"/"_s + QString::fromUtf8(name))}});
            if (value)
                *target = value->text;
        }
    }
    const QString name = QString::fromUtf8(parameter.name);
    if (text && encoded)
        return failure("invalid_request", "expected one of "_L1 + name + " and "_L1 + name + "_base64"_L1);
    if (encoded) {
        auto bytes = QByteArray::fromBase64Encoding(*encoded, QByteArray::AbortOnBase64DecodingErrors);
        if (!bytes)
            return failure("invalid_path", "expected base64 in "_L1 + name + "_base64"_L1);
        if (auto checked = Policy::checkPathText(*bytes, true); !checked)
            return failure(checked.error());
        return std::optional(*bytes);
    }
    if (text) {
        if (auto checked = Policy::checkPathText(*text); !checked)
            return failure(checked.error());
    }
    return text;
}

PathGuard::ResolveOptions defaultOptions(const Policy::PathParameter &parameter)
{
    PathGuard::ResolveOptions options;
    options.roles = parameter.roles;
    options.leaf = parameter.leaf;
    options.mayBeMissing = parameter.roles.contains(Policy::PathRole::Write);
    return options;
}

} // namespace

Call::Call(Pipeline &pipeline, ContextPointer context, const Operation *operation, std::unique_ptr<ConcurrencySlot> slot)
    : m_pipeline(pipeline)
    , m_context(std::move(context))
    , m_operation(operation)
    , m_slot(std::move(slot))
{
}

Result<void> Call::prepareEarly()
{
    m_prepared = true;
    return prepare();
}

Result<UniqueFd> Call::openSpool()
{
    if (m_operation && m_operation->openSpool)
        return m_operation->openSpool(*m_context);
    UniqueFd file(::open(m_pipeline.seams().spoolDirectory.constData(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600));
    if (!file)
        return failure(systemError(errno, u"cannot make room for the request's body"_s));
    return file;
}

void Call::run(Gate::Body body, std::move_only_function<void(Reply)> done)
{
    m_bytesIn = body.size;
    m_body = std::move(body);
    m_done = std::move(done);
    QObject *anchor = threadAnchor();
    if (m_isAdmin) {
        settle(executeAdmin(), anchor);
        return;
    }
    if (m_operation->runs == Runs::Inline) {
        settle(execute(), anchor);
        return;
    }
    m_pipeline.seams().pool.start([self = shared_from_this(), anchor] {
        // The outcome crosses threads inside a shared pointer: a queued functor must be copyable.
        auto outcome = std::make_shared<Outcome>(self->execute());
        QMetaObject::invokeMethod(anchor, [self, outcome, anchor] { self->settle(std::move(*outcome), anchor); }, Qt::QueuedConnection);
    });
}

Result<void> Call::readJson()
{
    QByteArray text = std::move(m_body.bytes);
    if (m_body.file) {
        text.resize(m_body.size);
        for (qint64 got = 0; got < m_body.size;) {
            const ssize_t n = ::pread(m_body.file.get(), text.data() + got, size_t(m_body.size - got), got);
            if (n <= 0)
                return failure(systemError(n < 0 ? errno : EIO, u"cannot read the request's body back"_s));
            got += n;
        }
        m_body.file.reset();
    }
    auto parsed = parseJson(text, ParseLimits {.maxBytes = std::numeric_limits<qint64>::max(), .maxDepth = 32, .maxNodes = 100'000});
    if (!parsed)
        return failure(parsed.error());
    if (!parsed->isMap())
        return failure("invalid_json", "expected an object, got a "_L1 + Node::kindName(parsed->kind));
    m_context->json = std::move(*parsed);
    return {};
}

Result<void> Call::prepare()
{
    if (m_operation->prepare) {
        if (auto prepared = m_operation->prepare(*m_context); !prepared)
            return prepared;
    }
    return resolvePaths();
}

Result<void> Call::resolvePaths()
{
    RequestContext &context = *m_context;
    if (!context.rule->paths)
        return {};
    const PathGuard::Guard guard = context.guard();
    for (const Policy::PathParameter &parameter : context.endpoint->paths) {
        auto raw = rawPath(context, parameter);
        if (!raw)
            return failure(raw.error());
        if (!*raw && !parameter.optional)
            return failure("invalid_request", "expected "_L1 + QString::fromUtf8(parameter.name), {{"parameter"_L1, QString::fromUtf8(parameter.name)}});
        const QByteArray asked = raw->value_or(QByteArray("."));
        const auto options = m_operation->resolveOptions ? m_operation->resolveOptions(context, parameter) : defaultOptions(parameter);
        auto resolved = guard.resolve(asked, options);
        const QByteArray role = Policy::pathRoleName(options.roles.value(0, Policy::PathRole::Read)).toByteArray();
        context.auditPaths.append({role, resolved ? resolved->path : asked});
        if (!resolved)
            return failure(resolved.error());
        resolved->parameter = parameter.name;
        context.paths.push_back(std::move(*resolved));
    }
    return {};
}

Outcome Call::execute()
{
    const bool json = m_context->endpoint->body == Policy::BodyKind::Json
        || (m_context->endpoint->body == Policy::BodyKind::RawOrJson && m_context->header("content-type").startsWith("application/json"));
    if (json) {
        if (auto read = readJson(); !read)
            return Reply::failed(read.error());
    } else {
        m_context->body = std::move(m_body);
    }
    if (!m_prepared) {
        if (auto prepared = prepare(); !prepared)
            return Reply::failed(prepared.error());
    }
    return m_operation->handler(m_context);
}

Outcome Call::executeAdmin()
{
    const Seams &seams = m_pipeline.seams();
    if (m_adminMethod.isEmpty()) {
        Reply reply;
        reply.status = 101;
        reply.socket = seams.admin.openConsole(m_context->caller, m_context->correlation, m_context->peer);
        return reply;
    }
    if (auto read = readJson(); !read)
        return Reply::failed(read.error());
    AdminCall call {m_adminMethod, m_context->json.toJson().toObject(), m_context->caller, m_context->correlation, m_context->peer};
    return seams.admin.call(std::move(call)).then([](const Result<QJsonValue> &result) {
        if (!result)
            return Reply::failed(result.error());
        return Reply::json(result->toObject());
    });
}

void Call::settle(Outcome outcome, QObject *anchor)
{
    if (auto *reply = std::get_if<Reply>(&outcome)) {
        deliver(std::move(*reply));
        return;
    }
    std::get<QFuture<Reply>>(outcome)
        .then(anchor, [self = shared_from_this()](QFuture<Reply> future) {
            self->deliver(future.isValid() && future.resultCount() > 0 ? future.takeResult()
                                                                       : Reply::failed({"internal_error", u"the operation gave no answer"_s, {}, {}}));
        })
        .onCanceled(anchor, [self = shared_from_this()] { self->deliver(Reply::failed({"internal_error", u"the operation was given up"_s, {}, {}})); });
}

bool Call::wantsLine(const Audit::Record &record) const
{
    if (m_isAdmin)
        return m_adminMethod.isEmpty() || record.decision == "deny";
    return Cofferdam::Pipeline::wantsLine(m_context->rule->audit.value, record);
}

Audit::Record Call::closeRecord(const QByteArray &code, int status, qint64 bytesOut) const
{
    Audit::Record record = m_pipeline.recordFor(*m_context);
    record.decision = decisionOf(code);
    record.code = code;
    record.status = status;
    record.bytesIn = m_bytesIn;
    record.bytesOut = bytesOut;
    if (m_isAdmin) {
        record.event = "admin";
        record.endpoint = "admin." + (m_adminMethod.isEmpty() ? QByteArray("console") : m_adminMethod);
        record.method = m_adminMethod.isEmpty() ? "GET" : "POST";
    } else {
        record.method = m_context->endpoint->method;
    }
    return record;
}

void Call::deliver(Reply reply)
{
    if (m_answered)
        return;
    m_answered = true;
    const Seams &seams = m_pipeline.seams();
    QByteArray code, rule;
    if (reply.error) {
        Error error = std::move(*reply.error);
        if (m_context->endpoint && !error.details.contains("endpoint"_L1))
            error.details.insert("endpoint"_L1, QString::fromUtf8(m_context->endpoint->id));
        code = error.code;
        rule = error.details.value("rule"_L1).toString().toUtf8();
        Gate::Answer answer = answerFor(error, requestId());
        reply = Reply {};
        reply.status = answer.status;
        reply.headers = std::move(answer.headers);
        reply.body = std::move(answer.body);
    } else {
        reply.headers.append(Gate::HeaderField {"x-request-id", requestId()});
        rule = m_context->rule ? m_context->rule->enabled.from.rule : QByteArray();
    }
    Audit::Record record = closeRecord(code, reply.status, reply.body.size());
    record.rule = rule;
    seams.statistics.count(record.identity, record.decision == "deny", seams.clock.utcMs());
    m_auditAtEnd = reply.file.isValid();
    if (m_auditAtEnd || !wantsLine(record)) {
        send(std::move(reply));
        return;
    }
    const bool durable = m_context->endpoint && m_context->endpoint->mutating && m_context->snapshot->policy->auditStrict();
    if (!durable) {
        seams.audit.append(std::move(record));
        send(std::move(reply));
        return;
    }
    auto waiting = std::make_shared<Reply>(std::move(reply));
    seams.audit.appendDurably(std::move(record), [self = shared_from_this(), waiting, anchor = threadAnchor()](bool written) {
        QMetaObject::invokeMethod(anchor, [self, waiting, written] {
            self->send(written ? std::move(*waiting) : Reply::failed({"audit_unavailable", u"done, but the audit log could not be written"_s, {}, {}}));
        }, Qt::QueuedConnection);
    });
}

void Call::send(Reply reply)
{
    if (auto done = std::exchange(m_done, nullptr))
        done(std::move(reply));
}

void Call::finished(qint64 bytesOut, int status, bool complete, const QByteArray &code)
{
    if (!complete)
        m_context->cancelled = true;
    m_slot.reset();
    m_done = nullptr;
    const bool neverRan = !m_answered && !complete && status == 0;
    if (!m_auditAtEnd && !neverRan && code.isEmpty())
        return;
    Audit::Record record = closeRecord(code, status, bytesOut);
    if (m_auditAtEnd) {
        record.rule = m_context->rule->enabled.from.rule;
    } else {
        record.decision = "error";
        record.params.insert("aborted"_L1, true);
        m_answered = true;
    }
    if (wantsLine(record))
        m_pipeline.seams().audit.append(std::move(record));
}

} // namespace Cofferdam::Pipeline
