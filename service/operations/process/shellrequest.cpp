// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "service/operations/process/shellrequest.h"

#include "common/protocol/requestreader.h"
#include "service/operations/process/commandline.h"

#include <algorithm>
#include <limits>

using namespace Qt::StringLiterals;

namespace Cofferdam::Process {

namespace {

std::unexpected<Error> badField(const QString &pointer, const QString &message)
{
    return failure("invalid_request", message, {{u"pointer"_s, pointer}});
}

Variables readVariables(RequestReader &reader)
{
    Variables variables;
    const Node *node = reader.value("env");
    if (!node)
        return variables;
    if (!node->isMap()) {
        reader.fault("env", u"expected an object of strings"_s);
        return variables;
    }
    for (const Node::Member &member : node->members) {
        if (!member.value.isString())
            reader.fault("env", "expected a string for "_L1 + QString::fromUtf8(member.key));
        variables.emplace(member.key, member.value.text);
    }
    return variables;
}

/// argv as given, or the command split, or sh -c with it.
Result<QList<QByteArray>> wordsOf(const std::optional<QByteArray> &command, const std::optional<QList<QByteArray>> &argv, bool shellMode)
{
    if (command.has_value() == argv.has_value())
        return badField(QString(), u"expected either `command` or `argv`"_s);
    if (shellMode && !command)
        return badField(u"/shell_mode"_s, u"a shell takes `command`, not `argv`"_s);
    Result<QList<QByteArray>> words = shellMode ? QList<QByteArray> {"sh", "-c", *command} : command ? splitCommand(*command) : *argv;
    if (!words)
        return words;
    const QString pointer = command ? u"/command"_s : u"/argv"_s;
    if (words->isEmpty() || words->first().isEmpty())
        return badField(pointer, u"expected a program"_s);
    if (std::ranges::any_of(*words, [](const QByteArray &word) { return word.contains('\0'); }))
        return badField(pointer, u"an argument cannot hold NUL"_s);
    return words;
}

Result<void> judge(const RequestContext &context, const ShellRequest &request)
{
    if (request.shellMode && !context.rule->boolParam("shell_mode", false))
        return policyDenied("param_not_allowed", u"commands may not be given to a shell"_s, context.rule->ruleOfParam("shell_mode"),
            {{u"parameter"_s, u"shell_mode"_s}});
    if (const Result<void> checked = checkVariables(context, request.environment); !checked)
        return checked;
    const std::optional<qint64> most = context.limit("max_stdin_bytes");
    if (most && request.standardInput.size() > *most)
        return policyDenied("payload_too_large", "expected at most "_L1 + QString::number(*most) + " bytes of standard input, got "_L1 + QString::number(request.standardInput.size()),
            context.rule->ruleOfLimit("max_stdin_bytes"), {{u"limit"_s, u"max_stdin_bytes"_s}, {u"value"_s, *most}});
    return {};
}

} // namespace

Result<ShellRequest> readShellRequest(const RequestContext &context)
{
    RequestReader reader(context.json);
    const std::optional<QByteArray> command = reader.string("command");
    const std::optional<QList<QByteArray>> argv = reader.stringList("argv");
    // the pipeline has resolved these two
    (void)reader.value("cwd");
    (void)reader.value("cwd_base64");
    ShellRequest request;
    request.environment = readVariables(reader);
    const std::optional<QByteArray> text = reader.string("stdin");
    const std::optional<QByteArray> bytes = reader.base64("stdin_base64");
    request.timeoutSeconds = reader.integer("timeout_s", 1, std::numeric_limits<int>::max());
    request.shellMode = reader.boolean("shell_mode").value_or(false);
    if (text && bytes)
        reader.fault("stdin", u"expected either `stdin` or `stdin_base64`"_s);
    if (const Result<void> read = reader.finish(); !read)
        return failure(read.error());
    Result<QList<QByteArray>> words = wordsOf(command, argv, request.shellMode);
    if (!words)
        return failure(words.error());
    request.argv = std::move(*words);
    request.standardInput = text ? *text : bytes.value_or(QByteArray());
    if (const Result<void> judged = judge(context, request); !judged)
        return failure(judged.error());
    return request;
}

} // namespace Cofferdam::Process
