// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "service/gate/head.h"

#include <QtCore/QByteArrayView>

#include <functional>

namespace Cofferdam::Gate {

/// Collects one body of a known size: in memory up to MemoryBytes, else in the file that openSpool gives (http.md 1 "Bodies").
/// Takes exactly size bytes, never one more. Blocks for the length of a write to the file.
class BodyIntake
{
public:
    static constexpr qint64 MemoryBytes = 65536;

    /// Begins a body. Errors: those of openSpool, which is called for bodies beyond MemoryBytes only.
    [[nodiscard]] Result<void> begin(qint64 size, const std::function<Result<UniqueFd>()> &openSpool);
    /// Takes what belongs to the body from the front of bytes; returns how much. Errors: disk_full, quota_exceeded, io_error.
    [[nodiscard]] Result<qsizetype> take(QByteArrayView bytes);
    [[nodiscard]] bool isComplete() const { return m_taken == m_body.size; }
    [[nodiscard]] qint64 missing() const { return m_body.size - m_taken; }
    /// The body; the intake is empty again.
    [[nodiscard]] Body finish();
    /// Forgets what has come; a spool file is closed, and gone with that.
    void abandon();

private:
    Body m_body;
    qint64 m_taken = 0;
};

} // namespace Cofferdam::Gate
