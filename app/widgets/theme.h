// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGui/QColor>
#include <QtGui/QFont>
#include <QtGui/QPalette>

class QApplication;

/// The look of the console: one palette a scheme, a few tones with a meaning, one rhythm of spacing, one scale of type.
/// Everything follows the palette; nothing else names a colour. GUI thread.
namespace Cofferdam::App {

enum class Scheme { System, Light, Dark };
/// Sets style, palette and fonts. System follows the desktop while the program runs. Call again to switch.
void applyTheme(QApplication &application, Scheme scheme);
[[nodiscard]] bool isDark(const QPalette &palette);
[[nodiscard]] QPalette lightPalette();
[[nodiscard]] QPalette darkPalette();

/// What a colour says. Never without an icon or a word beside it.
enum class Tone { Neutral, Accent, Positive, Negative, Warning, Muted };
/// For text and icons on Base or Window: at least 4.5:1 in both schemes.
[[nodiscard]] QColor toneColor(Tone tone, const QPalette &palette);
/// For the ground of a chip or a banner; toneColor() on it is at least 4.5:1.
[[nodiscard]] QColor toneGround(Tone tone, const QPalette &palette);
/// Thin lines between panes and around fields.
[[nodiscard]] QColor hairline(const QPalette &palette);
/// a over b with the given share of a.
[[nodiscard]] QColor blend(const QColor &a, const QColor &b, qreal share);

/// Device-independent pixels.
namespace Space {
inline constexpr int tiny = 4;
inline constexpr int small = 8;
inline constexpr int medium = 12;
inline constexpr int large = 16;
inline constexpr int huge = 24;
inline constexpr int radius = 6;
}

[[nodiscard]] QFont titleFont(); ///< page title
[[nodiscard]] QFont headingFont(); ///< section of a pane
[[nodiscard]] QFont smallFont(); ///< captions, chips
[[nodiscard]] QFont monoFont(); ///< paths, ids, rules, code
[[nodiscard]] QFont smallMonoFont();

} // namespace Cofferdam::App
