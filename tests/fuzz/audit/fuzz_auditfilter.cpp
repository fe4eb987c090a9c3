// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/audit/filter.h"

#include <cstdlib>

using namespace Cofferdam;

/// Any text parses to a filter or to an error inside it; a filter matches without harm, and completion stays inside the text.
extern "C" int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
    const QByteArrayView text(data, qsizetype(size));
    static const QByteArray line = [] {
        Audit::Record record;
        record.identity = "reader";
        record.endpoint = "files_list";
        record.decision = "deny";
        record.status = 403;
        record.paths = {{"read", "/home/user/x\xff"}};
        QByteArray out;
        Audit::appendLine(out, record, {1, "b", 1'796'079'439'123, 2, Audit::firstPrev()});
        return out;
    }();
    const auto filter = Audit::Filter::parse(text, 1'796'079'439'123);
    if (filter)
        (void)filter->matchesLine(line);
    else if (!filter.error().span || filter.error().span->offset < 0 || filter.error().span->offset > text.size())
        std::abort();
    const auto completion = Audit::completeFilter(text, text.size() / 2);
    if (completion.start < 0 || completion.length < 0 || completion.start + completion.length > text.size())
        std::abort();
    return 0;
}
