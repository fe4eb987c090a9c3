// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/base/error.h"

#include <QtCore/QByteArray>
#include <QtCore/QJsonValue>

#include <vector>

namespace Cofferdam {

/// One value of a parsed document with its place: what both spellings of a policy and every JSON request become.
/// Numbers keep their text, strings are UTF-8, a map keeps its order and never holds a key twice. A plain value type.
class Node
{
public:
    enum class Kind { Null, Bool, Integer, Double, String, List, Map };
    struct Member;

    Kind kind = Kind::Null;
    bool boolean = false;
    qint64 integer = 0; ///< Kind::Integer
    double number = 0; ///< Kind::Double (and the same value for Kind::Integer)
    QByteArray text; ///< Kind::String: the decoded UTF-8
    std::vector<Node> items; ///< Kind::List
    std::vector<Member> members; ///< Kind::Map
    SourceSpan span; ///< of the value

    [[nodiscard]] bool isMap() const { return kind == Kind::Map; }
    [[nodiscard]] bool isList() const { return kind == Kind::List; }
    [[nodiscard]] bool isString() const { return kind == Kind::String; }
    /// The member's value, or null where there is none.
    [[nodiscard]] const Node *find(QByteArrayView key) const;
    [[nodiscard]] const Member *member(QByteArrayView key) const;
    [[nodiscard]] QJsonValue toJson() const;
    /// "null", "boolean", "integer", "number", "string", "list", "map": for error texts.
    [[nodiscard]] static QLatin1StringView kindName(Kind kind);
};

struct Node::Member {
    QByteArray key;
    SourceSpan keySpan;
    Node value;
};

} // namespace Cofferdam
