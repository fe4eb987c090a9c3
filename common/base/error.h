// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QByteArray>
#include <QtCore/QJsonObject>
#include <QtCore/QString>

#include <optional>

namespace Cofferdam {

/// A place in a text document: lines and columns count from 1 (columns in bytes), offset and length in bytes.
/// line 0 means "no place known".
struct SourceSpan {
    int line = 0;
    int column = 0;
    qsizetype offset = 0;
    qsizetype length = 0;

    [[nodiscard]] bool isKnown() const { return line > 0; }
    bool operator==(const SourceSpan &) const = default;
};

/// Why something failed: a stable code of endpoints.md 2 (or a module's own), a lower-case clause for people that says
/// what was expected and what came, further members of the answer's body, and where known a place in a document.
/// Never holds a secret.
struct Error {
    QByteArray code;
    QString message;
    QJsonObject details;
    std::optional<SourceSpan> span;
};

} // namespace Cofferdam
