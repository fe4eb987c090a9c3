// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/context.h"
#include "app/ctl/output.h"
#include "common/base/ids.h"

#include <QtCore/QJsonArray>
#include <QtCore/QRegularExpression>

#include <CLI/CLI.hpp>

using namespace Qt::StringLiterals;

namespace Cofferdam::Ctl {

namespace {

struct NewToken {
    std::string id;
    std::vector<std::string> scopes;
};

/// policy.md 2
bool isIdentityName(const QString &id)
{
    static const QRegularExpression shape(u"\\A[a-z0-9][a-z0-9_.-]{0,63}\\z"_s);
    return shape.match(id).hasMatch() && id != "anonymous"_L1 && id != "legacy"_L1 && id != "operator"_L1;
}

/// policy.md 3; a command's own scope is a bare name.
bool isScope(const QString &scope)
{
    static const QRegularExpression shape(u"\\A(\\*|[a-z][a-z0-9_]*(:(\\*|[a-z][a-z0-9_]*))?)\\z"_s);
    return shape.match(scope).hasMatch();
}

int make(const Context &context, const NewToken &wanted)
{
    const QString id = QString::fromStdString(wanted.id);
    if (!isIdentityName(id))
        return context.fail({"usage", u"expected an id of a-z, 0-9, '_', '.', '-' that is not reserved, got %1"_s.arg(id), {}, {}});
    QStringList scopes;
    for (const std::string &scope : wanted.scopes) {
        scopes.append(QString::fromStdString(scope));
        if (!isScope(scopes.last()))
            return context.fail({"usage", u"expected a scope such as files:read, got %1"_s.arg(scopes.last()), {}, {}});
    }
    const QByteArray token = newToken();
    const QString digest = QString::fromLatin1(sha256Hex(token));
    if (context.json) {
        const QJsonObject entry {{u"id"_s, id}, {u"scopes"_s, QJsonArray::fromStringList(scopes)}, {u"token_sha256"_s, digest}};
        printJson({{u"token"_s, QString::fromLatin1(token)}, {u"entry"_s, entry}});
        return Done;
    }
    printError(u"The token, shown this once:"_s);
    printLine(QString::fromLatin1(token));
    printError(u"The entry for auth.tokens of the policy:"_s);
    printLine(u"    - id: %1\n      scopes: [\"%2\"]\n      token_sha256: %3"_s.arg(id, scopes.join(u"\", \""_s), digest));
    return Done;
}

} // namespace

void addToken(CLI::App &cli, Context &context)
{
    CLI::App *token = cli.add_subcommand("token", "make credentials");
    token->require_subcommand(1);
    CLI::App *verb = token->add_subcommand("new", "make a token and the policy entry that accepts it; nothing is stored");
    const auto wanted = std::make_shared<NewToken>();
    verb->add_option("ID", wanted->id, "the identity's name")->required();
    verb->add_option("--scopes", wanted->scopes, "what it may do, as files:read,files:write")->required()->delimiter(',')->type_name("SCOPE");
    verb->callback([&context, wanted] { context.choose([&context, wanted] { return make(context, *wanted); }); });
}

} // namespace Cofferdam::Ctl
