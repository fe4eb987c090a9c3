// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/audit/filteredit.h"

#include <QtCore/QStringList>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Cofferdam::App::FilterEdit {

namespace {

/// The words of the text; quotes and parentheses hold a word together.
QStringList wordsOf(const QString &text)
{
    QStringList words;
    QString word;
    int depth = 0;
    bool quotes = false;
    for (qsizetype i = 0; i < text.size(); ++i) {
        const QChar c = text.at(i);
        if (quotes && c == u'\\' && i + 1 < text.size()) {
            word += c;
            word += text.at(++i);
            continue;
        }
        if (c == u'"') quotes = !quotes;
        if (!quotes && c == u'(') ++depth;
        if (!quotes && c == u')') --depth;
        if (c.isSpace() && !quotes && depth <= 0) {
            if (!word.isEmpty()) words.append(word);
            word.clear();
        } else {
            word += c;
        }
    }
    if (!word.isEmpty()) words.append(word);
    return words;
}

/// Takes `term` or `not term` out of the list.
void remove(QStringList &words, const QString &term, bool negated)
{
    for (qsizetype i = 0; i < words.size(); ++i) {
        const bool isNegated = i > 0 && words.at(i - 1) == "not"_L1;
        if (words.at(i) != term || isNegated != negated) continue;
        words.remove(isNegated ? i - 1 : i, isNegated ? 2 : 1);
        return;
    }
}

bool holds(const QStringList &words, const QString &term, bool negated)
{
    for (qsizetype i = 0; i < words.size(); ++i) {
        if (words.at(i) == term && (i > 0 && words.at(i - 1) == "not"_L1) == negated) return true;
    }
    return false;
}

} // namespace

QString quoted(const QString &value)
{
    const bool plain = !value.isEmpty() && std::ranges::none_of(value, [](QChar c) { return c.isSpace() || c == u'(' || c == u')' || c == u'"' || c == u'\\'; });
    if (plain) return value;
    QString text = value;
    text.replace(u'\\', u"\\\\"_s).replace(u'"', u"\\\""_s);
    return u'"' + text + u'"';
}

QString withTerm(const QString &text, const QString &term, bool exclude)
{
    if (term.isEmpty()) return text;
    QStringList words = wordsOf(text);
    const bool isChoice = words.contains(u"or"_s);
    if (!isChoice) {
        if (holds(words, term, exclude)) return text;
        remove(words, term, !exclude);
    }
    QString result = isChoice ? u'(' + text.trimmed() + u')' : words.join(u' ');
    if (!result.isEmpty()) result += u' ';
    return result + (exclude ? u"not "_s : QString()) + term;
}

QString orTerm(const QString &text, const QString &term)
{
    if (term.isEmpty() || text.trimmed().isEmpty()) return term;
    const QStringList words = wordsOf(text);
    if (words.contains(u"or"_s) || words.size() == 1) return text.trimmed() + u" or "_s + term;
    return u'(' + text.trimmed() + u") or "_s + term;
}

} // namespace Cofferdam::App::FilterEdit
