// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/policy/document.h"

#include <QtCore/QStringList>

namespace Cofferdam::Policy {

/// "LINE:COLUMN id $.path" of every diagnostic, for exact comparison.
inline QStringList places(const LoadResult &result)
{
    QStringList list;
    for (const Diagnostic &d : result.diagnostics) {
        list.append(QString::number(d.span.line) + u':' + QString::number(d.span.column) + u' ' + QString::fromLatin1(d.id) + u' '
            + QString::fromUtf8(d.jsonPath));
    }
    return list;
}

} // namespace Cofferdam::Policy
