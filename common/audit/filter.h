// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/audit/lineview.h"
#include "common/base/result.h"

#include <functional>
#include <memory>

namespace Cofferdam::Audit {

struct FilterNode;

/// The audit filter language (console.md 1), compiled: one parser for service, console and ctl.
///
///   decision:deny endpoint:files_*     terms side by side are all required; `or`, `not` and parentheses as in English
///   status:>=400  status:400..499      numbers: =, >, >=, <, <=, a range, or a pattern (status:4*)
///   duration:>10ms  bytes_out:>1MiB    durations take us, ms, s, m (plain: microseconds), sizes the suffixes of policies
///   path~/home/user/out                that path or below, by component; path:*.pem is a pattern on the whole path
///   since:2h  until:2026-11-30         a span before now (s, m, h, d, w) or an RFC 3339 time or date
///   word "two words"                   anywhere in the record's texts, without regard to ASCII case
///
/// Patterns: `*` any bytes, `?` one; else the whole value must be equal. A value with blanks or parentheses is quoted, with
/// \" and \\ inside. Empty text matches everything. Copies share the compiled form; matching is thread-safe and linear.
class Filter
{
public:
    Filter() = default;
    /// Error: invalid_request with a span (column from 1, in bytes) and details.column. nowUtcMs is what since: counts from.
    /// Caps: 4 KiB of text, 64 levels.
    [[nodiscard]] static Result<Filter> parse(QByteArrayView text, qint64 nowUtcMs);

    [[nodiscard]] bool isEmpty() const { return !m_root; }
    [[nodiscard]] bool matches(const RecordView &record) const;
    /// The same for a line of the log; false for one that cannot be read.
    [[nodiscard]] bool matchesLine(QByteArrayView line) const;
    [[nodiscard]] bool matches(const QJsonObject &record) const;

private:
    std::shared_ptr<const FilterNode> m_root;
};

/// What may stand at the cursor.
struct FilterCompletion {
    struct Candidate {
        QByteArray text; ///< replaces [start, start + length)
        QByteArray meaning; ///< a clause for people
    };
    qsizetype start = 0; ///< bytes
    qsizetype length = 0;
    QByteArray field; ///< set where a value is due: "endpoint"
    QList<Candidate> candidates;
};
/// Candidates at a byte offset of text; for a value the known words of its field, and what values(field) adds (endpoint ids …).
[[nodiscard]] FilterCompletion completeFilter(QByteArrayView text, qsizetype cursor, const std::function<QList<QByteArray>(QByteArrayView)> &values = {});

/// `*` and `?` against the whole of text, linear backtracking.
[[nodiscard]] bool matchesPattern(QByteArrayView pattern, QByteArrayView text);
/// text holds lowerCaseWord, without regard to ASCII case.
[[nodiscard]] bool containsWord(QByteArrayView text, QByteArrayView lowerCaseWord);

} // namespace Cofferdam::Audit
