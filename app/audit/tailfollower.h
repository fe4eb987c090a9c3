// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace Cofferdam::App {

/// When the table runs along with what arrives and when it stands still: the rule of the live view, apart from the view. Scrolling
/// away from the end or choosing a row releases; reaching the end again or asking for it follows. While released it counts what came.
class TailFollower
{
public:
    [[nodiscard]] bool isFollowing() const { return m_following; }
    [[nodiscard]] int freshCount() const { return m_fresh; }

    void appended(int rows)
    {
        if (!m_following) m_fresh += rows;
    }
    void scrolledByUser(bool atEnd) { set(atEnd); }
    void rowChosen() { set(false); }
    void follow() { set(true); }
    void release() { set(false); }
    void reset() { *this = TailFollower(); }

private:
    void set(bool following)
    {
        if (following && !m_following) m_fresh = 0;
        m_following = following;
    }
    bool m_following = true;
    int m_fresh = 0;
};

} // namespace Cofferdam::App
