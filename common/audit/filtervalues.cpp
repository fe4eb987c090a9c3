// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/audit/filtervalues.h"

#include "common/base/bytesize.h"
#include "common/base/clock.h"

#include <QtCore/QDateTime>
#include <QtCore/QTimeZone>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Cofferdam::Audit {

namespace {

using Values = FilterField::Values;

struct Unit {
    const char *suffix;
    qint64 factor;
};
constexpr Unit DurationUnits[] = {{"us", 1}, {"ms", 1'000}, {"s", 1'000'000}, {"m", 60'000'000}};
constexpr Unit SpanUnits[] = {{"s", 1'000}, {"m", 60'000}, {"h", 3'600'000}, {"d", 86'400'000}, {"w", 604'800'000}};

/// Digits and one of the suffixes (none: as it is, where allowed).
std::optional<qint64> readUnits(QByteArrayView text, std::span<const Unit> units, bool plainAllowed)
{
    qsizetype digits = 0;
    while (digits < text.size() && text[digits] >= '0' && text[digits] <= '9')
        ++digits;
    bool good = false;
    const qint64 value = text.first(digits).toLongLong(&good);
    const QByteArrayView suffix = text.sliced(digits);
    if (!good)
        return {};
    if (suffix.isEmpty())
        return plainAllowed ? std::optional(value) : std::nullopt;
    for (const Unit &unit : units) {
        qint64 product = 0;
        if (suffix == QByteArrayView(unit.suffix) && !qMulOverflow(value, unit.factor, &product))
            return product;
    }
    return {};
}

std::optional<qint64> readNumber(Values kind, QByteArrayView text)
{
    if (kind == Values::Duration)
        return readUnits(text, DurationUnits, true);
    if (kind == Values::Size)
        return parseByteSize(text);
    return readUnits(text, {}, true);
}

std::unexpected<Error> fault(const FilterToken &term, const QString &message)
{
    return failure(filterError(message, term.valueOffset, term.valueLength));
}

QString quoted(const QByteArray &value) { return u'"' + QString::fromUtf8(value) + u'"'; }

/// Reads ">=400", "<10ms", "=5", "5" or "400..499" into an inclusive interval.
bool readInterval(Values kind, QByteArrayView text, FilterNode &node)
{
    if (const qsizetype dots = text.indexOf(".."); dots >= 0) {
        const std::optional<qint64> least = readNumber(kind, text.first(dots));
        const std::optional<qint64> most = readNumber(kind, text.sliced(dots + 2));
        node.least = least.value_or(0);
        node.most = most.value_or(0);
        return least && most;
    }
    const bool above = text.startsWith('>'), below = text.startsWith('<');
    if (above || below || text.startsWith('='))
        text = text.sliced(1);
    const bool included = (above || below) && text.startsWith('=');
    const std::optional<qint64> value = readNumber(kind, included ? text.sliced(1) : text);
    if (!value || *value == std::numeric_limits<qint64>::max())
        return false;
    if (!below)
        node.least = above && !included ? *value + 1 : *value;
    if (!above)
        node.most = below && !included ? *value - 1 : *value;
    return true;
}

Result<FilterNode> compileNumber(const FilterField &field, const FilterToken &term)
{
    FilterNode node;
    node.field = field.field;
    if (term.value.contains('*') || term.value.contains('?')) {
        node.kind = FilterNode::Kind::Pattern;
        node.text = term.value;
        return node;
    }
    node.kind = FilterNode::Kind::Number;
    if (!readInterval(field.values, term.value, node))
        return fault(term, "expected a number for \""_L1 + QLatin1StringView(field.name) + "\", as 400, >=400 or 400..499, came "_L1 + quoted(term.value));
    return node;
}

/// A span before now, or a time; UTC milliseconds.
std::optional<qint64> readTime(const QByteArray &text, qint64 nowUtcMs)
{
    if (const std::optional<qint64> span = readUnits(text, SpanUnits, false))
        return *span <= nowUtcMs ? nowUtcMs - *span : 0;
    QDateTime time = QDateTime::fromString(QString::fromLatin1(text), Qt::ISODateWithMs);
    if (!time.isValid())
        return {};
    if (time.timeSpec() == Qt::LocalTime)
        time.setTimeZone(QTimeZone::UTC);
    return time.toMSecsSinceEpoch();
}

Result<FilterNode> compileTime(const FilterField &field, const FilterToken &term, qint64 nowUtcMs)
{
    const std::optional<qint64> time = readTime(term.value, nowUtcMs);
    if (!time)
        return fault(term, "expected a span as 30s, 5m, 2h or 7d, or a time as 2026-11-30T10:00:00Z, came "_L1 + quoted(term.value));
    FilterNode node;
    node.kind = field.values == Values::Since ? FilterNode::Kind::TimeFrom : FilterNode::Kind::TimeBefore;
    node.text = formatUtc(*time);
    return node;
}

Result<FilterNode> compilePath(const FilterToken &term)
{
    FilterNode node;
    node.kind = term.op == '~' ? FilterNode::Kind::PathBelow : FilterNode::Kind::PathPattern;
    node.text = term.value;
    if (term.op == '~' && !node.text.startsWith('/'))
        return fault(term, "expected an absolute path after \"path~\", came "_L1 + quoted(term.value));
    while (term.op == '~' && node.text.size() > 1 && node.text.endsWith('/'))
        node.text.chop(1);
    return node;
}

Result<FilterNode> compileText(const FilterField &field, const FilterToken &term)
{
    const bool pattern = term.value.contains('*') || term.value.contains('?');
    const bool known = std::ranges::any_of(field.words, [&term](const char *word) { return term.value == word; });
    if (!field.words.empty() && !known && !pattern) {
        QStringList words;
        for (const char *word : field.words)
            words.append(QLatin1StringView(word));
        return fault(term, "expected one of "_L1 + words.join(", "_L1) + ", came "_L1 + quoted(term.value));
    }
    FilterNode node;
    node.kind = FilterNode::Kind::Pattern;
    node.field = field.field;
    node.text = term.value;
    return node;
}

} // namespace

Result<FilterNode> compileTerm(const FilterToken &term, qint64 nowUtcMs)
{
    const FilterField *field = findFilterField(term.field);
    if (!field)
        return failure(filterError("unknown field \""_L1 + QString::fromUtf8(term.field) + "\"; quote the text to search for it"_L1, term.offset, term.field.size()));
    if (term.op == '~' && field->values != Values::Path)
        return failure(filterError("\"~\" is for path only, expected \":\""_L1, term.offset + term.field.size(), 1));
    if (term.value.isEmpty())
        return failure(filterError("expected a value for \""_L1 + QString::fromUtf8(term.field) + u'"', term.valueOffset, term.valueLength));
    switch (field->values) {
    case Values::Number:
    case Values::Duration:
    case Values::Size: return compileNumber(*field, term);
    case Values::Since:
    case Values::Until: return compileTime(*field, term, nowUtcMs);
    case Values::Path: return compilePath(term);
    case Values::Text: return compileText(*field, term);
    }
    return failure("internal_error", u"no such kind of field"_s);
}

} // namespace Cofferdam::Audit
