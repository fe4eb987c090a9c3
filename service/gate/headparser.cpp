// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "service/gate/headparser.h"

#include "service/gate/headrules.h"

#include <llhttp.h>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Cofferdam::Gate {

struct HeadParser::Private {
    llhttp_t parser {};
    Head head;
    QByteArray fieldName; ///< of the line being read, as far as it has come
    Error error;
    qsizetype bytes = 0;
    int leading = 0; ///< bytes of an empty line before the request line (RFC 9112 2.2: one is passed over)
    bool close = false;
    bool valueDone = true;
    bool versionSeen = false;
    const char *part = nullptr; ///< the piece being parsed

    [[nodiscard]] qsizetype offset(const char *at) const { return bytes + (at - part); }
    static Private *of(llhttp_t *p) { return static_cast<Private *>(p->data); }
    static const llhttp_settings_t &settings();
    void restart();
    int refuse(QByteArray code, QString message);
    int fieldPart(QByteArrayView piece);
    int fieldDone();
    bool skipEmptyLine(QByteArrayView &bytes, qsizetype &consumed);
    [[nodiscard]] State complete();
    [[nodiscard]] State grammarError(llhttp_errno_t number);
};

namespace {

void lower(QByteArray &text)
{
    for (char &c : text) {
        if (c >= 'A' && c <= 'Z')
            c = char(c | 0x20);
    }
}

} // namespace

const llhttp_settings_t &HeadParser::Private::settings()
{
    static const llhttp_settings_t table = [] {
        llhttp_settings_t s;
        llhttp_settings_init(&s);
        s.on_method = [](llhttp_t *p, const char *at, size_t n) {
            of(p)->head.method.append(at, qsizetype(n));
            return 0;
        };
        s.on_url = [](llhttp_t *p, const char *at, size_t n) {
            auto *d = of(p);
            if (d->head.target.isEmpty() && d->offset(at) != d->leading + d->head.method.size() + 1)
                return d->refuse("bad_http", u"expected one space after the method"_s);
            if (d->head.target.size() + qsizetype(n) > MaxTargetBytes)
                return d->refuse("uri_too_long", u"expected a target of at most %1 bytes"_s.arg(MaxTargetBytes));
            d->head.target.append(at, qsizetype(n));
            return 0;
        };
        s.on_version = [](llhttp_t *p, const char *at, size_t) {
            auto *d = of(p);
            if (d->versionSeen)
                return 0;
            d->versionSeen = true;
            const qsizetype due = d->leading + d->head.method.size() + 1 + d->head.target.size() + 1 + 5;
            return d->offset(at) == due ? 0 : d->refuse("bad_http", u"expected one space before the version"_s);
        };
        s.on_header_field = [](llhttp_t *p, const char *at, size_t n) { return of(p)->fieldPart({at, qsizetype(n)}); };
        s.on_header_field_complete = [](llhttp_t *p) { return of(p)->fieldDone(); };
        s.on_header_value = [](llhttp_t *p, const char *at, size_t n) {
            of(p)->head.headers.last().value.append(at, qsizetype(n));
            return 0;
        };
        s.on_header_value_complete = [](llhttp_t *p) {
            of(p)->valueDone = true;
            return 0;
        };
        s.on_headers_complete = [](llhttp_t *) { return int(HPE_PAUSED); };
        return s;
    }();
    return table;
}

void HeadParser::Private::restart()
{
    llhttp_init(&parser, HTTP_REQUEST, &settings());
    parser.data = this;
    head = {};
    fieldName.clear();
    error = {};
    bytes = 0;
    leading = 0;
    close = false;
    valueDone = true;
    versionSeen = false;
}

int HeadParser::Private::refuse(QByteArray code, QString message)
{
    error = {std::move(code), std::move(message), {}, {}};
    return HPE_USER;
}

int HeadParser::Private::fieldPart(QByteArrayView piece)
{
    if (valueDone) {
        if (head.headers.size() == MaxHeadLines)
            return refuse("headers_too_large", u"expected at most %1 header lines"_s.arg(MaxHeadLines));
        head.headers.emplaceBack();
        fieldName.clear();
        valueDone = false;
    }
    fieldName.append(piece);
    return 0;
}

