// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/audit/filter.h"
#include "common/audit/filterlexer.h"
#include "common/audit/filternode.h"
#include "common/audit/filtervalues.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Cofferdam::Audit {

namespace {

using Kind = FilterToken::Kind;

constexpr qsizetype MaxText = 4096;
constexpr int MaxDepth = 64;

/// Recursive descent: any := all ("or" all)*, all := one (["and"] one)*, one := "not" one | "(" any ")" | term | word.
class Parser
{
public:
    Parser(std::vector<FilterToken> tokens, qint64 nowUtcMs) : m_tokens(std::move(tokens)), m_nowUtcMs(nowUtcMs) { }

    Result<FilterNode> run()
    {
        Result<FilterNode> root = any(0);
        if (root && peek().kind != Kind::End)
            return fault(u"unexpected \")\""_s);
        return root;
    }

private:
    [[nodiscard]] const FilterToken &peek() const { return m_tokens[m_at]; }
    bool take(Kind kind)
    {
        if (peek().kind != kind)
            return false;
        ++m_at;
        return true;
    }
    [[nodiscard]] std::unexpected<Error> fault(const QString &message) const
    {
        return failure(filterError(message, peek().offset, peek().length));
    }
    [[nodiscard]] bool startsOne() const
    {
        const Kind kind = peek().kind;
        return kind == Kind::Open || kind == Kind::Not || kind == Kind::Word || kind == Kind::Term;
    }

    static FilterNode joined(FilterNode::Kind kind, std::vector<FilterNode> &&nodes)
    {
        if (nodes.size() == 1)
            return std::move(nodes.front());
        FilterNode node;
        node.kind = kind;
        node.children = std::move(nodes);
        return node;
    }

    Result<FilterNode> any(int depth)
    {
        std::vector<FilterNode> nodes;
        do {
            Result<FilterNode> node = all(depth);
            if (!node)
                return node;
            nodes.push_back(std::move(*node));
        } while (take(Kind::Or));
        return joined(FilterNode::Kind::Any, std::move(nodes));
    }

    Result<FilterNode> all(int depth)
    {
        std::vector<FilterNode> nodes;
        bool due = true;
        while (due || startsOne()) {
            Result<FilterNode> node = one(depth);
            if (!node)
                return node;
            nodes.push_back(std::move(*node));
            due = take(Kind::And);
        }
        return joined(FilterNode::Kind::All, std::move(nodes));
    }

    Result<FilterNode> one(int depth)
    {
        if (depth >= MaxDepth)
            return fault(u"nested too deeply"_s);
        if (take(Kind::Not)) {
            Result<FilterNode> inner = one(depth + 1);
            if (!inner)
                return inner;
            FilterNode node;
            node.kind = FilterNode::Kind::Not;
            node.children.push_back(std::move(*inner));
            return node;
        }
        if (take(Kind::Open)) {
            Result<FilterNode> inner = any(depth + 1);
            if (inner && !take(Kind::Close))
                return fault(u"expected \")\""_s);
            return inner;
        }
        if (peek().kind != Kind::Word && peek().kind != Kind::Term)
            return fault(peek().kind == Kind::End ? u"expected a term, came to the end"_s : u"expected a term"_s);
        const FilterToken &token = m_tokens[m_at++];
        if (token.kind == Kind::Term)
            return compileTerm(token, m_nowUtcMs);
        FilterNode node;
        node.kind = FilterNode::Kind::Word;
        node.text = token.value.toLower();
        return node;
    }

    std::vector<FilterToken> m_tokens;
    qint64 m_nowUtcMs;
    size_t m_at = 0;
};

} // namespace

Result<Filter> Filter::parse(QByteArrayView text, qint64 nowUtcMs)
{
    if (text.size() > MaxText)
        return failure(filterError(u"longer than 4096 bytes"_s, MaxText, text.size() - MaxText));
    Result<std::vector<FilterToken>> tokens = lexFilter(text);
    if (!tokens)
        return failure(tokens.error());
    Filter filter;
    if (tokens->front().kind == Kind::End)
        return filter;
    Result<FilterNode> root = Parser(std::move(*tokens), nowUtcMs).run();
    if (!root)
        return failure(root.error());
    filter.m_root = std::make_shared<const FilterNode>(std::move(*root));
    return filter;
}

} // namespace Cofferdam::Audit
