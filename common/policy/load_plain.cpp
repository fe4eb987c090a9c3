// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/policy/load.h"

#include <algorithm>
#include <cmath>
#include <limits>

using namespace Qt::StringLiterals;

/// The YAML 1.2 core schema: how a plain word becomes a value. `yes`, `on` and dates are strings.
namespace Cofferdam::Policy::Load {

namespace {

bool isDigit(char c) { return c >= '0' && c <= '9'; }

qsizetype digitsFrom(QByteArrayView word, qsizetype at)
{
    qsizetype end = at;
    while (end < word.size() && isDigit(word[end]))
        ++end;
    return end - at;
}

/// [-+]? ( \. [0-9]+ | [0-9]+ ( \. [0-9]* )? ) ( [eE] [-+]? [0-9]+ )?
bool looksLikeFloat(QByteArrayView word)
{
    qsizetype at = !word.isEmpty() && (word[0] == '-' || word[0] == '+') ? 1 : 0;
    const qsizetype whole = digitsFrom(word, at);
    at += whole;
    if (at < word.size() && word[at] == '.') {
        const qsizetype fraction = digitsFrom(word, ++at);
        at += fraction;
        if (whole + fraction == 0)
            return false;
    } else if (whole == 0) {
        return false;
    }
    if (at < word.size() && (word[at] == 'e' || word[at] == 'E')) {
        ++at;
        at += at < word.size() && (word[at] == '-' || word[at] == '+') ? 1 : 0;
        const qsizetype exponent = digitsFrom(word, at);
        if (exponent == 0)
            return false;
        at += exponent;
    }
    return at == word.size();
}

std::optional<qint64> integerOf(QByteArrayView word)
{
    bool ok = false;
    qint64 value = 0;
    if (word.startsWith("0o") || word.startsWith("0x")) {
        if (word.size() == 2 || word[2] == '-' || word[2] == '+')
            return std::nullopt;
        value = word.sliced(2).toLongLong(&ok, word[1] == 'o' ? 8 : 16);
    } else {
        const qsizetype sign = !word.isEmpty() && (word[0] == '-' || word[0] == '+') ? 1 : 0;
        if (word.size() > sign && digitsFrom(word, sign) == word.size() - sign)
            value = word.toLongLong(&ok, 10);
    }
    return ok ? std::optional(value) : std::nullopt;
}

std::optional<double> infiniteOrNot(const QByteArray &word)
{
    static const QList<QByteArray> infinite {".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF"};
    static const QList<QByteArray> negative {"-.inf", "-.Inf", "-.INF"};
    static const QList<QByteArray> notANumber {".nan", ".NaN", ".NAN"};
    if (infinite.contains(word))
        return std::numeric_limits<double>::infinity();
    if (negative.contains(word))
        return -std::numeric_limits<double>::infinity();
    return notANumber.contains(word) ? std::optional(std::nan("")) : std::nullopt;
}

} // namespace

Node resolvePlain(const QByteArray &word)
{
    static const QList<QByteArray> nulls {"", "~", "null", "Null", "NULL"};
    static const QList<QByteArray> yes {"true", "True", "TRUE"}, no {"false", "False", "FALSE"};
    Node node;
    if (nulls.contains(word))
        return node;
    if (yes.contains(word) || no.contains(word)) {
        node.kind = Node::Kind::Bool;
        node.boolean = yes.contains(word);
    } else if (const auto whole = integerOf(word)) {
        node.kind = Node::Kind::Integer;
        node.integer = *whole;
        node.number = double(*whole);
    } else if (const auto special = infiniteOrNot(word); special || looksLikeFloat(word)) {
        node.kind = Node::Kind::Double;
        node.number = special ? *special : word.toDouble();
    } else {
        node.kind = Node::Kind::String;
        node.text = word;
    }
    return node;
}

} // namespace Cofferdam::Policy::Load
