// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/protocol/jsonparser.h"

#include <QtCore/QJsonDocument>

#include <cstdlib>

using namespace Cofferdam;

/// Any bytes: what our parser takes, another parser takes too, and both see the same value.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const QByteArrayView text(reinterpret_cast<const char *>(data), qsizetype(size));
    const Result<Node> ours = parseJson(text);
    if (!ours)
        return 0;
    const QByteArray canonical = canonicalJson(ours->toJson());
    const Result<Node> again = parseJson(canonical, {8 << 20, 64, 200'000});
    if (!again || canonicalJson(again->toJson()) != canonical)
        std::abort();
    if (ours->isMap() || ours->isList()) {
        const QJsonDocument theirs = QJsonDocument::fromJson(text.toByteArray());
        if (theirs.isNull())
            std::abort();
    }
    return 0;
}
