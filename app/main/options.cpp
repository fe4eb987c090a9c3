// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/main/options.h"

#include <QtCore/QCommandLineParser>
#include <QtCore/QRegularExpression>
#include <QtGui/QGuiApplication>

#include <cstring>
#include <optional>

using namespace Qt::StringLiterals;

namespace Cofferdam::App {

namespace {

constexpr int smallestSide = 320, largestSide = 8192;

/// The value of --name VALUE or --name=VALUE; nullptr where it does not stand there.
const char *rawOption(int argc, char **argv, const char *name)
{
    const size_t length = std::strlen(name);
    for (int i = 1; i < argc; ++i) {
        if (std::strncmp(argv[i], name, length) != 0) continue;
        if (argv[i][length] == '=') return argv[i] + length + 1;
        if (argv[i][length] == '\0') return i + 1 < argc ? argv[i + 1] : "";
    }
    return nullptr;
}

void addOptions(QCommandLineParser &parser)
{
    parser.setApplicationDescription(u"The operator's console of Cofferdam."_s);
    parser.addHelpOption();
    parser.addVersionOption();
    parser.addOptions({
        {u"runtime-dir"_s, u"Find the service in DIR/service.json."_s, u"DIR"_s},
        {u"url"_s, u"The service's address instead of service.json's."_s, u"URL"_s},
        {u"operator-token-file"_s, u"The operator's token instead of service.json's."_s, u"FILE"_s},
        {u"page"_s, u"Open this page: policy, audit or checks."_s, u"PAGE"_s},
        {u"theme"_s, u"light, dark or system."_s, u"THEME"_s},
        {u"filter"_s, u"Audit: show the records that match."_s, u"FILTER"_s},
        {u"select"_s, u"Audit: choose the N-th record, counted from the newest (0)."_s, u"N"_s},
        {u"identity"_s, u"Checks and policy: the identity asked about."_s, u"ID"_s},
        {u"endpoint"_s, u"Checks and policy: the endpoint asked about."_s, u"ID"_s},
        {u"path"_s, u"Checks: the path asked about."_s, u"PATH"_s},
        {u"line"_s, u"Policy: go to this line."_s, u"N"_s},
        {u"screenshot"_s, u"Draw the page into FILE (PNG) without a display, against the running service, and leave."_s, u"FILE"_s},
        {u"size"_s, u"Size of the window or the picture, as in 1280x800."_s, u"WxH"_s},
        {u"scale"_s, u"Device pixels per pixel, as in 1.5."_s, u"FACTOR"_s},
    });
}

std::optional<QSize> sizeFrom(const QString &text)
{
    static const QRegularExpression form(u"^(\\d{1,5})x(\\d{1,5})$"_s);
    const auto match = form.match(text);
    const QSize size(match.captured(1).toInt(), match.captured(2).toInt());
    const bool fits = qMin(size.width(), size.height()) >= smallestSide && qMax(size.width(), size.height()) <= largestSide;
    return match.hasMatch() && fits ? std::optional(size) : std::nullopt;
}

Result<Navigation> navigationFrom(const QCommandLineParser &parser)
{
    Navigation navigation {parser.value(u"page"_s).toUtf8(), {}};
    if (!navigation.page.isEmpty() && navigation.page != "policy" && navigation.page != "audit" && navigation.page != "checks")
        return failure("usage", u"--page is policy, audit or checks, not %1"_s.arg(parser.value(u"page"_s)));
    for (const QString &name : {u"filter"_s, u"identity"_s, u"endpoint"_s, u"path"_s}) {
        if (parser.isSet(name)) navigation.arguments.insert(name, parser.value(name));
    }
    for (const QString &name : {u"select"_s, u"line"_s}) {
        if (!parser.isSet(name)) continue;
        bool ok = false;
        const int number = parser.value(name).toInt(&ok);
        if (!ok || number < 0) return failure("usage", u"--%1 is a number from 0, not %2"_s.arg(name, parser.value(name)));
        navigation.arguments.insert(name, number);
    }
    if (navigation.page == "checks" && parser.isSet(u"endpoint"_s)) navigation.arguments.insert("run"_L1, true);
    return navigation;
}

} // namespace

void prepareEnvironment(int argc, char **argv)
{
    if (const char *scale = rawOption(argc, argv, "--scale")) qputenv("QT_SCALE_FACTOR", scale);
    const bool picture = rawOption(argc, argv, "--screenshot") != nullptr;
    if (picture && qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
    QGuiApplication::setHighDpiScaleFactorRoundingPolicy(Qt::HighDpiScaleFactorRoundingPolicy::PassThrough);
}

Result<Options> readOptions(const QStringList &arguments)
{
    QCommandLineParser parser;
    addOptions(parser);
    if (!parser.parse(arguments)) return failure("usage", parser.errorText());
    if (parser.isSet(u"help"_s)) parser.showHelp(0);
    if (parser.isSet(u"version"_s)) parser.showVersion();
    if (!parser.positionalArguments().isEmpty()) return failure("usage", u"there is no argument %1"_s.arg(parser.positionalArguments().first()));
    Options options;
    options.target = {parser.value(u"runtime-dir"_s).toUtf8(), QUrl(parser.value(u"url"_s)), parser.value(u"operator-token-file"_s).toUtf8()};
    if (parser.isSet(u"url"_s) && (!options.target.url.isValid() || options.target.url.host().isEmpty()))
        return failure("usage", u"--url is an address like http://127.0.0.1:9000"_s);
    const QString theme = parser.value(u"theme"_s);
    if (theme == "light"_L1) options.scheme = Scheme::Light;
    else if (theme == "dark"_L1) options.scheme = Scheme::Dark;
    else if (theme == "system"_L1) options.scheme = Scheme::System;
    else if (!theme.isEmpty()) return failure("usage", u"--theme is light, dark or system, not %1"_s.arg(theme));
    if (parser.isSet(u"size"_s)) {
        const auto size = sizeFrom(parser.value(u"size"_s));
        if (!size) return failure("usage", u"--size is like 1280x800, from %1 to %2, not %3"_s.arg(smallestSide).arg(largestSide).arg(parser.value(u"size"_s)));
        options.size = *size;
    }
    if (parser.isSet(u"scale"_s)) {
        const double scale = parser.value(u"scale"_s).toDouble();
        if (scale < 0.5 || scale > 4) return failure("usage", u"--scale is from 0.5 to 4, not %1"_s.arg(parser.value(u"scale"_s)));
    }
    const Result<Navigation> navigation = navigationFrom(parser);
    if (!navigation) return failure(navigation.error());
    options.navigation = *navigation;
    options.screenshot = parser.value(u"screenshot"_s);
    if (parser.isSet(u"screenshot"_s) && options.screenshot.isEmpty()) return failure("usage", u"--screenshot wants a file"_s);
    return options;
}

} // namespace Cofferdam::App
