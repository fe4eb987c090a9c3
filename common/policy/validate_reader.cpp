// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/policy/validate_reader.h"

#include "common/policy/load.h"
#include "common/protocol/jsonparser.h"

using namespace Qt::StringLiterals;

namespace Cofferdam::Policy::Load {

QString quoted(QByteArrayView word)
{
    constexpr qsizetype longest = 80;
    const bool cut = word.size() > longest;
    QString text = u'`' + QString::fromUtf8(cut ? word.first(longest) : word) + (cut ? u"…`"_s : u"`"_s);
    for (QChar &c : text) {
        if (c.unicode() < 0x20 || c.unicode() == 0x7f)
            c = u' ';
    }
    return text;
}

QString listed(const QList<QByteArray> &words)
{
    QString text;
    for (qsizetype i = 0; i < words.size(); ++i)
        text += (i == 0 ? u""_s : i + 1 == words.size() ? u" or "_s : u", "_s) + quoted(words[i]);
    return text;
}

void Reader::fault(const QByteArray &id, const SourceSpan &span, const QByteArray &path, const QString &message)
{
    if (isFull())
        return;
    Diagnostic d;
    d.id = id;
    d.span = span;
    d.jsonPath = path;
    d.message = message;
    if (m_diagnostics.size() == maxFaults - 1) {
        d.id = "too_many_errors"_ba;
        d.message = u"expected fewer faults: the text is not read further after %1"_s.arg(maxFaults - 1);
    }
    m_diagnostics.append(d);
}

void Reader::unknown(const QByteArray &id, const SourceSpan &span, const QByteArray &path, const QString &what, QByteArrayView word,
    const QList<QByteArray> &known)
{
    if (isFull())
        return;
    const QByteArray near = didYouMean(word, known);
    if (near.isEmpty()) {
        const bool few = !known.isEmpty() && known.size() <= 12;
        fault(id, span, path, u"unknown %1 %2"_s.arg(what, quoted(word)) + (few ? u"; expected %1"_s.arg(listed(known)) : QString()));
        return;
    }
    fault(id, span, path, u"unknown %1 %2; did you mean %3?"_s.arg(what, quoted(word), quoted(near)));
    if (m_diagnostics.last().id != id)
        return;
    m_diagnostics.last().suggestion = QString::fromUtf8(near);
    m_diagnostics.last().replacement = quotedLike(span, near);
}

QByteArray Reader::quotedLike(const SourceSpan &span, const QByteArray &word) const
{
    const char first = span.offset < m_text.size() ? m_text[span.offset] : '\0';
    if (first == '"' || first == '\'')
        return first + word + first;
    return word;
}

void Reader::wrongType(const Place &place, QLatin1StringView due)
{
    fault("wrong_type"_ba, place.node->span, place.path, u"expected %1, got %2"_s.arg(due, Node::kindName(place.node->kind)));
}

bool Reader::members(const Place &place, const QList<Member> &known, const UnknownKey &unknownKey)
{
    return each(place, [&](const Node::Member &member, const QByteArray &path) {
        const auto it = std::ranges::find(known, member.key, &Member::key);
        if (it != known.end()) {
            it->read({&member.value, path});
        } else if (unknownKey) {
            unknownKey(member, path);
        } else {
            QList<QByteArray> names;
            for (const Member &m : known)
                names.append(m.key);
            unknown("unknown_key"_ba, member.keySpan, path, u"key"_s, member.key, names);
        }
    });
}

bool Reader::each(const Place &place, const std::function<void(const Node::Member &, const QByteArray &)> &read)
{
    if (!place.node->isMap()) {
        wrongType(place, "a map"_L1);
        return false;
    }
    for (const Node::Member &member : place.node->members) {
        if (isFull())
            return false;
        read(member, pathWithKey(place.path, member.key));
    }
    return true;
}

bool Reader::items(const Place &place, QLatin1StringView due, const std::function<void(const Place &)> &read)
{
    if (!place.node->isList()) {
        wrongType(place, due);
        return false;
    }
    for (size_t i = 0; i < place.node->items.size() && !isFull(); ++i)
        read({&place.node->items[i], pathWithIndex(place.path, qsizetype(i))});
    return true;
}

std::optional<Sourced<bool>> Reader::boolean(const Place &place)
{
    if (place.node->kind == Node::Kind::Bool)
        return Sourced<bool> {place.node->boolean, place.node->span};
    static const QList<QByteArray> yes {"yes", "on", "y"}, no {"no", "off", "n"};
    const QByteArray text = place.node->text.toLower();
    if (!place.node->isString() || (!yes.contains(text) && !no.contains(text))) {
        wrongType(place, "true or false"_L1);
        return std::nullopt;
    }
    fault("wrong_type"_ba, place.node->span, place.path, u"expected true or false, got the string %1"_s.arg(quoted(place.node->text)));
    if (!isFull()) {
        m_diagnostics.last().replacement = yes.contains(text) ? "true"_ba : "false"_ba;
        m_diagnostics.last().suggestion = QString::fromLatin1(m_diagnostics.last().replacement);
    }
    return std::nullopt;
}

std::optional<qint64> Reader::integer(const Place &place, qint64 least, qint64 most)
{
    if (place.node->kind != Node::Kind::Integer) {
        wrongType(place, "an integer"_L1);
        return std::nullopt;
    }
    const qint64 value = place.node->integer;
    if (value >= least && value <= most)
        return value;
    fault("out_of_range"_ba, place.node->span, place.path, u"expected an integer from %1 to %2, got %3"_s.arg(least).arg(most).arg(value));
    return std::nullopt;
}

std::optional<Sourced<QByteArray>> Reader::string(const Place &place)
{
    if (place.node->isString())
        return Sourced<QByteArray> {place.node->text, place.node->span};
    wrongType(place, "a string"_L1);
    return std::nullopt;
}

std::optional<Sourced<QByteArray>> Reader::word(const Place &place, const QList<QByteArray> &known)
{
    auto value = string(place);
    if (!value || known.contains(value->value))
        return value;
    unknown("unknown_value"_ba, place.node->span, place.path, u"value"_s, value->value, known);
    return std::nullopt;
}

std::optional<Sourced<QList<QByteArray>>> Reader::strings(const Place &place, QLatin1StringView due, const Check &check)
{
    Sourced<QList<QByteArray>> list {{}, place.node->span};
    bool good = items(place, due, [&](const Place &item) {
        if (!item.node->isString()) {
            wrongType(item, "a string"_L1);
        } else if (const QString message = check ? check(item.node->text) : QString(); !message.isEmpty()) {
            fault("bad_value"_ba, item.node->span, item.path, message);
        } else {
            list.value.append(item.node->text);
        }
    });
    good = good && list.value.size() == qsizetype(place.node->items.size());
    return good ? std::optional(list) : std::nullopt;
}

} // namespace Cofferdam::Policy::Load
