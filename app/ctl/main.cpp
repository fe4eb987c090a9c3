// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/context.h"

#include <QtCore/QCoreApplication>

#include <CLI/CLI.hpp>

#include <string_view>

namespace {

constexpr char footer[] = R"(Environment:
  COFFERDAM_URL                  the service's address, as --url
  COFFERDAM_TOKEN                an identity's token (exec, files, check)
  COFFERDAM_OPERATOR_TOKEN_FILE  the file with the operator's token (policy, audit, explain, status)
  XDG_RUNTIME_DIR                its cofferdam/ holds service.json and operator.token

Exit codes:
  0 done   1 denied or failed   2 usage   69 no service   77 no credential   78 invalid policy)";

} // namespace

int main(int argc, char *argv[])
{
    QCoreApplication application(argc, argv);
    using namespace Cofferdam::Ctl;
    Context context;
    CLI::App cli("Drives a Cofferdam service from the command line.", "cofferdamctl");
    cli.set_version_flag("--version", "cofferdamctl " COFFERDAM_VERSION);
    cli.footer(footer);
    cli.require_subcommand(1);
    cli.fallthrough();
    context.addOptions(cli);
    addStatus(cli, context);
    addCheckConfig(cli, context);
    addPolicy(cli, context);
    addExplain(cli, context);
    addToken(cli, context);
    addAudit(cli, context);
    addExec(cli, context);
    addFiles(cli, context);
    addCompletion(cli, context);
    if (argc > 1 && std::string_view(argv[1]) == "__complete")
        return complete(cli, context, {argv + 2, argv + argc});
    try {
        cli.parse(argc, argv);
    } catch (const CLI::ParseError &error) {
        return cli.exit(error) == 0 ? int(Done) : int(Usage);
    }
    return context.run();
}
