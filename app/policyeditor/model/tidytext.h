// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/policyeditor/model/draftcheck.h"

namespace Cofferdam::PolicyEditor {

/// The draft with even indentation (JSON) or without stray blanks, tabs and runs of empty lines (YAML, where indentation means
/// something and stays). Errors: invalid (there is nothing safe to do on a broken text), changed (the result would mean something
/// else, so it is not used).
[[nodiscard]] Result<QByteArray> tidied(const Draft &draft);

} // namespace Cofferdam::PolicyEditor
