// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/protocol/jsonparser.h"

#include <algorithm>
#include <utility>

namespace Cofferdam::Json {

/// The recursive reader behind parseJson (RFC 8259); lives for one document. Depth is bounded by the limits, every byte is looked at
/// once. A function that returns false has set m_error. Line breaks occur between tokens only, so skipSpace() counts lines.
class Reader
{
public:
    Reader(QByteArrayView text, const ParseLimits &limits, QList<Error> *duplicates)
        : m_text(text), m_limits(limits), m_duplicates(duplicates)
    {
    }

    [[nodiscard]] Result<Node> document();

private:
    struct Step {
        QByteArray key;
        qsizetype index = -1; ///< of a list; else the key counts
    };

    bool checkText();
    bool value(Node &out);
    bool valueOfAnyKind(Node &out);
    bool enter();
    bool leave();
    bool array(Node &out);
    bool object(Node &out);
    bool key(Node::Member &member);
    bool duplicate(const Node::Member &member);
    bool string(QByteArray &out);
    bool escape(QByteArray &out);
    bool unicodeEscape(QByteArray &out);
    int hexUnit(qsizetype at) const;
    bool word(QByteArrayView expected);
    bool number(Node &out);
    bool integer(Node &out, QByteArrayView digits);
    bool digits();
    bool expect(char c, const QString &what);
    void skipSpace();

    [[nodiscard]] char peek() const { return m_at < m_text.size() ? m_text[m_at] : '\0'; }
    [[nodiscard]] bool atEnd() const { return m_at >= m_text.size(); }
    [[nodiscard]] SourceSpan spanOf(qsizetype offset, qsizetype length) const;
    [[nodiscard]] QString describeHere() const;
    [[nodiscard]] QString pointer() const;
    bool fail(qsizetype offset, qsizetype length, const QString &message);

    QByteArrayView m_text;
    const ParseLimits &m_limits;
    QList<Error> *m_duplicates;
    qsizetype m_at = 0;
    qsizetype m_lineStart = 0;
    int m_line = 1;
    int m_depth = 0;
    int m_nodes = 0;
    QList<Step> m_path;
    Error m_error;
};

} // namespace Cofferdam::Json
