// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/policy/pathrules.h"

#include <cstdint>
#include <cstdlib>

using namespace Cofferdam::Policy;

/// Input: a pattern, a line feed, a path. Whatever they are, matching ends and its answers agree with each other.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const QByteArrayView input(reinterpret_cast<const char *>(data), qsizetype(size));
    const qsizetype end = input.indexOf('\n');
    if (end < 0)
        return 0;
    const QByteArrayView pattern = input.first(end);
    const QByteArray path = normalisePath(input.sliced(end + 1), "/root");
    for (const bool nocase : {false, true}) {
        const auto glob = Glob::compile(pattern, nocase);
        if (!glob)
            continue;
        const bool hit = glob->matches(path);
        if (hit && !glob->matchesWithAncestors(path, "/root"))
            abort();
        const qsizetype slash = path.lastIndexOf('/');
        if (hit && slash > 0 && !glob->couldMatchBelow(QByteArrayView(path).first(slash)))
            abort();
    }
    (void)nameMatches(pattern, path);
    return 0;
}
