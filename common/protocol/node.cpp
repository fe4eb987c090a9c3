// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/protocol/node.h"

#include <QtCore/QJsonArray>
#include <QtCore/QJsonObject>

using namespace Qt::StringLiterals;

namespace Cofferdam {

const Node::Member *Node::member(QByteArrayView key) const
{
    for (const Member &m : members) {
        if (m.key == key)
            return &m;
    }
    return nullptr;
}

const Node *Node::find(QByteArrayView key) const
{
    const Member *m = member(key);
    return m ? &m->value : nullptr;
}

QJsonValue Node::toJson() const
{
    switch (kind) {
    case Kind::Null: return QJsonValue::Null;
    case Kind::Bool: return boolean;
    case Kind::Integer: return integer;
    case Kind::Double: return number;
    case Kind::String: return QString::fromUtf8(text);
    case Kind::List: {
        QJsonArray list;
        for (const Node &item : items)
            list.append(item.toJson());
        return list;
    }
    case Kind::Map: {
        QJsonObject object;
        for (const Member &m : members)
            object.insert(QString::fromUtf8(m.key), m.value.toJson());
        return object;
    }
    }
    return {};
}

QLatin1StringView Node::kindName(Kind kind)
{
    switch (kind) {
    case Kind::Null: return "null"_L1;
    case Kind::Bool: return "boolean"_L1;
    case Kind::Integer: return "integer"_L1;
    case Kind::Double: return "number"_L1;
    case Kind::String: return "string"_L1;
    case Kind::List: return "list"_L1;
    case Kind::Map: return "map"_L1;
    }
    return "value"_L1;
}

} // namespace Cofferdam
