// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "service/operations/files/common.h"
#include "service/operations/files/files.h"
#include "service/pathguard/directoryreader.h"

#include <dirent.h>
#include <fcntl.h>

#include <algorithm>
#include <cerrno>
#include <limits>

using namespace Qt::StringLiterals;

namespace Cofferdam::Files {

namespace {

constexpr qint64 MostLevels = 128; ///< each holds a descriptor

/// One page of a listing, in the byte order of the relative paths. Reads by descriptor, judges every entry, never holds more than a
/// page of a directory's names.
class Listing
{
public:
    Listing(const RequestContext &context, const ResolvedPath &top)
        : m_guard(context.guard())
        , m_context(context)
        , m_top(top)
    {
    }

    bool recursive = false;
    bool hidden = true;
    qint64 maxEntries = 0;
    qint64 maxDepth = 0;
    QByteArray after; ///< of the page before: entries beyond it

    QByteArray json; ///< the entries, with commas between
    qint64 count = 0;
    bool full = false; ///< there is more
    bool depthReached = false; ///< a directory was not entered because of maxDepth
    QByteArray last;

    [[nodiscard]] Result<void> directory(UniqueFd descriptor, const QByteArray &relative, qint64 depth);

private:
    /// An entry, or what is below a directory: the second sorts by the name with its slash, so that the order is that of whole paths.
    struct Item {
        QByteArray key;
        QByteArray name;
        bool inside;
    };
    void consider(std::vector<Item> &items, Item item, size_t most) const;
    void add(int descriptor, const Item &item);

