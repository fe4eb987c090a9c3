// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/audit/filterlexer.h"

using namespace Qt::StringLiterals;

namespace Cofferdam::Audit {

namespace {

using Kind = FilterToken::Kind;

bool isBlank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
bool isNameByte(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'; }

class Lexer
{
public:
    explicit Lexer(QByteArrayView text) : m_text(text) { }

    Result<std::vector<FilterToken>> run()
    {
        for (;;) {
            while (m_at < m_text.size() && isBlank(m_text[m_at]))
                ++m_at;
            FilterToken token;
            token.offset = m_at;
            if (m_at == m_text.size()) {
                m_tokens.push_back(token);
                return std::move(m_tokens);
            }
            if (const Result<void> read = next(token); !read)
                return failure(read.error());
            token.length = m_at - token.offset;
            m_tokens.push_back(std::move(token));
        }
    }

private:
    Result<void> next(FilterToken &token)
    {
        const char c = m_text[m_at];
        if (c == '(' || c == ')') {
            token.kind = c == '(' ? Kind::Open : Kind::Close;
            ++m_at;
            return {};
        }
        qsizetype nameEnd = m_at;
        while (nameEnd < m_text.size() && isNameByte(m_text[nameEnd]))
            ++nameEnd;
        if (nameEnd > m_at && nameEnd < m_text.size() && (m_text[nameEnd] == ':' || m_text[nameEnd] == '~')) {
            token.kind = Kind::Term;
            token.field = m_text.sliced(m_at, nameEnd - m_at).toByteArray();
            token.op = m_text[nameEnd];
            m_at = nameEnd + 1;
            return value(token);
        }
        token.kind = Kind::Word;
        const Result<void> read = value(token);
        if (read && !token.quoted)
            token.kind = keyword(token.value);
        return read;
    }

    static Kind keyword(const QByteArray &word)
    {
        const QByteArray lower = word.toLower();
        return lower == "and" ? Kind::And : lower == "or" ? Kind::Or : lower == "not" ? Kind::Not : Kind::Word;
    }

    Result<void> value(FilterToken &token)
    {
        token.valueOffset = m_at;
        token.quoted = m_at < m_text.size() && m_text[m_at] == '"';
        const bool closed = !token.quoted || quotedValue(token.value);
        while (!token.quoted && m_at < m_text.size() && !isBlank(m_text[m_at]) && m_text[m_at] != '(' && m_text[m_at] != ')')
            token.value += m_text[m_at++];
        token.valueLength = m_at - token.valueOffset;
        if (!closed)
            return failure(filterError(u"expected a closing quote"_s, token.valueOffset, token.valueLength));
        return {};
    }

    bool quotedValue(QByteArray &out)
    {
        for (++m_at; m_at < m_text.size(); ++m_at) {
            if (m_text[m_at] == '"') {
                ++m_at;
                return true;
            }
            if (m_text[m_at] == '\\' && m_at + 1 < m_text.size() && (m_text[m_at + 1] == '"' || m_text[m_at + 1] == '\\'))
                ++m_at;
            out += m_text[m_at];
        }
        return false;
    }

    QByteArrayView m_text;
    qsizetype m_at = 0;
    std::vector<FilterToken> m_tokens;
};

} // namespace

Result<std::vector<FilterToken>> lexFilter(QByteArrayView text) { return Lexer(text).run(); }

Error filterError(const QString &message, qsizetype offset, qsizetype length)
{
    const QJsonObject details {{u"column"_s, offset + 1}, {u"offset"_s, offset}, {u"length"_s, length}};
    return Error {"invalid_request", "filter, column "_L1 + QString::number(offset + 1) + ": "_L1 + message, details,
        SourceSpan {1, int(offset + 1), offset, length}};
}

} // namespace Cofferdam::Audit
