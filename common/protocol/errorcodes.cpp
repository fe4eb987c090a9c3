// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/protocol/errorcodes.h"

#include "common/protocol/jsonparser.h"

#include <QtCore/QHash>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace Cofferdam {

namespace {

constexpr auto table = std::to_array<ErrorCodeInfo>({
    {"invalid_request", 400, "InvalidRequest", "a field is missing or wrong; `pointer` says which"},
    {"invalid_json", 400, "InvalidJson", "the body is not JSON of the expected kind, has duplicate keys, or is too deep"},
    {"invalid_path", 400, "InvalidPath", "a path holds NUL, is not a string, is over 4096 bytes, or is not valid UTF-8"},
    {"duplicate_parameter", 400, "InvalidRequest", "a query key was sent twice"},
    {"invalid_content_length", 400, "BadHttp", "Content-Length is not digits only, is negative, or conflicts with another"},
    {"transfer_encoding_rejected", 400, "BadHttp", "a request may not carry Transfer-Encoding; the connection is closed"},
    {"bad_http", 400, "BadHttp", "malformed start line or header, missing or second Host, bare CR or LF, unknown method or version"},
    {"auth_ambiguous", 400, "AuthError", "two values of one credential header"},
    {"auth_required", 401, "AuthError", "no credential was sent"},
    {"auth_invalid", 401, "AuthError", "the credential was not recognised"},
    {"auth_throttled", 429, "AuthError", "over 30 failures a minute from this peer; a valid token always passes"},
    {"host_not_allowed", 403, "HostDenied", "the Host header is not on the list"},
    {"origin_not_allowed", 403, "OriginDenied", "the Origin header is not on the list"},
    {"request_timeout", 408, "RequestTimeout", "the head or the body did not arrive in time"},
    {"control_held", 409, "Conflict", "an operator holds the keyboard or the pointer"},
    {"app_not_running", 409, "Conflict", "the desktop program has ended"},
    {"no_match", 409, "Conflict", "the text to replace does not occur in the file"},
    {"ambiguous_match", 409, "Conflict", "the text to replace occurs more often than asked for"},
    {"out_of_bounds", 422, "Unprocessable", "the coordinates lie outside the screen"},
    {"command_not_startable", 422, "CommandNotStartable", "the program could not be started; `stage` and `errno` say why"},
    {"policy_invalid", 422, "PolicyInvalid", "the draft policy has errors"},
    {"approval_denied", 403, "ApprovalDenied", "the approver said no"},
    {"approval_expired", 403, "ApprovalDenied", "nobody approved in time"},
    {"io_error", 500, "IoError", "the disk failed"},
    {"too_many_files", 503, "Unavailable", "the service is out of file descriptors"},
    {"quota_exceeded", 507, "InsufficientStorage", "the disk quota is used up"},
    {"scope_missing", 403, "PolicyDenied", "the identity lacks a scope; `scope` names the first one missing"},
    {"path_outside", 403, "PolicyDenied", "the path is not inside the boundary"},
    {"path_denied", 403, "PolicyDenied", "a deny rule matches the path"},
    {"path_read_only", 403, "PolicyDenied", "write or delete under a read-only rule"},
    {"path_not_regular", 403, "PolicyDenied", "a FIFO, socket or device where a file is due"},
    {"path_symlink", 403, "PolicyDenied", "a symbolic link was met where none may be followed, or the path was swapped during the open"},
    {"param_not_allowed", 403, "PolicyDenied", "the caller asked for something a parameter forbids"},
    {"protected_variable", 403, "PolicyDenied", "the variable's name is protected"},
    {"os_permission", 403, "OsPermission", "the operating system refused"},
    {"endpoint_disabled", 404, "EndpointDisabled", "the endpoint is known and off; `rule` names what turned it off"},
    {"route_not_found", 404, "NotFound", "there is no such route"},
    {"file_not_found", 404, "FileNotFound", "the policy allows the path and nothing is there"},
    {"process_not_found", 404, "NotFound", "unknown process, ended and forgotten, or another identity's"},
    {"session_not_found", 404, "NotFound", "unknown session, ended and forgotten, or another identity's"},
    {"context_not_found", 404, "NotFound", "unknown code context, ended and forgotten, or another identity's"},
    {"watch_not_found", 404, "NotFound", "unknown watch, ended and forgotten, or another identity's"},
    {"command_not_found", 404, "NotFound", "unknown command, or one the caller may not run"},
    {"agent_not_found", 404, "NotFound", "unknown agent, or one the caller may not use"},
    {"method_not_allowed", 405, "MethodNotAllowed", "the path is known with another method; see Allow"},
    {"already_exists", 409, "AlreadyExists", "the target exists and may not be overwritten"},
    {"not_empty", 409, "Conflict", "the directory is not empty"},
    {"is_directory", 409, "Conflict", "a directory where a file is due"},
    {"not_directory", 409, "Conflict", "a file where a directory is due"},
    {"session_busy", 409, "Conflict", "another client holds the session, and takeover was not asked or not allowed"},
    {"process_running", 409, "Conflict", "the process is still running"},
    {"process_exited", 409, "Conflict", "the process has ended"},
    {"stdin_closed", 409, "Conflict", "the process's standard input is closed"},
    {"policy_not_editable", 409, "Conflict", "the policy in force does not come from a file that may be written"},
    {"length_required", 411, "LengthRequired", "a method with a body needs Content-Length"},
    {"precondition_failed", 412, "PreconditionFailed", "if_match, if_none_match or if_revision does not hold"},
    {"request_too_large", 413, "RequestTooLarge", "the declared length is over max_request_bytes"},
    {"payload_too_large", 413, "PayloadTooLarge", "decoded, expanded or resulting data is over max_bytes"},
    {"uri_too_long", 414, "UriTooLong", "the request target is over 8 KiB"},
    {"unsupported_media_type", 415, "UnsupportedMediaType", "the body's media type is not one this endpoint takes"},
    {"range_not_satisfiable", 416, "RangeNotSatisfiable", "the range lies outside the file"},
    {"expectation_failed", 417, "ExpectationFailed", "Expect was something other than 100-continue"},
    {"rate_limited", 429, "RateLimited", "rate_per_minute is used up; try again after Retry-After"},
    {"concurrency_limited", 429, "RateLimited", "max_concurrency calls are already running; try again after Retry-After"},
    {"resource_exhausted", 429, "RateLimited", "too many live things of this kind; try again after Retry-After"},
    {"headers_too_large", 431, "HeadersTooLarge", "the head is over 16 KiB or 64 lines"},
    {"internal_error", 500, "InternalError", "something failed inside the service; the request id finds it in the log"},
    {"not_implemented", 501, "NotImplemented", "needs something this platform or this version lacks"},
    {"backend_unavailable", 503, "Unavailable", "the browser, runtime or git is missing"},
    {"starting", 503, "Unavailable", "the service is starting; try again after Retry-After"},
    {"stopping", 503, "Unavailable", "the service is stopping"},
    {"policy_reloading", 503, "Unavailable", "the policy is being replaced; try again after Retry-After"},
    {"audit_unavailable", 503, "Unavailable", "audit is required and the log cannot be written"},
    {"disk_full", 507, "InsufficientStorage", "the disk is full"},
});

const QHash<QByteArrayView, const ErrorCodeInfo *> &index()
{
    static const auto rows = [] {
        QHash<QByteArrayView, const ErrorCodeInfo *> result;
        for (const ErrorCodeInfo &row : table)
            result.insert(QByteArrayView(row.code), &row);
        return result;
    }();
    return rows;
}

void appendMember(QByteArray &out, QByteArrayView key, QByteArrayView text)
{
    out += out.endsWith('{') ? "" : ",";
    appendJsonString(out, key);
    out += ':';
    appendJsonString(out, text);
}

} // namespace

