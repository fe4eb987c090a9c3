// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/protocol/jsonparser.h"

#include "common/protocol/jsonreader_p.h"

#include <QtCore/QSet>

using namespace Qt::StringLiterals;

namespace Cofferdam {

using Json::Reader;

namespace {

/// Finds repeated keys of one object: by looking through a few members, by a set where there are many.
class KeySet
{
public:
    bool insert(const std::vector<Node::Member> &members, const QByteArray &key)
    {
        constexpr size_t few = 12;
        if (m_keys.isEmpty()) {
            if (members.size() < few)
                return std::ranges::find(members, key, &Node::Member::key) == members.end();
            for (const Node::Member &m : members)
                m_keys.insert(m.key);
        }
        if (m_keys.contains(key))
            return false;
        m_keys.insert(key);
        return true;
    }

private:
    QSet<QByteArray> m_keys;
};

} // namespace

namespace Json {

bool Reader::value(Node &out)
{
    if (++m_nodes > m_limits.maxNodes)
        return fail(m_at, 1, u"expected at most %1 values"_s.arg(m_limits.maxNodes));
    const qsizetype start = m_at;
    const int line = m_line;
    const qsizetype column = m_at - m_lineStart + 1;
    if (!valueOfAnyKind(out))
        return false;
    out.span = {line, int(column), start, m_at - start};
    return true;
}

bool Reader::valueOfAnyKind(Node &out)
{
    switch (peek()) {
    case '{': return enter() && object(out);
    case '[': return enter() && array(out);
    case '"': out.kind = Node::Kind::String; return string(out.text);
    case 't': out.kind = Node::Kind::Bool; out.boolean = true; return word("true");
    case 'f': out.kind = Node::Kind::Bool; return word("false");
    case 'n': return word("null");
    default: return number(out);
    }
}

bool Reader::enter()
{
    if (++m_depth > m_limits.maxDepth)
        return fail(m_at, 1, u"expected nesting of at most %1 levels"_s.arg(m_limits.maxDepth));
    ++m_at;
    skipSpace();
    return true;
}

bool Reader::array(Node &out)
{
    out.kind = Node::Kind::List;
    m_path.append(Step {});
    for (bool first = true; first ? peek() != ']' : true; first = false) {
        m_path.last().index = qsizetype(out.items.size());
        if (!value(out.items.emplace_back()))
            return false;
        skipSpace();
        if (peek() == ']')
            break;
        if (!expect(',', u"`,` or `]`"_s))
            return false;
        skipSpace();
    }
    return leave();
}

bool Reader::object(Node &out)
{
    out.kind = Node::Kind::Map;
    KeySet keys;
    m_path.append(Step {});
    for (bool first = true; first ? peek() != '}' : true; first = false) {
        Node::Member member;
        if (!key(member))
            return false;
        m_path.last().key = member.key;
        const bool fresh = keys.insert(out.members, member.key);
        if (!fresh && !duplicate(member))
            return false;
        if (!value(member.value))
            return false;
        if (fresh)
            out.members.push_back(std::move(member));
        skipSpace();
        if (peek() == '}')
            break;
        if (!expect(',', u"`,` or `}`"_s))
            return false;
        skipSpace();
    }
    return leave();
}

bool Reader::leave()
{
    m_path.removeLast();
    --m_depth;
    ++m_at;
    return true;
}

bool Reader::key(Node::Member &member)
{
    if (peek() != '"')
        return fail(m_at, 1, u"expected a key in double quotes, got %1"_s.arg(describeHere()));
    const qsizetype start = m_at;
    if (!string(member.key))
        return false;
    member.keySpan = spanOf(start, m_at - start);
    skipSpace();
    if (!expect(':', u"`:` after the key"_s))
        return false;
    skipSpace();
    return true;
}

bool Reader::duplicate(const Node::Member &member)
{
    Error error {"invalid_json"_ba, u"the key `%1` is written twice in one object"_s.arg(QString::fromUtf8(member.key)),
        {{u"pointer"_s, pointer()}}, member.keySpan};
    if (!m_duplicates) {
        m_error = std::move(error);
        return false;
    }
    m_duplicates->append(std::move(error));
    return true;
}

} // namespace Json

Result<Node> parseJson(QByteArrayView text, const ParseLimits &limits, QList<Error> *duplicates)
{
    return Reader(text, limits, duplicates).document();
}

} // namespace Cofferdam
