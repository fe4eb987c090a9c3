// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/policy/load_yamlbuilder.h"

#include "common/policy/load.h"

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace Cofferdam::Policy::Load {

namespace {

constexpr std::string_view corePrefix = "tag:yaml.org,2002:";

/// The node of a scalar under an explicit core tag, or nothing where the text does not fit the tag.
std::optional<Node> resolveTagged(std::string_view kind, const QByteArray &value)
{
    Node string;
    string.kind = Node::Kind::String;
    string.text = value;
    if (kind == "str")
        return string;
    Node plain = resolvePlain(value);
    using enum Node::Kind;
    const bool fits = (kind == "null" && plain.kind == Null) || (kind == "bool" && plain.kind == Bool)
        || (kind == "int" && plain.kind == Integer) || (kind == "float" && (plain.kind == Double || plain.kind == Integer));
    if (!fits)
        return std::nullopt;
    return plain;
}

} // namespace

void YamlBuilder::OnNull(const YAML::Mark &mark, YAML::anchor_t anchor)
{
    Node node;
    node.span = spanAt(mark, scalarLength(mark.pos, {}));
    // Where nothing is written the parser's mark is at what comes next: the key is the better place.
    const QByteArrayView word = m_text.sliced(node.span.offset, node.span.length);
    const bool isWritten = word == "~" || word.compare("null", Qt::CaseInsensitive) == 0;
    if (!isWritten && !m_frames.empty() && m_frames.back().hasKey)
        node.span = m_frames.back().member.keySpan;
    add(std::move(node), anchor, 1, 0);
}

void YamlBuilder::OnScalar(const YAML::Mark &mark, const std::string &tag, YAML::anchor_t anchor, const std::string &value)
{
    const QByteArray text = QByteArray::fromStdString(value);
    const SourceSpan span = spanAt(mark, scalarLength(mark.pos, text));
    std::optional<Node> node;
    if (tag == "?" || tag.empty())
        node = resolvePlain(text);
    else if (tag == "!")
        node = resolveTagged("str", text);
    else if (tag.starts_with(corePrefix))
        node = resolveTagged(std::string_view(tag).substr(corePrefix.size()), text);
    if (!node)
        fail(span, u"expected a tag of the core schema that fits the value, got `%1`"_s.arg(QString::fromStdString(tag)));
    node->span = span;
    add(*std::move(node), anchor, 1, 0);
}

void YamlBuilder::OnAlias(const YAML::Mark &mark, YAML::anchor_t anchor)
{
    const SourceSpan span = spanAt(mark, scalarLength(mark.pos, {}));
    const auto it = m_anchors.find(anchor);
    if (it == m_anchors.end())
        fail(span, u"expected an anchor that is complete, got one that refers to itself"_s);
    if (++m_aliases > Caps::aliases)
        fail(span, u"expected at most %1 aliases"_s.arg(Caps::aliases));
    // Counted before the copy is made: an alias bomb never grows.
    checkDepth(it->second.depth, span);
    count(it->second.nodes, span);
    add(it->second.node, 0, 0, it->second.depth);
}

void YamlBuilder::OnSequenceStart(const YAML::Mark &mark, const std::string &tag, YAML::anchor_t anchor, YAML::EmitterStyle::value)
{
    if (!tag.empty() && tag != "?" && tag != "tag:yaml.org,2002:seq")
        fail(spanAt(mark, 1), u"expected a tag of the core schema that fits the value, got `%1`"_s.arg(QString::fromStdString(tag)));
    open(Node::Kind::List, mark, anchor);
}

void YamlBuilder::OnMapStart(const YAML::Mark &mark, const std::string &tag, YAML::anchor_t anchor, YAML::EmitterStyle::value)
{
    if (!tag.empty() && tag != "?" && tag != "tag:yaml.org,2002:map")
        fail(spanAt(mark, 1), u"expected a tag of the core schema that fits the value, got `%1`"_s.arg(QString::fromStdString(tag)));
    open(Node::Kind::Map, mark, anchor);
}

void YamlBuilder::open(Node::Kind kind, const YAML::Mark &mark, YAML::anchor_t anchor)
{
    Frame frame;
    frame.node.kind = kind;
    frame.node.span = spanAt(mark, 1);
    frame.anchor = anchor;
    frame.firstNode = m_nodes;
    if (!m_frames.empty() && m_frames.back().node.isMap() && !m_frames.back().hasKey)
        fail(frame.node.span, u"expected a key, got a %1"_s.arg(Node::kindName(kind)));
    count(1, frame.node.span);
    checkDepth(1, frame.node.span);
    m_frames.push_back(std::move(frame));
}

void YamlBuilder::closeFrame()
{
    Frame frame = std::move(m_frames.back());
    m_frames.pop_back();
    const int nodes = m_nodes - frame.firstNode;
    remember(frame.anchor, frame.node, nodes, frame.deepest + 1);
    add(std::move(frame.node), 0, 0, frame.deepest + 1);
}

void YamlBuilder::add(Node node, YAML::anchor_t anchor, int nodes, int depth)
{
    count(nodes, node.span);
    remember(anchor, node, nodes, depth);
    if (m_frames.empty()) {
        m_root = std::move(node);
        return;
    }
    Frame &frame = m_frames.back();
    frame.deepest = std::max(frame.deepest, depth);
    if (frame.node.isList()) {
        frame.node.items.push_back(std::move(node));
        return;
    }
    if (!frame.hasKey) {
        addKey(frame, std::move(node));
        return;
    }
    frame.hasKey = false;
    frame.member.value = std::move(node);
    if (!frame.repeated)
        frame.node.members.push_back(std::move(frame.member));
    frame.member = {};
}

void YamlBuilder::addKey(Frame &frame, Node node)
{
    if (node.kind == Node::Kind::Null || node.isList() || node.isMap())
        fail(node.span, u"expected a key, got a %1"_s.arg(Node::kindName(node.kind)));
    // Keys are text, as in JSON: the key 8080 and the key "8080" are one.
    frame.member.key = node.isString() ? node.text : m_text.sliced(node.span.offset, node.span.length).toByteArray();
    frame.member.keySpan = node.span;
    frame.repeated = frame.keys.contains(frame.member.key);
    frame.keys.insert(frame.member.key);
    frame.hasKey = true;
    if (!frame.repeated)
        return;
    Diagnostic d;
    d.id = "duplicate_key"_ba;
    d.span = node.span;
    d.jsonPath = path();
    d.message = u"the key `%1` is written twice in one map"_s.arg(QString::fromUtf8(frame.member.key));
    m_diagnostics.append(d);
}

void YamlBuilder::remember(YAML::anchor_t anchor, const Node &node, int nodes, int depth)
{
    if (anchor == 0)
        return;
    count(nodes, node.span); // the copy kept for later counts too: nested anchors would else multiply
    m_anchors[anchor] = {node, nodes, depth};
}

void YamlBuilder::count(int nodes, const SourceSpan &at)
{
    m_nodes += nodes;
    if (m_nodes > Caps::nodes)
        fail(at, u"expected at most %1 values"_s.arg(Caps::nodes));
}

void YamlBuilder::checkDepth(int more, const SourceSpan &at) const
{
    if (int(m_frames.size()) + more > Caps::depth)
        fail(at, u"expected nesting of at most %1 levels"_s.arg(Caps::depth));
}

SourceSpan YamlBuilder::spanAt(const YAML::Mark &mark, qsizetype length) const
{
    const qsizetype offset = std::clamp<qsizetype>(mark.pos, 0, m_text.size());
    return {mark.line + 1, mark.column + 1, offset, std::min(length, m_text.size() - offset)};
}

/// Bytes from offset that the scalar takes in the text: to the closing quote, or as long as the value, else to the end of the line.
qsizetype YamlBuilder::scalarLength(qsizetype offset, QByteArrayView value) const
{
    if (offset < 0 || offset >= m_text.size())
        return 0;
    const QByteArrayView rest = m_text.sliced(offset);
    if (rest[0] == '"' || rest[0] == '\'') {
        for (qsizetype i = 1; i < rest.size(); ++i) {
            if (rest[0] == '"' && rest[i] == '\\') {
                ++i;
            } else if (rest[i] == rest[0]) {
                if (rest[0] == '"' || i + 1 >= rest.size() || rest[i + 1] != '\'')
                    return i + 1;
                ++i;
            }
        }
    }
    if (!value.isEmpty() && rest.startsWith(value))
        return value.size();
    const auto end = std::ranges::find_if(rest, [](char c) { return QByteArrayView(" \t\r\n,]}#").contains(c); });
    return end - rest.begin();
}

QByteArray YamlBuilder::path() const
{
    QByteArray result = "$"_ba;
    for (const Frame &frame : m_frames) {
        if (frame.node.isList())
            result = pathWithIndex(result, qsizetype(frame.node.items.size()));
        else if (frame.hasKey)
            result = pathWithKey(result, frame.member.key);
    }
    return result;
}

void YamlBuilder::fail(const SourceSpan &at, const QString &message) const
{
    Diagnostic d;
    d.id = "bad_syntax"_ba;
    d.span = at;
    d.jsonPath = path();
    d.message = message;
    throw YamlFault {d};
}

} // namespace Cofferdam::Policy::Load
