// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "service/main/options.h"

#include "service/main/program.h"

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace Cofferdam::Main {

namespace {

constexpr char Footer[] = R"(Environment:
  ABX_SERVER_POLICY_FILE      a policy file, before the ones in the usual places
  ABX_SERVER_POLICY           a policy as inline JSON, before every file but --policy
  ABX_SERVER_TOKEN            one token for one caller, "legacy"
  ABX_SERVER_BASE_DIR         the boundary where neither policy nor --base-dir names one
  ABX_MAX_UPLOAD_SIZE         the transfer cap where the policy names none, for example 5MB
  ABX_SERVER_ENABLED_GROUPS   groups to turn on, separated by commas
  XDG_CONFIG_HOME, XDG_STATE_HOME, XDG_RUNTIME_DIR   absolute directories, as usual
  LISTEN_FDS, NOTIFY_SOCKET   socket activation and readiness, as service managers set them
Variables that the policy names with token_env are read at start and kept from every program.
Exit: 0 after SIGTERM, 2 wrong usage, 70 internal, 75 another service holds the run-time directory, 78 invalid policy or configuration.)";

QByteArray bytes(const std::string &text) { return QByteArray(text.data(), qsizetype(text.size())); }

} // namespace

ParsedOptions parseOptions(int argc, char **argv)
{
    CLI::App app("cofferdamd: lets programs and agents use this machine under one policy", "cofferdamd");
    app.set_version_flag("--version", COFFERDAM_VERSION);
    app.footer(Footer);
    std::vector<std::string> listen;
    std::string policy, baseDir, stateDir, runtimeDir, logLevel = "info";
    Options options;
    app.add_option("--listen", listen, "127.0.0.1:9000 (default), [::1]:PORT, unix:/path; may be given several times, port 0 takes a free one");
    app.add_option("--policy", policy, "The policy file; outranks every other source");
    app.add_option("--base-dir", baseDir, "The boundary where the policy names none");
    app.add_option("--state-dir", stateDir, "Audit log and policy history [$XDG_STATE_HOME/cofferdam]");
    app.add_option("--runtime-dir", runtimeDir, "Operator token, service.json and lock [$XDG_RUNTIME_DIR/cofferdam]");
    app.add_option("--workers", options.workers, "Worker threads [one a core]")->check(CLI::Range(1, 64));
    app.add_flag("--strict", options.strict, "Lint findings of severity error refuse the start and every reload");
    app.add_flag("--describe", options.describe, "Print the catalogue as JSON and end");
    app.add_flag("--check-host", options.checkHost, "Print what this machine can enforce as JSON and end");
    app.add_option("--log-level", logLevel, "debug, info, warning or error")->check(CLI::IsMember({"debug", "info", "warning", "error"}));
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError &error) {
        const int code = app.exit(error);
        return {{}, code == 0 ? Success : Usage};
    }
    for (const std::string &address : listen)
        options.listen.append(bytes(address));
    options.policyFile = bytes(policy);
    options.baseDir = bytes(baseDir);
    options.stateDir = bytes(stateDir);
    options.runtimeDir = bytes(runtimeDir);
    options.logLevel = bytes(logLevel);
    return {options, Success};
}

} // namespace Cofferdam::Main
