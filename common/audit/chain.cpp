// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/audit/chain.h"

#include "common/audit/lineview.h"
#include "common/protocol/jsonparser.h"

using namespace Qt::StringLiterals;

namespace Cofferdam::Audit {

Record fileHeader(const QByteArray &previousFile)
{
    Record record;
    record.event = "service";
    record.endpoint = FileHeaderEndpoint;
    if (!previousFile.isEmpty())
        record.params.insert("previous"_L1, QString::fromLatin1(previousFile));
    return record;
}

void ChainVerifier::beginFile(const QByteArray &name)
{
    m_previousFile = m_file;
    m_file = name;
    m_line = 0;
}

bool ChainVerifier::broken(const QByteArray &reason)
{
    if (!m_bad)
        m_bad = BadRecord {m_file, m_line, reason};
    return false;
}

void ChainVerifier::takeTornTail(qsizetype bytes)
{
    ++m_line;
    broken("the last line is torn: " + QByteArray::number(bytes) + " bytes without an end of line");
}

bool ChainVerifier::takeLine(QByteArrayView line)
{
    if (m_bad)
        return false;
    ++m_line;
    const std::optional<LineView> view = LineView::parse(line);
    if (!view)
        return broken("not a line of an audit log");
    if (const QByteArray fault = faultOf(*view, line); !fault.isEmpty())
        return broken(fault);
    m_seq = quint64(*view->number(Field::Seq));
    if (m_records == 0)
        m_firstSeq = m_seq;
    ++m_records;
    m_hash = m_hasher.hex(line);
    return true;
}

QByteArray ChainVerifier::faultOf(const LineView &view, QByteArrayView line)
{
    const std::optional<qint64> seq = view.number(Field::Seq);
    const QByteArray prev = view.text(Field::Prev);
    if (!seq || *seq < 1)
        return "no seq";
    if (!line.endsWith("\"}") || prev.size() != 64)
        return "no prev at its end";
    if (m_line == 1) {
        if (const QByteArray fault = headerFault(view); !fault.isEmpty())
            return fault;
    }
    if (m_records == 0)
        return *seq == 1 && prev != firstPrev() ? QByteArray("the first line of all has a prev") : QByteArray();
    if (prev != m_hash)
        return "prev is not the hash of the line before: one of the two was changed, or lines between them are gone";
    if (quint64(*seq) != m_seq + 1)
        return "expected seq " + QByteArray::number(m_seq + 1) + ", came " + QByteArray::number(*seq);
    return {};
}

QByteArray ChainVerifier::headerFault(const LineView &view)
{
    if (view.text(Field::Endpoint) != FileHeaderEndpoint)
        return "the file does not begin with a header";
    QByteArray named;
    if (const Result<Node> params = parseJson(view.raw(Field::Params)); params && params->find("previous"))
        named = params->find("previous")->text;
    if (m_records == 0)
        m_missingBefore = named;
    else if (named != m_previousFile)
        return "the header names " + named + " as the file before, found " + m_previousFile;
    return {};
}

} // namespace Cofferdam::Audit
