// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

/// What service and launcher say to each other: packets on a SOCK_SEQPACKET pair. Plain data, shared by both programs of one build.
namespace Cofferdam::Launch {

/// The launcher starts with ControlFd alone and waits, so that one can stand ready before it is needed. The first packet, Order::Run,
/// brings five descriptors: the program's standard input, output and error, then these two.
inline constexpr int ControlFd = 3;
inline constexpr int DirectoryFd = 4; ///< where the program runs
inline constexpr int SpecFd = 5; ///< SpecHeader, then argc + envc strings, each with its NUL

struct SpecHeader {
    std::uint32_t argc = 0;
    std::uint32_t envc = 0;
};

enum class Order : std::uint8_t {
    Run = 'R',
    Terminate = 'T', ///< SIGTERM to every process of the tree
    Kill = 'K', ///< SIGKILL to all, then the launcher ends; the closed pair means the same
};

enum class Event : std::uint8_t {
    Started = 'S', ///< value: the program's pid; text: its cgroup's directory, if it has one of its own
    Failed = 'F', ///< value: errno; text: the stage ("spawn", "chdir", "exec")
    Exited = 'X', ///< value: the wait status; the rest of the tree is killed now
    Gone = 'G', ///< no process of the tree is left
};

struct Report {
    Event event = Event::Failed;
    std::int32_t value = 0;
    char text[256] = {}; ///< NUL-terminated
};

} // namespace Cofferdam::Launch
