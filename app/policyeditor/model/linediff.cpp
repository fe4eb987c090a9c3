// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/policyeditor/model/linediff.h"

#include <QtCore/QHash>

#include <algorithm>
#include <vector>

namespace Cofferdam::PolicyEditor {

namespace {

constexpr int MaximumEdits = 2000;

QList<QString> splitLines(const QString &text)
{
    QList<QString> lines = text.split(u'\n');
    if (lines.constLast().isEmpty())
        lines.removeLast();
    return lines;
}

/// Equal lines get equal numbers, so that comparing a pair costs one integer.
QList<int> numbered(const QList<QString> &lines, QHash<QString, int> &known)
{
    QList<int> numbers;
    numbers.reserve(lines.size());
    for (const QString &line : lines) {
        const auto place = known.constFind(line);
        numbers.append(place != known.constEnd() ? *place : *known.insert(line, int(known.size())));
    }
    return numbers;
}

/// Greedy furthest-reaching search on the edit graph; keeps every frontier to walk the path back.
class EditSearch
{
public:
    EditSearch(const int *left, qsizetype leftCount, const int *right, qsizetype rightCount)
        : m_left(left)
        , m_right(right)
        , m_leftCount(leftCount)
        , m_rightCount(rightCount)
    {
    }

    /// One entry for every line kept, pairs of indices in rising order; nothing when the bound was passed.
    std::vector<std::pair<qsizetype, qsizetype>> kept()
    {
        const qsizetype bound = std::min<qsizetype>(m_leftCount + m_rightCount, MaximumEdits);
        std::vector<qsizetype> frontier(size_t(2 * bound + 3), 0);
        for (qsizetype edits = 0; edits <= bound; ++edits) {
            m_trace.push_back({ frontier.begin() + (bound + 1 - edits), frontier.begin() + (bound + 2 + edits) });
            if (advance(frontier, bound + 1, edits))
                return walkBack(edits);
        }
        return {};
    }

private:
    bool advance(std::vector<qsizetype> &frontier, qsizetype zero, qsizetype edits) const
    {
        for (qsizetype diagonal = -edits; diagonal <= edits; diagonal += 2) {
            const qsizetype below = frontier[size_t(zero + diagonal + 1)];
            const qsizetype before = frontier[size_t(zero + diagonal - 1)];
            const bool down = diagonal == -edits || (diagonal != edits && before < below);
            qsizetype x = down ? below : before + 1;
            while (x < m_leftCount && x - diagonal < m_rightCount && m_left[x] == m_right[x - diagonal])
                ++x;
            frontier[size_t(zero + diagonal)] = x;
            if (x >= m_leftCount && x - diagonal >= m_rightCount)
                return true;
        }
        return false;
    }

    std::vector<std::pair<qsizetype, qsizetype>> walkBack(qsizetype edits) const
    {
        std::vector<std::pair<qsizetype, qsizetype>> pairs;
        qsizetype x = m_leftCount;
        qsizetype y = m_rightCount;
        for (; edits > 0; --edits) {
            const auto &frontier = m_trace[size_t(edits)];
            const auto at = [&](qsizetype diagonal) { return frontier[size_t(diagonal + edits)]; };
            const qsizetype diagonal = x - y;
            const bool down = diagonal == -edits || (diagonal != edits && at(diagonal - 1) < at(diagonal + 1));
            const qsizetype previous = down ? diagonal + 1 : diagonal - 1;
            const qsizetype fromX = at(previous);
            const qsizetype fromY = fromX - previous;
            for (; x > (down ? fromX : fromX + 1); --x, --y)
                pairs.emplace_back(x - 1, y - 1);
            x = fromX;
            y = fromY;
        }
        for (; x > 0 && y > 0; --x, --y)
            pairs.emplace_back(x - 1, y - 1);
        std::ranges::reverse(pairs);
        return pairs;
    }

