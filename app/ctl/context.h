// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/base/result.h"
#include "common/client/adminclient.h"
#include "common/client/serverclient.h"

#include <QtCore/QUrl>

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace Cofferdam::Ctl {

/// The exit codes of console.md 3.
enum ExitCode { Done = 0, Failed = 1, Usage = 2, NoService = 69, NoCredential = 77, InvalidPolicy = 78 };

/// What every verb may need: the common options, the clients made from them, and the verb that was chosen. Lives in main();
/// everything blocks. No credential is ever taken from the command line itself, where other users could read it.
class Context
{
public:
    std::string url, runtimeDir, tokenFile, operatorTokenFile; ///< options; empty: the environment, then service.json
    bool json = false;

    /// Registers the options above; they may stand before or after a verb.
    void addOptions(CLI::App &cli);
    /// The verb that parsing found.
    void choose(std::function<int()> verb) { m_verb = std::move(verb); }
    [[nodiscard]] int run() const { return m_verb ? m_verb() : int(Usage); }

    [[nodiscard]] Result<QUrl> serviceUrl() const;
    [[nodiscard]] Result<QByteArray> operatorToken() const;
    /// Empty where none is given: anonymous.
    [[nodiscard]] Result<QByteArray> identityToken() const;
    [[nodiscard]] Result<std::unique_ptr<Client::AdminClient>> admin() const;
    [[nodiscard]] Result<std::unique_ptr<Client::ServerClient>> server() const;
    /// One operator's call, from a client made for it.
    [[nodiscard]] Result<QJsonObject> call(const QByteArray &method, const QJsonObject &params = {}) const;

    /// Tells the error, in JSON too where that was asked for, and gives its exit code.
    int fail(const Error &error) const;

private:
    std::function<int()> m_verb;
};

[[nodiscard]] ExitCode exitCodeOf(const Error &error);

void addStatus(CLI::App &cli, Context &context);
void addCheckConfig(CLI::App &cli, Context &context);
void addPolicy(CLI::App &cli, Context &context);
void addPolicyChanges(CLI::App &policy, Context &context);
void addExplain(CLI::App &cli, Context &context);
void addToken(CLI::App &cli, Context &context);
void addAudit(CLI::App &cli, Context &context);
void addAuditTail(CLI::App &audit, Context &context);
void addExec(CLI::App &cli, Context &context);
void addFiles(CLI::App &cli, Context &context);
void addFileTransfers(CLI::App &files, Context &context);
void addCompletion(CLI::App &cli, Context &context);
/// What the scripts of addCompletion() call: candidates for the last of words, which is still being typed.
int complete(const CLI::App &root, const Context &context, std::vector<std::string> words);

} // namespace Cofferdam::Ctl
