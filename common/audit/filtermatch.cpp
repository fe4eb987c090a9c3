// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/audit/filter.h"
#include "common/audit/filternode.h"

#include <algorithm>

namespace Cofferdam::Audit {

namespace {

/// Where a plain word is looked for.
constexpr Field WordFields[] = {Field::Endpoint, Field::Identity, Field::Code, Field::Rule, Field::Params, Field::Decision, Field::Event,
    Field::Session, Field::Object, Field::Agent, Field::Task, Field::Method, Field::Peer, Field::Status, Field::RequestId};

char lower(char c) { return c >= 'A' && c <= 'Z' ? char(c + ('a' - 'A')) : c; }

bool isBelow(QByteArrayView path, QByteArrayView directory)
{
    return path == directory || (path.startsWith(directory) && (directory.endsWith('/') || path[directory.size()] == '/'));
}

bool wordMatches(const RecordView &record, QByteArrayView word)
{
    QByteArray scratch;
    return std::ranges::any_of(WordFields, [&](Field field) { return containsWord(record.text(field, scratch), word); })
        || record.anyPath([word](QByteArrayView path) { return containsWord(path, word); });
}

} // namespace

bool matchesPattern(QByteArrayView pattern, QByteArrayView text)
{
    qsizetype p = 0, t = 0, star = -1, resume = 0;
    while (t < text.size()) {
        if (p < pattern.size() && pattern[p] == '*') {
            star = p++;
            resume = t;
        } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == text[t])) {
            ++p;
            ++t;
        } else if (star >= 0) {
            p = star + 1;
            t = ++resume;
        } else {
            return false;
        }
    }
    while (p < pattern.size() && pattern[p] == '*')
        ++p;
    return p == pattern.size();
}

bool containsWord(QByteArrayView text, QByteArrayView lowerCaseWord)
{
    const auto found = std::search(text.begin(), text.end(), lowerCaseWord.begin(), lowerCaseWord.end(), [](char a, char b) { return lower(a) == b; });
    return found != text.end() || lowerCaseWord.isEmpty();
}

bool FilterNode::matches(const RecordView &record) const
{
    const auto child = [&record](const FilterNode &node) { return node.matches(record); };
    QByteArray scratch;
    switch (kind) {
    case Kind::All: return std::ranges::all_of(children, child);
    case Kind::Any: return std::ranges::any_of(children, child);
    case Kind::Not: return !child(children.front());
    case Kind::Pattern: return matchesPattern(text, record.text(field, scratch));
    case Kind::Number: {
        const std::optional<qint64> value = record.number(field);
        return value && *value >= least && *value <= most;
    }
    // both are RFC 3339 UTC of one width: their bytes sort as the times do
    case Kind::TimeFrom: return record.text(Field::Ts, scratch) >= text;
    case Kind::TimeBefore: return record.text(Field::Ts, scratch) < text;
    case Kind::PathBelow: return record.anyPath([this](QByteArrayView path) { return isBelow(path, text); });
    case Kind::PathPattern: return record.anyPath([this](QByteArrayView path) { return matchesPattern(text, path); });
    case Kind::Word: return wordMatches(record, text);
    }
    return false;
}

bool Filter::matches(const RecordView &record) const { return !m_root || m_root->matches(record); }

bool Filter::matches(const QJsonObject &record) const { return matches(JsonRecordView(record)); }

bool Filter::matchesLine(QByteArrayView line) const
{
    const std::optional<LineView> view = LineView::parse(line);
    return view && matches(*view);
}

} // namespace Cofferdam::Audit
