// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/context.h"
#include "app/ctl/output.h"

#include <QtCore/QFile>

#include <CLI/CLI.hpp>

#include <cstdio>

using namespace Qt::StringLiterals;

namespace Cofferdam::Ctl {

namespace {

struct Wanted {
    std::vector<std::string> argv, env;
    std::string cwd;
    qint64 timeout = 0;
    bool input = false, passCode = false;
};

/// What the endpoint takes at most unless its policy says otherwise; more is refused there.
constexpr qint64 inputCap = 64 << 20;

Result<Client::ShellRequest> requestOf(const Wanted &wanted)
{
    Client::ShellRequest request;
    for (const std::string &word : wanted.argv)
        request.argv.append(QByteArray::fromStdString(word));
    request.cwd = QByteArray::fromStdString(wanted.cwd);
    for (const std::string &entry : wanted.env) {
        const QByteArray pair = QByteArray::fromStdString(entry);
        const qsizetype equals = pair.indexOf('=');
        if (equals < 1)
            return failure("usage", u"expected NAME=VALUE, got %1"_s.arg(QString::fromUtf8(pair)));
        request.env.append({pair.first(equals), pair.sliced(equals + 1)});
    }
    if (wanted.timeout > 0)
        request.timeoutSeconds = wanted.timeout;
    if (wanted.input) {
        QFile input;
        if (!input.open(stdin, QIODevice::ReadOnly))
            return failure("io_error", u"standard input cannot be read"_s);
        request.standardInput = input.read(inputCap);
    }
    return request;
}

QJsonObject toJson(const Client::ShellResult &result)
{
    QJsonObject object {{u"exit_code"_s, result.exitCode}, {u"timed_out"_s, result.timedOut}, {u"truncated"_s, result.truncated},
        {u"duration_ms"_s, result.durationMs}};
    if (!result.signal.isEmpty())
        object.insert("signal"_L1, QString::fromUtf8(result.signal));
    Client::insertBytes(object, "stdout"_L1, result.standardOutput);
    Client::insertBytes(object, "stderr"_L1, result.standardError);
    return object;
}

int run(const Context &context, const Wanted &wanted)
{
    const Result<Client::ShellRequest> request = requestOf(wanted);
    if (!request)
        return context.fail(request.error());
    const Result<std::unique_ptr<Client::ServerClient>> client = context.server();
    if (!client)
        return context.fail(client.error());
    const Result<Client::ShellResult> result = (*client)->shellSync(*request);
    if (!result)
        return context.fail(result.error());
    if (context.json) {
        printJson(toJson(*result));
    } else {
        printBytes(result->standardOutput);
        std::fwrite(result->standardError.constData(), 1, size_t(result->standardError.size()), stderr);
        if (result->truncated)
            printError(u"cofferdamctl: the middle of the output was cut"_s);
        if (result->timedOut)
            printError(u"cofferdamctl: ended by its time limit after %1 ms"_s.arg(result->durationMs));
        else if (!result->signal.isEmpty())
            printError(u"cofferdamctl: ended by signal %1"_s.arg(QString::fromUtf8(result->signal)));
        else if (result->exitCode != 0)
            printError(u"cofferdamctl: ended with %1"_s.arg(result->exitCode));
    }
    const bool ok = result->exitCode == 0 && !result->timedOut && result->signal.isEmpty();
    if (wanted.passCode && result->exitCode >= 0)
        return result->exitCode;
    return ok ? Done : Failed;
}

} // namespace

void addExec(CLI::App &cli, Context &context)
{
    const auto wanted = std::make_shared<Wanted>();
    CLI::App *verb = cli.add_subcommand("exec", "run a program through the service and wait: exec [OPTIONS] -- PROGRAM [ARGS...]");
    verb->add_option("PROGRAM", wanted->argv, "the program and its arguments, after --")->required();
    verb->add_option("--cwd", wanted->cwd, "where it starts")->type_name("DIR");
    verb->add_option("--env", wanted->env, "NAME=VALUE, may be repeated")->take_all()->expected(1)->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    verb->add_option("--timeout", wanted->timeout, "seconds until it is ended")->check(CLI::Range(qint64(1), qint64(86'400)));
    verb->add_flag("--stdin", wanted->input, "send standard input along");
    verb->add_flag("--pass-exit-code", wanted->passCode, "exit with the program's code instead of 1");
    verb->callback([&context, wanted] { context.choose([&context, wanted] { return run(context, *wanted); }); });
}

} // namespace Cofferdam::Ctl
