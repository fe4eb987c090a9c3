// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/base/uniquefd.h"

#include <QtCore/QByteArray>

#include <array>
#include <optional>

namespace Cofferdam::PathGuard {

/// Reads the names of an open directory with getdents64: bytes, in the disk's order, without "." and "..". Used by one thread.
/// Names that are not UTF-8 come as they are. next() ends with nothing; error() then tells an errno, 0 for the true end.
class DirectoryReader
{
public:
    explicit DirectoryReader(UniqueFd directory)
        : m_directory(std::move(directory))
    {
    }

    struct Entry {
        QByteArray name;
        unsigned char type = 0; ///< DT_…, DT_UNKNOWN where the file system does not say
    };
    [[nodiscard]] std::optional<Entry> next();
    [[nodiscard]] int error() const { return m_error; }
    [[nodiscard]] int descriptor() const { return m_directory.get(); }
    [[nodiscard]] UniqueFd takeDescriptor() { return std::move(m_directory); }

private:
    [[nodiscard]] bool fill();

    UniqueFd m_directory;
    alignas(8) std::array<char, 32768> m_buffer;
    qsizetype m_at = 0;
    qsizetype m_size = 0;
    int m_error = 0;
};

} // namespace Cofferdam::PathGuard
