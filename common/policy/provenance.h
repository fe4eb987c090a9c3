// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/base/error.h"

#include <QtCore/QByteArray>

namespace Cofferdam::Policy {

/// low to high, policy.md 4
enum class Layer { Default, Code, Preset, Policy, Environment };
[[nodiscard]] QByteArrayView layerName(Layer layer);

/// Which rule said it: the name in the seed's form (policy:endpoints.shell, preset:read-only, default:opt-in:browser) and, for a
/// document, where. What every denial carries and the console jumps to.
struct Provenance {
    QByteArray rule;
    Layer layer = Layer::Default;
    QByteArray fileName;
    SourceSpan span;

    [[nodiscard]] QJsonObject toJson() const;
};

} // namespace Cofferdam::Policy
