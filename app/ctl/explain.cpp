// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/context.h"
#include "app/ctl/documents.h"
#include "app/ctl/output.h"

#include <QtCore/QJsonArray>

#include <CLI/CLI.hpp>

using namespace Qt::StringLiterals;

namespace Cofferdam::Ctl {

namespace {

struct Question {
    std::string identity, endpoint, path, op, draft;
    std::vector<std::string> scopes;
};

Result<QJsonObject> paramsOf(const Question &question)
{
    QJsonObject params {{u"endpoint"_s, QString::fromStdString(question.endpoint)}};
    if (!question.identity.empty())
        params.insert("identity"_L1, QString::fromStdString(question.identity));
    QJsonArray scopes;
    for (const std::string &scope : question.scopes)
        scopes.append(QString::fromStdString(scope));
    if (question.identity.empty())
        params.insert("scopes"_L1, scopes);
    if (!question.path.empty())
        params.insert("path"_L1, QString::fromStdString(question.path));
    if (!question.op.empty())
        params.insert("op"_L1, QString::fromStdString(question.op));
    if (!question.draft.empty()) {
        const Result<PolicyText> draft = readPolicyText(question.draft);
        if (!draft)
            return failure(draft.error());
        params.insert("draft"_L1, QJsonObject {{u"text"_s, QString::fromUtf8(draft->text)}, {u"format"_s, formatName(draft->format)}});
    }
    return params;
}

QString decisionLine(const QJsonObject &decision)
{
    QString line = decision.value("decision"_L1).toString() + u": "_s + decision.value("endpoint"_L1).toString();
    if (const QString code = decision.value("code"_L1).toString(); !code.isEmpty())
        line += u", "_s + code;
    if (const QString scope = decision.value("scope"_L1).toString(); !scope.isEmpty())
        line += u" ("_s + scope + u')';
    if (const QString rule = decision.value("rule"_L1).toString(); !rule.isEmpty())
        line += u", by "_s + rule;
    return line;
}

QString placeOf(const QJsonObject &candidate)
{
    const int line = candidate.value("line"_L1).toInt();
    return line > 0 ? u" at %1:%2"_s.arg(candidate.value("file"_L1).toString()).arg(line) : QString();
}

void printTrace(const QJsonObject &trace)
{
    for (const QJsonValue &value : trace.value("stages"_L1).toArray()) {
        const QJsonObject stage = value.toObject();
        printLine(u"  %1: %2  %3"_s.arg(stage.value("stage"_L1).toString(), stage.value("outcome"_L1).toString(), stage.value("detail"_L1).toString()));
    }
    const QJsonObject fields = trace.value("fields"_L1).toObject();
    for (auto field = fields.constBegin(); field != fields.constEnd(); ++field) {
        printLine(u"  field %1"_s.arg(field.key()));
        for (const QJsonValue &value : field->toObject().value("candidates"_L1).toArray()) {
            const QJsonObject candidate = value.toObject();
            printLine(u"    %1 %2%3: %4"_s.arg(candidate.value("won"_L1).toBool() ? u"won "_s : u"lost"_s, candidate.value("rule"_L1).toString(),
                placeOf(candidate), candidate.value("why"_L1).toString()));
        }
    }
}

int explain(const Context &context, const Question &question)
{
    const Result<QJsonObject> params = paramsOf(question);
    if (!params)
        return context.fail(params.error());
    const Result<QJsonObject> trace = context.call("policy.explain", *params);
    if (!trace)
        return context.fail(trace.error());
    if (context.json) {
        printJson(*trace);
    } else {
        printLine(decisionLine(*trace));
        printTrace(*trace);
    }
    return Done;
}

int check(const Context &context, const Question &question)
{
    const Result<std::unique_ptr<Client::ServerClient>> client = context.server();
    if (!client)
        return context.fail(client.error());
    const Result<Client::CheckedCall> call = (*client)->checkPathSync(
        QByteArray::fromStdString(question.endpoint), QByteArray::fromStdString(question.path), QByteArray::fromStdString(question.op));
    if (!call)
        return context.fail(call.error());
    QJsonObject object {{u"endpoint"_s, QString::fromUtf8(call->endpoint)}, {u"decision"_s, QString::fromUtf8(call->decision)}};
    const auto add = [&object](const QString &key, const QByteArray &value) {
        if (!value.isEmpty())
            object.insert(key, QString::fromUtf8(value));
    };
    add(u"code"_s, call->code);
    add(u"scope"_s, call->scope);
    add(u"rule"_s, call->rule);
    add(u"revision"_s, call->revision);
    if (context.json)
        printJson(object);
    else
        printLine(decisionLine(object));
    return call->decision == "denied" ? Failed : Done;
}

} // namespace

void addExplain(CLI::App &cli, Context &context)
{
    const auto question = std::make_shared<Question>();
    CLI::App *why = cli.add_subcommand("explain", "would a call be allowed, and which rule says so (operator)");
    why->add_option("ENDPOINT", question->endpoint, "the endpoint's id")->required();
    why->add_option("PATH", question->path, "the path it would take");
    why->add_option("--op", question->op, "judge the path for read, write, delete or exec");
    CLI::Option *identity = why->add_option("--identity", question->identity, "who calls");
    why->add_option("--scopes", question->scopes, "or: with these scopes")->delimiter(',')->type_name("SCOPE")->excludes(identity);
    why->add_option("--draft", question->draft, "under this file instead of the policy in force")->type_name("FILE");
    why->callback([&context, question] { context.choose([&context, question] { return explain(context, *question); }); });

    CLI::App *self = cli.add_subcommand("check", "may this identity make a call; exit 1 if not");
    self->add_option("ENDPOINT", question->endpoint, "the endpoint's id")->required();
    self->add_option("PATH", question->path, "the path it would take");
    self->add_option("--op", question->op, "judge the path for read, write, delete or exec");
    self->callback([&context, question] { context.choose([&context, question] { return check(context, *question); }); });
}

} // namespace Cofferdam::Ctl
