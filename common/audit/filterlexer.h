// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/base/result.h"

#include <QtCore/QByteArray>

#include <vector>

namespace Cofferdam::Audit {

/// A piece of a filter's text.
struct FilterToken {
    enum class Kind { Open, Close, And, Or, Not, Word, Term, End };

    Kind kind = Kind::End;
    QByteArray field; ///< Term: the name before the operator
    char op = ':'; ///< Term: ':' or '~'
    QByteArray value; ///< Word and Term: unquoted
    bool quoted = false; ///< the value was in quotes
    qsizetype offset = 0; ///< of the token, bytes
    qsizetype length = 0;
    qsizetype valueOffset = 0;
    qsizetype valueLength = 0;
};

/// Cuts text into tokens, an End at last. Error: an unbalanced quote.
[[nodiscard]] Result<std::vector<FilterToken>> lexFilter(QByteArrayView text);

/// The error of a place in a filter.
[[nodiscard]] Error filterError(const QString &message, qsizetype offset, qsizetype length);

} // namespace Cofferdam::Audit
