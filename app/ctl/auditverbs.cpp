// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/context.h"
#include "app/ctl/output.h"
#include "app/ctl/records.h"
#include "common/audit/logfiles.h"

#include <QtCore/QFileInfo>

#include <CLI/CLI.hpp>

using namespace Qt::StringLiterals;

namespace Cofferdam::Ctl {

namespace {

/// What audit.query gives at most in one page.
constexpr qint64 pageCap = 10'000;

/// The newest matching records, oldest first, page by page back in time.
Result<QJsonArray> collect(Client::AdminClient &client, const std::string &filter, qint64 limit)
{
    QJsonArray all;
    QString cursor;
    while (all.size() < limit) {
        QJsonObject params {{u"filter"_s, QString::fromStdString(filter)}, {u"limit"_s, std::min(pageCap, limit - all.size())}};
        if (!cursor.isEmpty())
            params.insert("cursor"_L1, cursor);
        const Result<QJsonObject> page = client.callSync("audit.query", params);
        if (!page)
            return failure(page.error());
        QJsonArray older = page->value("records"_L1).toArray();
        for (const QJsonValue &record : std::as_const(all))
            older.append(record);
        all = older;
        cursor = page->value("cursor"_L1).toString();
        if (cursor.isEmpty())
            break;
    }
    return all;
}

int query(const Context &context, const std::string &filter, qint64 limit)
{
    const Result<std::unique_ptr<Client::AdminClient>> client = context.admin();
    if (!client)
        return context.fail(client.error());
    const Result<QJsonArray> records = collect(**client, filter, limit);
    if (!records)
        return context.fail(records.error());
    printRecords(*records, context.json);
    return Done;
}

/// One file: its own lines only, for a copy that was taken elsewhere.
Result<Audit::Verification> verifyFile(const QByteArray &path)
{
    Audit::ChainVerifier chain;
    chain.beginFile(path.sliced(path.lastIndexOf('/') + 1));
    const Result<void> read = Audit::readLines(
        path, [&chain](QByteArrayView line) { return chain.takeLine(line); }, [&chain](qsizetype bytes) { chain.takeTornTail(bytes); });
    if (!read)
        return failure(read.error());
    Audit::Verification result;
    result.ok = chain.isIntact();
    result.files = 1;
    result.records = chain.records();
    result.firstBad = chain.firstBad();
    result.note = "one file by itself: neither the files before it nor a cut at its end can be seen";
    return result;
}

QJsonObject toJson(const Audit::Verification &result)
{
    QJsonObject object {{u"ok"_s, result.ok}, {u"files"_s, result.files}, {u"records"_s, result.records}, {u"note"_s, QString::fromUtf8(result.note)}};
    if (result.firstBad)
        object.insert("first_bad"_L1, QJsonObject {{u"file"_s, QString::fromUtf8(result.firstBad->file)}, {u"line"_s, result.firstBad->line},
                                          {u"reason"_s, QString::fromUtf8(result.firstBad->reason)}});
    return object;
}

Result<QJsonObject> verification(const Context &context, const std::string &path)
{
    if (path.empty())
        return context.call("audit.verify");
    const QByteArray name = QByteArray::fromStdString(path);
    const bool folder = QFileInfo(QFile::decodeName(name)).isDir();
    return (folder ? Audit::verifyLog(name) : verifyFile(name)).transform(toJson);
}

int verify(const Context &context, const std::string &path)
{
    const Result<QJsonObject> result = verification(context, path);
    if (!result)
        return context.fail(result.error());
    const bool ok = result->value("ok"_L1).toBool();
    if (context.json) {
        printJson(*result);
        return ok ? Done : Failed;
    }
    printLine(u"%1: %2 records in %3 files"_s.arg(ok ? u"intact"_s : u"BROKEN"_s)
                  .arg(result->value("records"_L1).toInteger())
                  .arg(result->value("files"_L1).toInt()));
    const QJsonObject bad = result->value("first_bad"_L1).toObject();
    if (!bad.isEmpty())
        printLine(u"first break: %1:%2: %3"_s.arg(bad.value("file"_L1).toString()).arg(bad.value("line"_L1).toInteger()).arg(bad.value("reason"_L1).toString()));
    printLine(result->value("note"_L1).toString());
    return ok ? Done : Failed;
}

} // namespace

void addAudit(CLI::App &cli, Context &context)
{
    struct Wanted {
        std::string filter, path;
        qint64 limit = 200;
    };
    const auto wanted = std::make_shared<Wanted>();
    CLI::App *audit = cli.add_subcommand("audit", "read and verify the audit log");
    audit->require_subcommand(1);
    addAuditTail(*audit, context);

    CLI::App *find = audit->add_subcommand("query", "the newest records that match, oldest first");
    find->add_option("FILTER", wanted->filter, "as in the console: 'decision:deny endpoint:files_* since:2h'");
    find->add_option("--limit,-n", wanted->limit, "how many at most")->check(CLI::Range(qint64(1), qint64(1'000'000)))->capture_default_str();
    find->callback([&context, wanted] { context.choose([&context, wanted] { return query(context, wanted->filter, wanted->limit); }); });

    CLI::App *chain = audit->add_subcommand("verify", "walk the chain of hashes; with PATH no service is needed");
    chain->add_option("PATH", wanted->path, "an audit folder or one of its files")->type_name("FILE");
    chain->callback([&context, wanted] { context.choose([&context, wanted] { return verify(context, wanted->path); }); });
}

} // namespace Cofferdam::Ctl
