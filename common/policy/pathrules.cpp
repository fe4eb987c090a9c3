// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/policy/pathrules.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Cofferdam::Policy {

namespace {

constexpr qsizetype maxPathBytes = 4096;
constexpr qsizetype maxComponentBytes = 255;

Provenance ownFiles()
{
    Provenance from;
    from.rule = "default:service-files";
    return from;
}

qsizetype longestComponent(QByteArrayView path)
{
    qsizetype longest = 0;
    qsizetype start = 0;
    for (qsizetype i = 0; i <= path.size(); ++i) {
        if (i < path.size() && path[i] != '/')
            continue;
        longest = std::max(longest, i - start);
        start = i + 1;
    }
    return longest;
}

} // namespace

Result<DenyEntry> DenyEntry::compile(QByteArrayView text, bool nocase, const Provenance &from)
{
    DenyEntry entry;
    entry.text = text.toByteArray();
    entry.nocase = nocase;
    entry.from = from;
    auto glob = Glob::compile(text, nocase);
    if (!glob)
        return failure(glob.error());
    entry.glob = *glob;
    if (text.startsWith('/') && !isGlob(text))
        entry.prefix = normalisePath(text, "/");
    return entry;
}

bool DenyEntry::hits(QByteArrayView absolutePath, QByteArrayView root) const
{
    if (!prefix.isEmpty())
        return isWithin(absolutePath, prefix, nocase);
    return glob.matchesWithAncestors(absolutePath, root);
}

bool DenyEntry::couldHitWithin(QByteArrayView directory) const
{
    if (!prefix.isEmpty())
        return isWithin(directory, prefix, nocase) || isWithin(prefix, directory, nocase);
    return glob.couldMatchBelow(directory) || glob.matchesWithAncestors(directory, "/");
}

std::optional<PathRules::Refusal> PathRules::judge(QByteArrayView absolutePath, PathRole role) const
{
    if (rootOf(absolutePath).isEmpty())
        return Refusal {"path_outside", rootsFrom};
    if (const DenyEntry *entry = denied(absolutePath))
        return Refusal {"path_denied", entry->from};
    if (role != PathRole::Write && role != PathRole::Delete)
        return {};
    if (readOnly)
        return Refusal {"path_read_only", readOnlyFrom};
    const bool own = std::any_of(neverWritable.begin(), neverWritable.end(),
        [&](const QByteArray &prefix) { return isWithin(absolutePath, prefix); });
    return own ? std::optional(Refusal {"path_read_only", ownFiles()}) : std::nullopt;
}

QByteArray PathRules::rootOf(QByteArrayView absolutePath) const
{
    const QByteArray *best = nullptr;
    for (const QByteArray &root : roots) {
        if (isWithin(absolutePath, root) && (!best || root.size() > best->size()))
            best = &root;
    }
    return best ? *best : QByteArray();
}

const DenyEntry *PathRules::denied(QByteArrayView absolutePath) const
{
    QByteArray root = rootOf(absolutePath);
    if (root.isEmpty())
        root = "/";
    for (const DenyEntry &entry : deny) {
        if (entry.hits(absolutePath, root))
            return &entry;
    }
    return nullptr;
}

bool PathRules::couldDenyBelow(QByteArrayView directory) const
{
    return std::any_of(deny.begin(), deny.end(), [&](const DenyEntry &entry) { return entry.couldHitWithin(directory); });
}

QByteArray normalisePath(QByteArrayView raw, QByteArrayView base)
{
    QByteArray out;
    out.reserve(raw.size() + base.size() + 1);
    const auto fold = [&out](QByteArrayView path) {
        for (qsizetype start = 0; start < path.size();) {
            const qsizetype slash = path.indexOf('/', start);
            const QByteArrayView name = path.sliced(start, (slash < 0 ? path.size() : slash) - start);
            start = slash < 0 ? path.size() : slash + 1;
            if (name == "..")
                out.truncate(std::max<qsizetype>(out.lastIndexOf('/'), 0));
            else if (!name.isEmpty() && name != ".")
                out.append('/').append(name);
        }
    };
    if (!raw.startsWith('/'))
        fold(base);
    fold(raw);
    return out.isEmpty() ? QByteArray("/") : out;
}

bool isWithin(QByteArrayView path, QByteArrayView root, bool nocase)
{
    if (root.isEmpty())
        return false;
    if (root == "/")
        return path.startsWith('/');
    if (path.size() < root.size() || (path.size() > root.size() && path[root.size()] != '/'))
        return false;
    const QByteArrayView head = path.first(root.size());
    return nocase ? head.compare(root, Qt::CaseInsensitive) == 0 : head == root;
}

Result<void> checkPathText(QByteArrayView raw, bool bytesAllowed)
{
    if (raw.isEmpty())
        return failure("invalid_path", u"expected a path, got an empty string"_s);
    if (raw.contains('\0'))
        return failure("invalid_path", u"path holds a NUL byte"_s);
    if (raw.size() > maxPathBytes)
        return failure("invalid_path", u"path is %1 bytes long, the most is %2"_s.arg(raw.size()).arg(maxPathBytes));
    if (longestComponent(raw) > maxComponentBytes)
        return failure("invalid_path", u"path has a component over %1 bytes"_s.arg(maxComponentBytes));
    if (!bytesAllowed && !raw.isValidUtf8())
        return failure("invalid_path", u"path is not valid UTF-8; send such bytes as path_base64"_s);
    return {};
}

} // namespace Cofferdam::Policy
