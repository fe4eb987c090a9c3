// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/client/serverclient.h"

#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtCore/QPromise>

using namespace Qt::StringLiterals;

namespace Cofferdam::Client {

namespace {

/// A shell call may be silent as long as its command runs; what the service adds before it answers.
constexpr qint64 shellGraceMs = 20'000;
constexpr qint64 longestShellSeconds = 24 * 3600;

template <typename T>
QFuture<Result<T>> refused(const Error &error)
{
    return QtFuture::makeReadyValueFuture<Result<T>>(failure(error));
}

HttpRequest get(const QByteArray &path)
{
    HttpRequest request;
    request.verb = "GET";
    request.path = path;
    return request;
}

HttpRequest post(const QByteArray &path, const QJsonObject &body)
{
    HttpRequest request;
    request.verb = "POST";
    request.path = path;
    request.contentType = "application/json";
    request.body = QJsonDocument(body).toJson(QJsonDocument::Compact);
    return request;
}

void addPath(HttpRequest &request, const QByteArray &path)
{
    if (path.isValidUtf8())
        request.query.emplace_back("path", path);
    else
        request.query.emplace_back("path_base64", path.toBase64());
}

void addNumber(HttpRequest &request, const QByteArray &key, const std::optional<qint64> &value)
{
    if (value)
        request.query.emplace_back(key, QByteArray::number(*value));
}

QByteArray boolText(bool value)
{
    return value ? "true" : "false";
}

void addWriteOptions(QJsonObject &body, const WriteOptions &options)
{
    if (options.overwrite)
        body.insert("overwrite"_L1, *options.overwrite);
    if (!options.mode.isEmpty())
        body.insert("mode"_L1, QString::fromLatin1(options.mode));
}

QJsonObject shellBody(const ShellRequest &request)
{
    QJsonObject body;
    if (!request.argv.isEmpty()) {
        QJsonArray argv;
        for (const QByteArray &word : request.argv)
            argv.append(QString::fromUtf8(word));
        body.insert("argv"_L1, argv);
    } else {
        body.insert("command"_L1, QString::fromUtf8(request.command));
    }
    if (!request.cwd.isEmpty())
        insertBytes(body, "cwd"_L1, request.cwd);
    QJsonObject env;
    for (const auto &[name, value] : request.env)
        env.insert(QString::fromUtf8(name), QString::fromUtf8(value));
    if (!env.isEmpty())
        body.insert("env"_L1, env);
    if (!request.standardInput.isEmpty())
        insertBytes(body, "stdin"_L1, request.standardInput);
    if (request.timeoutSeconds)
        body.insert("timeout_s"_L1, *request.timeoutSeconds);
    return body;
}

Result<QList<CheckedCall>> checkedCalls(const QJsonObject &reply)
{
    QList<CheckedCall> calls;
    for (const QJsonValue &value : reply.value("results"_L1).toArray()) {
        Result<CheckedCall> call = CheckedCall::fromJson(value.toObject());
        if (!call)
            return failure(call.error());
        calls.append(*std::move(call));
    }
    return calls;
}

} // namespace

ServerClient::ServerClient(QUrl httpUrl, QByteArray token) : m_url(std::move(httpUrl)), m_token(std::move(token)) { }

ServerClient::~ServerClient() = default;

std::optional<Error> ServerClient::forbidden(QByteArrayView endpoint) const
{
    if (!m_capabilities)
        return std::nullopt;
    const Result<void> allowed = m_capabilities->require(endpoint);
    return allowed ? std::nullopt : std::optional(allowed.error());
}

QFuture<Result<QJsonObject>> ServerClient::ask(QByteArrayView endpoint, HttpRequest request)
{
    if (const std::optional<Error> error = forbidden(endpoint))
        return refused<QJsonObject>(*error);
    if (!m_transport)
        m_transport = std::make_unique<HttpTransport>(m_url, m_token);
    return m_transport->sendForJson(std::move(request));
}

template <typename T>
QFuture<Result<T>> ServerClient::askFor(QByteArrayView endpoint, HttpRequest request)
{
    return ask(endpoint, std::move(request)).then([](const Result<QJsonObject> &reply) -> Result<T> {
        return reply ? T::fromJson(*reply) : failure(reply.error());
    });
}

QFuture<Result<ServerCapabilities>> ServerClient::discover()
{
    m_capabilities.reset();
    return ask("capabilities", get("/capabilities"))
        .then([this, alive = std::weak_ptr(m_alive)](const Result<QJsonObject> &reply) -> Result<ServerCapabilities> {
            if (!reply)
                return failure(reply.error());
            if (!reply->value("endpoints"_L1).isObject())
                return failure("bad_reply", u"expected capabilities with endpoints, there are none"_s);
            if (!alive.expired())
                m_capabilities = ServerCapabilities(*reply);
            return ServerCapabilities(*reply);
        });
}

QFuture<Result<CheckedCall>> ServerClient::checkPath(const QByteArray &endpoint, const QByteArray &path, const QByteArray &op)
{
    return askFor<CheckedCall>("capabilities_check", post("/capabilities/check", SupposedCall {endpoint, path, op}.toJson()));
}

QFuture<Result<QByteArray>> ServerClient::health()
{
    return ask("health", get("/health")).then([](const Result<QJsonObject> &reply) -> Result<QByteArray> {
        return reply ? Result<QByteArray>(reply->value("status"_L1).toString().toUtf8()) : failure(reply.error());
    });
}

QFuture<Result<QList<CheckedCall>>> ServerClient::capabilitiesCheck(const QList<SupposedCall> &calls)
{
    QJsonArray checks;
    for (const SupposedCall &call : calls)
        checks.append(call.toJson());
    return ask("capabilities_check", post("/capabilities/check", {{u"checks"_s, checks}}))
        .then([](const Result<QJsonObject> &reply) { return reply ? checkedCalls(*reply) : Result<QList<CheckedCall>>(failure(reply.error())); });
}

QFuture<Result<FileList>> ServerClient::filesList(const QByteArray &path, const ListOptions &options)
{
    HttpRequest request = get("/files/list");
    addPath(request, path);
    if (options.recursive)
        request.query.emplace_back("recursive", "true");
    addNumber(request, "max_entries", options.maxEntries);
    if (!options.cursor.isEmpty())
        request.query.emplace_back("cursor", options.cursor);
    return askFor<FileList>("files_list", std::move(request));
}

QFuture<Result<FileStat>> ServerClient::filesStat(const QByteArray &path, bool hash)
{
    HttpRequest request = get("/files/stat");
    addPath(request, path);
    if (hash)
        request.query.emplace_back("hash", "true");
    return askFor<FileStat>("files_stat", std::move(request));
}

QFuture<Result<FileContent>> ServerClient::filesRead(const QByteArray &path, const ReadOptions &options)
{
    HttpRequest request = get("/files/read");
    addPath(request, path);
    addNumber(request, "start_line", options.startLine);
    addNumber(request, "end_line", options.endLine);
    addNumber(request, "offset", options.offset);
    addNumber(request, "length", options.length);
    return askFor<FileContent>("files_read", std::move(request));
}

QFuture<Result<bool>> ServerClient::filesMkdir(const QByteArray &path, bool createParents)
{
    QJsonObject body {{u"create_parents"_s, createParents}};
    insertBytes(body, "path"_L1, path);
    return ask("files_mkdir", post("/files/mkdir", body)).then([](const Result<QJsonObject> &reply) -> Result<bool> {
        return reply ? Result<bool>(reply->value("created"_L1).toBool()) : failure(reply.error());
    });
}

QFuture<Result<qint64>> ServerClient::filesDelete(const QByteArray &path, bool recursive)
{
    HttpRequest request = get("/files");
    request.verb = "DELETE";
    addPath(request, path);
    request.query.emplace_back("recursive", boolText(recursive));
    return ask("files_delete", std::move(request)).then([](const Result<QJsonObject> &reply) -> Result<qint64> {
        return reply ? Result<qint64>(reply->value("removed"_L1).toInteger()) : failure(reply.error());
    });
}

QFuture<Result<QByteArray>> ServerClient::filesMove(const QByteArray &source, const QByteArray &destination, bool overwrite)
{
    QJsonObject body;
    insertBytes(body, "source"_L1, source);
    insertBytes(body, "destination"_L1, destination);
    if (overwrite)
        body.insert("overwrite"_L1, true);
    return ask("files_move", post("/files/move", body)).then([destination](const Result<QJsonObject> &reply) -> Result<QByteArray> {
        return reply ? Result<QByteArray>(reply->value("destination"_L1).toString(QString::fromUtf8(destination)).toUtf8())
                     : failure(reply.error());
    });
}

QFuture<Result<WrittenFile>> ServerClient::upload(const QByteArray &path, const QByteArray &content, const WriteOptions &options)
{
    QJsonObject body {{u"content_base64"_s, QString::fromLatin1(content.toBase64())}};
    insertBytes(body, "path"_L1, path);
    addWriteOptions(body, options);
    return askFor<WrittenFile>("upload", post("/upload", body));
}

QFuture<Result<FileContent>> ServerClient::download(const QByteArray &path)
{
    HttpRequest request = get("/download");
    addPath(request, path);
    return askFor<FileContent>("download", std::move(request));
}

QFuture<Result<WrittenFile>> ServerClient::filesUploadStream(
    const QByteArray &path, QIODevice *source, const WriteOptions &options, const Progress &progress)
{
    HttpRequest request = post("/files/upload-stream", {});
    request.contentType = "application/octet-stream";
    addPath(request, path);
    if (options.overwrite)
        request.query.emplace_back("overwrite", boolText(*options.overwrite));
    if (!options.mode.isEmpty())
        request.query.emplace_back("mode", options.mode);
    if (!options.ifMatch.isEmpty())
        request.headers.emplace_back("If-Match", options.ifMatch);
    if (!options.ifNoneMatch.isEmpty())
        request.headers.emplace_back("If-None-Match", options.ifNoneMatch);
    request.source = source;
    request.progress = progress;
    return askFor<WrittenFile>("files_upload_stream", std::move(request));
}

QFuture<Result<DownloadedFile>> ServerClient::filesDownloadStream(
    const QByteArray &path, const Sink &sink, const DownloadOptions &options, const Progress &progress)
{
    if (const std::optional<Error> error = forbidden("files_download_stream"))
        return refused<DownloadedFile>(*error);
    if (!m_transport)
        m_transport = std::make_unique<HttpTransport>(m_url, m_token);
    HttpRequest request = get("/files/download-stream");
    addPath(request, path);
    if (options.offset || options.length) {
        const qint64 from = options.offset.value_or(0);
        request.headers.emplace_back("Range", "bytes=" + QByteArray::number(from) + '-' + (options.length ? QByteArray::number(from + *options.length - 1) : QByteArray()));
    }
    if (!options.ifNoneMatch.isEmpty())
        request.headers.emplace_back("If-None-Match", options.ifNoneMatch);
    const auto taken = std::make_shared<qint64>(0);
    request.sink = [sink, taken](QByteArrayView piece) {
        *taken += piece.size();
        return sink(piece);
    };
    request.progress = progress;
    return m_transport->send(std::move(request)).then([taken](const Result<HttpAnswer> &answer) -> Result<DownloadedFile> {
        if (!answer)
            return failure(answer.error());
        return DownloadedFile {*taken, answer->headers.value("etag"), answer->status == 304};
    });
}

QFuture<Result<ShellResult>> ServerClient::shell(const ShellRequest &shellRequest)
{
    HttpRequest request = post("/shell", shellBody(shellRequest));
    const qint64 seconds = std::min(shellRequest.timeoutSeconds.value_or(300), longestShellSeconds);
    request.silenceMs = int(seconds * 1000 + shellGraceMs);
    return askFor<ShellResult>("shell", std::move(request));
}

} // namespace Cofferdam::Client
