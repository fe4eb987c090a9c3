// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/base/error.h"
#include "common/policy/document.h"

#include <QtCore/QByteArray>
#include <QtCore/QList>
#include <QtCore/QString>

namespace Cofferdam::PolicyEditor {

/// A replacement of one span of the text: what a quick fix does, as one undo step.
struct Fix {
    QString title; ///< an order: "Store as digest"
    SourceSpan span; ///< in bytes of the text it was made for
    QByteArray replacement;

    bool operator==(const Fix &) const = default;
};

/// Something in the text that looks like a token or a private key. Never holds the secret: only where it is, and fixes without it.
struct Secret {
    SourceSpan span;
    QByteArray key; ///< of the line it stands on, where one is there
    QList<Fix> fixes; ///< store as digest, read from a named variable; for a private key: take it out
};

/// Finds token-shaped text in a policy, comments included: prefixes of well-known issuers, private keys, values of keys such as
/// `token` or `password`, and long text of mixed kinds that no policy needs. Digests, paths and names are none. PE17.
[[nodiscard]] QList<Secret> findSecrets(QByteArrayView text, Policy::Format format);
/// The error each becomes in the problems list: id inline_secret.
[[nodiscard]] Policy::Diagnostic secretDiagnostic(const Secret &secret);
/// True for this error, and for the loader's own about a token written into an entry.
[[nodiscard]] bool speaksOf(const Policy::Diagnostic &problem, const Secret &secret);
/// The text with every secret put out of sight: what may go to disk while one is there.
[[nodiscard]] QByteArray withoutSecrets(QByteArrayView text, const QList<Secret> &secrets);

} // namespace Cofferdam::PolicyEditor
