// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QByteArray>

namespace Cofferdam::Sandbox {

/// Keeps the head and the tail of a stream, half of the bound each, and counts what lies between: flat in memory however much comes.
/// A value type.
class OutputCapture
{
public:
    explicit OutputCapture(qint64 maxBytes) : m_headCap(maxBytes / 2), m_tailCap(maxBytes - maxBytes / 2) { }

    void append(QByteArrayView bytes);
    [[nodiscard]] qint64 total() const { return m_total; }
    [[nodiscard]] bool isCut() const { return m_total > m_headCap + m_tailCap; }
    /// All that came, or head, a line that says how many bytes are left out, and tail; a cut never splits a UTF-8 character.
    [[nodiscard]] QByteArray take();

private:
    qint64 m_headCap;
    qint64 m_tailCap;
    qint64 m_total = 0;
    QByteArray m_head, m_tail; ///< m_tail holds up to twice its cap between trims
};

} // namespace Cofferdam::Sandbox