    const int *m_left;
    const int *m_right;
    qsizetype m_leftCount, m_rightCount;
    std::vector<std::vector<qsizetype>> m_trace;
};

} // namespace

LineDiff::LineDiff(const QString &before, const QString &after)
    : m_left(splitLines(before))
    , m_right(splitLines(after))
{
    QHash<QString, int> known;
    const QList<int> left = numbered(m_left, known);
    const QList<int> right = numbered(m_right, known);
    const qsizetype shorter = std::min(left.size(), right.size());
    qsizetype head = 0;
    while (head < shorter && left[head] == right[head])
        ++head;
    qsizetype tail = 0;
    while (tail < shorter - head && left[left.size() - 1 - tail] == right[right.size() - 1 - tail])
        ++tail;
    appendRun(0, head, 0, head, true);
    compareMiddle(left, right, head, left.size() - tail, right.size() - tail);
    appendRun(left.size() - tail, tail, right.size() - tail, tail, true);
}

void LineDiff::compareMiddle(
    const QList<int> &left, const QList<int> &right, qsizetype first, qsizetype leftEnd, qsizetype rightEnd)
{
    EditSearch search(left.constData() + first, leftEnd - first, right.constData() + first, rightEnd - first);
    qsizetype x = first;
    qsizetype y = first;
    for (const auto &[keptLeft, keptRight] : search.kept()) {
        appendRun(x, first + keptLeft - x, y, first + keptRight - y, false);
        appendRun(first + keptLeft, 1, first + keptRight, 1, true);
        x = first + keptLeft + 1;
        y = first + keptRight + 1;
    }
    appendRun(x, leftEnd - x, y, rightEnd - y, false);
}

void LineDiff::appendRun(qsizetype left, qsizetype leftCount, qsizetype right, qsizetype rightCount, bool same)
{
    if (leftCount == 0 && rightCount == 0)
        return;
    if (!same) {
        m_removed += int(leftCount);
        m_added += int(rightCount);
    }
    if (!m_runs.isEmpty() && m_runs.constLast().same == same) {
        m_runs.last().leftCount += leftCount;
        m_runs.last().rightCount += rightCount;
        return;
    }
    m_runs.append({ left, leftCount, right, rightCount, same });
}

void LineDiff::appendChanged(QList<DiffRow> &rows, const Run &run) const
{
    for (qsizetype i = 0; i < std::max(run.leftCount, run.rightCount); ++i) {
        DiffRow row;
        const bool hasLeft = i < run.leftCount;
        const bool hasRight = i < run.rightCount;
        row.kind = hasLeft && hasRight ? DiffRow::Kind::Changed : hasLeft ? DiffRow::Kind::Removed : DiffRow::Kind::Added;
        if (hasLeft) {
            row.leftLine = int(run.left + i + 1);
            row.left = m_left[run.left + i];
        }
        if (hasRight) {
            row.rightLine = int(run.right + i + 1);
            row.right = m_right[run.right + i];
        }
        if (hasLeft && hasRight) {
            const qsizetype shorter = std::min(row.left.size(), row.right.size());
            while (row.prefix < shorter && row.left[row.prefix] == row.right[row.prefix])
                ++row.prefix;
            while (row.suffix < shorter - row.prefix && row.left[row.left.size() - 1 - row.suffix] == row.right[row.right.size() - 1 - row.suffix])
                ++row.suffix;
        }
        rows.append(row);
    }
}

QList<DiffRow> LineDiff::allRows() const
{
    QList<DiffRow> rows;
    for (const Run &run : m_runs) {
        if (!run.same) {
            appendChanged(rows, run);
            continue;
        }
        for (qsizetype i = 0; i < run.leftCount; ++i) {
            DiffRow row;
            row.leftLine = int(run.left + i + 1);
            row.rightLine = int(run.right + i + 1);
            row.left = row.right = m_left[run.left + i];
            rows.append(row);
        }
    }
    return rows;
}

QList<DiffRow> LineDiff::rows(int context) const
{
    const QList<DiffRow> all = allRows();
    if (context < 0)
        return all;
    QList<bool> shown(all.size(), false);
    for (qsizetype i = 0; i < all.size(); ++i) {
        if (all[i].kind == DiffRow::Kind::Same)
            continue;
        for (qsizetype j = std::max<qsizetype>(0, i - context); j <= std::min<qsizetype>(all.size() - 1, i + context); ++j)
            shown[j] = true;
    }
    QList<DiffRow> rows;
    for (qsizetype i = 0; i < all.size(); ++i) {
        if (shown[i]) {
            rows.append(all[i]);
        } else if (rows.isEmpty() || rows.constLast().kind != DiffRow::Kind::Gap) {
            DiffRow gap;
            gap.kind = DiffRow::Kind::Gap;
            gap.leftLine = all[i].leftLine;
            gap.rightLine = all[i].rightLine;
            gap.hidden = 1;
            rows.append(gap);
        } else {
            ++rows.last().hidden;
        }
    }
    return rows;
}

QList<int> LineDiff::hunks(const QList<DiffRow> &rows)
{
    QList<int> starts;
    bool inside = false;
    for (qsizetype i = 0; i < rows.size(); ++i) {
        const bool changed = rows[i].kind != DiffRow::Kind::Same && rows[i].kind != DiffRow::Kind::Gap;
        if (changed && !inside)
            starts.append(int(i));
        inside = changed;
    }
    return starts;
}

} // namespace Cofferdam::PolicyEditor
