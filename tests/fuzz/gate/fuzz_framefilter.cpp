// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "service/gate/framefilter.h"

#include <algorithm>
#include <cstdlib>

using namespace Cofferdam::Gate;

namespace {

constexpr SocketLimits Limits {.maxMessageBytes = 4096, .queueBytes = 4096, .maxFragments = 8};

QByteArray filtered(QByteArrayView bytes, qsizetype size, int &code)
{
    FrameFilter filter(Limits);
    QByteArray out;
    while (!bytes.isEmpty()) {
        const qsizetype take = std::min(size, bytes.size());
        if (!filter.feed(bytes.first(take), 0, out))
            break;
        bytes = bytes.sliced(take);
    }
    code = filter.closeCode();
    return out;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char *data, std::size_t size)
{
    const QByteArrayView bytes(data, qsizetype(size));
    int whole = 0;
    int cut = 0;
    const QByteArray out = filtered(bytes, bytes.size() + 1, whole);
    if (out != filtered(bytes, 1, cut) || whole != cut)
        std::abort();
    // What comes out is never more than what came in: a frame loses its mask, and fragments their headers.
    if (out.size() > bytes.size())
        std::abort();
    return 0;
}
