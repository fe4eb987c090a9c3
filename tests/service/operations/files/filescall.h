// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "service/operation/operation.h"

#include <QtCore/QJsonObject>
#include <QtCore/QTemporaryDir>

namespace Cofferdam::Testing {

/// What came back from a call, with a file's bytes read.
struct Answered {
    int status = 0;
    QByteArray code; ///< of an error
    Error error;
    QJsonObject json;
    QByteArray bytes;
    QList<Gate::HeaderField> headers;

    [[nodiscard]] QByteArray header(QByteArrayView name) const;
    [[nodiscard]] bool ok() const { return code.isEmpty(); }
};

/// A request for a file operation, as the pipeline would make it.
struct Asked {
    QByteArray endpoint;
    QList<std::pair<QByteArray, QByteArray>> query;
    QJsonObject json;
    QList<Gate::HeaderField> headers;
    QByteArray body;
    bool spooled = false; ///< the body goes through openSpool
    PathGuard::Resolver resolver = PathGuard::Resolver::Automatic;
};

/// A workspace with a policy over it, and calls to the handlers without gate and pipeline: prepare, paths, spool, handler, in the
/// pipeline's order. ws is the boundary; out lies beside it.
class FilesCall
{
public:
    /// rules: YAML below `endpoints:`, two spaces deep; "@" stands for the base.
    explicit FilesCall(const QByteArray &rules = {});
    ~FilesCall();
    FilesCall(const FilesCall &) = delete;
    FilesCall &operator=(const FilesCall &) = delete;

    [[nodiscard]] Answered call(const Asked &asked) const;
    /// endpoint with "key=value" texts in the query.
    [[nodiscard]] Answered get(const QByteArray &endpoint, const QList<QByteArray> &query, const QList<Gate::HeaderField> &headers = {}) const;
    [[nodiscard]] Answered post(const QByteArray &endpoint, const QJsonObject &json) const;
    [[nodiscard]] Answered uploadStream(const QByteArray &path, const QByteArray &content, const QList<Gate::HeaderField> &headers = {},
        const QList<QByteArray> &query = {}) const;

    [[nodiscard]] QByteArray operator/(const QByteArray &relative) const { return m_base + '/' + relative; }
    void makeDirectory(const QByteArray &relative) const;
    void makeFile(const QByteArray &relative, const QByteArray &content = "content") const;
    void makeLink(const QByteArray &relative, const QByteArray &target) const;
    [[nodiscard]] bool exists(const QByteArray &relative) const;
    [[nodiscard]] QByteArray content(const QByteArray &relative) const;
    [[nodiscard]] QList<QByteArray> names(const QByteArray &relative) const; ///< sorted
    [[nodiscard]] std::shared_ptr<RequestContext> context(const QByteArray &endpoint) const;

private:
    QTemporaryDir m_directory;
    QByteArray m_base;
    std::shared_ptr<const PolicySnapshot> m_snapshot;
    Operations m_operations;
};

} // namespace Cofferdam::Testing
