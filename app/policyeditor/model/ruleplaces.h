// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/policy/compiledpolicy.h"

/// Ways between places of a policy's text, its rules and its endpoints. Pure. Offsets are bytes of the policy's own text.
namespace Cofferdam::PolicyEditor {

/// Where a rule stands, by its name in a denial ("policy:endpoints.shell") or without the layer; unknown where it is in no document.
[[nodiscard]] SourceSpan placeOfRule(const Policy::CompiledPolicy &policy, const QByteArray &rule);
/// The rule of the document that says most about an endpoint: its own, else the most exact selector that covers it.
[[nodiscard]] SourceSpan placeOfEndpoint(const Policy::CompiledPolicy &policy, const QByteArray &endpoint);
/// What the rule around an offset is about: preferred when the rule covers it, else the first endpoint covered; empty outside
/// of every rule.
[[nodiscard]] QByteArray endpointAt(const Policy::CompiledPolicy &policy, qsizetype offset, const QByteArray &preferred);
[[nodiscard]] bool selectorCovers(QByteArrayView selector, QByteArrayView endpoint);

} // namespace Cofferdam::PolicyEditor
