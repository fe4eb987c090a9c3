// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/client/serverclient.h"

namespace Cofferdam::Client {

/// Runs call on a twin of this client that lives on a thread of its own, and waits.
template <typename Call>
auto ServerClient::sync(Call call)
{
    if (!m_loop)
        m_loop = std::make_unique<BackgroundLoop<ServerClient>>([this] { return std::make_unique<ServerClient>(m_url, m_token); });
    return m_loop->wait([&](ServerClient &twin) {
        twin.m_capabilities = m_capabilities;
        return call(twin);
    });
}

Result<ServerCapabilities> ServerClient::discoverSync()
{
    m_capabilities.reset();
    Result<ServerCapabilities> found = sync([](ServerClient &twin) { return twin.discover(); });
    if (found)
        m_capabilities = *found;
    return found;
}

Result<CheckedCall> ServerClient::checkPathSync(const QByteArray &endpoint, const QByteArray &path, const QByteArray &op)
{
    return sync([&](ServerClient &twin) { return twin.checkPath(endpoint, path, op); });
}

Result<QByteArray> ServerClient::healthSync()
{
    return sync([](ServerClient &twin) { return twin.health(); });
}

Result<QList<CheckedCall>> ServerClient::capabilitiesCheckSync(const QList<SupposedCall> &calls)
{
    return sync([&](ServerClient &twin) { return twin.capabilitiesCheck(calls); });
}

Result<FileList> ServerClient::filesListSync(const QByteArray &path, const ListOptions &options)
{
    return sync([&](ServerClient &twin) { return twin.filesList(path, options); });
}

Result<FileStat> ServerClient::filesStatSync(const QByteArray &path, bool hash)
{
    return sync([&](ServerClient &twin) { return twin.filesStat(path, hash); });
}

Result<FileContent> ServerClient::filesReadSync(const QByteArray &path, const ReadOptions &options)
{
    return sync([&](ServerClient &twin) { return twin.filesRead(path, options); });
}

Result<bool> ServerClient::filesMkdirSync(const QByteArray &path, bool createParents)
{
    return sync([&](ServerClient &twin) { return twin.filesMkdir(path, createParents); });
}

Result<qint64> ServerClient::filesDeleteSync(const QByteArray &path, bool recursive)
{
    return sync([&](ServerClient &twin) { return twin.filesDelete(path, recursive); });
}

Result<QByteArray> ServerClient::filesMoveSync(const QByteArray &source, const QByteArray &destination, bool overwrite)
{
    return sync([&](ServerClient &twin) { return twin.filesMove(source, destination, overwrite); });
}

Result<WrittenFile> ServerClient::uploadSync(const QByteArray &path, const QByteArray &content, const WriteOptions &options)
{
    return sync([&](ServerClient &twin) { return twin.upload(path, content, options); });
}

Result<FileContent> ServerClient::downloadSync(const QByteArray &path)
{
    return sync([&](ServerClient &twin) { return twin.download(path); });
}

Result<WrittenFile> ServerClient::filesUploadStreamSync(
    const QByteArray &path, QIODevice *source, const WriteOptions &options, const Progress &progress)
{
    return sync([&](ServerClient &twin) { return twin.filesUploadStream(path, source, options, progress); });
}

Result<DownloadedFile> ServerClient::filesDownloadStreamSync(
    const QByteArray &path, const Sink &sink, const DownloadOptions &options, const Progress &progress)
{
    return sync([&](ServerClient &twin) { return twin.filesDownloadStream(path, sink, options, progress); });
}

Result<ShellResult> ServerClient::shellSync(const ShellRequest &request)
{
    return sync([&](ServerClient &twin) { return twin.shell(request); });
}

} // namespace Cofferdam::Client
