// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "service/operation/operation.h"

namespace Cofferdam::Files {

/// The file_ops group (endpoints.md 1.4, 1.5, 1.8): files_list, files_stat, files_read, files_mkdir, files_delete, files_move,
/// files_upload_stream, files_download_stream, upload, download. Handlers act on the descriptors of the resolved paths and are
/// reentrant; those that may block run on the pool.
[[nodiscard]] Operations fileOperations();

// One handler a row of the catalogue.
[[nodiscard]] Operation listOperation();
[[nodiscard]] Operation statOperation();
[[nodiscard]] Operation readOperation();
[[nodiscard]] Operation makeDirectoryOperation();
[[nodiscard]] Operation deleteOperation();
[[nodiscard]] Operation moveOperation();
[[nodiscard]] Operation uploadStreamOperation();
[[nodiscard]] Operation uploadOperation();
[[nodiscard]] Operation downloadStreamOperation();
[[nodiscard]] Operation downloadOperation();

} // namespace Cofferdam::Files
