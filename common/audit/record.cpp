// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/audit/record.h"

#include "common/audit/linewriter.h"
#include "common/base/clock.h"
#include "common/protocol/jsonparser.h"
#include "common/protocol/utf8.h"

namespace Cofferdam::Audit {

namespace {

/// Names, punctuation and numbers of a line without its texts.
constexpr qsizetype FixedPart = 1024;

qsizetype bound(const Record &r, const Position &p, qsizetype paramsSize)
{
    qsizetype texts = 0;
    for (const QByteArray *text : {&r.requestId, &r.event, &r.session, &r.object, &r.agent, &r.task, &r.identity, &r.endpoint, &r.method,
             &r.decision, &r.code, &r.rule, &r.peer, &r.revision, &p.boot, &p.prev})
        texts += LineWriter::bound(text->size());
    for (const PathNote &note : r.paths)
        texts += LineWriter::bound(note.role.size()) + LineWriter::bound(note.path.size()) + note.path.size() * 2 + 64;
    return FixedPart + texts + paramsSize;
}

void member(LineWriter &w, QByteArrayView keyWithColon, QByteArrayView text)
{
    if (text.isEmpty())
        return;
    w.raw(keyWithColon);
    w.text(text);
}

void member(LineWriter &w, QByteArrayView keyWithColon, qint64 value)
{
    w.raw(keyWithColon);
    w.number(value);
}

void appendPaths(LineWriter &w, const QList<PathNote> &paths)
{
    if (paths.isEmpty())
        return;
    w.raw(",\"paths\":[");
    for (qsizetype i = 0; i < paths.size(); ++i) {
        w.raw(i == 0 ? QByteArrayView("{\"role\":") : QByteArrayView(",{\"role\":"));
        w.text(paths[i].role);
        w.raw(",\"path\":");
        w.text(paths[i].path);
        // a name that is no text keeps its bytes too: a replay must judge the very same path
        if (firstInvalidUtf8(paths[i].path) >= 0) {
            w.raw(",\"path_base64\":");
            w.text(paths[i].path.toBase64());
        }
        w.byte('}');
    }
    w.byte(']');
}

void appendNumbers(LineWriter &w, const Record &r)
{
    if (r.durationUs >= 0)
        member(w, ",\"duration_us\":", r.durationUs);
    if (r.bytesIn >= 0)
        member(w, ",\"bytes_in\":", r.bytesIn);
    if (r.bytesOut >= 0)
        member(w, ",\"bytes_out\":", r.bytesOut);
}

void appendHead(LineWriter &w, const Record &r, const Position &p, QByteArrayView ts)
{
    w.raw("{\"seq\":");
    w.number(qint64(p.seq));
    member(w, ",\"boot\":", p.boot);
    member(w, ",\"ts\":", ts);
    member(w, ",\"mono_ns\":", p.monotonicNs);
    member(w, ",\"request_id\":", r.requestId);
    member(w, ",\"event\":", r.event);
    member(w, ",\"session\":", r.session);
    member(w, ",\"object\":", r.object);
    member(w, ",\"agent\":", r.agent);
    member(w, ",\"task\":", r.task);
    member(w, ",\"identity\":", r.identity);
    member(w, ",\"endpoint\":", r.endpoint);
    member(w, ",\"method\":", r.method);
    member(w, ",\"decision\":", r.decision);
    member(w, ",\"code\":", r.code);
}

} // namespace

void appendLine(QByteArray &out, const Record &record, const Position &position)
{
    const QByteArray params = record.params.isEmpty() ? QByteArray() : canonicalJson(record.params);
    const QByteArray ts = formatUtc(position.utcMs);
    LineWriter w(out);
    w.room(bound(record, position, params.size()));
    appendHead(w, record, position, ts);
    if (record.status != 0)
        member(w, ",\"status\":", record.status);
    member(w, ",\"rule\":", record.rule);
    appendPaths(w, record.paths);
    if (!params.isEmpty()) {
        w.raw(",\"params\":");
        w.raw(params);
    }
    member(w, ",\"peer\":", record.peer);
    appendNumbers(w, record);
    member(w, ",\"revision\":", record.revision);
    if (record.count > 1)
        member(w, ",\"count\":", record.count);
    member(w, ",\"prev\":", position.prev);
    w.byte('}');
}

QByteArray firstPrev() { return QByteArray(64, '0'); }

} // namespace Cofferdam::Audit
