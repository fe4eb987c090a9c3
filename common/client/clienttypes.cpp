// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/client/clienttypes.h"

#include <QtCore/QJsonArray>

#include <utility>

using namespace Qt::StringLiterals;

namespace Cofferdam::Client {

namespace {

/// Reads the members of a reply and remembers the first that is not as promised. Lives on the stack.
class ReplyReader
{
public:
    explicit ReplyReader(const QJsonObject &object) : m_object(object) { }

    QByteArray text(QLatin1StringView key) { return required(key, QJsonValue::String).toString().toUtf8(); }
    qint64 number(QLatin1StringView key) { return required(key, QJsonValue::Double).toInteger(); }
    bool boolean(QLatin1StringView key) { return required(key, QJsonValue::Bool).toBool(); }
    QJsonArray list(QLatin1StringView key) { return required(key, QJsonValue::Array).toArray(); }
    QByteArray optionalText(QLatin1StringView key) const { return m_object.value(key).toString().toUtf8(); }
    /// key, else key_base64 decoded.
    QByteArray bytes(QLatin1StringView key)
    {
        const QJsonValue encoded = m_object.value(key + "_base64"_L1);
        return encoded.isString() ? QByteArray::fromBase64(encoded.toString().toLatin1()) : text(key);
    }
    template <typename T>
    Result<T> finish(T value) const
    {
        if (!m_wrong.isEmpty())
            return failure("bad_reply", u"expected a reply with %1, it is missing or of another type"_s.arg(m_wrong));
        return value;
    }

private:
    QJsonValue required(QLatin1StringView key, QJsonValue::Type type)
    {
        const QJsonValue value = m_object.value(key);
        if (value.type() != type && m_wrong.isEmpty())
            m_wrong = key;
        return value;
    }

    const QJsonObject &m_object;
    QString m_wrong;
};

} // namespace

Result<FileEntry> FileEntry::fromJson(const QJsonObject &object)
{
    ReplyReader reader(object);
    FileEntry entry;
    entry.name = reader.bytes("name"_L1);
    entry.path = reader.bytes("path"_L1);
    entry.type = reader.text("type"_L1);
    entry.size = reader.number("size"_L1);
    entry.mode = reader.optionalText("mode"_L1);
    entry.modified = reader.optionalText("modified"_L1);
    entry.linkTarget = reader.optionalText("link_target"_L1);
    return reader.finish(std::move(entry));
}

Result<FileList> FileList::fromJson(const QJsonObject &object)
{
    ReplyReader reader(object);
    FileList list;
    list.path = reader.bytes("path"_L1);
    list.truncated = reader.boolean("truncated"_L1);
    list.cursor = reader.optionalText("cursor"_L1);
    const QJsonArray entries = reader.list("entries"_L1);
    list.entries.reserve(entries.size());
    for (const QJsonValue &value : entries) {
        Result<FileEntry> entry = FileEntry::fromJson(value.toObject());
        if (!entry)
            return failure(entry.error());
        list.entries.append(*std::move(entry));
    }
    return reader.finish(std::move(list));
}

Result<FileStat> FileStat::fromJson(const QJsonObject &object)
{
    ReplyReader reader(object);
    FileStat stat;
    stat.exists = reader.boolean("exists"_L1);
    stat.etag = reader.optionalText("etag"_L1);
    stat.sha256 = reader.optionalText("sha256"_L1);
    if (stat.exists) {
        Result<FileEntry> entry = FileEntry::fromJson(object);
        if (!entry)
            return failure(entry.error());
        stat.entry = *std::move(entry);
    }
    return reader.finish(std::move(stat));
}

Result<FileContent> FileContent::fromJson(const QJsonObject &object)
{
    ReplyReader reader(object);
    FileContent content;
    content.path = reader.bytes("path"_L1);
    content.size = reader.number("size"_L1);
    content.etag = reader.optionalText("etag"_L1);
    content.truncated = object.value("truncated"_L1).toBool();
    content.bytes = object.contains("content_base64"_L1) ? reader.bytes("content"_L1) : reader.text("text"_L1);
    return reader.finish(std::move(content));
}

Result<WrittenFile> WrittenFile::fromJson(const QJsonObject &object)
{
    ReplyReader reader(object);
    WrittenFile file;
    file.path = reader.bytes("path"_L1);
    file.size = reader.number("size"_L1);
    file.sha256 = reader.text("sha256"_L1);
    file.etag = reader.optionalText("etag"_L1);
    return reader.finish(std::move(file));
}

Result<ShellResult> ShellResult::fromJson(const QJsonObject &object)
{
    ReplyReader reader(object);
    ShellResult result;
    result.signal = reader.optionalText("signal"_L1);
    result.exitCode = object.value("exit_code"_L1).toInt(-1);
    result.standardOutput = reader.bytes("stdout"_L1);
    result.standardError = reader.bytes("stderr"_L1);
    result.timedOut = reader.boolean("timed_out"_L1);
    result.truncated = reader.boolean("truncated"_L1);
    result.durationMs = reader.number("duration_ms"_L1);
    return reader.finish(std::move(result));
}

QJsonObject SupposedCall::toJson() const
{
    QJsonObject object {{u"endpoint"_s, QString::fromUtf8(endpoint)}};
    if (!path.isEmpty())
        insertBytes(object, "path"_L1, path);
    if (!op.isEmpty())
        object.insert("op"_L1, QString::fromUtf8(op));
    return object;
}

Result<CheckedCall> CheckedCall::fromJson(const QJsonObject &object)
{
    ReplyReader reader(object);
    CheckedCall call;
    call.decision = reader.text("decision"_L1);
    call.endpoint = reader.text("endpoint"_L1);
    call.code = reader.optionalText("code"_L1);
    call.scope = reader.optionalText("scope"_L1);
    call.rule = reader.optionalText("rule"_L1);
    call.revision = reader.optionalText("revision"_L1);
    return reader.finish(std::move(call));
}

void insertBytes(QJsonObject &object, QLatin1StringView key, const QByteArray &bytes)
{
    if (bytes.isValidUtf8())
        object.insert(key, QString::fromUtf8(bytes));
    else
        object.insert(key + "_base64"_L1, QString::fromLatin1(bytes.toBase64()));
}

} // namespace Cofferdam::Client
