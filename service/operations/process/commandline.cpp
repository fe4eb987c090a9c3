// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "service/operations/process/commandline.h"

using namespace Qt::StringLiterals;

namespace Cofferdam::Process {

namespace {

bool isBlank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

std::unexpected<Error> fault(const QString &message) { return failure("invalid_request", message, {{u"pointer"_s, u"/command"_s}}); }

class Splitter
{
public:
    explicit Splitter(QByteArrayView text) : m_text(text) { }

    Result<QList<QByteArray>> run()
    {
        while (m_at < m_text.size()) {
            const char c = m_text[m_at++];
            Result<void> read;
            if (isBlank(c))
                endWord();
            else if (c == '\'')
                read = single();
            else if (c == '"')
                read = twofold();
            else if (c == '\\')
                read = backslash();
            else
                add(c);
            if (!read)
                return failure(read.error());
        }
        endWord();
        if (m_words.isEmpty() || m_words.first().isEmpty())
            return fault(u"expected a program in the command"_s);
        return std::move(m_words);
    }

private:
    void add(char c)
    {
        m_word += c;
        m_inWord = true;
    }
    void endWord()
    {
        if (m_inWord)
            m_words.append(m_word);
        m_word.clear();
        m_inWord = false;
    }
    Result<void> single()
    {
        const qsizetype end = m_text.indexOf('\'', m_at);
        if (end < 0)
            return fault("expected a closing ' for the one at byte "_L1 + QString::number(m_at));
        m_word += m_text.sliced(m_at, end - m_at);
        m_inWord = true;
        m_at = end + 1;
        return {};
    }
    Result<void> twofold()
    {
        const qsizetype start = m_at;
        m_inWord = true;
        while (m_at < m_text.size()) {
            char c = m_text[m_at++];
            if (c == '"')
                return {};
            const char next = m_at < m_text.size() ? m_text[m_at] : '\0';
            if (c == '\\' && (next == '"' || next == '\\' || next == '$' || next == '`' || next == '\n')) {
                ++m_at;
                if (next == '\n')
                    continue;
                c = next;
            }
            m_word += c;
        }
        return fault("expected a closing \" for the one at byte "_L1 + QString::number(start));
    }
    Result<void> backslash()
    {
        if (m_at == m_text.size())
            return fault(u"a backslash at the end keeps nothing"_s);
        const char c = m_text[m_at++];
        if (c != '\n')
            add(c);
        return {};
    }

    QByteArrayView m_text;
    qsizetype m_at = 0;
    QByteArray m_word;
    bool m_inWord = false;
    QList<QByteArray> m_words;
};

} // namespace

Result<QList<QByteArray>> splitCommand(QByteArrayView command) { return Splitter(command).run(); }

} // namespace Cofferdam::Process
