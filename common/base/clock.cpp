// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/base/clock.h"

#include <ctime>

namespace Cofferdam {

namespace {

void appendPadded(QByteArray &out, int value, int width)
{
    char digits[8];
    for (int i = width - 1; i >= 0; --i) {
        digits[i] = char('0' + value % 10);
        value /= 10;
    }
    out.append(digits, width);
}

} // namespace

qint64 SystemClock::monotonicNs() const
{
    timespec t {};
    ::clock_gettime(CLOCK_MONOTONIC, &t);
    return qint64(t.tv_sec) * 1'000'000'000 + t.tv_nsec;
}

qint64 SystemClock::utcMs() const
{
    timespec t {};
    ::clock_gettime(CLOCK_REALTIME, &t);
    return qint64(t.tv_sec) * 1000 + t.tv_nsec / 1'000'000;
}

void appendUtc(QByteArray &out, qint64 utcMs)
{
    qint64 seconds = utcMs / 1000;
    int ms = int(utcMs % 1000);
    if (ms < 0) {
        ms += 1000;
        --seconds;
    }
    const time_t t = time_t(seconds);
    tm parts {};
    ::gmtime_r(&t, &parts);
    appendPadded(out, parts.tm_year + 1900, 4);
    out.append('-');
    appendPadded(out, parts.tm_mon + 1, 2);
    out.append('-');
    appendPadded(out, parts.tm_mday, 2);
    out.append('T');
    appendPadded(out, parts.tm_hour, 2);
    out.append(':');
    appendPadded(out, parts.tm_min, 2);
    out.append(':');
    appendPadded(out, parts.tm_sec, 2);
    out.append('.');
    appendPadded(out, ms, 3);
    out.append('Z');
}

QByteArray formatUtc(qint64 utcMs)
{
    QByteArray out;
    out.reserve(24);
    appendUtc(out, utcMs);
    return out;
}

} // namespace Cofferdam
