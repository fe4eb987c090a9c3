// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "service/operations/process/processoperations.h"

#include "common/protocol/jsonparser.h"
#include "common/protocol/utf8.h"
#include "service/operations/process/program.h"
#include "service/operations/process/shellrequest.h"

#include <csignal>
#include <limits>

using namespace Qt::StringLiterals;

namespace Cofferdam::Process {

namespace {

using Sandbox::ProcessResult;
using Sandbox::ProcessSpec;
using RunResult = Result<std::shared_ptr<ProcessResult>>;

constexpr qint64 DefaultTimeoutSeconds = 30;
constexpr qint64 DefaultGraceSeconds = 5;
constexpr qint64 Unlimited = std::numeric_limits<qint64>::max() / 4; ///< no limit written: the operator's word

/// What the caller asked for, at most the limit.
qint64 timeoutSeconds(const RequestContext &context, const ShellRequest &request, bool &lowered)
{
    const auto byPolicy = context.snapshot->policy->document().sandbox.timeoutSeconds;
    const qint64 asked = request.timeoutSeconds.value_or(byPolicy.value_or(DefaultTimeoutSeconds));
    const qint64 most = context.limit("timeout_s").value_or(asked);
    lowered = request.timeoutSeconds && asked > most;
    return qMin(asked, most);
}

Result<UniqueFd> workingDirectory(RequestContext &context)
{
    PathGuard::ResolvedPath *directory = context.path("cwd");
    if (!directory)
        return failure("internal_error", u"the working directory was not resolved"_s);
    if (!directory->isDirectory())
        return failure("not_directory", u"the working directory is not a directory"_s, {{u"path"_s, QString::fromUtf8(directory->asWritten)}});
    return std::move(directory->handle);
}

QList<QByteArray> spelled(const Variables &variables)
{
    QList<QByteArray> list;
    for (const auto &[name, value] : variables)
        list.append(name + '=' + value);
    return list;
}

struct Prepared {
    ProcessSpec spec;
    std::optional<qint64> appliedTimeout;
};

Result<Prepared> prepareProcess(const ContextPointer &context)
{
    Result<ShellRequest> request = readShellRequest(*context);
    if (!request)
        return failure(request.error());
    const PathGuard::ResolvedPath *directory = context->path("cwd");
    const QList<QByteArray> path = searchPath(*context);
    const Result<Program> program = findProgram(request->argv.first(), path, directory ? directory->path : QByteArray("/"));
    context->auditParams.insert("command"_L1, QString::fromUtf8(program ? program->name() : request->argv.first().sliced(request->argv.first().lastIndexOf('/') + 1)));
    if (!program)
        return failure(program.error());
    if (const Result<void> allowed = checkProgram(*context, *program, path); !allowed)
        return failure(allowed.error());
    Result<UniqueFd> handle = workingDirectory(*context);
    if (!handle)
        return failure(handle.error());
    Prepared prepared;
    bool lowered = false;
    const qint64 seconds = timeoutSeconds(*context, *request, lowered);
    if (lowered)
        prepared.appliedTimeout = seconds;
    Variables variables = baseVariables(*context);
    for (const auto &[name, value] : request->environment)
        variables[name] = value;
    ProcessSpec &spec = prepared.spec;
    spec.argv = request->argv;
    spec.argv.first() = program->path;
    spec.workingDirectory = std::move(*handle);
    spec.environment = spelled(variables);
    spec.standardInput = request->standardInput;
    spec.timeoutMs = seconds * 1000;
    spec.graceMs = context->snapshot->policy->document().sandbox.killGraceSeconds.value_or(DefaultGraceSeconds) * 1000;
    spec.maxOutputBytes = context->limit("max_output_bytes").value_or(Unlimited);
    spec.cancelled = std::shared_ptr<const std::atomic<bool>>(context, &context->cancelled);
    context->auditParams.insert("timeout_s"_L1, seconds);
    if (request->shellMode)
        context->auditParams.insert("shell_mode"_L1, true);
    if (!spec.standardInput.isEmpty())
        context->auditParams.insert("stdin_bytes"_L1, spec.standardInput.size());
    return prepared;
}

/// "key":"text", or "key_base64" where the bytes are no text.
void appendStream(QByteArray &json, const QByteArray &key, const QByteArray &bytes)
{
    const bool isText = firstInvalidUtf8(bytes) < 0;
    json += ",\"" + key + (isText ? "\":" : "_base64\":");
    appendJsonString(json, isText ? bytes : bytes.toBase64());
}

/// As a shell tells it: 128 + the signal's number. The field `signal` is the exact word.
int exitCodeOf(const ProcessResult &result)
{
    if (result.signal.isEmpty())
        return result.exitCode;
    for (int number = 1; number < NSIG; ++number) {
        const char *name = ::sigabbrev_np(number);
        if (name && result.signal == name)
            return 128 + number;
    }
    return 128;
}

Reply replyOf(const RunResult &outcome, std::optional<qint64> appliedTimeout)
{
    if (!outcome)
        return Reply::failed(outcome.error());
    const ProcessResult &result = **outcome;
    QByteArray json = "{\"exit_code\":" + QByteArray::number(exitCodeOf(result));
    if (!result.signal.isEmpty())
        json += ",\"signal\":\"" + result.signal + '"';
    appendStream(json, "stdout", result.standardOutput);
    appendStream(json, "stderr", result.standardError);
    json += result.timedOut ? ",\"timed_out\":true" : ",\"timed_out\":false";
    json += result.truncated ? ",\"truncated\":true" : ",\"truncated\":false";
    json += ",\"duration_ms\":" + QByteArray::number(result.durationMs);
    if (result.timedOut)
        json += ",\"code\":\"command_timeout\"";
    if (appliedTimeout)
        json += ",\"applied\":{\"timeout_s\":" + QByteArray::number(*appliedTimeout) + '}';
    return Reply::jsonText(json + '}');
}

Outcome runShell(Sandbox::SandboxBackend &backend, const ContextPointer &context)
{
    Result<Prepared> prepared = prepareProcess(context);
    if (!prepared)
        return Reply::failed(prepared.error());
    const Result<std::shared_ptr<Sandbox::Sandbox>> sandbox = backend.acquire({context->caller.identity, "terminal"});
    if (!sandbox)
        return Reply::failed(sandbox.error());
    return (*sandbox)->run(std::move(prepared->spec)).then([context, applied = prepared->appliedTimeout](const RunResult &outcome) {
        return replyOf(outcome, applied);
    });
}

} // namespace

Operations processOperations(Sandbox::SandboxBackend &backend)
{
    Operation shell;
    shell.endpoint = "shell";
    shell.runs = Runs::Inline;
    // parameters are judged before paths: what is refused here never looks at the disk
    shell.prepare = [](RequestContext &context) -> Result<void> {
        const Result<ShellRequest> request = readShellRequest(context);
        return request ? Result<void>() : failure(request.error());
    };
    shell.handler = [&backend](const ContextPointer &context) { return runShell(backend, context); };
    Operations operations;
    operations.push_back(std::move(shell));
    return operations;
}

} // namespace Cofferdam::Process
