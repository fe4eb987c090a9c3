// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/audit/auditpage.h"
#include "app/checks/checkspage.h"
#include "app/main/options.h"
#include "app/main/screenshot.h"
#include "app/policyeditor/policypage.h"
#include "app/shell/mainwindow.h"
#include "app/widgets/icons.h"

#include <QtCore/QSettings>
#include <QtCore/QTemporaryDir>
#include <QtWidgets/QApplication>

#include <cstdio>
#include <memory>

using namespace Qt::StringLiterals;
using namespace Cofferdam;

namespace {

constexpr int exitUsage = 2;

bool hasDisplay()
{
    return !qEnvironmentVariableIsEmpty("DISPLAY") || !qEnvironmentVariableIsEmpty("WAYLAND_DISPLAY") || !qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM");
}

/// A picture neither knows nor changes the operator's layout.
std::unique_ptr<QSettings> makeSettings(const App::Options &options, const QTemporaryDir &folder)
{
    if (options.screenshot.isEmpty()) return std::make_unique<QSettings>();
    return std::make_unique<QSettings>(folder.filePath(u"picture.ini"_s), QSettings::IniFormat);
}

int run(QApplication &application, const App::Options &options)
{
    const QTemporaryDir folder;
    const auto settings = makeSettings(options, folder);
    const bool picture = !options.screenshot.isEmpty();
    const auto remembered = App::Scheme(qBound(0, settings->value("appearance/scheme"_L1).toInt(), 2));
    App::applyTheme(application, options.scheme.value_or(picture ? App::Scheme::Light : remembered));
    App::Session session(options.target);
    App::MainWindow window(session, *settings);
    window.setPages({App::createPolicyPage(session, &window), new App::AuditPage(session, &window), new App::ChecksPage(session, &window)});
    if (!options.navigation.page.isEmpty()) window.navigate(options.navigation);
    std::unique_ptr<App::Screenshot> screenshot;
    session.start();
    if (picture) {
        window.setAttribute(Qt::WA_ShowWithoutActivating);
        screenshot = std::make_unique<App::Screenshot>(window, session, options.screenshot);
        QObject::connect(screenshot.get(), &App::Screenshot::finished, &application, [](int code) { QApplication::exit(code); });
        window.resize(options.size);
    }
    window.show();
    return QApplication::exec();
}

} // namespace

int main(int argc, char **argv)
{
    App::prepareEnvironment(argc, argv);
    if (!hasDisplay()) {
        std::fputs("cofferdam: there is no display; --screenshot FILE draws without one\n", stderr);
        return 1;
    }
    QApplication application(argc, argv);
    QApplication::setApplicationName(u"cofferdam"_s);
    QApplication::setOrganizationName(u"cofferdam"_s);
    QApplication::setApplicationVersion(QLatin1StringView(COFFERDAM_VERSION));
    QApplication::setDesktopFileName(u"org.cofferdam.Console"_s);
    QApplication::setWindowIcon(App::icon(u"cofferdam"_s));
    const Result<App::Options> options = App::readOptions(QApplication::arguments());
    if (!options) {
        std::fprintf(stderr, "cofferdam: %s\n", qUtf8Printable(options.error().message));
        return exitUsage;
    }
    return run(application, *options);
}
