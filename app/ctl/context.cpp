// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/context.h"

#include "app/ctl/output.h"
#include "common/base/atomicfile.h"
#include "common/client/clienterrors.h"
#include "common/client/consoleclient.h"

#include <CLI/CLI.hpp>

using namespace Qt::StringLiterals;

namespace Cofferdam::Ctl {

namespace {

constexpr qint64 tokenFileCap = 64 * 1024;

QByteArray folderOf(const std::string &runtimeDir)
{
    return runtimeDir.empty() ? Client::defaultRuntimeDir() : QByteArray::fromStdString(runtimeDir);
}

} // namespace

ExitCode exitCodeOf(const Error &error)
{
    if (error.code == "no_credential" || error.code == "auth_required" || error.code == "auth_invalid" || error.code == "auth_ambiguous")
        return NoCredential;
    if (error.code == "policy_invalid")
        return InvalidPolicy;
    if (error.code == "bad_service_file" || Client::errorClass(error) == Client::ErrorClass::NoService)
        return NoService;
    return error.code == "usage" ? Usage : Failed;
}

void Context::addOptions(CLI::App &cli)
{
    cli.add_flag("--json", json, "print one JSON document instead of text");
    cli.add_option("--url", url, "the service, as http://127.0.0.1:9000 (else COFFERDAM_URL, else service.json)")->type_name("URL");
    cli.add_option("--runtime-dir", runtimeDir, "where service.json and operator.token are")->type_name("DIR");
    cli.add_option("--token-file", tokenFile, "file with an identity's token (else COFFERDAM_TOKEN)")->type_name("FILE");
    cli.add_option("--operator-token-file", operatorTokenFile, "file with the operator's token (else COFFERDAM_OPERATOR_TOKEN_FILE, else operator.token)")
        ->type_name("FILE");
}

Result<QUrl> Context::serviceUrl() const
{
    const QByteArray given = url.empty() ? qgetenv("COFFERDAM_URL") : QByteArray::fromStdString(url);
    if (given.isEmpty())
        return Client::findService(folderOf(runtimeDir)).transform([](const Client::ServiceAddress &found) { return found.httpUrl; });
    const QUrl parsed = QUrl::fromEncoded(given, QUrl::StrictMode);
    if (!parsed.isValid() || parsed.scheme() != "http"_L1 || parsed.host().isEmpty())
        return failure("usage", u"expected a URL such as http://127.0.0.1:9000, got %1"_s.arg(QString::fromUtf8(given)));
    return parsed;
}

Result<QByteArray> Context::operatorToken() const
{
    if (!operatorTokenFile.empty())
        return Client::readOperatorToken(QByteArray::fromStdString(operatorTokenFile));
    if (const QByteArray named = qgetenv("COFFERDAM_OPERATOR_TOKEN_FILE"); !named.isEmpty())
        return Client::readOperatorToken(named);
    const Result<Client::ServiceAddress> found = Client::findService(folderOf(runtimeDir));
    const bool known = found && !found->operatorTokenFile.isEmpty();
    return Client::readOperatorToken(known ? found->operatorTokenFile : folderOf(runtimeDir) + "/operator.token");
}

Result<QByteArray> Context::identityToken() const
{
    if (tokenFile.empty())
        return qgetenv("COFFERDAM_TOKEN").trimmed();
    const Result<QByteArray> text = readWholeFile(QByteArray::fromStdString(tokenFile), tokenFileCap);
    if (!text)
        return failure("no_credential", u"the token cannot be read (%1)"_s.arg(text.error().message));
    return text->trimmed();
}

Result<std::unique_ptr<Client::AdminClient>> Context::admin() const
{
    const Result<QUrl> where = serviceUrl();
    if (!where)
        return failure(where.error());
    const Result<QByteArray> token = operatorToken();
    if (!token)
        return failure(token.error());
    return std::make_unique<Client::AdminClient>(*where, *token);
}

Result<std::unique_ptr<Client::ServerClient>> Context::server() const
{
    const Result<QUrl> where = serviceUrl();
    if (!where)
        return failure(where.error());
    const Result<QByteArray> token = identityToken();
    if (!token)
        return failure(token.error());
    return std::make_unique<Client::ServerClient>(*where, *token);
}

Result<QJsonObject> Context::call(const QByteArray &method, const QJsonObject &params) const
{
    const Result<std::unique_ptr<Client::AdminClient>> client = admin();
    if (!client)
        return failure(client.error());
    return (*client)->callSync(method, params);
}

int Context::fail(const Error &error) const
{
    QString text = u"cofferdamctl: %1 (%2"_s.arg(error.message, QString::fromUtf8(error.code));
    if (const QString rule = error.details.value("rule"_L1).toString(); !rule.isEmpty())
        text += u", "_s + rule;
    printError(text + u')');
    if (json) {
        QJsonObject object = error.details;
        object.insert("error"_L1, error.message);
        object.insert("code"_L1, QString::fromUtf8(error.code));
        printJson(object);
    }
    return exitCodeOf(error);
}

} // namespace Cofferdam::Ctl
