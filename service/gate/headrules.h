// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "service/gate/head.h"

#include <QtCore/QByteArrayView>

/// The rules of http.md 1 "Head" that lie above the grammar. Pure and thread-safe.
namespace Cofferdam::Gate {

inline constexpr qsizetype MaxHeadBytes = 16384;
inline constexpr qsizetype MaxHeadLines = 64;
inline constexpr qsizetype MaxTargetBytes = 8192;

struct Target {
    QByteArray path; ///< decoded once
    QByteArray query; ///< raw
};

/// Reads an origin-form target: one leading slash, printable ASCII, no fragment, backslash or ';', every escape whole; in the path no
/// escape for '/', NUL or a control, and no dot segment, however spelled. Errors: bad_http, uri_too_long.
[[nodiscard]] Result<Target> readTarget(QByteArrayView raw);

/// Checks the fields of a head whose method, path and headers are set, and fills contentLength, upgrade and expectContinue.
/// minor is the 1.x of its version. Errors: bad_http, invalid_content_length, transfer_encoding_rejected, expectation_failed.
[[nodiscard]] Result<void> checkFields(Head &head, int minor);

/// The methods of RFC 9110 and PATCH, without CONNECT; anything else is bad_http.
[[nodiscard]] bool isKnownMethod(QByteArrayView method);
/// Does a comma-separated header value name the token (ASCII, any case)?
[[nodiscard]] bool hasToken(QByteArrayView list, QByteArrayView token);
/// Does any Connection line ask for a close?
[[nodiscard]] bool asksForClose(const Head &head);

} // namespace Cofferdam::Gate
