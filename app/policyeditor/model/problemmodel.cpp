// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/policyeditor/model/problemmodel.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Cofferdam::PolicyEditor {

void ProblemModel::setChecked(const Checked &checked, const QByteArray &fileName)
{
    beginResetModel();
    m_problems = checked.problems;
    m_secrets = checked.secrets;
    m_fileName = fileName;
    endResetModel();
}

QList<Fix> ProblemModel::fixes(int row) const
{
    const Policy::Diagnostic &problem = m_problems[row];
    for (const Secret &secret : m_secrets) {
        if (speaksOf(problem, secret))
            return secret.fixes;
    }
    if (problem.replacement.isEmpty() || !problem.span.isKnown())
        return {};
    const bool oneLine = problem.replacement.size() <= 60 && !problem.replacement.contains('\n');
    const QString title = oneLine ? tr("Replace by “%1”").arg(QString::fromUtf8(problem.replacement)) : tr("Replace as suggested");
    return { { title, problem.span, problem.replacement } };
}

QString ProblemModel::line(int row) const { return m_problems[row].toLine(QString::fromUtf8(m_fileName)); }

int ProblemModel::at(qsizetype offset) const
{
    const auto touches = [offset](const Policy::Diagnostic &problem) {
        return problem.span.isKnown() && offset >= problem.span.offset && offset <= problem.span.offset + std::max<qsizetype>(1, problem.span.length);
    };
    const auto place = std::ranges::find_if(m_problems, touches);
    return place == m_problems.end() ? -1 : int(place - m_problems.begin());
}

int ProblemModel::following(qsizetype offset) const
{
    const auto place = std::ranges::find_if(m_problems, [offset](const auto &problem) { return problem.span.offset > offset; });
    return m_problems.isEmpty() ? -1 : place == m_problems.end() ? 0 : int(place - m_problems.begin());
}

int ProblemModel::preceding(qsizetype offset) const
{
    int row = -1;
    while (row + 1 < m_problems.size() && m_problems[row + 1].span.offset < offset)
        ++row;
    return row >= 0 ? row : int(m_problems.size()) - 1;
}

int ProblemModel::rowCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : int(m_problems.size()); }

int ProblemModel::columnCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : ColumnCount; }

QString ProblemModel::severityWord(Policy::Severity severity)
{
    switch (severity) {
    case Policy::Severity::Error: return tr("Error");
    case Policy::Severity::Warning: return tr("Warning");
    case Policy::Severity::Note: break;
    }
    return tr("Note");
}

QVariant ProblemModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const Policy::Diagnostic &problem = m_problems[index.row()];
    if (role == Qt::ToolTipRole) {
        const QList<QString> parts { line(index.row()), problem.why, problem.suggestion };
        QStringList shown;
        std::ranges::copy_if(parts, std::back_inserter(shown), [](const QString &part) { return !part.isEmpty(); });
        return shown.join(u"\n"_s);
    }
    if (role == Qt::AccessibleTextRole)
        return line(index.row());
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case SeverityColumn: return severityWord(problem.severity);
    case MessageColumn: return problem.message;
    case RuleColumn: return QString::fromUtf8(problem.id);
    case PlaceColumn: return problem.span.isKnown() ? u"%1:%2"_s.arg(problem.span.line).arg(problem.span.column) : QString();
    default: return {};
    }
}

QVariant ProblemModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case SeverityColumn: return tr("Severity");
    case MessageColumn: return tr("Problem");
    case RuleColumn: return tr("Rule");
    case PlaceColumn: return tr("Line");
    default: return {};
    }
}

} // namespace Cofferdam::PolicyEditor
