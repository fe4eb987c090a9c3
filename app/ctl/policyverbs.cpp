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

int get(const Context &context)
{
    const Result<QJsonObject> policy = context.call("policy.get");
    if (!policy)
        return context.fail(policy.error());
    if (context.json)
        printJson(*policy);
    else
        printBytes(policy->value("text"_L1).toString().toUtf8());
    return Done;
}

void printHeads(const QJsonArray &entries)
{
    QList<QStringList> rows {{u"entry"_s, u"time"_s, u"revision"_s, u"actor"_s, u"reason"_s}};
    for (const QJsonValue &value : entries) {
        const QJsonObject head = value.toObject();
        rows.append({head.value("entry"_L1).toString() + (head.value("current"_L1).toBool() ? u" *"_s : QString()), head.value("time"_L1).toString(),
            shortRevision(head.value("revision"_L1).toString()), head.value("actor"_L1).toString(), head.value("reason"_L1).toString()});
    }
    printTable(rows);
}

int history(const Context &context, const std::string &entry)
{
    QJsonObject params;
    if (!entry.empty())
        params.insert("entry"_L1, QString::fromStdString(entry));
    const Result<QJsonObject> reply = context.call("policy.history", params);
    if (!reply)
        return context.fail(reply.error());
    if (context.json)
        printJson(*reply);
    else if (entry.empty())
        printHeads(reply->value("entries"_L1).toArray());
    else
        printBytes(reply->value("text"_L1).toString().toUtf8());
    return Done;
}

int revert(const Context &context, const std::string &entry, const std::string &reason)
{
    const Result<QJsonObject> before = context.call("policy.get");
    if (!before)
        return context.fail(before.error());
    QJsonObject params;
    if (!entry.empty())
        params.insert("entry"_L1, QString::fromStdString(entry));
    if (!reason.empty())
        params.insert("reason"_L1, QString::fromStdString(reason));
    const Result<QJsonObject> reply = context.call("policy.revert", params);
    if (!reply)
        return context.fail(reply.error());
    if (context.json)
        printJson(*reply);
    else
        printLine(u"reverted: revision %1 -> %2 (entry %3)"_s.arg(shortRevision(before->value("revision"_L1).toString()),
            shortRevision(reply->value("revision"_L1).toString()), reply->value("entry"_L1).toString()));
    return Done;
}

int preset(const Context &context, const std::string &name)
{
    const QByteArray text = Policy::presetText(QByteArray::fromStdString(name));
    if (text.isNull()) {
        QStringList names;
        for (const QByteArray &known : Policy::presetNames())
            names.append(QString::fromUtf8(known));
        return context.fail({"usage", u"expected one of %1, got %2"_s.arg(names.join(u", "_s), QString::fromStdString(name)), {}, {}});
    }
    if (context.json)
        printJson({{u"name"_s, QString::fromStdString(name)}, {u"text"_s, QString::fromUtf8(text)}});
    else
        printBytes(text);
    return Done;
}

} // namespace

void addPolicy(CLI::App &cli, Context &context)
{
    CLI::App *policy = cli.add_subcommand("policy", "read and change the policy in force");
    policy->require_subcommand(1);
    policy->add_subcommand("get", "print its text")->callback([&context] { context.choose([&context] { return get(context); }); });

    const auto entry = std::make_shared<std::string>();
    const auto reason = std::make_shared<std::string>();
    CLI::App *past = policy->add_subcommand("history", "list every applied text, or print one");
    past->add_option("ENTRY", *entry, "the entry to print");
    past->callback([&context, entry] { context.choose([&context, entry] { return history(context, *entry); }); });

    CLI::App *back = policy->add_subcommand("revert", "apply an earlier text again, the one before unless an entry is named");
    back->add_option("ENTRY", *entry, "the entry to go back to");
    back->add_option("--reason", *reason, "why, for the history");
    back->callback([&context, entry, reason] { context.choose([&context, entry, reason] { return revert(context, *entry, *reason); }); });

    CLI::App *shipped = policy->add_subcommand("preset", "print a preset; needs no service");
    shipped->add_option("PRESET", *entry, "its name")->required();
    shipped->callback([&context, entry] { context.choose([&context, entry] { return preset(context, *entry); }); });
    addPolicyChanges(*policy, context);
}

} // namespace Cofferdam::Ctl
