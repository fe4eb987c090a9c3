// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/context.h"
#include "app/ctl/output.h"
#include "common/policy/catalogue.h"
#include "common/policy/document.h"

#include <QtCore/QJsonArray>

#include <CLI/CLI.hpp>

#include <array>

using namespace Qt::StringLiterals;

namespace Cofferdam::Ctl {

namespace {

// Each script asks `cofferdamctl __complete WORDS...` where WORDS end with the one being typed. The answer's first line is "words" or
// "files", every further line a candidate, so that one table (the options as registered) serves all shells.
constexpr char bashScript[] = R"(_cofferdamctl() {
    local -a answer
    mapfile -t answer < <(cofferdamctl __complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
    COMPREPLY=("${answer[@]:1}")
    if [[ ${answer[0]-} == files ]]; then
        compopt -o filenames
        mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -- "${COMP_WORDS[COMP_CWORD]}")
    fi
}
complete -F _cofferdamctl cofferdamctl
)";
constexpr char zshScript[] = R"(#compdef cofferdamctl
_cofferdamctl() {
    local -a answer
    answer=("${(@f)$(cofferdamctl __complete "${(@)words[2,CURRENT]}" 2>/dev/null)}")
    local kind=$answer[1]
    answer=("${(@)answer[2,-1]}")
    (( $#answer )) && compadd -- "${(@)answer}"
    [[ $kind == files ]] && _files
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
    _cofferdamctl "$@"
else
    compdef _cofferdamctl cofferdamctl
fi
)";
constexpr char fishScript[] = R"(function __cofferdamctl_complete
    set -l typed (commandline -opc)
    set -l answer (cofferdamctl __complete $typed[2..-1] (commandline -ct) 2>/dev/null)
    test (count $answer) -gt 1; and printf '%s\n' $answer[2..-1]
    test "$answer[1]" = files; and __fish_complete_path (commandline -ct)
end
complete -c cofferdamctl -f -a '(__cofferdamctl_complete)'
)";

struct Candidates {
    bool files = false;
    QStringList words;
};

/// Where the words typed so far lead: the verb, how many positionals it already has, and the option that waits for a value.
struct Place {
    const CLI::App *app = nullptr;
    size_t positionals = 0;
    const CLI::Option *waiting = nullptr;
};

const CLI::Option *findOption(const CLI::App *app, const std::string &name)
{
    for (; app; app = app->get_parent()) {
        if (const CLI::Option *option = app->get_option_no_throw(name))
            return option;
    }
    return nullptr;
}

const CLI::App *findVerb(const CLI::App &app, const std::string &name)
{
    const auto named = app.get_subcommands([&name](const CLI::App *verb) { return verb->get_name() == name; });
    return named.empty() ? nullptr : named.front();
}

Place placeOf(const CLI::App &root, const std::vector<std::string> &words)
{
    Place place {&root, 0, nullptr};
    for (const std::string &word : words) {
        if (place.waiting) {
            place.waiting = nullptr;
            continue;
        }
        if (word.starts_with('-') && word.size() > 1) {
            const CLI::Option *option = findOption(place.app, word);
            place.waiting = option && option->get_items_expected_max() > 0 ? option : nullptr;
        } else if (const CLI::App *verb = findVerb(*place.app, word)) {
            place = {verb, 0, nullptr};
        } else {
            ++place.positionals;
        }
    }
    return place;
}

QStringList endpointIds()
{
    QStringList ids;
    for (const Policy::Endpoint &endpoint : Policy::endpoints())
        ids.append(QString::fromUtf8(endpoint.id));
    return ids;
}

/// Live names from the service, which has a fifth of a second.
QStringList identityIds(const Context &context)
{
    const Result<std::unique_ptr<Client::AdminClient>> client = context.admin();
    if (!client)
        return {};
    (*client)->setSilenceLimit(200);
    const Result<QJsonObject> reply = (*client)->callSync("identities.list");
    QStringList ids;
    for (const QJsonValue &identity : reply ? reply->value("identities"_L1).toArray() : QJsonArray())
        ids.append(identity.toObject().value("id"_L1).toString());
    return ids;
}

Candidates valuesOf(const CLI::Option &option, const Context &context)
{
    const std::string name = option.get_single_name();
    const std::string type = option.get_type_name();
    Candidates found;
    if (name == "ENDPOINT")
        found.words = endpointIds();
    else if (name == "identity")
        found.words = identityIds(context);
    else if (name == "op")
        found.words = {u"read"_s, u"write"_s, u"delete"_s, u"exec"_s};
    else if (name == "SHELL")
        found.words = {u"bash"_s, u"zsh"_s, u"fish"_s};
    else if (name == "PRESET")
        std::ranges::transform(Policy::presetNames(), std::back_inserter(found.words), [](const QByteArray &preset) { return QString::fromUtf8(preset); });
    else if (type == "SCOPE")
        std::ranges::transform(Policy::scopes(), std::back_inserter(found.words), [](const Policy::Scope &scope) { return QString::fromUtf8(scope.name); });
    else
        found.files = type == "FILE" || type == "DIR";
    return found;
}

Candidates candidatesAt(const Place &place, const std::string &typed, const Context &context)
{
    if (place.waiting)
        return valuesOf(*place.waiting, context);
    Candidates found;
    if (typed.starts_with('-')) {
        for (const CLI::App *app = place.app; app; app = app->get_parent()) {
            for (const CLI::Option *option : app->get_options()) {
                for (const std::string &name : option->get_lnames())
                    found.words.append(u"--"_s + QString::fromStdString(name));
            }
        }
        found.words.removeDuplicates();
        return found;
    }
    for (const CLI::App *verb : place.app->get_subcommands([](const CLI::App *) { return true; }))
        found.words.append(QString::fromStdString(verb->get_name()));
    const std::vector<const CLI::Option *> positionals = place.app->get_options([](const CLI::Option *option) { return option->get_positional(); });
    if (found.words.isEmpty() && place.positionals < positionals.size())
        return valuesOf(*positionals[place.positionals], context);
    return found;
}

int script(const Context &context, const std::string &shell)
{
    struct Row {
        const char *name, *text;
    };
    static constexpr std::array rows {Row {"bash", bashScript}, Row {"zsh", zshScript}, Row {"fish", fishScript}};
    for (const Row &row : rows) {
        if (shell == row.name) {
            printBytes(row.text);
            return Done;
        }
    }
    return context.fail({"usage", u"expected bash, zsh or fish, got %1"_s.arg(QString::fromStdString(shell)), {}, {}});
}

} // namespace

int complete(const CLI::App &root, const Context &context, std::vector<std::string> words)
{
    const std::string typed = words.empty() ? std::string() : words.back();
    if (!words.empty())
        words.pop_back();
    const Candidates found = candidatesAt(placeOf(root, words), typed, context);
    printLine(found.files ? u"files"_s : u"words"_s);
    for (const QString &word : found.words) {
        if (word.startsWith(QString::fromStdString(typed)))
            printLine(word);
    }
    return Done;
}

void addCompletion(CLI::App &cli, Context &context)
{
    const auto shell = std::make_shared<std::string>();
    CLI::App *verb = cli.add_subcommand("completion", "print a completion script: source <(cofferdamctl completion bash)");
    verb->add_option("SHELL", *shell, "bash, zsh or fish")->required();
    verb->callback([&context, shell] { context.choose([&context, shell] { return script(context, *shell); }); });
}

} // namespace Cofferdam::Ctl
