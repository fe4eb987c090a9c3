// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/policyeditor/model/tidytext.h"

#include <QtCore/QCoreApplication>

namespace Cofferdam::PolicyEditor {

namespace {

constexpr int IndentWidth = 2;

QByteArray tidiedYaml(const QByteArray &text)
{
    QByteArray result;
    bool emptyBefore = true;
    for (QByteArray line : text.split('\n')) {
        while (line.endsWith(' ') || line.endsWith('\t') || line.endsWith('\r'))
            line.chop(1);
        if (line.isEmpty() && emptyBefore)
            continue;
        emptyBefore = line.isEmpty();
        result += line + '\n';
    }
    while (result.endsWith("\n\n"))
        result.chop(1);
    return result;
}

/// Lays JSON out afresh: members on lines of their own, empty and short plain lists on one.
class JsonLayout
{
public:
    explicit JsonLayout(const QByteArray &text)
        : m_text(text)
    {
    }

    QByteArray run()
    {
        for (qsizetype at = 0; at < m_text.size();)
            at = step(at);
        m_result += '\n';
        return m_result;
    }

private:
    qsizetype step(qsizetype at)
    {
        const char c = m_text[at];
        if (c == '"')
            return copyString(at);
        if (c == '{' || c == '[')
            return open(at);
        if (c == '}' || c == ']') {
            --m_depth;
            breakLine();
            m_result += c;
        } else if (c == ',') {
            m_result += c;
            breakLine();
        } else if (c == ':') {
            m_result += ": ";
        } else if (c != ' ' && c != '\t' && c != '\n' && c != '\r') {
            m_result += c;
        }
        return at + 1;
    }

    qsizetype copyString(qsizetype at)
    {
        qsizetype end = at + 1;
        while (end < m_text.size() && m_text[end] != '"')
            end += m_text[end] == '\\' ? 2 : 1;
        m_result += m_text.sliced(at, std::min(end + 1, m_text.size()) - at);
        return end + 1;
    }

    qsizetype open(qsizetype at)
    {
        const char close = m_text[at] == '{' ? '}' : ']';
        const qsizetype end = m_text.indexOf(close, at);
        const QByteArray inside = end < 0 ? QByteArray() : m_text.sliced(at + 1, end - at - 1);
        const bool plain = m_text[at] == '[' && !inside.contains('{') && !inside.contains('[') && !inside.contains('\\');
        if (end >= 0 && (inside.trimmed().isEmpty() || (plain && inside.size() <= 72))) {
            m_result += m_text[at] + inside.simplified() + close;
            return end + 1;
        }
        m_result += m_text[at];
        ++m_depth;
        breakLine();
        return at + 1;
    }

    void breakLine()
    {
        m_result += '\n';
        m_result += QByteArray(m_depth * IndentWidth, ' ');
    }

    QByteArray m_text, m_result;
    int m_depth = 0;
};

} // namespace

Result<QByteArray> tidied(const Draft &draft)
{
    const Checked before = checkDraft(draft);
    if (!before.policy)
        return failure("invalid", QCoreApplication::translate("TidyText", "correct the errors first"));
    Draft after = draft;
    after.text = draft.format == Policy::Format::Json ? JsonLayout(draft.text).run() : tidiedYaml(draft.text);
    const Checked result = checkDraft(after);
    if (!result.policy || result.policy->revision() != before.policy->revision())
        return failure("changed", QCoreApplication::translate("TidyText", "the tidied text would mean something else"));
    return after.text;
}

} // namespace Cofferdam::PolicyEditor
