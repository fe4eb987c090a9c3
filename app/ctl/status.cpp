// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/context.h"
#include "app/ctl/output.h"
#include "common/base/bytesize.h"

#include <QtCore/QJsonArray>

#include <CLI/CLI.hpp>

using namespace Qt::StringLiterals;

namespace Cofferdam::Ctl {

namespace {

QString addressesOf(const QJsonObject &info)
{
    QStringList addresses;
    for (const QJsonValue &address : info.value("listen"_L1).toArray())
        addresses.append(address.toString());
    return addresses.join(u", "_s);
}

void print(const QJsonObject &info)
{
    const QJsonObject policy = info.value("policy"_L1).toObject();
    const QJsonObject audit = info.value("audit"_L1).toObject();
    const QJsonObject sandbox = info.value("sandbox"_L1).toObject();
    const auto number = [](const QJsonValue &value) { return QString::number(value.toInteger()); };
    printTable({
        {u"service"_s, u"%1, pid %2, up %3 s"_s.arg(info.value("version"_L1).toString(), number(info.value("pid"_L1)), number(info.value("uptime_s"_L1)))},
        {u"listening"_s, addressesOf(info)},
        {u"requests"_s, u"%1, of them denied %2; %3 connections"_s.arg(
                            number(info.value("requests"_L1)), number(info.value("denials"_L1)), number(info.value("connections"_L1)))},
        {u"memory"_s, formatByteSize(info.value("memory_bytes"_L1).toInteger())},
        {u"policy"_s, u"%1, preset %2, from %3 %4"_s.arg(shortRevision(policy.value("revision"_L1).toString()), policy.value("preset"_L1).toString(),
                          policy.value("source"_L1).toString(), policy.value("path"_L1).toString())
                .trimmed()
                + (policy.value("stale"_L1).toBool() ? u"; a newer text could not be loaded"_s : QString())},
        {u"audit"_s, audit.value("available"_L1).toBool() ? u"%1 records, %2"_s.arg(number(audit.value("records"_L1)), audit.value("file"_L1).toString())
                                                          : u"cannot be written"_s},
        {u"sandbox"_s, u"level %1"_s.arg(sandbox.value("level"_L1).toString())},
    });
}

} // namespace

void addStatus(CLI::App &cli, Context &context)
{
    CLI::App *verb = cli.add_subcommand("status", "what runs, under which policy");
    verb->callback([&context] {
        context.choose([&context] {
            const Result<QJsonObject> info = context.call("service.info");
            if (!info)
                return context.fail(info.error());
            if (context.json)
                printJson(*info);
            else
                print(*info);
            return int(Done);
        });
    });
}

} // namespace Cofferdam::Ctl