    const PathGuard::Guard m_guard;
    const RequestContext &m_context;
    const ResolvedPath &m_top;
};

bool byKey(const auto &a, const auto &b) { return a.key < b.key; }

bool isDirectory(int directory, const PathGuard::DirectoryReader::Entry &entry)
{
    struct stat info {};
    if (entry.type != DT_UNKNOWN)
        return entry.type == DT_DIR;
    return ::fstatat(directory, entry.name.constData(), &info, AT_SYMLINK_NOFOLLOW) == 0 && S_ISDIR(info.st_mode);
}

/// Keeps the `most` smallest items that the page can need, as a heap with the largest on top.
void Listing::consider(std::vector<Item> &items, Item item, size_t most) const
{
    if (item.inside ? item.key <= after && !after.startsWith(item.key) : item.key <= after)
        return;
    items.push_back(std::move(item));
    std::ranges::push_heap(items, byKey<Item, Item>);
    if (items.size() > most) {
        std::ranges::pop_heap(items, byKey<Item, Item>);
        items.pop_back();
    }
}

Result<void> Listing::directory(UniqueFd descriptor, const QByteArray &relative, qint64 depth)
{
    // Two items a directory, and the cursor's own ancestors have only their second one left.
    const size_t most = size_t(2 * (maxEntries - count + 1) + 256);
    const QByteArray resolved = resolvedBelow(m_top, relative);
    std::vector<Item> items;
    PathGuard::DirectoryReader reader(std::move(descriptor));
    while (std::optional<PathGuard::DirectoryReader::Entry> entry = reader.next()) {
        if (m_context.cancelled.load(std::memory_order_relaxed))
            return failure("io_error", u"the call was given up by its caller"_s);
        if ((!hidden && entry->name.startsWith('.')) || !m_guard.entryAllowed(resolved, entry->name, PathRole::Read))
            continue;
        const QByteArray path = relative.isEmpty() ? entry->name : relative + '/' + entry->name;
        consider(items, {path, entry->name, false}, most);
        if (recursive && isDirectory(reader.descriptor(), *entry))
            consider(items, {path + '/', entry->name, true}, most);
    }
    if (reader.error() != 0)
        return PathGuard::systemFailure(reader.error(), u"cannot read the directory"_s, m_top.asWritten);
    std::ranges::sort_heap(items, byKey<Item, Item>);
    for (const Item &item : items) {
        if (full)
            return {};
        if (!item.inside) {
            add(reader.descriptor(), item);
            continue;
        }
        if (depth >= maxDepth) {
            depthReached = true;
            continue;
        }
        // What vanished, turned into a link or may not be read meanwhile is left out.
        UniqueFd child(::openat(reader.descriptor(), item.name.constData(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
        if (!child && (errno == EMFILE || errno == ENFILE))
            return PathGuard::systemFailure(errno, u"cannot open a directory"_s, m_top.asWritten);
        if (!child)
            continue;
        if (Result<void> walked = directory(std::move(child), item.key.chopped(1), depth + 1); !walked)
            return walked;
    }
    return {};
}

void Listing::add(int descriptor, const Item &item)
{
    if (count >= maxEntries) {
        full = true;
        return;
    }
    EntryFacts facts {item.name, below(m_top.asWritten, item.key), {}, {}};
    if (::fstatat(descriptor, item.name.constData(), &facts.info, AT_SYMLINK_NOFOLLOW) != 0)
        return;
    if (S_ISLNK(facts.info.st_mode)) {
        const UniqueFd link(::openat(descriptor, item.name.constData(), O_PATH | O_NOFOLLOW | O_CLOEXEC));
        const QByteArray target = link ? PathGuard::linkTextOf(link.get()) : QByteArray();
        const qsizetype slash = item.key.lastIndexOf('/');
        if (m_guard.linkTargetAllowed(resolvedBelow(m_top, slash < 0 ? QByteArray() : item.key.first(slash)), target))
            facts.linkTarget = target;
    }
    json.append(count++ == 0 ? "{" : ",{");
    appendEntry(json, facts);
    json.append('}');
    last = item.key;
}

Result<void> readRequest(const RequestContext &context, Listing &listing, QJsonObject &applied)
{
    const Result<bool> recursive
        = context.queryBool("recursive", false).and_then([&](bool asked) { return permitted(context, "recursive", asked); });
    const Result<bool> hidden = context.queryBool("hidden", context.rule->boolParam("hidden", true)).and_then([&](bool asked) {
        return permitted(context, "hidden", asked);
    });
    const auto entries = context.queryInteger("max_entries", 1, std::numeric_limits<qint64>::max());
    const auto depth = context.queryInteger("max_depth", 1, std::numeric_limits<qint64>::max());
    if (!recursive || !hidden)
        return failure(!recursive ? recursive.error() : hidden.error());
    if (!entries || !depth)
        return failure(!entries ? entries.error() : depth.error());
    listing.recursive = *recursive;
    listing.hidden = *hidden;
    listing.maxEntries = lowered(context, "max_entries", *entries, std::numeric_limits<int>::max(), applied);
    listing.maxDepth = qMin(lowered(context, "max_depth", *depth, MostLevels, applied), MostLevels);
    if (const std::optional<QByteArray> cursor = context.queryValue("cursor")) {
        auto decoded = QByteArray::fromBase64Encoding(
            *cursor, QByteArray::Base64UrlEncoding | QByteArray::OmitTrailingEquals | QByteArray::AbortOnBase64DecodingErrors);
        if (!decoded || (*decoded).isEmpty())
            return failure("invalid_request", u"expected a cursor of an earlier answer"_s, {{u"parameter"_s, u"cursor"_s}});
        listing.after = *decoded;
    }
    return {};
}

Result<Reply> listDirectory(RequestContext &context)
{
    const ResolvedPath &path = *context.path("path");
    Listing listing(context, path);
    QJsonObject applied;
    if (Result<void> read = readRequest(context, listing, applied); !read)
        return failure(std::move(read).error());
    Result<UniqueFd> directory = PathGuard::openDirectory(path);
    if (!directory)
        return failure(std::move(directory).error());
    if (Result<void> listed = listing.directory(std::move(*directory), {}, 1); !listed)
        return failure(std::move(listed).error());
    if (listing.depthReached)
        applied.insert("max_depth"_L1, listing.maxDepth);
    QByteArray json = "{";
    appendText(json, "path", path.asWritten);
    json.append(",\"entries\":[").append(listing.json).append("],\"truncated\":").append(listing.full || listing.depthReached ? "true" : "false");
    if (listing.full)
        appendText(json.append(','), "cursor", listing.last.toBase64(QByteArray::Base64UrlEncoding | QByteArray::OmitTrailingEquals));
    appendApplied(json, applied);
    context.auditParams.insert("entries"_L1, listing.count);
    return Reply::jsonText(json.append('}'));
}

} // namespace

Operation listOperation() { return {"files_list", Runs::Pool, answering(listDirectory), {}, {}, {}}; }

} // namespace Cofferdam::Files
