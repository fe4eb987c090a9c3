// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/protocol/jsonreader_p.h"
#include "common/protocol/utf8.h"

using namespace Qt::StringLiterals;

namespace Cofferdam::Json {

Result<Node> Reader::document()
{
    Node root;
    skipSpace();
    if (!checkText() || !value(root))
        return failure(m_error);
    skipSpace();
    if (!atEnd()) {
        fail(m_at, 1, u"expected nothing after the value, got %1"_s.arg(describeHere()));
        return failure(m_error);
    }
    return root;
}

bool Reader::checkText()
{
    if (m_text.size() > m_limits.maxBytes)
        return fail(0, 0, u"expected at most %1 bytes, got %2"_s.arg(m_limits.maxBytes).arg(m_text.size()));
    if (m_text.startsWith("\xef\xbb\xbf"))
        return fail(0, 3, u"expected a value, got a byte order mark"_s);
    const qsizetype bad = firstInvalidUtf8(m_text);
    if (bad >= 0) {
        m_line = 1 + int(m_text.first(bad).count('\n'));
        m_lineStart = m_text.first(bad).lastIndexOf('\n') + 1;
        return fail(bad, 1, u"expected UTF-8, got byte 0x%1"_s.arg(uchar(m_text[bad]), 2, 16, '0'_L1));
    }
    if (atEnd())
        return fail(m_at, 0, u"expected a value, got the end of the text"_s);
    return true;
}

bool Reader::string(QByteArray &out)
{
    const qsizetype start = m_at++;
    for (;;) {
        const qsizetype run = m_at;
        while (!atEnd() && m_text[m_at] != '"' && m_text[m_at] != '\\' && uchar(m_text[m_at]) >= 0x20)
            ++m_at;
        out += m_text.sliced(run, m_at - run);
        if (atEnd())
            return fail(start, 1, u"expected a closing quote, got the end of the text"_s);
        const char c = m_text[m_at];
        if (c == '"')
            break;
        if (c != '\\')
            return fail(m_at, 1, u"expected a control character to be escaped, got %1"_s.arg(describeHere()));
        if (!escape(out))
            return false;
    }
    ++m_at;
    return true;
}

bool Reader::escape(QByteArray &out)
{
    static constexpr char letters[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
    const char letter = m_at + 1 < m_text.size() ? m_text[m_at + 1] : '\0';
    if (letter == 'u')
        return unicodeEscape(out);
    for (int i = 0; letters[i] != '\0'; ++i) {
        if (letters[i] == letter) {
            out += meant[i];
            m_at += 2;
            return true;
        }
    }
    return fail(m_at, 2, u"expected one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u, got another escape"_s);
}

int Reader::hexUnit(qsizetype at) const
{
    if (at + 6 > m_text.size() || m_text[at] != '\\' || m_text[at + 1] != 'u')
        return -1;
    int unit = 0;
    for (qsizetype i = at + 2; i < at + 6; ++i) {
        const char c = m_text[i];
        const int digit = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
        if (digit < 0)
            return -1;
        unit = unit * 16 + digit;
    }
    return unit;
}

bool Reader::unicodeEscape(QByteArray &out)
{
    const int first = hexUnit(m_at);
    if (first < 0)
        return fail(m_at, 2, u"expected four hexadecimal digits after \\u"_s);
    if (!QChar::isSurrogate(char32_t(first))) {
        appendUtf8(out, char32_t(first));
        m_at += 6;
        return true;
    }
    const int second = QChar::isHighSurrogate(char32_t(first)) ? hexUnit(m_at + 6) : -1;
    if (second < 0 || !QChar::isLowSurrogate(char32_t(second)))
        return fail(m_at, 6, u"expected a pair of surrogates, got a lone one"_s);
    appendUtf8(out, QChar::surrogateToUcs4(char16_t(first), char16_t(second)));
    m_at += 12;
    return true;
}

bool Reader::word(QByteArrayView expected)
{
    if (!m_text.sliced(m_at).startsWith(expected))
        return fail(m_at, 1, u"expected a value, got %1"_s.arg(describeHere()));
    m_at += expected.size();
    return true;
}

bool Reader::digits()
{
    const qsizetype start = m_at;
    while (peek() >= '0' && peek() <= '9')
        ++m_at;
    return m_at > start || fail(m_at, 1, u"expected a digit, got %1"_s.arg(describeHere()));
}

bool Reader::number(Node &out)
{
    const qsizetype start = m_at;
    const bool negative = peek() == '-';
    if (!negative && (peek() < '0' || peek() > '9'))
        return fail(m_at, 1, u"expected a value, got %1"_s.arg(describeHere()));
    m_at += negative ? 1 : 0;
    const bool zero = peek() == '0';
    if (!digits())
        return false;
    if (zero && m_at - start > (negative ? 2 : 1))
        return fail(start, m_at - start, u"expected a number without leading zeros"_s);
    if (peek() != '.' && peek() != 'e' && peek() != 'E')
        return integer(out, m_text.sliced(start, m_at - start));
    if (peek() == '.' && (++m_at, !digits()))
        return false;
    if (peek() == 'e' || peek() == 'E') {
        ++m_at;
        m_at += peek() == '+' || peek() == '-' ? 1 : 0;
        if (!digits())
            return false;
    }
    out.kind = Node::Kind::Double;
    bool ok = false;
    out.number = m_text.sliced(start, m_at - start).toDouble(&ok);
    return ok || fail(start, m_at - start, u"expected a number within the range of a double"_s);
}

bool Reader::integer(Node &out, QByteArrayView text)
{
    bool ok = false;
    out.kind = Node::Kind::Integer;
    out.integer = text.toLongLong(&ok);
    out.number = double(out.integer);
    return ok || fail(m_at - text.size(), text.size(), u"expected an integer within 64 bits"_s);
}

bool Reader::expect(char c, const QString &what)
{
    if (atEnd() || peek() != c)
        return fail(m_at, atEnd() ? 0 : 1, u"expected %1, got %2"_s.arg(what, describeHere()));
    ++m_at;
    return true;
}

void Reader::skipSpace()
{
    for (; !atEnd(); ++m_at) {
        const char c = m_text[m_at];
        if (c == '\n') {
            ++m_line;
            m_lineStart = m_at + 1;
        } else if (c != ' ' && c != '\t' && c != '\r') {
            return;
        }
    }
}

SourceSpan Reader::spanOf(qsizetype offset, qsizetype length) const { return {m_line, int(offset - m_lineStart) + 1, offset, length}; }

QString Reader::describeHere() const
{
    if (atEnd())
        return u"the end of the text"_s;
    const Utf8Character c = decodeUtf8(m_text.sliced(m_at));
    if (c.value < 0x20 || c.value == 0x7f)
        return u"character U+%1"_s.arg(uint(c.value), 4, 16, '0'_L1);
    return u"`%1`"_s.arg(QString::fromUcs4(&c.value, 1));
}

QString Reader::pointer() const
{
    QByteArray text;
    for (const Step &step : m_path) {
        QByteArray part = step.index >= 0 ? QByteArray::number(step.index) : step.key;
        text += '/' + part.replace('~', "~0").replace('/', "~1");
    }
    return QString::fromUtf8(text);
}

bool Reader::fail(qsizetype offset, qsizetype length, const QString &message)
{
    m_error = Error {"invalid_json"_ba, message, {{u"pointer"_s, pointer()}}, spanOf(offset, length)};
    return false;
}

} // namespace Cofferdam::Json
