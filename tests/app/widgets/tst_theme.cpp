// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/icons.h"
#include "app/widgets/theme.h"

#include <QtCore/QDirIterator>
#include <QtTest/QtTest>
#include <QtWidgets/QApplication>

#include <cmath>

using namespace Qt::StringLiterals;
using namespace Cofferdam::App;

namespace {

double linear(double channel) { return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4); }

double luminance(const QColor &color) { return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF()); }

/// WCAG 2: from 1 to 21.
double contrast(const QColor &a, const QColor &b)
{
    const double first = luminance(a), second = luminance(b);
    return (qMax(first, second) + 0.05) / (qMin(first, second) + 0.05);
}

constexpr double enough = 4.5;

} // namespace

class TestTheme : public QObject
{
    Q_OBJECT
private:
    static void bothSchemes()
    {
        QTest::addColumn<QPalette>("palette");
        QTest::newRow("light") << lightPalette();
        QTest::newRow("dark") << darkPalette();
    }

private Q_SLOTS:
    void textIsReadable_data() { bothSchemes(); }
    void textIsReadable()
    {
        QFETCH(QPalette, palette);
        for (const auto ground : {QPalette::Base, QPalette::Window, QPalette::AlternateBase}) {
            for (const auto ink : {QPalette::Text, QPalette::WindowText, QPalette::PlaceholderText, QPalette::Link})
                QVERIFY2(contrast(palette.color(ink), palette.color(ground)) >= enough, qPrintable(u"role %1 on %2: %3"_s.arg(ink).arg(ground).arg(contrast(palette.color(ink), palette.color(ground)))));
        }
        QVERIFY(contrast(palette.color(QPalette::ButtonText), palette.color(QPalette::Button)) >= enough);
        QVERIFY(contrast(palette.color(QPalette::HighlightedText), palette.color(QPalette::Highlight)) >= enough);
        QVERIFY(contrast(palette.color(QPalette::ToolTipText), palette.color(QPalette::ToolTipBase)) >= enough);
    }

    void tonesAreReadable_data() { bothSchemes(); }
    void tonesAreReadable()
    {
        QFETCH(QPalette, palette);
        for (const Tone tone : {Tone::Neutral, Tone::Accent, Tone::Positive, Tone::Negative, Tone::Warning, Tone::Muted}) {
            const QColor ink = toneColor(tone, palette);
            const QColor selected = blend(toneColor(Tone::Accent, palette), palette.color(QPalette::Base), 0.17);
            for (const QColor &ground : {palette.color(QPalette::Base), palette.color(QPalette::Window), toneGround(tone, palette), selected})
                QVERIFY2(contrast(ink, ground) >= enough, qPrintable(u"tone %1 on %2: %3"_s.arg(int(tone)).arg(ground.name()).arg(contrast(ink, ground))));
        }
    }

    void everyIconDraws()
    {
        int count = 0;
        QDirIterator files(u":/icons"_s, {u"*.svg"_s});
        while (files.hasNext()) {
            const QString name = files.nextFileInfo().completeBaseName();
            const QImage image = iconPixmap(name, Qt::red, 16, 2.0).toImage();
            QCOMPARE(image.size(), QSize(32, 32));
            bool drawn = false;
            for (int y = 0; y < image.height() && !drawn; ++y) {
                for (int x = 0; x < image.width() && !drawn; ++x)
                    drawn = qAlpha(image.pixel(x, y)) > 128;
            }
            QVERIFY2(drawn, qPrintable(name));
            ++count;
        }
        QVERIFY(count > 50);
    }

    void iconsFollowThePalette()
    {
        applyTheme(*qApp, Scheme::Light);
        const QImage light = icon(u"audit"_s).pixmap(QSize(16, 16), 1.0).toImage();
        applyTheme(*qApp, Scheme::Dark);
        const QImage dark = icon(u"audit"_s).pixmap(QSize(16, 16), 1.0).toImage();
        QVERIFY(light != dark);
    }

    void iconsAreSharpAtFractionalScales()
    {
        const QPixmap pixmap = icon(u"audit"_s).pixmap(QSize(16, 16), 1.5);
        QCOMPARE(pixmap.size(), QSize(24, 24));
        QCOMPARE(pixmap.deviceIndependentSize(), QSizeF(16, 16));
    }

    void unknownIconIsEmpty() { QVERIFY(icon(u"no-such-icon"_s).isNull()); }

    void decisionsHaveIconAndWord()
    {
        for (const char *decision : {"allow", "deny", "error", "depends", "allowed", "denied"}) {
            const DecisionLook look = decisionLook(decision);
            QVERIFY(!look.word.isEmpty());
            QVERIFY(!icon(look.iconName).isNull());
        }
    }
};

QTEST_MAIN(TestTheme)
#include "tst_theme.moc"
