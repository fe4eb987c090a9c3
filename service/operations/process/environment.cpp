// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "service/operations/process/environment.h"

#include "common/policy/glob.h"

#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Cofferdam::Process {

namespace {

/// The loader's, and this service's own: no policy lets a caller set them.
constexpr const char *NeverVariables[] = {"LD_*", "DYLD_*", "GCONV_PATH", "LOCPATH", "NLSPATH", "GLIBC_TUNABLES", "MALLOC_*", "RES_OPTIONS",
    "HOSTALIASES", "LOCALDOMAIN", "GETCONF_DIR", "ABX_*", "COFFERDAM_*"};

/// What makes an interpreter, git, a pager or a client do something else than it was started for.
constexpr const char *NamedVariables[] = {"PATH", "IFS", "CDPATH", "ENV", "BASH_ENV", "BASH_FUNC_*", "BASHOPTS", "SHELLOPTS", "PS4", "PROMPT_COMMAND",
    "ZDOTDIR", "SHELL", "HOME", "PYTHON*", "PERL5OPT", "PERL5LIB", "PERLLIB", "PERL5DB", "RUBYOPT", "RUBYLIB", "GEM_HOME", "GEM_PATH", "NODE_OPTIONS",
    "NODE_PATH", "NODE_REPL_EXTERNAL_MODULE", "NPM_CONFIG_*", "npm_config_*", "JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS", "CLASSPATH", "LUA_INIT*",
    "LUA_PATH*", "LUA_CPATH*", "R_PROFILE*", "R_ENVIRON*", "PHPRC", "PHP_INI_SCAN_DIR", "GIT_*", "SSH_ASKPASS", "SSH_AUTH_SOCK", "SUDO_ASKPASS",
    "EDITOR", "VISUAL", "PAGER", "MANPAGER", "LESSOPEN", "LESSCLOSE", "BROWSER", "GNUMAKEFLAGS", "MAKEFLAGS", "CARGO_*", "RUSTC_WRAPPER", "RUSTFLAGS",
    "GOFLAGS", "GOPROXY", "PIP_*", "UV_*", "OPENSSL_CONF", "OPENSSL_MODULES", "SSL_CERT_*", "CURL_CA_BUNDLE", "CURL_HOME", "REQUESTS_CA_BUNDLE", "WGETRC",
    "XDG_CONFIG_*", "DOCKER_HOST", "KUBECONFIG", "DBUS_*", "DISPLAY", "XAUTHORITY", "WAYLAND_DISPLAY", "GTK_MODULES", "QT_PLUGIN_PATH", "TERMINFO*", "TERMCAP"};

constexpr const char *ProxyVariables[] = {"http_proxy", "https_proxy", "ftp_proxy", "all_proxy", "no_proxy", "rsync_proxy"};

constexpr const char *InheritedVariables[] = {"HOME", "USER", "LANG", "TERM", "TZ"};

constexpr char SystemPath[] = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

bool anyMatches(std::span<const char *const> patterns, QByteArrayView name, bool nocase = false)
{
    return std::ranges::any_of(patterns, [name, nocase](const char *pattern) { return Policy::nameMatches(pattern, name, nocase); });
}

bool anyMatches(const QList<QByteArray> &patterns, QByteArrayView name)
{
    return std::ranges::any_of(patterns, [name](const QByteArray &pattern) { return Policy::nameMatches(pattern, name); });
}

Result<void> checkVariable(const RequestContext &context, const QByteArray &name)
{
    const auto refuse = [&](const QByteArray &rule) {
        return policyDenied("param_not_allowed", "the variable "_L1 + QString::fromUtf8(name) + " may not be set"_L1, rule,
            {{u"parameter"_s, u"env"_s}, {u"variable"_s, QString::fromUtf8(name)}});
    };
    const auto allow = context.rule->listParam("allow_env");
    const VariableGuard guard = guardOf(name);
    if (guard == VariableGuard::Never || (guard == VariableGuard::Named && !(allow && allow->contains(name))))
        return refuse("default:guarded-variables");
    if (allow && !anyMatches(*allow, name))
        return refuse(context.rule->ruleOfParam("allow_env"));
    if (anyMatches(context.rule->listParam("deny_env").value_or(QList<QByteArray>()), name))
        return refuse(context.rule->ruleOfParam("deny_env"));
    return {};
}

/// Root's own folders (a service that runs as root has some on its PATH) are no system directories.
bool isSystemDirectory(const QByteArray &path)
{
    struct stat info {};
    const bool known = path == "/bin" || path == "/sbin" || path.startsWith("/usr/") || path.startsWith("/opt/");
    return known && ::stat(path.constData(), &info) == 0 && S_ISDIR(info.st_mode) && info.st_uid == 0 && (info.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

void addAccount(Variables &variables)
{
    passwd entry {};
    passwd *found = nullptr;
    char buffer[4096];
    if (::getpwuid_r(::geteuid(), &entry, buffer, sizeof buffer, &found) != 0 || !found)
        return;
    variables.try_emplace("HOME", found->pw_dir);
    variables.try_emplace("USER", found->pw_name);
}

} // namespace

VariableGuard guardOf(QByteArrayView name)
{
    if (anyMatches(NeverVariables, name))
        return VariableGuard::Never;
    return anyMatches(NamedVariables, name) || anyMatches(ProxyVariables, name, true) ? VariableGuard::Named : VariableGuard::Free;
}

Result<void> checkVariables(const RequestContext &context, const Variables &asked)
{
    for (const auto &[name, value] : asked) {
        const QJsonObject pointer {{u"pointer"_s, "/env/"_L1 + QString::fromUtf8(name)}};
        if (name.isEmpty() || name.contains('=') || name.contains('\0'))
            return failure("invalid_request", u"expected a variable's name, without \"=\" and NUL"_s, pointer);
        if (value.contains('\0'))
            return failure("invalid_request", u"a variable's value cannot hold NUL"_s, pointer);
        if (const Result<void> allowed = checkVariable(context, name); !allowed)
            return allowed;
    }
    return {};
}

Variables baseVariables(const RequestContext &context)
{
    Variables variables;
    for (const char *name : InheritedVariables) {
        if (qEnvironmentVariableIsSet(name))
            variables.emplace(name, qgetenv(name));
    }
    for (char **entry = environ; entry && *entry; ++entry) {
        const QByteArrayView text(*entry);
        const qsizetype equals = text.indexOf('=');
        if (text.startsWith("LC_") && equals > 0)
            variables.emplace(text.first(equals).toByteArray(), text.sliced(equals + 1).toByteArray());
    }
    addAccount(variables);
    variables.try_emplace("LANG", "C.UTF-8");
    variables.emplace("PATH", searchPath(context).join(':'));
    const Correlation &ids = context.correlation;
    const std::pair<const char *, const QByteArray *> correlation[] = {{"COFFERDAM_REQUEST_ID", &ids.requestId}, {"COFFERDAM_SESSION_ID", &ids.sessionId},
        {"COFFERDAM_AGENT_ID", &ids.agentId}, {"COFFERDAM_TASK_ID", &ids.taskId}};
    for (const auto &[name, value] : correlation) {
        if (!value->isEmpty())
            variables.emplace(name, *value);
    }
    return variables;
}

QList<QByteArray> searchPath(QByteArrayView path, bool restricted)
{
    QList<QByteArray> directories;
    for (const QByteArray &directory : path.toByteArray().split(':')) {
        const bool usable = directory.startsWith('/') && !directories.contains(directory) && (!restricted || isSystemDirectory(directory));
        if (usable)
            directories.append(directory);
    }
    return directories;
}

QList<QByteArray> searchPath(const RequestContext &context)
{
    const bool restricted = context.snapshot->policy->document().sandbox.restrictedPath.value_or(true);
    const QByteArray own = qgetenv("PATH");
    return searchPath(own.isEmpty() ? QByteArray(SystemPath) : own, restricted);
}

} // namespace Cofferdam::Process
