// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/policy/catalogue.h"

#include <span>

/// How the catalogue's tables are written. A row is read once, at the first use of the catalogue; a row that cannot be read is a
/// mistake in this program and ends it (a test reads them all).
namespace Cofferdam::Policy::Rows {

enum Flag { Mutating = 1, StartsPrograms = 2, NoAuthentication = 4 };

/// One endpoint. Lists are separated by `;`, words by spaces, `-` stands for "no value".
struct Row {
    const char *id;
    const char *route; ///< "GET /files/list"
    const char *scopes = ""; ///< "files:read files:write"
    const char *paths = ""; ///< "NAME ROLE… [query] [each] [optional] [list] [leaf]; …"
    const char *limits = ""; ///< "max_entries 1000; max_bytes 100MiB; timeout_s -", beyond the common ones
    const char *params = ""; ///< "overwrite true; allow_extensions -; formats tar.gz,zip"
    const char *query = ""; ///< "path recursive"
    BodyKind body = BodyKind::None;
    StreamKind stream = StreamKind::None;
    Tier tier = Tier::S;
    int flags = 0;
    const char *summary = "";
};

/// The rows of one group, in the order of endpoints.md 1.4.
struct Section {
    const char *group;
    std::span<const Row> rows;
};

[[nodiscard]] Section core();
[[nodiscard]] Section commands();
[[nodiscard]] Section files();
[[nodiscard]] Section process();
[[nodiscard]] Section terminal();
[[nodiscard]] Section systemFacts();
[[nodiscard]] Section devTools();
[[nodiscard]] Section browser();
[[nodiscard]] Section agents();
[[nodiscard]] Section desktop();
[[nodiscard]] Section tools();
[[nodiscard]] Section mcp();
[[nodiscard]] Section web();
[[nodiscard]] Section database();

/// The endpoint a row stands for, with the common limits added.
[[nodiscard]] Endpoint read(const Row &row, const char *group);

} // namespace Cofferdam::Policy::Rows