int HeadParser::Private::fieldDone()
{
    lower(fieldName);
    head.headers.last().name = fieldName;
    if (fieldName == "transfer-encoding")
        return refuse("transfer_encoding_rejected", u"expected a body with Content-Length, got Transfer-Encoding"_s);
    return 0;
}

/// Passes over one CRLF before the request line. False: something else than LF came after the CR, or a second one.
bool HeadParser::Private::skipEmptyLine(QByteArrayView &data, qsizetype &consumed)
{
    while (bytes == leading && !data.isEmpty() && (leading == 1 || data.front() == '\r' || data.front() == '\n')) {
        if (leading == 2 || data.front() != (leading == 1 ? '\n' : '\r'))
            return false;
        ++leading;
        ++bytes;
        ++consumed;
        data = data.sliced(1);
    }
    return true;
}

HeadParser::State HeadParser::Private::grammarError(llhttp_errno_t number)
{
    if (!error.code.isEmpty())
        return State::Refused;
    lower(fieldName);
    if (number == HPE_INVALID_TRANSFER_ENCODING || fieldName == "transfer-encoding")
        refuse("transfer_encoding_rejected", u"expected a body with Content-Length, got Transfer-Encoding"_s);
    else if (number == HPE_INVALID_CONTENT_LENGTH || number == HPE_UNEXPECTED_CONTENT_LENGTH)
        refuse("invalid_content_length", u"expected one Content-Length of 1 to 15 digits"_s);
    else
        refuse("bad_http", u"expected a well-formed request head: "_s + QString::fromLatin1(llhttp_get_error_reason(&parser)));
    return State::Refused;
}

HeadParser::State HeadParser::Private::complete()
{
    for (HeaderField &field : head.headers)
        field.value = field.value.trimmed();
    const int minor = parser.http_minor;
    if (parser.http_major != 1 || minor > 1) {
        refuse("bad_http", u"expected HTTP/1.1 or 1.0, got %1.%2"_s.arg(parser.http_major).arg(minor));
        return State::Refused;
    }
    if (!isKnownMethod(head.method)) {
        refuse("bad_http", u"expected a method of RFC 9110, got another"_s);
        return State::Refused;
    }
    auto target = readTarget(head.target);
    if (!target) {
        error = std::move(target.error());
        return State::Refused;
    }
    head.path = std::move(target->path);
    head.query = std::move(target->query);
    if (auto good = checkFields(head, minor); !good) {
        error = std::move(good.error());
        return State::Refused;
    }
    close = minor == 0 || asksForClose(head);
    return State::Complete;
}

HeadParser::HeadParser() : d(std::make_unique<Private>()) { d->restart(); }
HeadParser::~HeadParser() = default;

HeadParser::Step HeadParser::feed(QByteArrayView bytes)
{
    Step step;
    if (!d->skipEmptyLine(bytes, step.consumed)) {
        d->refuse("bad_http", u"expected a request line"_s);
        return {State::Refused, step.consumed};
    }
    // One byte more than allowed tells a head that fits exactly from one that is too large.
    const QByteArrayView part = bytes.first(std::min(bytes.size(), MaxHeadBytes + 1 - d->bytes));
    if (part.isEmpty())
        return step;
    d->part = part.data();
    const llhttp_errno_t number = llhttp_execute(&d->parser, part.data(), size_t(part.size()));
    const qsizetype used = number == HPE_OK ? part.size() : llhttp_get_error_pos(&d->parser) - part.data();
    d->bytes += used;
    step.consumed += used;
    if (number != HPE_OK && number != HPE_PAUSED && number != HPE_PAUSED_UPGRADE)
        step.state = d->grammarError(number);
    else if (d->bytes > MaxHeadBytes) {
        d->refuse("headers_too_large", u"expected a head of at most %1 bytes"_s.arg(MaxHeadBytes));
        step.state = State::Refused;
    } else if (number != HPE_OK)
        step.state = d->complete();
    return step;
}

void HeadParser::reset() { d->restart(); }
bool HeadParser::hasBegun() const { return d->bytes > 0; }
Head HeadParser::takeHead() { return std::move(d->head); }
bool HeadParser::wantsClose() const { return d->close; }
const Error &HeadParser::error() const { return d->error; }

} // namespace Cofferdam::Gate
