// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "service/operations/files/common.h"
#include "service/operations/files/files.h"

#include <limits>

using namespace Qt::StringLiterals;

namespace Cofferdam::Files {

namespace {

constexpr qint64 BlockBytes = 64 * 1024;
/// How far a search for lines may go, in multiples of max_bytes: a sparse file must not keep a thread busy for hours.
constexpr qint64 ScanFactor = 64;
constexpr qint64 Unlimited = std::numeric_limits<qint64>::max() / (ScanFactor + 1);

/// What was asked: lines, or bytes; never both.
struct Wanted {
    std::optional<qint64> startLine, endLine, offset, length;

    [[nodiscard]] bool lines() const { return startLine || endLine; }
    [[nodiscard]] bool bytes() const { return offset || length; }
};

Result<Wanted> readRequest(const RequestContext &context)
{
    Wanted wanted;
    constexpr qint64 most = std::numeric_limits<qint64>::max();
    for (const auto &[key, least, target] : {std::tuple {"start_line", 1, &wanted.startLine}, {"end_line", 1, &wanted.endLine},
             {"offset", 0, &wanted.offset}, {"length", 0, &wanted.length}}) {
        const auto value = context.queryInteger(key, least, most);
        if (!value)
            return failure(value.error());
        *target = *value;
    }
    if (wanted.lines() && wanted.bytes())
        return failure("invalid_request", u"expected either lines or bytes, got both"_s);
    if (wanted.endLine && *wanted.endLine < wanted.startLine.value_or(1))
        return failure("invalid_request", u"expected end_line to be start_line or later"_s, {{u"parameter"_s, u"end_line"_s}});
    return wanted;
}

struct Content {
    QByteArray bytes;
    bool truncated = false;
    qint64 startLine = 0, endLine = 0; ///< of lines
    std::optional<qint64> totalLines; ///< known where the end was seen
};

/// Cuts a character that max_bytes has split, so that text stays text.
void cutToCharacter(QByteArray &text)
{
    for (int i = 0; i < 3 && !text.isEmpty() && !text.isValidUtf8(); ++i) {
        const bool continuation = (quint8(text.back()) & 0xc0) == 0x80;
        text.chop(1);
        if (!continuation)
            break;
    }
}

/// Goes through the file line by line, keeping those asked for.
class LineReader
{
public:
    LineReader(qint64 first, qint64 last, qint64 maxBytes)
        : m_first(first)
        , m_last(last)
        , m_maxBytes(maxBytes)
    {
    }
    /// False once nothing more is wanted.
    bool take(QByteArrayView block)
    {
        for (qsizetype at = 0; at < block.size();) {
            if (m_line > m_last || m_content.truncated)
                return false;
            const qsizetype newline = block.indexOf('\n', at);
            const qsizetype end = newline < 0 ? block.size() : newline + 1;
            if (m_line >= m_first)
                keep(block.sliced(at, end - at));
            m_open = newline < 0;
            m_line += m_open ? 0 : 1;
            at = end;
        }
        return true;
    }
    Content finish(bool sawEnd)
    {
        if (sawEnd)
            m_content.totalLines = m_line - (m_open ? 0 : 1);
        if (m_content.truncated)
            cutToCharacter(m_content.bytes);
        m_content.startLine = m_first;
        return std::move(m_content);
    }

private:
    void keep(QByteArrayView part)
    {
        const qint64 room = m_maxBytes - m_content.bytes.size();
        m_content.truncated = part.size() > room;
        m_content.bytes.append(part.first(qMin(qint64(part.size()), room)));
        m_content.endLine = m_line;
    }

