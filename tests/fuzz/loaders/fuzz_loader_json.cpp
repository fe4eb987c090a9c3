// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/policy/document.h"

#include <cstdlib>

using namespace Cofferdam::Policy;

/// Any bytes: the loader answers with a document or with errors, every place lies inside the text, and completion takes any offset.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const QByteArrayView text(reinterpret_cast<const char *>(data), qsizetype(size));
    const LoadResult result = loadDocument(text, Format::Json);
    if (result.ok() != result.diagnostics.isEmpty())
        std::abort();
    for (const Diagnostic &d : result.diagnostics) {
        if (d.message.isEmpty() || d.span.offset < 0 || d.span.length < 0 || d.span.offset + d.span.length > text.size())
            std::abort();
    }
    const qsizetype offset = text.isEmpty() ? 0 : qsizetype(uchar(text.back())) % (text.size() + 1);
    static_cast<void>(completionsAt(text, offset, Format::Json));
    static_cast<void>(hoverAt(text, offset, Format::Json));
    return 0;
}
