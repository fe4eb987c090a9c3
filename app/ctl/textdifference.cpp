// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/documents.h"

#include <QtCore/QStringList>

#include <algorithm>
#include <vector>

using namespace Qt::StringLiterals;

namespace Cofferdam::Ctl {

namespace {

constexpr qsizetype context = 3;
/// Cells of the table of common lines; a bigger pair of texts is shown as replaced whole.
constexpr qsizetype tableCap = 16'000'000;

struct Edit {
    QChar mark; ///< ' ', '-', '+'
    QString line;
};

/// The longest common subsequence of two middles, by the usual table of lengths from the end.
std::vector<Edit> editsOf(const QStringList &a, const QStringList &b)
{
    const qsizetype n = a.size(), m = b.size();
    std::vector<Edit> edits;
    qsizetype i = 0, j = 0;
    if (n > 0 && m > 0 && n * m <= tableCap) {
        std::vector<int> length(size_t((n + 1) * (m + 1)), 0);
        const auto at = [&](qsizetype x, qsizetype y) -> int & { return length[size_t(x * (m + 1) + y)]; };
        for (qsizetype x = n - 1; x >= 0; --x) {
            for (qsizetype y = m - 1; y >= 0; --y)
                at(x, y) = a[x] == b[y] ? at(x + 1, y + 1) + 1 : std::max(at(x + 1, y), at(x, y + 1));
        }
        while (i < n && j < m) {
            if (a[i] == b[j]) {
                edits.push_back({u' ', a[i]});
                ++i, ++j;
            } else if (at(i + 1, j) >= at(i, j + 1)) {
                edits.push_back({u'-', a[i++]});
            } else {
                edits.push_back({u'+', b[j++]});
            }
        }
    }
    while (i < n)
        edits.push_back({u'-', a[i++]});
    while (j < m)
        edits.push_back({u'+', b[j++]});
    return edits;
}

/// Common lines at both ends are cut off first: most edits of a policy are small.
std::vector<Edit> allEdits(QStringList a, QStringList b)
{
    std::vector<Edit> head, tail;
    while (!a.isEmpty() && !b.isEmpty() && a.first() == b.first()) {
        head.push_back({u' ', a.takeFirst()});
        b.removeFirst();
    }
    while (!a.isEmpty() && !b.isEmpty() && a.last() == b.last()) {
        tail.push_back({u' ', a.takeLast()});
        b.removeLast();
    }
    const std::vector<Edit> middle = editsOf(a, b);
    head.insert(head.end(), middle.begin(), middle.end());
    head.insert(head.end(), tail.rbegin(), tail.rend());
    return head;
}

QStringList linesOf(const QString &text)
{
    QStringList lines = text.split(u'\n');
    if (!lines.isEmpty() && lines.last().isEmpty())
        lines.removeLast();
    return lines;
}

/// Which edits are shown: the changed ones and their neighbours.
std::vector<bool> shownOf(const std::vector<Edit> &edits)
{
    std::vector<bool> shown(edits.size(), false);
    for (qsizetype i = 0; i < qsizetype(edits.size()); ++i) {
        if (edits[size_t(i)].mark == u' ')
            continue;
        for (qsizetype k = std::max<qsizetype>(0, i - context); k <= std::min<qsizetype>(qsizetype(edits.size()) - 1, i + context); ++k)
            shown[size_t(k)] = true;
    }
    return shown;
}

} // namespace

QString unifiedDifference(const QString &before, const QString &after, const QString &beforeName, const QString &afterName)
{
    const std::vector<Edit> edits = allEdits(linesOf(before), linesOf(after));
    const std::vector<bool> shown = shownOf(edits);
    QString out;
    qsizetype oldLine = 1, newLine = 1;
    for (size_t i = 0; i < edits.size();) {
        if (!shown[i]) {
            ++oldLine, ++newLine, ++i;
            continue;
        }
        QString body;
        qsizetype oldCount = 0, newCount = 0;
        for (; i < edits.size() && shown[i]; ++i) {
            body += edits[i].mark + edits[i].line + u'\n';
            oldCount += edits[i].mark != u'+' ? 1 : 0;
            newCount += edits[i].mark != u'-' ? 1 : 0;
        }
        out += u"@@ -%1,%2 +%3,%4 @@\n"_s.arg(oldCount ? oldLine : oldLine - 1).arg(oldCount).arg(newCount ? newLine : newLine - 1).arg(newCount) + body;
        oldLine += oldCount;
        newLine += newCount;
    }
    return out.isEmpty() ? out : u"--- %1\n+++ %2\n"_s.arg(beforeName, afterName) + out;
}

} // namespace Cofferdam::Ctl
