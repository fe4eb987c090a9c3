// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/audit/linewriter.h"

#include <QtCore/QJsonArray>
#include <QtCore/QJsonObject>

#include <charconv>

namespace Cofferdam::Audit {

namespace {

constexpr char Hex[] = "0123456789abcdef";

bool isPlain(uchar c) { return c >= 0x20 && c < 0x7f && c != '"' && c != '\\'; }

void appendText(QByteArray &out, QByteArrayView utf8)
{
    LineWriter writer(out);
    writer.room(LineWriter::bound(utf8.size()));
    writer.text(utf8);
}

template <typename Range, typename Append>
void appendList(QByteArray &out, const Range &range, Append append)
{
    bool first = true;
    for (auto it = range.begin(); it != range.end(); ++it) {
        if (!first)
            out += ',';
        first = false;
        append(it);
    }
}

} // namespace

void LineWriter::room(qsizetype bytes)
{
    const qsizetype used = m_end - m_out.constData();
    m_out.resizeForOverwrite(used + bytes);
    m_end = m_out.data() + used;
}

void LineWriter::number(qint64 value)
{
    char digits[24];
    const auto end = std::to_chars(digits, digits + sizeof digits, value).ptr;
    raw(QByteArrayView(digits, end - digits));
}

void LineWriter::hash(QByteArrayView digest)
{
    for (const char c : digest) {
        byte(Hex[uchar(c) >> 4]);
        byte(Hex[uchar(c) & 15]);
    }
}

void LineWriter::escaped(char32_t codePoint)
{
    const auto unit = [this](char32_t u) {
        raw("\\u");
        for (int shift = 12; shift >= 0; shift -= 4)
            byte(Hex[(u >> shift) & 15]);
    };
    if (codePoint < 0x10000) {
        unit(codePoint);
        return;
    }
    codePoint -= 0x10000;
    unit(0xd800 + (codePoint >> 10));
    unit(0xdc00 + (codePoint & 0x3ff));
}

void LineWriter::text(QByteArrayView utf8)
{
    byte('"');
    for (qsizetype i = 0; i < utf8.size();) {
        qsizetype run = i;
        while (run < utf8.size() && isPlain(uchar(utf8[run])))
            ++run;
        raw(utf8.sliced(i, run - i));
        i = run;
        if (i == utf8.size())
            break;
        const char c = utf8[i];
        if (c == '"' || c == '\\') {
            byte('\\');
            byte(c);
            ++i;
            continue;
        }
        const CodePoint point = decodeUtf8(utf8.sliced(i));
        escaped(point.length > 0 ? point.value : U'\ufffd');
        i += qMax(1, point.length);
    }
    byte('"');
}

CodePoint decodeUtf8(QByteArrayView utf8)
{
    const auto at = [utf8](qsizetype i) { return i < utf8.size() ? uchar(utf8[i]) : uchar(0); };
    const uchar lead = at(0);
    if (lead < 0x80)
        return {lead, utf8.isEmpty() ? 0 : 1};
    const int length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
    if (lead < 0xc2 || lead > 0xf4)
        return {};
    char32_t value = lead & (0xff >> (length + 1));
    for (int i = 1; i < length; ++i) {
        if ((at(i) & 0xc0) != 0x80)
            return {};
        value = (value << 6) | (at(i) & 0x3f);
    }
    constexpr char32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    if (value < least[length] || value > 0x10ffff || (value >= 0xd800 && value <= 0xdfff))
        return {};
    return {value, length};
}

bool isUtf8(QByteArrayView bytes)
{
    for (qsizetype i = 0; i < bytes.size();) {
        const int length = decodeUtf8(bytes.sliced(i)).length;
        if (length == 0)
            return false;
        i += length;
    }
    return true;
}

void appendJson(QByteArray &out, const QJsonValue &value)
{
    switch (value.type()) {
    case QJsonValue::Null:
    case QJsonValue::Undefined: out += "null"; break;
    case QJsonValue::Bool: out += value.toBool() ? "true" : "false"; break;
    case QJsonValue::Double:
        if (value.toInteger(0) == value.toInteger(1)) // both fall-backs the same: it is a whole number
            out += QByteArray::number(value.toInteger());
        else
            out += QByteArray::number(value.toDouble(), 'g', 17);
        break;
    case QJsonValue::String: appendText(out, value.toString().toUtf8()); break;
    case QJsonValue::Array: {
        const QJsonArray array = value.toArray();
        out += '[';
        appendList(out, array, [&out](auto it) { appendJson(out, *it); });
        out += ']';
        break;
    }
    case QJsonValue::Object: {
        const QJsonObject object = value.toObject();
        out += '{';
        appendList(out, object, [&out](auto it) {
            appendText(out, it.key().toUtf8());
            out += ':';
            appendJson(out, it.value());
        });
        out += '}';
        break;
    }
    }
}

} // namespace Cofferdam::Audit
