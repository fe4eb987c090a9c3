// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <utility>

namespace Cofferdam {

/// Owns one file descriptor and closes it. Move-only; -1 means none.
class UniqueFd
{
public:
    UniqueFd() = default;
    explicit UniqueFd(int fd) : m_fd(fd) { }
    UniqueFd(UniqueFd &&other) noexcept : m_fd(std::exchange(other.m_fd, -1)) { }
    UniqueFd &operator=(UniqueFd &&other) noexcept
    {
        if (this != &other)
            reset(std::exchange(other.m_fd, -1));
        return *this;
    }
    UniqueFd(const UniqueFd &) = delete;
    UniqueFd &operator=(const UniqueFd &) = delete;
    ~UniqueFd() { reset(); }

    [[nodiscard]] int get() const { return m_fd; }
    [[nodiscard]] bool isValid() const { return m_fd >= 0; }
    explicit operator bool() const { return isValid(); }
    [[nodiscard]] int release() { return std::exchange(m_fd, -1); }
    void reset(int fd = -1);
    /// A second descriptor for the same open file, close-on-exec; invalid when the process has none left.
    [[nodiscard]] UniqueFd duplicate() const;

private:
    int m_fd = -1;
};

} // namespace Cofferdam
