// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "service/auditlog/auditlog.h"

#include "common/base/atomicfile.h"
#include "common/base/ids.h"
#include "service/auditlog/auditlog_p.h"
#include "service/auditlog/logreader.h"

#include <sys/file.h>
#include <sys/stat.h>

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

using namespace Qt::StringLiterals;

namespace Cofferdam {

namespace {

/// The directory, made where missing, of this user and closed to others, locked for one writer.
Result<UniqueFd> takeDirectory(const QByteArray &path)
{
    const QString name = QString::fromLocal8Bit(path);
    if (::mkdir(path.constData(), 0700) != 0 && errno != EEXIST)
        return failure(systemError(errno, "cannot make "_L1 + name));
    UniqueFd directory(::open(path.constData(), O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW));
    struct stat info {};
    if (!directory || ::fstat(directory.get(), &info) != 0)
        return failure(systemError(errno, "cannot open "_L1 + name));
    if (info.st_uid != ::geteuid() || (::fchmod(directory.get(), 0700) != 0))
        return failure("os_permission", name + " belongs to another user"_L1);
    if (::flock(directory.get(), LOCK_EX | LOCK_NB) != 0)
        return failure("audit_busy", name + " is in use by another service"_L1);
    return directory;
}

} // namespace

Result<std::unique_ptr<AuditLog>> AuditLog::open(const AuditLogOptions &options, const Clock &clock, const Audit::Redactor &redactor)
{
    Result<UniqueFd> lock = takeDirectory(options.directory);
    if (!lock)
        return failure(lock.error());
    Result<LogTail> tail = recoverLog(options.directory);
    if (!tail)
        return failure(tail.error());
    const QJsonObject recovered = tail->recovered;
    const QByteArray boot = newId();
    LogWriter writer(options.directory, options.maxFileBytes, boot, std::move(*tail), clock, redactor);
    if (const Result<void> ready = writer.prepare(); !ready)
        return failure(ready.error());
    auto d = std::make_unique<Private>(options, clock, boot, std::move(*lock), std::move(writer));
    if (!recovered.isEmpty()) {
        Audit::Record record;
        record.event = "service";
        record.endpoint = Audit::RecoveredEndpoint;
        record.params = recovered;
        d->append(std::move(record), {});
    }
    d->start();
    return std::unique_ptr<AuditLog>(new AuditLog(std::move(d)));
}

AuditLog::AuditLog(std::unique_ptr<Private> p) : d(std::move(p)) { }

AuditLog::~AuditLog() { stop(); }

void AuditLog::append(Audit::Record record) { d->append(std::move(record), {}); }

void AuditLog::appendDurably(Audit::Record record, std::function<void(bool)> done) { d->append(std::move(record), std::move(done)); }

bool AuditLog::isAvailable() const { return d->isAvailable(); }

void AuditLog::stop() { d->stop(); }

bool AuditLog::flush(int timeoutMs) { return d->flush(timeoutMs); }

const QByteArray &AuditLog::boot() const { return d->boot(); }

Result<AuditPage> AuditLog::query(const Audit::Filter &filter, const QByteArray &cursor, qsizetype limit)
{
    d->flush(1000); // what cannot be flushed is not on disk and so not in the answer: stats() shows it
    return queryLog(d->directory(), d->end(), filter, cursor, limit);
}

Result<Audit::Verification> AuditLog::verify()
{
    d->flush(1000);
    const Result<Audit::Anchor> anchor = Audit::Anchor::read(d->directory());
    return Audit::verifyLog(d->directory(), anchor, d->end());
}

AuditStats AuditLog::stats() const { return d->stats(); }

int AuditLog::subscribe(Subscriber subscriber) { return d->subscribe(std::move(subscriber)); }

void AuditLog::unsubscribe(int id) { d->unsubscribe(id); }

} // namespace Cofferdam