    const qint64 m_first, m_last, m_maxBytes;
    qint64 m_line = 1;
    bool m_open = false; ///< the last line seen has no newline yet
    Content m_content;
};

Result<Content> readLines(const RequestContext &context, int file, const Wanted &wanted, qint64 size, qint64 maxBytes, const QByteArray &asWritten)
{
    LineReader lines(wanted.startLine.value_or(1), wanted.endLine.value_or(std::numeric_limits<qint64>::max()), maxBytes);
    qint64 at = 0;
    for (bool more = true; more && at < size;) {
        if (at >= maxBytes * ScanFactor)
            return overLimit(context, "max_bytes", maxBytes, asWritten);
        if (context.cancelled.load(std::memory_order_relaxed))
            return failure("io_error", u"the call was given up by its caller"_s);
        const Result<QByteArray> block = readUpTo(file, at, qMin(BlockBytes, size - at));
        if (!block)
            return failure(block.error());
        if (block->isEmpty())
            break;
        at += block->size();
        more = lines.take(*block);
        if (!more)
            return lines.finish(false);
    }
    return lines.finish(true);
}

Result<Content> readBytes(int file, const Wanted &wanted, qint64 size, qint64 maxBytes)
{
    const qint64 offset = qMin(wanted.offset.value_or(0), size);
    const qint64 available = size - offset;
    const qint64 asked = qMin(wanted.length.value_or(available), available);
    Result<QByteArray> bytes = readUpTo(file, offset, qMin(asked, maxBytes));
    if (!bytes)
        return failure(std::move(bytes).error());
    Content content {std::move(*bytes), asked > maxBytes, 0, 0, {}};
    if (!wanted.bytes() && content.truncated && !content.bytes.isValidUtf8()) {
        QByteArray text = content.bytes;
        cutToCharacter(text);
        if (text.isValidUtf8())
            content.bytes = std::move(text);
    }
    return content;
}

QByteArray answerOf(const ResolvedPath &path, const struct stat &info, const Wanted &wanted, const Content &content)
{
    QByteArray json = "{";
    appendText(json, "path", path.asWritten);
    if (content.bytes.isValidUtf8())
        appendText(json.append(','), "text", content.bytes);
    else
        json.append(",\"content_base64\":\"").append(content.bytes.toBase64()).append('"');
    if (wanted.lines()) {
        json.append(",\"start_line\":").append(QByteArray::number(content.startLine));
        json.append(",\"end_line\":").append(QByteArray::number(qMax(content.endLine, content.startLine - 1)));
    }
    if (wanted.lines() && content.totalLines)
        json.append(",\"total_lines\":").append(QByteArray::number(*content.totalLines));
    json.append(",\"size\":").append(QByteArray::number(qint64(info.st_size)));
    appendText(json.append(','), "etag", etagOf(info));
    return json.append(",\"truncated\":").append(content.truncated ? "true}" : "false}");
}

Result<Reply> readFile(RequestContext &context)
{
    const Result<Wanted> wanted = readRequest(context);
    if (!wanted)
        return failure(wanted.error());
    const ResolvedPath &path = *context.path("path");
    if (path.isRegular()) {
        if (Result<void> extension = checkExtensions(context, path.name, path.asWritten); !extension)
            return failure(std::move(extension).error());
    }
    const Result<UniqueFd> file = PathGuard::openForReading(path);
    if (!file)
        return failure(file.error());
    struct stat info {};
    if (::fstat(file->get(), &info) != 0)
        return PathGuard::systemFailure(errno, u"cannot look at the file"_s, path.asWritten);
    const qint64 maxBytes = qMin(context.limit("max_bytes").value_or(Unlimited), Unlimited);
    const Result<Content> content = wanted->lines() ? readLines(context, file->get(), *wanted, info.st_size, maxBytes, path.asWritten)
                                                    : readBytes(file->get(), *wanted, info.st_size, maxBytes);
    if (!content)
        return failure(withPath(content.error(), path.asWritten));
    context.auditParams.insert("size"_L1, content->bytes.size());
    return Reply::jsonText(answerOf(path, info, *wanted, *content));
}

} // namespace

Operation readOperation()
{
    Operation operation {"files_read", Runs::Pool, answering(readFile), {}, {}, {}};
    operation.prepare = [](RequestContext &context) -> Result<void> {
        const Result<Wanted> wanted = readRequest(context);
        return wanted ? Result<void>() : failure(wanted.error());
    };
    return operation;
}

} // namespace Cofferdam::Files
