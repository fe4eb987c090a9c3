// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/audit/chain.h"
#include "common/audit/lineview.h"

#include <cstdlib>

using namespace Cofferdam;

/// Any bytes as a log file: the verifier ends with a verdict, and a line that reads back is written again as one line.
extern "C" int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
    const QByteArray text(reinterpret_cast<const char *>(data), qsizetype(size));
    Audit::ChainVerifier chain;
    chain.beginFile("audit-20261130-1.jsonl");
    const QList<QByteArray> lines = text.split('\n');
    for (const QByteArray &line : lines) {
        chain.takeLine(line);
        const auto entry = Audit::parseLine(line);
        if (!entry)
            continue;
        QByteArray again;
        Audit::appendLine(again, entry->record, entry->position);
        for (const char c : again) {
            if (c < 0x20 || c > 0x7e)
                std::abort();
        }
        if (!Audit::LineView::parse(again))
            std::abort();
    }
    if (chain.isIntact() != !chain.firstBad().has_value())
        std::abort();
    return 0;
}
