// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "filescall.h"

#include "common/base/atomicfile.h"
#include "common/protocol/errorcodes.h"
#include "common/protocol/jsonparser.h"
#include "service/operations/files/files.h"
#include "service/pathguard/directoryreader.h"

#include <QtCore/QDir>
#include <QtCore/QJsonDocument>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>

using namespace Qt::StringLiterals;

namespace Cofferdam::Testing {

namespace {

std::shared_ptr<const PolicySnapshot> snapshotOf(const QByteArray &yaml, const QByteArray &baseDir)
{
    const Policy::LoadResult loaded = Policy::loadDocument(yaml, Policy::Format::Yaml);
    for (const Policy::Diagnostic &diagnostic : loaded.diagnostics)
        qWarning("%s", qPrintable(diagnostic.toLine(u"policy"_s)));
    Policy::CompileInputs inputs;
    inputs.baseDir = baseDir;
    auto compiled = loaded.ok() ? Policy::CompiledPolicy::compile(*loaded.document, inputs)
                                : Result<std::shared_ptr<const Policy::CompiledPolicy>>(failure("invalid", u"not loaded"_s));
    if (!compiled)
        qFatal("the test's policy is wrong: %s\n%s", qPrintable(compiled.error().message), yaml.constData());
    auto roots = std::make_shared<PathGuard::RootSet>();
    for (const Policy::EffectiveRule &rule : (*compiled)->rules()) {
        if (!rule.paths)
            continue;
        for (const QByteArray &root : rule.paths->roots)
            roots->add(root);
    }
    auto snapshot = std::make_shared<PolicySnapshot>();
    snapshot->policy = *compiled;
    snapshot->roots = std::move(roots);
    return snapshot;
}

Answered failed(const Error &error)
{
    Answered answered;
    answered.status = errorCodeInfo(error.code).status;
    answered.code = error.code;
    answered.error = error;
    return answered;
}

Answered answeredBy(Reply &&reply)
{
    if (reply.error)
        return failed(*reply.error);
    Answered answered;
    answered.status = reply.status;
    answered.headers = reply.headers;
    answered.bytes = reply.body;
    if (reply.file) {
        answered.bytes.resize(reply.fileLength);
        if (::pread(reply.file.get(), answered.bytes.data(), size_t(reply.fileLength), reply.fileOffset) != reply.fileLength)
            qFatal("the file is shorter than announced");
    } else {
        answered.json = QJsonDocument::fromJson(reply.body).object();
    }
    return answered;
}

Result<QByteArray> rawOf(const RequestContext &context, const Policy::PathParameter &parameter)
{
    std::optional<QByteArray> text, encoded;
    if (parameter.inQuery) {
        text = context.queryValue(parameter.name);
        encoded = context.queryValue(parameter.name + "_base64");
    } else {
        if (const Node *node = context.json.find(parameter.name))
            text = node->text;
        if (const Node *node = context.json.find(parameter.name + "_base64"))
            encoded = node->text;
    }
    return encoded ? QByteArray::fromBase64(*encoded) : text.value_or(".");
}

} // namespace

QByteArray Answered::header(QByteArrayView name) const
{
    const auto found = std::ranges::find(headers, name, &Gate::HeaderField::name);
    return found == headers.end() ? QByteArray() : found->value;
}

FilesCall::FilesCall(const QByteArray &rules)
    : m_base(QDir(m_directory.path()).canonicalPath().toUtf8())
    , m_operations(Files::fileOperations())
{
    // QTemporaryDir cannot remove a name that is not UTF-8.
    m_directory.setAutoRemove(false);
    makeDirectory("ws");
    makeDirectory("out");
    makeFile("out/secret", "SECRET");
    QByteArray yaml = "version: 1\nbase_dir: " + *this / "ws" + '\n';
    if (!rules.isEmpty())
        yaml += "endpoints:\n" + QByteArray(rules).replace("@", m_base);
    m_snapshot = snapshotOf(yaml, *this / "ws");
}

FilesCall::~FilesCall()
{
    std::error_code ignored;
    std::filesystem::remove_all(m_base.toStdString(), ignored);
}

std::shared_ptr<RequestContext> FilesCall::context(const QByteArray &endpoint) const
{
    auto context = std::make_shared<RequestContext>();
    context->endpoint = Policy::findEndpoint(endpoint);
    context->snapshot = m_snapshot;
    context->rule = m_snapshot->policy->rule(endpoint);
    if (!context->endpoint || !context->rule)
        qFatal("no endpoint %s", endpoint.constData());
    return context;
}

Answered FilesCall::call(const Asked &asked) const
{
    const auto operation = std::ranges::find(m_operations, asked.endpoint, &Operation::endpoint);
    if (operation == m_operations.end())
        qFatal("no operation %s", asked.endpoint.constData());
    const auto context = this->context(asked.endpoint);
    context->query = asked.query;
    context->headers = asked.headers;
    if (!asked.json.isEmpty())
        context->json = parseJson(QJsonDocument(asked.json).toJson(QJsonDocument::Compact), {.maxBytes = 1 << 28}).value_or(Node());
    if (operation->prepare) {
        if (auto prepared = operation->prepare(*context); !prepared)
            return failed(prepared.error());
    }
    const PathGuard::Guard guard(*context->rule->paths, *m_snapshot->roots, asked.resolver);
    for (const Policy::PathParameter &parameter : context->endpoint->paths) {
        PathGuard::ResolveOptions options {parameter.roles, parameter.leaf, parameter.roles.contains(Policy::PathRole::Write), false};
        if (operation->resolveOptions)
            options = operation->resolveOptions(*context, parameter);
        auto resolved = guard.resolve(*rawOf(*context, parameter), options);
        if (!resolved)
            return failed(resolved.error());
        resolved->parameter = parameter.name;
        context->paths.push_back(std::move(*resolved));
    }
    context->body.size = asked.body.size();
    if (asked.spooled) {
        auto spool = operation->openSpool(*context);
        if (!spool)
            return failed(spool.error());
        if (!writeAll(spool->get(), asked.body))
            qFatal("cannot spool");
        context->body.file = std::move(*spool);
    } else {
        context->body.bytes = asked.body;
    }
    return answeredBy(std::move(std::get<Reply>(operation->handler(context))));
}

Answered FilesCall::get(const QByteArray &endpoint, const QList<QByteArray> &query, const QList<Gate::HeaderField> &headers) const
{
    Asked asked {.endpoint = endpoint, .query = {}, .json = {}, .headers = headers, .body = {}};
    for (const QByteArray &pair : query) {
        const qsizetype equals = pair.indexOf('=');
        asked.query.append({pair.first(equals), pair.sliced(equals + 1)});
    }
    return call(asked);
}

Answered FilesCall::post(const QByteArray &endpoint, const QJsonObject &json) const
{
    return call({.endpoint = endpoint, .query = {}, .json = json, .headers = {}, .body = {}});
}

Answered FilesCall::uploadStream(
    const QByteArray &path, const QByteArray &content, const QList<Gate::HeaderField> &headers, const QList<QByteArray> &query) const
{
    Asked asked {.endpoint = "files_upload_stream", .query = {{"path", path}}, .json = {}, .headers = headers, .body = content};
    asked.spooled = content.size() > 64 * 1024;
    for (const QByteArray &pair : query) {
        const qsizetype equals = pair.indexOf('=');
        asked.query.append({pair.first(equals), pair.sliced(equals + 1)});
    }
    return call(asked);
}

void FilesCall::makeDirectory(const QByteArray &relative) const { ::mkdir((*this / relative).constData(), 0755); }

void FilesCall::makeFile(const QByteArray &relative, const QByteArray &content) const
{
    const UniqueFd file(::open((*this / relative).constData(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
    if (!file || !writeAll(file.get(), content))
        qFatal("cannot make %s", relative.constData());
}

void FilesCall::makeLink(const QByteArray &relative, const QByteArray &target) const
{
    if (::symlink(target.constData(), (*this / relative).constData()) != 0)
        qFatal("cannot make %s", relative.constData());
}

bool FilesCall::exists(const QByteArray &relative) const
{
    struct stat info {};
    return ::lstat((*this / relative).constData(), &info) == 0;
}

QByteArray FilesCall::content(const QByteArray &relative) const { return readWholeFile(*this / relative, 1 << 28).value_or(QByteArray()); }

QList<QByteArray> FilesCall::names(const QByteArray &relative) const
{
    PathGuard::DirectoryReader reader(UniqueFd(::open((*this / relative).constData(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)));
    QList<QByteArray> names;
    while (auto entry = reader.next())
        names.append(entry->name);
    std::ranges::sort(names);
    return names;
}

} // namespace Cofferdam::Testing
