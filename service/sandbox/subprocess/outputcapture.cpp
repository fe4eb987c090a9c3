// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "service/sandbox/subprocess/outputcapture.h"

namespace Cofferdam::Sandbox {

namespace {

bool isContinuation(char c) { return (uchar(c) & 0xc0) == 0x80; }

/// Takes an unfinished character off the end; text that is no UTF-8 loses at most three bytes.
void trimEnd(QByteArray &text)
{
    qsizetype lead = text.size() - 1;
    while (lead >= 0 && lead > text.size() - 4 && isContinuation(text[lead]))
        --lead;
    if (lead < 0 || uchar(text[lead]) < 0xc0)
        return;
    const uchar first = uchar(text[lead]);
    const int length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    if (text.size() - lead < length)
        text.truncate(lead);
}

void trimStart(QByteArray &text)
{
    qsizetype start = 0;
    while (start < 3 && start < text.size() && isContinuation(text[start]))
        ++start;
    text.remove(0, start);
}

} // namespace

void OutputCapture::append(QByteArrayView bytes)
{
    m_total += bytes.size();
    const qsizetype toHead = qsizetype(qMin(qint64(bytes.size()), m_headCap - m_head.size()));
    m_head += bytes.first(toHead);
    bytes = bytes.sliced(toHead);
    if (bytes.size() > m_tailCap) {
        m_tail = bytes.last(qsizetype(m_tailCap)).toByteArray();
        return;
    }
    m_tail += bytes;
    if (m_tail.size() > 2 * m_tailCap)
        m_tail.remove(0, m_tail.size() - qsizetype(m_tailCap));
}

QByteArray OutputCapture::take()
{
    if (!isCut())
        return std::move(m_head) + std::move(m_tail);
    if (m_tail.size() > m_tailCap)
        m_tail.remove(0, m_tail.size() - qsizetype(m_tailCap));
    trimEnd(m_head);
    trimStart(m_tail);
    const qint64 left = m_total - m_head.size() - m_tail.size();
    return std::move(m_head) + "\n[... " + QByteArray::number(left) + " bytes left out ...]\n" + std::move(m_tail);
}

} // namespace Cofferdam::Sandbox
