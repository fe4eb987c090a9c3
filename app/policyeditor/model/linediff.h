// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QList>
#include <QtCore/QString>

namespace Cofferdam::PolicyEditor {

/// One line of a side-by-side comparison. A number of 0 means nothing stands on that side.
struct DiffRow {
    enum class Kind { Same, Changed, Removed, Added, Gap };
    Kind kind = Kind::Same;
    int leftLine = 0; ///< from 1; for a gap: the first line left out
    int rightLine = 0;
    QString left, right;
    int prefix = 0; ///< changed rows: units both sides begin with
    int suffix = 0; ///< and end with, never overlapping the prefix
    int hidden = 0; ///< gap: how many equal lines it stands for
};

/// The shortest difference of two texts by line. A value; pure. Texts are split at line feeds; a missing final line feed does
/// not make a line of its own. Past 2,000 edits the rest of the middle counts as replaced, so that the work stays bounded.
class LineDiff
{
public:
    LineDiff() = default;
    LineDiff(const QString &before, const QString &after);

    [[nodiscard]] bool isEmpty() const { return m_added == 0 && m_removed == 0; }
    [[nodiscard]] int added() const { return m_added; }
    [[nodiscard]] int removed() const { return m_removed; }
    /// All rows, or those within context lines of a change with a Gap row in place of what is left out.
    [[nodiscard]] QList<DiffRow> rows(int context = -1) const;
    /// Index of the first row of each run of changed rows.
    [[nodiscard]] static QList<int> hunks(const QList<DiffRow> &rows);

private:
    struct Run {
        qsizetype left, leftCount, right, rightCount;
        bool same;
    };
    void appendRun(qsizetype left, qsizetype leftCount, qsizetype right, qsizetype rightCount, bool same);
    void compareMiddle(const QList<int> &left, const QList<int> &right, qsizetype first, qsizetype leftEnd, qsizetype rightEnd);
    [[nodiscard]] QList<DiffRow> allRows() const;
    void appendChanged(QList<DiffRow> &rows, const Run &run) const;

    QList<QString> m_left, m_right;
    QList<Run> m_runs;
    int m_added = 0, m_removed = 0;
};

} // namespace Cofferdam::PolicyEditor
