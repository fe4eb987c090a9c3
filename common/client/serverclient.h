// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/client/backgroundloop.h"
#include "common/client/clienttypes.h"
#include "common/client/httptransport.h"
#include "common/client/servercapabilities.h"

#include <memory>
#include <optional>

namespace Cofferdam::Client {

/// The typed client of the service's endpoints, for one identity (an empty token: anonymous). One asynchronous call an endpoint id, and
/// a …Sync twin that blocks its caller and needs no event loop. No request is ever made behind the caller's back: only once discover() has
/// filled the cache do calls that it forbids fail before the network, with the error the service would give (clienterrors.h).
/// Lives on one thread; sinks, sources and progress of a Sync twin are used on another while the caller waits.
class ServerClient
{
public:
    template <typename T>
    using Future = QFuture<Result<T>>;

    ServerClient(QUrl httpUrl, QByteArray token);
    ~ServerClient();

    /// GET /capabilities; fills or renews the cache.
    [[nodiscard]] Future<ServerCapabilities> discover();
    [[nodiscard]] const std::optional<ServerCapabilities> &capabilities() const { return m_capabilities; }
    void forgetCapabilities() { m_capabilities.reset(); }
    /// The service's own judgement of one supposed call.
    [[nodiscard]] Future<CheckedCall> checkPath(const QByteArray &endpoint, const QByteArray &path, const QByteArray &op = {});

    [[nodiscard]] Future<QByteArray> health(); ///< "ok"
    [[nodiscard]] Future<QList<CheckedCall>> capabilitiesCheck(const QList<SupposedCall> &calls);
    [[nodiscard]] Future<FileList> filesList(const QByteArray &path, const ListOptions &options = {});
    [[nodiscard]] Future<FileStat> filesStat(const QByteArray &path, bool hash = false);
    [[nodiscard]] Future<FileContent> filesRead(const QByteArray &path, const ReadOptions &options = {});
    [[nodiscard]] Future<bool> filesMkdir(const QByteArray &path, bool createParents = true); ///< false: it was there
    [[nodiscard]] Future<qint64> filesDelete(const QByteArray &path, bool recursive = false); ///< how many went
    [[nodiscard]] Future<QByteArray> filesMove(const QByteArray &source, const QByteArray &destination, bool overwrite = false);
    [[nodiscard]] Future<WrittenFile> upload(const QByteArray &path, const QByteArray &content, const WriteOptions &options = {});
    [[nodiscard]] Future<FileContent> download(const QByteArray &path);
    /// Sends source, seekable and open, from its place to its end, without holding it in memory.
    [[nodiscard]] Future<WrittenFile> filesUploadStream(
        const QByteArray &path, QIODevice *source, const WriteOptions &options = {}, const Progress &progress = {});
    /// Hands the bytes to sink as they come, without holding them in memory.
    [[nodiscard]] Future<DownloadedFile> filesDownloadStream(
        const QByteArray &path, const Sink &sink, const DownloadOptions &options = {}, const Progress &progress = {});
    [[nodiscard]] Future<ShellResult> shell(const ShellRequest &request);

    [[nodiscard]] Result<ServerCapabilities> discoverSync();
    [[nodiscard]] Result<CheckedCall> checkPathSync(const QByteArray &endpoint, const QByteArray &path, const QByteArray &op = {});
    [[nodiscard]] Result<QByteArray> healthSync();
    [[nodiscard]] Result<QList<CheckedCall>> capabilitiesCheckSync(const QList<SupposedCall> &calls);
    [[nodiscard]] Result<FileList> filesListSync(const QByteArray &path, const ListOptions &options = {});
    [[nodiscard]] Result<FileStat> filesStatSync(const QByteArray &path, bool hash = false);
    [[nodiscard]] Result<FileContent> filesReadSync(const QByteArray &path, const ReadOptions &options = {});
    [[nodiscard]] Result<bool> filesMkdirSync(const QByteArray &path, bool createParents = true);
    [[nodiscard]] Result<qint64> filesDeleteSync(const QByteArray &path, bool recursive = false);
    [[nodiscard]] Result<QByteArray> filesMoveSync(const QByteArray &source, const QByteArray &destination, bool overwrite = false);
    [[nodiscard]] Result<WrittenFile> uploadSync(const QByteArray &path, const QByteArray &content, const WriteOptions &options = {});
    [[nodiscard]] Result<FileContent> downloadSync(const QByteArray &path);
    [[nodiscard]] Result<WrittenFile> filesUploadStreamSync(
        const QByteArray &path, QIODevice *source, const WriteOptions &options = {}, const Progress &progress = {});
    [[nodiscard]] Result<DownloadedFile> filesDownloadStreamSync(
        const QByteArray &path, const Sink &sink, const DownloadOptions &options = {}, const Progress &progress = {});
    [[nodiscard]] Result<ShellResult> shellSync(const ShellRequest &request);

private:
    [[nodiscard]] std::optional<Error> forbidden(QByteArrayView endpoint) const;
    [[nodiscard]] Future<QJsonObject> ask(QByteArrayView endpoint, HttpRequest request);
    template <typename T>
    [[nodiscard]] Future<T> askFor(QByteArrayView endpoint, HttpRequest request);
    template <typename Call>
    auto sync(Call call);

    QUrl m_url;
    QByteArray m_token;
    std::optional<ServerCapabilities> m_capabilities;
    std::shared_ptr<bool> m_alive = std::make_shared<bool>(true); ///< a late discover() must not touch a client that is gone
    std::unique_ptr<HttpTransport> m_transport;
    std::unique_ptr<BackgroundLoop<ServerClient>> m_loop; ///< with the twin that the Sync calls run on
};

} // namespace Cofferdam::Client
