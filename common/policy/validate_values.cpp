// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/policy/validate.h"

#include "common/base/bytesize.h"
#include "common/policy/load.h"

#include <algorithm>
#include <limits>

using namespace Qt::StringLiterals;

/// Limits (endpoints.md 1.6) and parameters (1.7) of a rule.
namespace Cofferdam::Policy::Load {

namespace {

constexpr qint64 mostOfAnything = std::numeric_limits<qint64>::max();
constexpr qint64 mostSeconds = 1'000'000'000; // about 31 years: arithmetic in nanoseconds stays within 64 bits
constexpr qint64 mostCount = 1'000'000'000;

/// Keys that some endpoint of the rule knows.
template <typename Values>
QList<QByteArray> keysOf(const Applies &applies, Values Endpoint::*values)
{
    QList<QByteArray> keys;
    for (const Endpoint *endpoint : applies.endpoints) {
        for (const auto &value : endpoint->*values) {
            if (!keys.contains(value.key))
                keys.append(value.key);
        }
    }
    return keys;
}

void unknownFor(Reader &reader, const Node::Member &member, const QByteArray &path, const char *what, bool exists, const Applies &applies,
    const QList<QByteArray> &known)
{
    const QByteArray id = "unknown_"_ba + what;
    const QString kind = QString::fromLatin1(what);
    if (exists && !applies.everywhere)
        reader.fault(id, member.keySpan, path, u"the %1 %2 is not one of %3"_s.arg(kind, quoted(member.key), QString::fromUtf8(applies.words)));
    else
        reader.unknown(id, member.keySpan, path, kind, member.key, known);
}

std::optional<qint64> readSize(Reader &reader, const Place &place)
{
    if (!place.node->isString())
        return reader.integer(place, 1, mostOfAnything);
    const std::optional<qint64> size = parseByteSize(place.node->text);
    if (size && *size > 0)
        return size;
    reader.fault("bad_value"_ba, place.node->span, place.path,
        u"expected a size such as 5MB or 1GiB (a whole number with B, KB, MB, GB, KiB, MiB or GiB), got %1"_s.arg(quoted(place.node->text)));
    return std::nullopt;
}

std::optional<qint64> readLimit(Reader &reader, const Place &place, const LimitKey &key)
{
    if (key.kind == LimitKind::Size)
        return readSize(reader, place);
    if (place.node->isString() && parseByteSize(place.node->text)) {
        reader.fault("wrong_type"_ba, place.node->span, place.path,
            u"expected an integer%1, got the string %2"_s.arg(key.kind == LimitKind::Seconds ? u" of seconds"_s : QString(), quoted(place.node->text)));
        return std::nullopt;
    }
    return reader.integer(place, key.zeroAllowed ? 0 : 1, key.kind == LimitKind::Seconds ? mostSeconds : mostCount);
}

QString checkExtension(QByteArrayView text)
{
    if (text.size() > 1 && text.startsWith('.') && !text.contains('/'))
        return {};
    return u"expected a suffix that begins with a dot, such as .sh, got %1"_s.arg(quoted(text));
}

QString checkCommand(QByteArrayView text)
{
    if (!text.isEmpty() && (text.startsWith('/') || !text.contains('/')))
        return {};
    return u"expected a program's name or absolute path, got %1"_s.arg(quoted(text));
}

QString checkNotEmpty(QByteArrayView text) { return text.isEmpty() ? u"expected a word, got an empty string"_s : QString(); }

Reader::Check checkOf(QByteArrayView key)
{
    if (key.endsWith("_extensions"))
        return checkExtension;
    return key.endsWith("_commands") ? checkCommand : checkNotEmpty;
}

/// The closed list of a parameter; of `formats` the endpoint's own, where the rule names one.
QList<QByteArray> closedValues(const ParamKey &key, const Applies &applies)
{
    const ParamDefault *own = applies.exact && key.key == "formats" ? applies.endpoints.first()->param(key.key) : nullptr;
    if (!own)
        return key.closedValues;
    QList<QByteArray> values;
    for (const QJsonValue &value : own->value.toArray())
        values.append(value.toString().toUtf8());
    return values;
}

std::optional<QJsonValue> readList(Reader &reader, const Place &place, const ParamKey &key, const Applies &applies)
{
    const QList<QByteArray> closed = closedValues(key, applies);
    auto list = reader.strings(place, "a list of strings"_L1, checkOf(key.key));
    if (!list)
        return std::nullopt;
    QJsonArray array;
    bool good = true;
    for (qsizetype i = 0; i < list->value.size(); ++i) {
        const QByteArray &word = list->value[i];
        if (!closed.isEmpty() && !closed.contains(word)) {
            reader.unknown("unknown_value"_ba, place.node->items[size_t(i)].span, pathWithIndex(place.path, i), u"value"_s, word, closed);
            good = false;
        }
        array.append(QString::fromUtf8(word));
    }
    return good ? std::optional<QJsonValue>(array) : std::nullopt;
}

bool isPort(QByteArrayView text)
{
    bool ok = false;
    const int port = text.toInt(&ok);
    return ok && port >= 1 && port <= 65535 && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

std::optional<QJsonValue> readPorts(Reader &reader, const Place &place)
{
    QJsonArray array;
    const bool isList = reader.items(place, "a list of ports and ranges"_L1, [&](const Place &item) {
        if (!item.node->isString()) {
            if (const auto port = reader.integer(item, 1, 65535))
                array.append(*port);
            return;
        }
        const QByteArray &text = item.node->text;
        const qsizetype dash = text.indexOf('-');
        if (dash > 0 && isPort(text.first(dash)) && isPort(text.sliced(dash + 1)) && text.first(dash).toInt() <= text.sliced(dash + 1).toInt())
            array.append(QString::fromLatin1(text));
        else
            reader.fault("bad_value"_ba, item.node->span, item.path, u"expected a port or a range such as \"8000-8100\", got %1"_s.arg(quoted(text)));
    });
    return isList && array.size() == qsizetype(place.node->items.size()) ? std::optional<QJsonValue>(array) : std::nullopt;
}

std::optional<QJsonValue> readMode(Reader &reader, const Place &place)
{
    const QByteArray &text = place.node->text;
    bool ok = false;
    const int mode = text.toInt(&ok, 8);
    const bool digits = std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '7'; });
    if (place.node->isString() && ok && digits && text.size() <= 4 && mode <= 0777)
        return QString::fromLatin1(text);
    reader.fault(place.node->isString() ? "bad_value"_ba : "wrong_type"_ba, place.node->span, place.path,
        u"expected permission bits as an octal string from \"0000\" to \"0777\", in quotes"_s);
    return std::nullopt;
}

std::optional<QJsonValue> readParam(Reader &reader, const Place &place, const ParamKey &key, const Applies &applies)
{
    switch (key.kind) {
    case ParamKind::Bool: {
        const auto value = reader.boolean(place);
        return value ? std::optional<QJsonValue>(value->value) : std::nullopt;
    }
    case ParamKind::Integer: {
        const auto value = reader.integer(place, 1, mostCount);
        return value ? std::optional<QJsonValue>(*value) : std::nullopt;
    }
    case ParamKind::StringList: return readList(reader, place, key, applies);
    case ParamKind::OctalMode: return readMode(reader, place);
    case ParamKind::IntegerOrRangeList: return readPorts(reader, place);
    }
    return std::nullopt;
}

} // namespace

