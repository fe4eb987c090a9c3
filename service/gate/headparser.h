// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "service/gate/head.h"

#include <QtCore/QByteArrayView>

#include <memory>

namespace Cofferdam::Gate {

/// Parses one request head after the other, strictly: llhttp for the grammar, headrules.h for the rest (http.md 1 "Head"). Pure:
/// no socket, no clock, fit for fuzzing. Bytes may come in any pieces; the result is the same for every cut. Not thread-safe.
class HeadParser
{
public:
    enum class State { Incomplete, Complete, Refused };
    struct Step {
        State state = State::Incomplete;
        qsizetype consumed = 0; ///< bytes that belong to the head; what follows a complete one is its body or the next request
    };

    HeadParser();
    ~HeadParser();
    HeadParser(const HeadParser &) = delete;
    HeadParser &operator=(const HeadParser &) = delete;

    /// Goes on with the current head. After Complete or Refused call reset() before the next one.
    [[nodiscard]] Step feed(QByteArrayView bytes);
    void reset();

    /// Has a byte of the current head been seen?
    [[nodiscard]] bool hasBegun() const;
    /// The head of a Complete; peer and receivedNs are the caller's to fill.
    [[nodiscard]] Head takeHead();
    /// The connection ends after this request: HTTP/1.0, or Connection: close.
    [[nodiscard]] bool wantsClose() const;
    /// Why it was Refused: a code of endpoints.md 2.
    [[nodiscard]] const Error &error() const;

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace Cofferdam::Gate
