// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "service/operations/process/program.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>

using namespace Qt::StringLiterals;

namespace Cofferdam::Process {

namespace {

std::unexpected<Error> notFound(const QByteArray &word, int number)
{
    const char *name = ::strerrorname_np(number);
    return failure("command_not_startable", "cannot start "_L1 + QString::fromUtf8(word) + ": "_L1 + QString::fromLocal8Bit(std::strerror(number)),
        {{u"stage"_s, u"resolve"_s}, {u"errno"_s, QLatin1StringView(name ? name : "EINVAL")}});
}

/// 0, or why this is no program.
int programFault(const QByteArray &path)
{
    struct stat info {};
    if (::stat(path.constData(), &info) != 0)
        return errno;
    if (!S_ISREG(info.st_mode))
        return EACCES;
    return ::access(path.constData(), X_OK) == 0 ? 0 : errno;
}

QByteArray realPath(const QByteArray &path)
{
    char *resolved = ::realpath(path.constData(), nullptr);
    const QByteArray result(resolved);
    std::free(resolved);
    return result;
}

QByteArray baseName(const QByteArray &path) { return path.sliced(path.lastIndexOf('/') + 1); }

bool isDeniedBy(const Program &program, const QByteArray &entry)
{
    if (entry.startsWith('/'))
        return entry == program.path || entry == program.resolved || realPath(entry) == program.resolved;
    return entry == program.name() || entry == baseName(program.resolved);
}

bool isAllowedBy(const Program &program, const QByteArray &entry, const QList<QByteArray> &directories)
{
    if (entry.startsWith('/'))
        return entry == program.resolved || realPath(entry) == program.resolved;
    const Result<Program> named = entry.contains('/') ? notFound(entry, ENOENT) : findProgram(entry, directories, {});
    return named && entry == program.name() && named->resolved == program.resolved;
}

} // namespace

Result<Program> findProgram(const QByteArray &word, const QList<QByteArray> &directories, const QByteArray &directory)
{
    int fault = ENOENT;
    QList<QByteArray> candidates;
    if (word.contains('/')) {
        candidates.append(word.startsWith('/') ? word : directory + '/' + word);
    } else {
        for (const QByteArray &where : directories)
            candidates.append(where + '/' + word);
    }
    for (const QByteArray &candidate : std::as_const(candidates)) {
        const int number = programFault(candidate);
        if (number == 0)
            return Program {candidate, realPath(candidate)};
        if (number != ENOENT && number != ENOTDIR)
            fault = number;
    }
    return notFound(word, fault);
}

Result<void> checkProgram(const RequestContext &context, const Program &program, const QList<QByteArray> &directories)
{
    const auto refuse = [&](QByteArrayView key) {
        return policyDenied("param_not_allowed", "the program "_L1 + QString::fromUtf8(program.name()) + " may not be started"_L1, context.rule->ruleOfParam(key),
            {{u"parameter"_s, QString::fromLatin1(key)}});
    };
    const auto deny = context.rule->listParam("deny_commands").value_or(QList<QByteArray>());
    if (std::ranges::any_of(deny, [&](const QByteArray &entry) { return isDeniedBy(program, entry); }))
        return refuse("deny_commands");
    const auto allow = context.rule->listParam("allow_commands");
    if (allow && std::ranges::none_of(*allow, [&](const QByteArray &entry) { return isAllowedBy(program, entry, directories); }))
        return refuse("allow_commands");
    return {};
}

} // namespace Cofferdam::Process
