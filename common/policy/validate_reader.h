// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/policy/document.h"

#include <functional>

namespace Cofferdam::Policy::Load {

/// A value of the tree with the way to it.
struct Place {
    const Node *node = nullptr;
    QByteArray path;
};

/// A member that a map may have, and what reads it.
struct Member {
    QByteArray key;
    std::function<void(const Place &)> read;
};

/// Reads typed values and collects what is wrong with them, all of it, up to maxFaults (a hostile text must not make a list without
/// end). A reader that returns nothing has reported why. Values of secrets are never repeated: their readers say nothing of them.
class Reader
{
public:
    static constexpr qsizetype maxFaults = 1000;

    Reader(QByteArrayView text, QList<Diagnostic> &diagnostics) : m_text(text), m_diagnostics(diagnostics) { }

    void fault(const QByteArray &id, const SourceSpan &span, const QByteArray &path, const QString &message);
    /// With "did you mean" and a quick fix where a known name is near. span covers the word, quotes included.
    void unknown(const QByteArray &id, const SourceSpan &span, const QByteArray &path, const QString &what, QByteArrayView word,
        const QList<QByteArray> &known);
    void wrongType(const Place &place, QLatin1StringView due);

    /// Reads the members of a map one by one; others are unknown_key, unless unknownKey takes them.
    using UnknownKey = std::function<void(const Node::Member &, const QByteArray &path)>;
    bool members(const Place &place, const QList<Member> &known, const UnknownKey &unknownKey = {});
    /// Each member of a map with free keys.
    bool each(const Place &place, const std::function<void(const Node::Member &, const QByteArray &path)> &read);
    bool items(const Place &place, QLatin1StringView due, const std::function<void(const Place &)> &read);

    [[nodiscard]] std::optional<Sourced<bool>> boolean(const Place &place);
    [[nodiscard]] std::optional<qint64> integer(const Place &place, qint64 least, qint64 most);
    [[nodiscard]] std::optional<Sourced<QByteArray>> string(const Place &place);
    /// One of a closed list of words.
    [[nodiscard]] std::optional<Sourced<QByteArray>> word(const Place &place, const QList<QByteArray> &known);
    /// check returns a fault's message for one string, or nothing.
    using Check = std::function<QString(QByteArrayView)>;
    [[nodiscard]] std::optional<Sourced<QList<QByteArray>>> strings(const Place &place, QLatin1StringView due, const Check &check = {});

    [[nodiscard]] bool isFull() const { return m_diagnostics.size() >= maxFaults; }

private:
    QByteArray quotedLike(const SourceSpan &span, const QByteArray &word) const;

    QByteArrayView m_text;
    QList<Diagnostic> &m_diagnostics;
};

/// "`a`, `b` or `c`"
[[nodiscard]] QString listed(const QList<QByteArray> &words);
[[nodiscard]] QString quoted(QByteArrayView word);

} // namespace Cofferdam::Policy::Load
