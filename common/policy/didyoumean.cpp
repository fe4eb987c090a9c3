// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/policy/document.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace Cofferdam::Policy {

namespace {

constexpr qsizetype longest = 64; // nothing known is longer; bounds the work for hostile keys

/// What older clients, other tools and plain habit call things.
constexpr auto pairs = std::to_array<std::pair<const char *, const char *>>({
    {"files_download", "files_download_stream"}, {"files_upload", "files_upload_stream"}, {"files_write", "files_upload_stream"},
    {"files_remove", "files_delete"}, {"files_rm", "files_delete"}, {"files_ls", "files_list"}, {"files_rename", "files_move"},
    {"files_exists", "files_stat"}, {"files_zip", "files_archive"}, {"exec", "shell"}, {"run", "shell"}, {"shell_exec", "shell"},
    {"process_kill", "process_signal"}, {"process_write", "process_stdin"}, {"process_logs", "process_output"},
    {"file_operations", "file_ops"}, {"files", "file_ops"}, {"code", "dev_tools"}, {"git", "dev_tools"}, {"pty", "terminal"},
    {"env", "token_env"}, {"sha256", "token_sha256"}, {"token_hash", "token_sha256"}, {"permissions", "scopes"}, {"scope", "scopes"},
    {"name", "id"}, {"readonly", "read_only"}, {"allowed", "allow"}, {"denied", "deny"}, {"max_size", "max_bytes"},
    {"max_upload_size", "max_bytes"}, {"timeout", "timeout_s"}, {"timeout_seconds", "timeout_s"}, {"rate_limit", "rate_per_minute"},
    {"concurrency", "max_concurrency"}, {"parameters", "params"}, {"rules", "endpoints"}, {"basedir", "base_dir"},
    {"identities", "tokens"}, {"enable", "enabled"}, {"follow", "within"}, {"none", "never"},
});

/// Optimal string alignment: insertions, deletions, changes and swaps of neighbours; more than cap comes back as cap + 1.
int distance(QByteArrayView a, QByteArrayView b, int cap)
{
    if (std::abs(a.size() - b.size()) > cap)
        return cap + 1;
    std::vector<int> last(size_t(b.size()) + 1), row(last.size()), before(last.size());
    for (size_t j = 0; j < last.size(); ++j)
        last[j] = int(j);
    for (qsizetype i = 1; i <= a.size(); ++i) {
        row[0] = int(i);
        for (qsizetype j = 1; j <= b.size(); ++j) {
            const size_t k = size_t(j);
            row[k] = std::min({last[k] + 1, row[k - 1] + 1, last[k - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[k] = std::min(row[k], before[k - 2] + 1);
        }
        before = std::exchange(last, row);
        if (*std::ranges::min_element(last) > cap)
            return cap + 1;
    }
    return last.back();
}

QByteArray onlyPrefix(QByteArrayView word, const QList<QByteArray> &known)
{
    QByteArray found;
    for (const QByteArray &name : known) {
        if (!name.startsWith(word))
            continue;
        if (!found.isEmpty())
            return {};
        found = name;
    }
    return found;
}

} // namespace

QByteArray didYouMean(QByteArrayView word, const QList<QByteArray> &known)
{
    if (word.size() < 2 || word.size() > longest)
        return {};
    for (const auto &[old, now] : pairs) {
        if (word == QByteArrayView(old) && known.contains(now))
            return now;
    }
    QByteArray best;
    int bestDistance = word.size() <= 3 ? 2 : 3;
    const auto consider = [&](QByteArrayView candidate, const QByteArray &name) {
        const int d = distance(word, candidate, bestDistance - 1);
        if (d < bestDistance) {
            bestDistance = d;
            best = name;
        }
    };
    for (const QByteArray &name : known)
        consider(name, name);
    // A slip in an old name leads to the new one: files_dowload → files_download_stream.
    for (const auto &[old, now] : pairs) {
        if (QByteArrayView(old).size() > 4 && known.contains(now))
            consider(old, now);
    }
    return best.isEmpty() && word.size() >= 3 ? onlyPrefix(word, known) : best;
}

} // namespace Cofferdam::Policy
