// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/widgets/theme.h"

#include <QtGui/QIcon>

namespace Cofferdam::App {

/// An icon of resources/icons/NAME.svg, drawn crisp at every scale in the palette's text colour (or a tone's), disabled and selected
/// states included; it follows a change of the palette at once. An unknown name is an empty icon.
[[nodiscard]] QIcon icon(const QString &name, Tone tone = Tone::Neutral);
/// One pixmap of it, for painting.
[[nodiscard]] QPixmap iconPixmap(const QString &name, const QColor &color, int size, qreal devicePixelRatio);

/// Icon, word and tone of a decision: "allow", "deny", "error", "depends", anything else is shown as it is.
struct DecisionLook {
    QString iconName;
    QString word;
    Tone tone = Tone::Neutral;
};
[[nodiscard]] DecisionLook decisionLook(QByteArrayView decision);

} // namespace Cofferdam::App
