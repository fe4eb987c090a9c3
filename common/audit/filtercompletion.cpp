// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/audit/filter.h"
#include "common/audit/filternode.h"

namespace Cofferdam::Audit {

namespace {

bool separates(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '(' || c == ')'; }

void offer(FilterCompletion &completion, QByteArrayView prefix, const QByteArray &text, const QByteArray &meaning)
{
    if (text.startsWith(prefix) && text.size() > prefix.size())
        completion.candidates.append({text, meaning});
}

void offerValues(FilterCompletion &completion, QByteArrayView prefix, const std::function<QList<QByteArray>(QByteArrayView)> &values)
{
    const FilterField *field = findFilterField(completion.field);
    if (!field)
        return;
    for (const char *word : field->words)
        offer(completion, prefix, word, {});
    if (field->values == FilterField::Values::Since || field->values == FilterField::Values::Until) {
        for (const char *span : {"5m", "1h", "24h", "7d"})
            offer(completion, prefix, span, {});
    }
    if (!values)
        return;
    for (const QByteArray &value : values(completion.field))
        offer(completion, prefix, value, {});
}

} // namespace

FilterCompletion completeFilter(QByteArrayView text, qsizetype cursor, const std::function<QList<QByteArray>(QByteArrayView)> &values)
{
    cursor = qBound(qsizetype(0), cursor, text.size());
    qsizetype start = cursor;
    while (start > 0 && !separates(text[start - 1]))
        --start;
    const QByteArrayView token = text.sliced(start, cursor - start);
    const qsizetype colon = token.indexOf(':');
    FilterCompletion completion;
    completion.start = colon < 0 ? start : start + colon + 1;
    completion.length = cursor - completion.start;
    if (colon >= 0) {
        completion.field = token.first(colon).toByteArray();
        offerValues(completion, token.sliced(colon + 1), values);
        return completion;
    }
    for (const FilterField &field : filterFields())
        offer(completion, token, QByteArray(field.name) + (field.values == FilterField::Values::Path ? '~' : ':'), field.meaning);
    for (const char *word : {"not ", "or "})
        offer(completion, token, word, {});
    return completion;
}

} // namespace Cofferdam::Audit