void readLimits(Reader &reader, const Place &place, const Applies &applies, RuleFields &fields)
{
    const QList<QByteArray> known = keysOf(applies, &Endpoint::limits);
    reader.each(place, [&](const Node::Member &member, const QByteArray &path) {
        const LimitKey *key = findLimitKey(member.key);
        if (!key || !known.contains(member.key)) {
            unknownFor(reader, member, path, "limit", key, applies, known);
            return;
        }
        if (member.value.kind == Node::Kind::Null)
            fields.limits.insert(member.key, {std::nullopt, member.keySpan});
        else if (const auto value = readLimit(reader, {&member.value, path}, *key))
            fields.limits.insert(member.key, {*value, member.value.span});
    });
}

void readParams(Reader &reader, const Place &place, const Applies &applies, RuleFields &fields)
{
    const QList<QByteArray> known = keysOf(applies, &Endpoint::params);
    reader.each(place, [&](const Node::Member &member, const QByteArray &path) {
        const ParamKey *key = findParamKey(member.key);
        if (!key || !known.contains(member.key)) {
            unknownFor(reader, member, path, "parameter", key, applies, known);
            return;
        }
        if (const auto value = readParam(reader, {&member.value, path}, *key, applies))
            fields.params.insert(member.key, {*value, member.value.span});
    });
}

} // namespace Cofferdam::Policy::Load