std::span<const ErrorCodeInfo> errorCodes() { return table; }

const ErrorCodeInfo &errorCodeInfo(QByteArrayView code)
{
    const ErrorCodeInfo *row = index().value(code);
    return row ? *row : *index().value("internal_error");
}

QByteArray errorBody(const Error &error, QByteArrayView requestId)
{
    const ErrorCodeInfo &row = errorCodeInfo(error.code);
    // A code outside the table would tell a module's inner state: the caller sees internal_error and nothing else.
    const bool known = error.code == row.code;
    QByteArray out = "{"_ba;
    appendMember(out, "error", known && !error.message.isEmpty() ? error.message.toUtf8() : QByteArray(row.meaning));
    appendMember(out, "type", row.type);
    appendMember(out, "code", row.code);
    appendMember(out, "request_id", requestId);
    static constexpr std::array fixed {"error"_L1, "type"_L1, "code"_L1, "request_id"_L1};
    for (auto it = error.details.begin(); known && it != error.details.end(); ++it) {
        if (std::ranges::find(fixed, it.key()) != fixed.end())
            continue;
        out += ',';
        appendJsonString(out, it.key().toUtf8());
        out += ':';
        out += canonicalJson(it.value());
    }
    out += '}';
    return out;
}

QByteArrayView reasonPhrase(int status)
{
    switch (status) {
    case 100: return "Continue";
    case 101: return "Switching Protocols";
    case 200: return "OK";
    case 201: return "Created";
    case 204: return "No Content";
    case 206: return "Partial Content";
    case 304: return "Not Modified";
    case 400: return "Bad Request";
    case 401: return "Unauthorized";
    case 403: return "Forbidden";
    case 404: return "Not Found";
    case 405: return "Method Not Allowed";
    case 408: return "Request Timeout";
    case 409: return "Conflict";
    case 411: return "Length Required";
    case 412: return "Precondition Failed";
    case 413: return "Content Too Large";
    case 414: return "URI Too Long";
    case 415: return "Unsupported Media Type";
    case 416: return "Range Not Satisfiable";
    case 417: return "Expectation Failed";
    case 422: return "Unprocessable Content";
    case 429: return "Too Many Requests";
    case 431: return "Request Header Fields Too Large";
    case 500: return "Internal Server Error";
    case 501: return "Not Implemented";
    case 503: return "Service Unavailable";
    case 507: return "Insufficient Storage";
    default: return "Unknown";
    }
}

} // namespace Cofferdam
