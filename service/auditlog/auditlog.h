// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/audit/filter.h"
#include "common/audit/logfiles.h"
#include "common/audit/redactor.h"
#include "common/base/clock.h"
#include "service/operation/seams.h"

#include <memory>

namespace Cofferdam {

struct AuditLogOptions {
    QByteArray directory {}; ///< <state-dir>/audit: made 0700 where missing
    qint64 maxFileBytes = 64 << 20; ///< a file past it is followed by the next
    qsizetype queueRecords = 16384; ///< bound of what waits for the writer
    int groupMs = 20; ///< a record waits at most that long for company before it is written and synced
    qsizetype groupRecords = 256; ///< … or until that many wait (about 64 KiB)
    int retryMs = 250; ///< between attempts while the disk refuses
    int patienceMs = 5000; ///< how long append() waits for a place in the queue
};

/// Lines just put on disk, oldest first, without LF. Shared between the subscribers.
struct AuditBatch {
    QByteArray text; ///< the lines, each with its LF
    QList<QByteArrayView> lines; ///< into text
};

struct AuditPage {
    QList<QByteArray> lines; ///< whole lines of the log without LF, oldest first
    QByteArray cursor; ///< for the next older page; empty when there is nothing older
    bool truncated = false; ///< stopped by time or size before the page was full: go on with the cursor
};

struct AuditStats {
    bool available = false;
    quint64 records = 0; ///< seq of the last line on disk
    qsizetype queue = 0; ///< records that wait for the writer
    quint64 lost = 0; ///< records that could not be kept while the disk refused
    QByteArray file; ///< name of the current file
};

/// The audit log of http.md 5 and security.md E6: one writer thread, lines chained by hash, group commit, files that rotate by size and
/// by UTC day, an anchor that makes a cut tail visible. append() costs the caller about a microsecond and blocks only when the queue
/// is full (ADR 0050 says what happens while the disk refuses: nothing is dropped in silence). Thread-safe. Owned by the composition
/// root; the destructor stops it.
class AuditLog final : public AuditSink
{
public:
    using Subscriber = std::function<void(const std::shared_ptr<const AuditBatch> &)>;

    /// Takes the directory (one writer at a time: audit_busy otherwise), verifies the last file, keeps a torn last line aside, and starts
    /// the writer. clock and redactor must outlive it. Errors: audit_busy, those of systemError(). Blocks.
    [[nodiscard]] static Result<std::unique_ptr<AuditLog>> open(const AuditLogOptions &options, const Clock &clock, const Audit::Redactor &redactor);
    ~AuditLog() override;

    void append(Audit::Record record) override;
    void appendDurably(Audit::Record record, std::function<void(bool)> done) override;
    [[nodiscard]] bool isAvailable() const override;

    /// Writes what waits, the anchor too, and ends the writer. Later records are counted as lost. Safe to call twice.
    void stop();
    /// Waits until everything appended before is on disk; false when that takes longer or the disk refuses.
    bool flush(int timeoutMs);

    /// The newest matching lines, at most limit, older than cursor where one is given. Sees everything appended before the call.
    /// Reads the files backwards: about a second for a million lines, so call it on a pool thread. Errors: invalid_request for a bad
    /// cursor, else those of systemError().
    [[nodiscard]] Result<AuditPage> query(const Audit::Filter &filter, const QByteArray &cursor, qsizetype limit);
    /// Verifies all files up to what is on disk now. Blocks as query() does.
    [[nodiscard]] Result<Audit::Verification> verify();
    [[nodiscard]] AuditStats stats() const;
    [[nodiscard]] const QByteArray &boot() const; ///< id of this run, as in the lines

    /// subscriber is called on the writer thread with every batch once it is on disk; it must return at once and not call back.
    /// After unsubscribe() it is not called again and not running.
    int subscribe(Subscriber subscriber);
    void unsubscribe(int id);

private:
    class Private;
    explicit AuditLog(std::unique_ptr<Private> d);
    std::unique_ptr<Private> d;
};

} // namespace Cofferdam
