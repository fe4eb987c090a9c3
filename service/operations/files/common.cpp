// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "service/operations/files/common.h"

#include "common/base/atomicfile.h"
#include "common/base/clock.h"
#include "common/protocol/jsonparser.h"
#include "service/pathguard/newfile.h"

#include <openssl/evp.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <limits>

using namespace Qt::StringLiterals;

namespace Cofferdam::Files {

namespace {

const char *typeName(mode_t mode)
{
    switch (mode & S_IFMT) {
    case S_IFREG: return "file";
    case S_IFDIR: return "directory";
    case S_IFLNK: return "symlink";
    default: return "other";
    }
}

qint64 nanoseconds(const timespec &time) { return qint64(time.tv_sec) * 1'000'000'000 + time.tv_nsec; }

} // namespace

QByteArray etagOf(const struct stat &info)
{
    return '"' + QByteArray::number(quint64(info.st_ino), 16) + '-' + QByteArray::number(qint64(info.st_size), 16) + '-'
        + QByteArray::number(nanoseconds(info.st_mtim), 16) + '"';
}

bool etagListed(const QByteArray &header, const QByteArray &etag)
{
    if (header.trimmed() == "*")
        return true;
    // A tag of ours never holds a comma.
    const QList<QByteArray> tags = header.split(',');
    return std::ranges::any_of(tags, [&etag](const QByteArray &tag) {
        const QByteArray bare = tag.trimmed();
        return bare == etag || (bare.startsWith("W/") && bare.sliced(2) == etag);
    });
}

QByteArray octalMode(mode_t mode) { return QByteArray::number(uint(mode & 07777), 8).rightJustified(4, '0'); }

void appendText(QByteArray &json, const char *key, const QByteArray &text)
{
    json.append('"').append(key).append("\":");
    appendJsonString(json, text);
    if (!text.isValidUtf8())
        json.append(",\"").append(key).append("_base64\":\"").append(text.toBase64()).append('"');
}

void appendEntry(QByteArray &json, const EntryFacts &facts)
{
    appendText(json, "name", facts.name);
    appendText(json.append(','), "path", facts.path);
    json.append(",\"type\":\"").append(typeName(facts.info.st_mode));
    json.append("\",\"size\":").append(QByteArray::number(qint64(facts.info.st_size)));
    json.append(",\"mode\":\"").append(octalMode(facts.info.st_mode)).append("\",\"modified\":\"");
    appendUtc(json, nanoseconds(facts.info.st_mtim) / 1'000'000);
    json.append('"');
    if (facts.linkTarget)
        appendText(json.append(','), "link_target", *facts.linkTarget);
}

QByteArray below(const QByteArray &asWritten, const QByteArray &relative)
{
    QByteArray path = asWritten;
    while (path.endsWith('/'))
        path.chop(1);
    if (path == "." || (path.isEmpty() && !asWritten.startsWith('/')))
        return relative;
    return path + '/' + relative;
}

QByteArray resolvedBelow(const ResolvedPath &top, const QByteArray &relative)
{
    if (relative.isEmpty())
        return top.path;
    return top.path.endsWith('/') ? top.path + relative : top.path + '/' + relative;
}

Error withPath(Error error, const QByteArray &asWritten)
{
    const QJsonObject path = PathGuard::pathDetails(asWritten);
    for (auto member = path.begin(); member != path.end(); ++member) {
        if (!error.details.contains(member.key()))
            error.details.insert(member.key(), member.value());
    }
    return error;
}

std::unexpected<Error> paramRefused(const RequestContext &context, const char *key, const QString &message)
{
    const QByteArray rule = context.rule ? context.rule->ruleOfParam(key) : QByteArray();
    return policyDenied("param_not_allowed", message, rule, {{u"parameter"_s, QString::fromLatin1(key)}});
}

std::unexpected<Error> overLimit(const RequestContext &context, const char *key, qint64 limit, const QByteArray &asWritten)
{
    QJsonObject details = PathGuard::pathDetails(asWritten);
    details.insert("limit"_L1, QString::fromLatin1(key));
    details.insert("limit_value"_L1, limit);
    if (context.rule)
        details.insert("rule"_L1, QString::fromUtf8(context.rule->ruleOfLimit(key)));
    return failure("payload_too_large", u"expected at most "_s + QString::number(limit) + u" ("_s + QString::fromLatin1(key) + u')', std::move(details));
}

Result<void> checkExtensions(const RequestContext &context, const QByteArray &name, const QByteArray &asWritten)
{
    const auto allow = context.rule->listParam("allow_extensions");
    const auto deny = context.rule->listParam("deny_extensions");
    QList<QByteArray> suffixes;
    const QByteArray lower = name.toLower();
    for (qsizetype dot = lower.indexOf('.'); dot >= 0; dot = lower.indexOf('.', dot + 1))
        suffixes.append(lower.sliced(dot));
    const auto listed = [&suffixes](const QList<QByteArray> &list) {
        return std::ranges::any_of(list, [&suffixes](const QByteArray &entry) {
            const QByteArray wanted = entry.toLower();
            return suffixes.contains(wanted.startsWith('.') ? wanted : '.' + wanted);
        });
    };
    const auto refuse = [&](const char *key, const QString &message) {
        return failure(withPath(paramRefused(context, key, message).error(), asWritten));
    };
    if (deny && listed(*deny))
        return refuse("deny_extensions", u"the policy denies files with this extension"_s);
    if (allow && !listed(*allow))
        return refuse("allow_extensions", u"the policy allows only files with certain extensions"_s);
    return {};
}

Result<bool> permitted(const RequestContext &context, const char *key, bool asked)
{
    if (asked && !context.rule->boolParam(key, true))
        return paramRefused(context, key, u"the policy does not allow "_s + QString::fromLatin1(key) + u" here"_s);
    return asked;
}

Result<void> checkNewName(const ResolvedPath &path)
{
    if (PathGuard::hasControlCharacters(path.name) || PathGuard::hasControlCharacters(path.missingBelow))
        return failure("invalid_path", u"a new name may not hold control characters"_s, PathGuard::pathDetails(path.asWritten));
    return {};
}

qint64 lowered(const RequestContext &context, const char *key, std::optional<qint64> asked, qint64 unlimited, QJsonObject &applied)
{
    const qint64 limit = context.limit(key).value_or(unlimited);
    if (!asked || *asked <= limit)
        return asked.value_or(limit);
    applied.insert(QLatin1StringView(key), limit);
    return limit;
}

void appendApplied(QByteArray &json, const QJsonObject &applied)
{
    if (!applied.isEmpty())
        json.append(",\"applied\":").append(canonicalJson(applied));
}

Result<QByteArray> readUpTo(int descriptor, qint64 offset, qint64 size)
{
    QByteArray content(size, Qt::Uninitialized);
    qint64 got = 0;
    while (got < size) {
        const ssize_t n = ::pread(descriptor, content.data() + got, size_t(size - got), offset + got);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return failure(systemError(errno, u"cannot read the file"_s));
        if (n == 0)
            break;
        got += n;
    }
    content.resize(got);
    return content;
}

Result<QByteArray> sha256OfFile(int descriptor, qint64 size, const std::atomic<bool> &cancelled)
{
    constexpr qint64 BlockBytes = 256 * 1024; // stays in the second-level cache
    const std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> digest(EVP_MD_CTX_new(), &EVP_MD_CTX_free);
    if (!digest || EVP_DigestInit_ex(digest.get(), EVP_sha256(), nullptr) != 1)
        return failure("internal_error", u"cannot begin a checksum"_s);
    const auto block = std::make_unique_for_overwrite<char[]>(BlockBytes);
    for (qint64 at = 0; at < size;) {
        if (cancelled.load(std::memory_order_relaxed))
            return failure("io_error", u"the call was given up by its caller"_s);
        const ssize_t n = ::pread(descriptor, block.get(), size_t(std::min(BlockBytes, size - at)), at);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return failure(systemError(n < 0 ? errno : EIO, u"cannot read the file"_s));
        EVP_DigestUpdate(digest.get(), block.get(), size_t(n));
        at += n;
    }
    QByteArray raw(32, '\0');
    EVP_DigestFinal_ex(digest.get(), reinterpret_cast<unsigned char *>(raw.data()), nullptr);
    return raw.toHex();
}

} // namespace Cofferdam::Files
