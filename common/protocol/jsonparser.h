// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/base/result.h"
#include "common/protocol/node.h"

#include <QtCore/QList>

namespace Cofferdam {

/// Bounds of a parse; an input past one is an error, never cut.
struct ParseLimits {
    qint64 maxBytes = 1 << 20;
    int maxDepth = 32;
    int maxNodes = 100'000;
};

/// Strict RFC 8259: UTF-8 without a byte order mark, no duplicate keys (compared after unescaping), no lone surrogates, no
/// trailing text, integers kept exactly within 64 bits. Errors have code invalid_json, a span, and details.pointer (a JSON
/// pointer, RFC 6901) of the value at fault. With all set, goes on after duplicate keys so that every one is reported.
/// Linear time; reentrant.
[[nodiscard]] Result<Node> parseJson(QByteArrayView text, const ParseLimits &limits = {}, QList<Error> *duplicates = nullptr);

/// Appends text as a JSON string in ASCII: quotes, backslash, controls and everything beyond 0x7e escaped; bytes that are not
/// UTF-8 become \ufffd.
void appendJsonString(QByteArray &out, QByteArrayView utf8);

/// JSON with sorted keys and no white space.
[[nodiscard]] QByteArray canonicalJson(const QJsonValue &value);

} // namespace Cofferdam
