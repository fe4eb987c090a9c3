// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "service/gate/headrules.h"

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace Cofferdam::Gate {

namespace {

constexpr qsizetype MaxLengthDigits = 15;

std::unexpected<Error> badHttp(QString message) { return failure("bad_http", std::move(message)); }

int hexValue(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    const char lower = char(c | 0x20);
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

/// The byte of the escape at text[at], -1 where it is not whole.
int escapeAt(QByteArrayView text, qsizetype at)
{
    if (at + 2 >= text.size())
        return -1;
    const int high = hexValue(text[at + 1]);
    const int low = hexValue(text[at + 2]);
    return high < 0 || low < 0 ? -1 : high * 16 + low;
}

bool isControl(int byte) { return byte < 0x20 || byte == 0x7f; }

Result<void> checkBytes(QByteArrayView raw)
{
    for (const char c : raw) {
        const auto byte = uchar(c);
        if (byte <= 0x20 || byte >= 0x7f)
            return badHttp(u"expected printable ASCII in the target, got byte %1"_s.arg(byte));
        if (c == '#' || c == '\\' || c == ';')
            return badHttp(u"expected no fragment, backslash or semicolon in the target, got \"%1\""_s.arg(QLatin1Char(c)));
    }
    return {};
}

bool hasDotSegment(QByteArrayView path)
{
    for (qsizetype start = 1; start <= path.size();) {
        qsizetype end = path.indexOf('/', start);
        if (end < 0)
            end = path.size();
        const QByteArrayView segment = path.sliced(start, end - start);
        if (segment == "." || segment == "..")
            return true;
        start = end + 1;
    }
    return false;
}

Result<QByteArray> decodePath(QByteArrayView raw)
{
    QByteArray path;
    path.reserve(raw.size());
    for (qsizetype i = 0; i < raw.size(); ++i) {
        if (raw[i] != '%') {
            path.append(raw[i]);
            continue;
        }
        const int byte = escapeAt(raw, i);
        if (byte < 0)
            return badHttp(u"expected two hex digits after % in the path"_s);
        if (byte == '/' || isControl(byte))
            return badHttp(u"expected no escape for a slash, NUL or control in the path"_s);
        path.append(char(byte));
        i += 2;
    }
    if (hasDotSegment(path))
        return badHttp(u"expected no dot segment in the path"_s);
    return path;
}

Result<void> checkQuery(QByteArrayView raw)
{
    for (qsizetype i = raw.indexOf('%'); i >= 0; i = raw.indexOf('%', i + 3)) {
        if (escapeAt(raw, i) < 0)
            return badHttp(u"expected two hex digits after % in the query"_s);
    }
    return {};
}

Result<void> readContentLength(Head &head, const QByteArray &value)
{
    if (head.contentLength >= 0)
        return failure("invalid_content_length", u"expected one Content-Length, got a second"_s);
    const bool digits = std::all_of(value.begin(), value.end(), [](char c) { return c >= '0' && c <= '9'; });
    if (value.isEmpty() || value.size() > MaxLengthDigits || !digits)
        return failure("invalid_content_length", u"expected a Content-Length of 1 to 15 digits"_s);
    head.contentLength = value.toLongLong();
    return {};
}

Result<void> readExpect(Head &head, const QByteArray &value)
{
    if (value.compare("100-continue", Qt::CaseInsensitive) != 0)
        return failure("expectation_failed", u"expected no Expect but 100-continue"_s);
    head.expectContinue = true;
    return {};
}

Result<void> checkField(Head &head, const HeaderField &field)
{
    if (field.name == "content-length")
        return readContentLength(head, field.value);
    if (field.name == "transfer-encoding")
        return failure("transfer_encoding_rejected", u"expected a body with Content-Length, got Transfer-Encoding"_s);
    if (field.name == "expect")
        return readExpect(head, field.value);
    // The gate speaks to QtHttpServer in fields of this name: a client never does.
    if (field.name.startsWith("x-gate-"))
        return badHttp(u"expected no header beginning with X-Gate-"_s);
    if (std::any_of(field.value.begin(), field.value.end(), [](char c) { return isControl(uchar(c)); }))
        return badHttp(u"expected no control in the value of a header"_s);
    return {};
}

Result<void> checkUpgrade(Head &head, int minor)
{
    if (!hasToken(head.header("upgrade"), "websocket"))
        return {};
    if (minor != 1 || head.method != "GET" || head.contentLength > 0 || !hasToken(head.header("connection"), "upgrade"))
        return badHttp(u"expected a WebSocket upgrade to be a GET of HTTP/1.1 without a body and with Connection: Upgrade"_s);
    if (head.headerCount("sec-websocket-version") != 1 || head.header("sec-websocket-version") != "13")
        return badHttp(u"expected Sec-WebSocket-Version 13"_s);
    const QByteArray key = head.header("sec-websocket-key");
    const auto decoded = QByteArray::fromBase64Encoding(key, QByteArray::AbortOnBase64DecodingErrors);
    if (head.headerCount("sec-websocket-key") != 1 || key.size() != 24 || !decoded || (*decoded).size() != 16)
        return badHttp(u"expected one Sec-WebSocket-Key of 16 bytes in base64"_s);
    head.upgrade = true;
    return {};
}

} // namespace

Result<Target> readTarget(QByteArrayView raw)
{
    if (raw.size() > MaxTargetBytes)
        return failure("uri_too_long", u"expected a target of at most %1 bytes"_s.arg(MaxTargetBytes));
    if (!raw.startsWith('/') || raw.startsWith("//"))
        return badHttp(u"expected a target that begins with one slash"_s);
    if (const auto clean = checkBytes(raw); !clean)
        return std::unexpected(clean.error());
    const qsizetype mark = raw.indexOf('?');
    auto path = decodePath(mark < 0 ? raw : raw.first(mark));
    if (!path)
        return std::unexpected(path.error());
    const QByteArrayView query = mark < 0 ? QByteArrayView() : raw.sliced(mark + 1);
    if (const auto clean = checkQuery(query); !clean)
        return std::unexpected(clean.error());
    return Target {std::move(*path), query.toByteArray()};
}

Result<void> checkFields(Head &head, int minor)
{
    int hosts = 0;
    for (const HeaderField &field : std::as_const(head.headers)) {
        hosts += field.name == "host";
        if (auto good = checkField(head, field); !good)
            return good;
    }
    if (hosts != 1)
        return badHttp(u"expected exactly one Host, got %1"_s.arg(hosts));
    return checkUpgrade(head, minor);
}

bool isKnownMethod(QByteArrayView method)
{
    static constexpr std::array<const char *, 8> known {"GET", "POST", "HEAD", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"};
    return std::any_of(known.begin(), known.end(), [method](const char *name) { return method == name; });
}

bool hasToken(QByteArrayView list, QByteArrayView token)
{
    for (qsizetype start = 0; start <= list.size();) {
        qsizetype end = list.indexOf(',', start);
        if (end < 0)
            end = list.size();
        if (list.sliced(start, end - start).trimmed().compare(token, Qt::CaseInsensitive) == 0)
            return true;
        start = end + 1;
    }
    return false;
}

bool asksForClose(const Head &head)
{
    return std::any_of(head.headers.begin(), head.headers.end(),
        [](const HeaderField &field) { return field.name == "connection" && hasToken(field.value, "close"); });
}

} // namespace Cofferdam::Gate
