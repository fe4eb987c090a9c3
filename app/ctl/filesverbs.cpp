// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/context.h"
#include "app/ctl/output.h"

#include <QtCore/QJsonArray>

#include <CLI/CLI.hpp>

using namespace Qt::StringLiterals;

namespace Cofferdam::Ctl {

namespace {

struct Wanted {
    std::string path = ".", destination;
    bool recursive = false, overwrite = false, details = false;
};

QJsonObject toJson(const Client::FileEntry &entry)
{
    QJsonObject object {{u"type"_s, QString::fromUtf8(entry.type)}, {u"size"_s, entry.size}, {u"mode"_s, QString::fromUtf8(entry.mode)},
        {u"modified"_s, QString::fromUtf8(entry.modified)}};
    Client::insertBytes(object, "name"_L1, entry.name);
    Client::insertBytes(object, "path"_L1, entry.path);
    if (!entry.linkTarget.isEmpty())
        object.insert("link_target"_L1, QString::fromUtf8(entry.linkTarget));
    return object;
}

/// Every page of a listing.
Result<QList<Client::FileEntry>> listAll(Client::ServerClient &client, const Wanted &wanted)
{
    QList<Client::FileEntry> entries;
    Client::ListOptions options;
    options.recursive = wanted.recursive;
    while (true) {
        const Result<Client::FileList> page = client.filesListSync(QByteArray::fromStdString(wanted.path), options);
        if (!page)
            return failure(page.error());
        entries += page->entries;
        if (page->cursor.isEmpty())
            return entries;
        options.cursor = page->cursor;
    }
}

void print(const QList<Client::FileEntry> &entries, const Wanted &wanted)
{
    QList<QStringList> rows;
    for (const Client::FileEntry &entry : entries) {
        QString name = QString::fromUtf8(wanted.recursive ? entry.path : entry.name);
        if (entry.type == "directory")
            name += u'/';
        if (!entry.linkTarget.isEmpty() && wanted.details)
            name += u" -> "_s + QString::fromUtf8(entry.linkTarget);
        rows.append(wanted.details ? QStringList {QString::fromUtf8(entry.mode), QString::number(entry.size).rightJustified(12),
                                         QString::fromUtf8(entry.modified), name}
                                   : QStringList {name});
    }
    printTable(rows);
}

int list(const Context &context, const Wanted &wanted)
{
    const Result<std::unique_ptr<Client::ServerClient>> client = context.server();
    if (!client)
        return context.fail(client.error());
    const Result<QList<Client::FileEntry>> entries = listAll(**client, wanted);
    if (!entries)
        return context.fail(entries.error());
    if (!context.json) {
        print(*entries, wanted);
        return Done;
    }
    QJsonArray array;
    for (const Client::FileEntry &entry : *entries)
        array.append(toJson(entry));
    printJson({{u"entries"_s, array}});
    return Done;
}

int remove(const Context &context, const Wanted &wanted)
{
    const Result<std::unique_ptr<Client::ServerClient>> client = context.server();
    if (!client)
        return context.fail(client.error());
    const Result<qint64> removed = (*client)->filesDeleteSync(QByteArray::fromStdString(wanted.path), wanted.recursive);
    if (!removed)
        return context.fail(removed.error());
    if (context.json)
        printJson({{u"path"_s, QString::fromStdString(wanted.path)}, {u"removed"_s, *removed}});
    else
        printLine(u"removed %1"_s.arg(*removed));
    return Done;
}

int move(const Context &context, const Wanted &wanted)
{
    const Result<std::unique_ptr<Client::ServerClient>> client = context.server();
    if (!client)
        return context.fail(client.error());
    const Result<QByteArray> moved = (*client)->filesMoveSync(
        QByteArray::fromStdString(wanted.path), QByteArray::fromStdString(wanted.destination), wanted.overwrite);
    if (!moved)
        return context.fail(moved.error());
    if (context.json)
        printJson({{u"source"_s, QString::fromStdString(wanted.path)}, {u"destination"_s, QString::fromUtf8(*moved)}});
    return Done;
}

} // namespace

void addFiles(CLI::App &cli, Context &context)
{
    CLI::App *files = cli.add_subcommand("files", "files, as an identity may see and change them");
    files->require_subcommand(1);
    const auto wanted = std::make_shared<Wanted>();

    CLI::App *ls = files->add_subcommand("ls", "list a directory");
    ls->add_option("REMOTE", wanted->path, "the directory")->capture_default_str();
    ls->add_flag("--recursive,-r", wanted->recursive, "what is below, too");
    ls->add_flag("--long,-l", wanted->details, "mode, size and time");
    ls->callback([&context, wanted] { context.choose([&context, wanted] { return list(context, *wanted); }); });

    addFileTransfers(*files, context);

    CLI::App *rm = files->add_subcommand("rm", "remove");
    rm->add_option("REMOTE", wanted->path, "the file or directory")->required();
    rm->add_flag("--recursive,-r", wanted->recursive, "a directory with all that is in it");
    rm->callback([&context, wanted] { context.choose([&context, wanted] { return remove(context, *wanted); }); });

    CLI::App *mv = files->add_subcommand("mv", "rename or move");
    mv->add_option("REMOTE", wanted->path, "what to move")->required();
    mv->add_option("DESTINATION", wanted->destination, "its new path")->required();
    mv->add_flag("--overwrite", wanted->overwrite, "replace what is there");
    mv->callback([&context, wanted] { context.choose([&context, wanted] { return move(context, *wanted); }); });
}

} // namespace Cofferdam::Ctl
