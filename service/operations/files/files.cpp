// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "service/operations/files/files.h"

namespace Cofferdam::Files {

Operations fileOperations()
{
    Operations all;
    for (auto *make : {uploadOperation, downloadOperation, listOperation, statOperation, makeDirectoryOperation, deleteOperation, moveOperation,
             readOperation, uploadStreamOperation, downloadStreamOperation})
        all.push_back(make());
    return all;
}

} // namespace Cofferdam::Files
