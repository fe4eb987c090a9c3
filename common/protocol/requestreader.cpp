// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/protocol/requestreader.h"

using namespace Qt::StringLiterals;

namespace Cofferdam {

namespace {

QString unexpected(QLatin1StringView due, const Node &node) { return u"expected %1, got %2"_s.arg(due, Node::kindName(node.kind)); }

} // namespace

RequestReader::RequestReader(const Node &object, QByteArray pointer) : m_object(object), m_pointer(std::move(pointer))
{
    if (!object.isMap())
        m_error = Error {"invalid_request"_ba, unexpected("an object"_L1, object), {{u"pointer"_s, QString::fromUtf8(m_pointer)}}, object.span};
}

QByteArray RequestReader::requiredString(QByteArrayView key)
{
    if (!value(key)) {
        fault(key, u"the field `%1` is missing"_s.arg(QString::fromUtf8(key)));
        return {};
    }
    return string(key).value_or(QByteArray());
}

std::optional<QByteArray> RequestReader::string(QByteArrayView key)
{
    const Node *node = value(key);
    if (!node)
        return std::nullopt;
    if (node->isString())
        return node->text;
    fault(key, unexpected("a string"_L1, *node));
    return std::nullopt;
}

std::optional<bool> RequestReader::boolean(QByteArrayView key)
{
    const Node *node = value(key);
    if (!node)
        return std::nullopt;
    if (node->kind == Node::Kind::Bool)
        return node->boolean;
    fault(key, unexpected("a boolean"_L1, *node));
    return std::nullopt;
}

std::optional<qint64> RequestReader::integer(QByteArrayView key, qint64 least, qint64 most)
{
    const Node *node = value(key);
    if (!node)
        return std::nullopt;
    if (node->kind != Node::Kind::Integer) {
        fault(key, unexpected("an integer"_L1, *node));
        return std::nullopt;
    }
    if (node->integer < least || node->integer > most) {
        fault(key, u"expected an integer from %1 to %2, got %3"_s.arg(least).arg(most).arg(node->integer));
        return std::nullopt;
    }
    return node->integer;
}

std::optional<QList<QByteArray>> RequestReader::stringList(QByteArrayView key)
{
    const Node *node = value(key);
    if (!node)
        return std::nullopt;
    if (!node->isList()) {
        fault(key, unexpected("a list of strings"_L1, *node));
        return std::nullopt;
    }
    QList<QByteArray> list;
    for (const Node &item : node->items) {
        if (!item.isString()) {
            fault(key, unexpected("a list of strings"_L1, item) + u" in it"_s);
            return std::nullopt;
        }
        list.append(item.text);
    }
    return list;
}

std::optional<QByteArray> RequestReader::base64(QByteArrayView key)
{
    const std::optional<QByteArray> text = string(key);
    if (!text)
        return std::nullopt;
    const auto decoded = QByteArray::fromBase64Encoding(*text, QByteArray::Base64Encoding | QByteArray::AbortOnBase64DecodingErrors);
    // Strict: the decoder takes missing padding and stray bits, so the text must also be what the bytes encode to.
    if (decoded && decoded.decoded.size() == text->size() / 4 * 3 - text->endsWith('=') - text->endsWith("==")
        && text->size() % 4 == 0 && text->last(std::min<qsizetype>(4, text->size())) == decoded.decoded.mid((text->size() / 4 - 1) * 3).toBase64())
        return decoded.decoded;
    fault(key, u"expected base64 with padding"_s);
    return std::nullopt;
}

const Node *RequestReader::value(QByteArrayView key)
{
    m_seen.insert(key.toByteArray());
    return m_object.find(key);
}

void RequestReader::fault(QByteArrayView key, const QString &message)
{
    if (m_error)
        return;
    const QByteArray part = key.toByteArray().replace('~', "~0").replace('/', "~1");
    const Node *node = m_object.find(key);
    m_error = Error {"invalid_request"_ba, message, {{u"pointer"_s, QString::fromUtf8(m_pointer + '/' + part)}},
        node ? std::optional(node->span) : std::nullopt};
}

Result<void> RequestReader::finish()
{
    for (const Node::Member &member : m_object.members) {
        if (!m_seen.contains(member.key))
            fault(member.key, u"the field `%1` is not known here"_s.arg(QString::fromUtf8(member.key)));
    }
    if (m_error)
        return failure(*m_error);
    return {};
}

} // namespace Cofferdam
