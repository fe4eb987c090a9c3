// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "service/main/environment.h"

#include "common/base/atomicfile.h"
#include "common/base/uniquefd.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <vector>

using namespace Qt::StringLiterals;

extern char **environ;

namespace Cofferdam::Main {

namespace {

constexpr char Handover[] = "COFFERDAM_HANDOVER_FD";

/// What the clean process keeps in its own environment: nothing that can hold a secret of the policy.
bool isKept(QByteArrayView name)
{
    static constexpr std::array<QByteArrayView, 18> Names {"PATH", "HOME", "USER", "LOGNAME", "LANG", "TZ", "TERM", "TMPDIR", "XDG_RUNTIME_DIR",
        "XDG_CONFIG_HOME", "XDG_STATE_HOME", "LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES", "NOTIFY_SOCKET", "ASAN_OPTIONS", "UBSAN_OPTIONS",
        "TSAN_OPTIONS"};
    for (const QByteArrayView kept : Names) {
        if (name == kept)
            return true;
    }
    return name.startsWith("LC_") || name == "LD_LIBRARY_PATH" || name == "LSAN_OPTIONS";
}

QByteArrayView nameOf(const char *entry)
{
    const QByteArrayView text(entry);
    const qsizetype equals = text.indexOf('=');
    return equals < 0 ? text : text.first(equals);
}

Error executeAgain(char **argv)
{
    QByteArray block;
    std::vector<char *> kept;
    for (char **entry = environ; *entry; ++entry) {
        block.append(*entry, qstrlen(*entry) + 1);
        if (isKept(nameOf(*entry)))
            kept.push_back(*entry);
    }
    const UniqueFd memory(::memfd_create("environment", 0)); // stays open across exec
    if (!memory || !writeAll(memory.get(), block))
        return systemError(errno, u"cannot hand the environment over"_s);
    QByteArray handover = QByteArray(Handover) + '=' + QByteArray::number(memory.get());
    kept.push_back(handover.data());
    kept.push_back(nullptr);
    ::execve("/proc/self/exe", argv, kept.data());
    return systemError(errno, u"cannot start again with a clean environment"_s);
}

} // namespace

Result<Environment> Environment::take(char **argv)
{
    const QByteArray number = qgetenv(Handover);
    if (number.isEmpty())
        return failure(executeAgain(argv));
    ::unsetenv(Handover);
    bool ok = false;
    const UniqueFd memory(number.toInt(&ok));
    if (!ok || ::lseek(memory.get(), 0, SEEK_SET) != 0)
        return failure("internal_error", u"expected a descriptor with the environment in COFFERDAM_HANDOVER_FD"_s);
    QByteArray block;
    char chunk[65536];
    for (ssize_t n = 0; (n = ::read(memory.get(), chunk, sizeof chunk)) > 0;)
        block.append(chunk, n);
    Environment environment;
    for (const QByteArray &entry : block.split('\0')) {
        const qsizetype equals = entry.indexOf('=');
        if (equals > 0)
            environment.m_values.insert(entry.first(equals), entry.sliced(equals + 1));
    }
    return environment;
}

std::optional<QByteArray> Environment::value(const QByteArray &name) const
{
    const auto found = m_values.constFind(name);
    return found == m_values.cend() ? std::nullopt : std::optional(*found);
}

QByteArray Environment::directory(const QByteArray &name) const
{
    const QByteArray path = m_values.value(name);
    return path.startsWith('/') ? path : QByteArray();
}

} // namespace Cofferdam::Main
