// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/protocol/jsonparser.h"
#include "common/protocol/utf8.h"

#include <QtCore/QJsonArray>
#include <QtCore/QJsonObject>

#include <algorithm>
#include <limits>

namespace Cofferdam {

namespace {

bool isPlain(char c) { return c >= 0x20 && c <= 0x7e && c != '"' && c != '\\'; }

void appendUnit(QByteArray &out, char16_t unit)
{
    static constexpr char digits[] = "0123456789abcdef";
    const char text[] = {'\\', 'u', digits[unit >> 12], digits[(unit >> 8) & 15], digits[(unit >> 4) & 15], digits[unit & 15]};
    out.append(text, sizeof text);
}

void appendEscaped(QByteArray &out, char32_t c)
{
    switch (c) {
    case '"': out += "\\\""; return;
    case '\\': out += "\\\\"; return;
    case '\n': out += "\\n"; return;
    case '\r': out += "\\r"; return;
    case '\t': out += "\\t"; return;
    default: break;
    }
    if (c < 0x10000) {
        appendUnit(out, char16_t(c));
        return;
    }
    appendUnit(out, QChar::highSurrogate(c));
    appendUnit(out, QChar::lowSurrogate(c));
}

void appendNumber(QByteArray &out, const QJsonValue &value)
{
    // toInteger returns its fallback for anything that is not a whole number of 64 bits.
    const qint64 whole = value.toInteger(std::numeric_limits<qint64>::min());
    if (whole != std::numeric_limits<qint64>::min())
        out += QByteArray::number(whole);
    else
        out += QByteArray::number(value.toDouble(), 'g', QLocale::FloatingPointShortest);
}

void appendValue(QByteArray &out, const QJsonValue &value);

void appendObject(QByteArray &out, const QJsonObject &object)
{
    QStringList keys = object.keys();
    std::ranges::sort(keys);
    out += '{';
    for (qsizetype i = 0; i < keys.size(); ++i) {
        if (i > 0)
            out += ',';
        appendJsonString(out, keys[i].toUtf8());
        out += ':';
        appendValue(out, object.value(keys[i]));
    }
    out += '}';
}

void appendArray(QByteArray &out, const QJsonArray &array)
{
    out += '[';
    for (qsizetype i = 0; i < array.size(); ++i) {
        if (i > 0)
            out += ',';
        appendValue(out, array.at(i));
    }
    out += ']';
}

void appendValue(QByteArray &out, const QJsonValue &value)
{
    switch (value.type()) {
    case QJsonValue::Bool: out += value.toBool() ? "true" : "false"; return;
    case QJsonValue::Double: appendNumber(out, value); return;
    case QJsonValue::String: appendJsonString(out, value.toString().toUtf8()); return;
    case QJsonValue::Array: appendArray(out, value.toArray()); return;
    case QJsonValue::Object: appendObject(out, value.toObject()); return;
    case QJsonValue::Null:
    case QJsonValue::Undefined: out += "null"; return;
    }
}

} // namespace

void appendJsonString(QByteArray &out, QByteArrayView utf8)
{
    out += '"';
    for (qsizetype at = 0; at < utf8.size();) {
        qsizetype end = at;
        while (end < utf8.size() && isPlain(utf8[end]))
            ++end;
        out += utf8.sliced(at, end - at);
        at = end;
        if (at == utf8.size())
            break;
        const Utf8Character c = decodeUtf8(utf8.sliced(at));
        appendEscaped(out, c.length > 0 ? c.value : char32_t(0xfffd));
        at += std::max(c.length, 1);
    }
    out += '"';
}

QByteArray canonicalJson(const QJsonValue &value)
{
    QByteArray out;
    appendValue(out, value);
    return out;
}

} // namespace Cofferdam
