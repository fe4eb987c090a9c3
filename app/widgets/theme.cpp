// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/theme.h"

#include "app/widgets/style.h"

#include <QtGui/QFontDatabase>
#include <QtGui/QGuiApplication>
#include <QtGui/QStyleHints>
#include <QtWidgets/QApplication>

using namespace Qt::StringLiterals;

namespace Cofferdam::App {

namespace {

struct Shades {
    const char *window, *base, *alternate, *text, *placeholder, *button, *line, *midlight, *dark, *accent, *accentText, *disabled, *toolTip;
};
constexpr Shades lightShades {"#f4f5f7", "#ffffff", "#f8f9fb", "#1a1e26", "#646c79", "#ffffff", "#dcdfe5", "#e9ebef", "#8b93a1", "#2160c4",
    "#ffffff", "#9097a3", "#262b34"};
constexpr Shades darkShades {"#15181d", "#1a1e25", "#1e232b", "#e3e7ee", "#929bab", "#262b34", "#2d333e", "#323945", "#5c6675", "#2f6fdc",
    "#ffffff", "#69717f", "#353c49"};

struct Tones {
    const char *accent, *positive, *negative, *warning, *muted;
};
constexpr Tones lightTones {"#1d5bbd", "#17703a", "#b8232a", "#855300", "#5a6270"};
constexpr Tones darkTones {"#86b4ff", "#64d28f", "#ff918b", "#f0bb56", "#a0a9b8"};

QColor color(const char *name) { return QColor::fromString(QLatin1StringView(name)); }

QPalette fromShades(const Shades &shades)
{
    QPalette palette;
    const auto set = [&palette](QPalette::ColorRole role, const char *name) { palette.setColor(role, color(name)); };
    set(QPalette::Window, shades.window);
    set(QPalette::WindowText, shades.text);
    set(QPalette::Base, shades.base);
    set(QPalette::AlternateBase, shades.alternate);
    set(QPalette::Text, shades.text);
    set(QPalette::PlaceholderText, shades.placeholder);
    set(QPalette::Button, shades.button);
    set(QPalette::ButtonText, shades.text);
    set(QPalette::BrightText, shades.accentText);
    set(QPalette::Light, shades.midlight);
    set(QPalette::Midlight, shades.midlight);
    set(QPalette::Mid, shades.line);
    set(QPalette::Dark, shades.dark);
    set(QPalette::Shadow, shades.dark);
    set(QPalette::Highlight, shades.accent);
    set(QPalette::HighlightedText, shades.accentText);
    set(QPalette::Accent, shades.accent);
    set(QPalette::Link, &shades == &darkShades ? darkTones.accent : lightTones.accent);
    set(QPalette::LinkVisited, &shades == &darkShades ? darkTones.accent : lightTones.accent);
    set(QPalette::ToolTipBase, shades.toolTip);
    palette.setColor(QPalette::ToolTipText, Qt::white);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, color(shades.disabled));
    palette.setColor(QPalette::Disabled, QPalette::Highlight, color(shades.line));
    palette.setColor(QPalette::Disabled, QPalette::HighlightedText, color(shades.disabled));
    return palette;
}

QFont scaled(qreal factor, QFont::Weight weight = QFont::Normal)
{
    QFont font = QGuiApplication::font();
    font.setPointSizeF(font.pointSizeF() * factor);
    font.setWeight(weight);
    return font;
}

QFont baseFont()
{
    QFont font = QFontDatabase::systemFont(QFontDatabase::GeneralFont);
    // The fallback of a system without a desktop is "Sans" at 9 pt; everything else is the user's choice and stays.
    if (font.pointSizeF() <= 0 || font.pointSizeF() < 9.5) font.setPointSizeF(10);
    font.setHintingPreference(QFont::PreferVerticalHinting);
    return font;
}

} // namespace

QPalette lightPalette() { return fromShades(lightShades); }
QPalette darkPalette() { return fromShades(darkShades); }

bool isDark(const QPalette &palette) { return palette.color(QPalette::Base).lightnessF() < 0.5F; }

void applyTheme(QApplication &application, Scheme scheme)
{
    static QMetaObject::Connection following;
    QObject::disconnect(following);
    QStyleHints *hints = QGuiApplication::styleHints();
    if (!qobject_cast<Style *>(QApplication::style())) {
        QApplication::setStyle(new Style);
        QApplication::setFont(baseFont());
    }
    const auto use = [](bool dark) { QApplication::setPalette(dark ? darkPalette() : lightPalette()); };
    if (scheme == Scheme::System) {
        hints->unsetColorScheme();
        following = QObject::connect(hints, &QStyleHints::colorSchemeChanged, &application,
            [use](Qt::ColorScheme now) { use(now == Qt::ColorScheme::Dark); });
    } else {
        hints->setColorScheme(scheme == Scheme::Dark ? Qt::ColorScheme::Dark : Qt::ColorScheme::Light);
    }
    use(scheme == Scheme::System ? hints->colorScheme() == Qt::ColorScheme::Dark : scheme == Scheme::Dark);
}

QColor toneColor(Tone tone, const QPalette &palette)
{
    const Tones &tones = isDark(palette) ? darkTones : lightTones;
    switch (tone) {
    case Tone::Accent: return color(tones.accent);
    case Tone::Positive: return color(tones.positive);
    case Tone::Negative: return color(tones.negative);
    case Tone::Warning: return color(tones.warning);
    case Tone::Muted: return color(tones.muted);
    case Tone::Neutral: break;
    }
    return palette.color(QPalette::Text);
}

QColor toneGround(Tone tone, const QPalette &palette)
{
    const qreal share = tone == Tone::Neutral || tone == Tone::Muted ? 0.07 : (isDark(palette) ? 0.15 : 0.09);
    return blend(toneColor(tone, palette), palette.color(QPalette::Base), share);
}

QColor hairline(const QPalette &palette) { return palette.color(QPalette::Active, QPalette::Mid); }

QColor blend(const QColor &a, const QColor &b, qreal share)
{
    const auto mix = [share](float x, float y) { return float(x * share + y * (1 - share)); };
    return QColor::fromRgbF(mix(a.redF(), b.redF()), mix(a.greenF(), b.greenF()), mix(a.blueF(), b.blueF()));
}

QFont titleFont() { return scaled(1.35, QFont::DemiBold); }
QFont headingFont() { return scaled(1.0, QFont::DemiBold); }
QFont smallFont() { return scaled(0.9); }

QFont monoFont()
{
    QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    font.setPointSizeF(QGuiApplication::font().pointSizeF() * 0.95);
    font.setStyleHint(QFont::Monospace);
    return font;
}

QFont smallMonoFont()
{
    QFont font = monoFont();
    font.setPointSizeF(font.pointSizeF() * 0.93);
    return font;
}

} // namespace Cofferdam::App
