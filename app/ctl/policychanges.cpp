// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/context.h"
#include "app/ctl/documents.h"
#include "app/ctl/output.h"

#include <CLI/CLI.hpp>

using namespace Qt::StringLiterals;

namespace Cofferdam::Ctl {

namespace {

struct Change {
    std::string file, expectRevision, reason = "applied with cofferdamctl";
    bool dryRun = false, yes = false;
};

/// The draft as the service judges it, beside the policy in force.
struct Review {
    PolicyText draft;
    QJsonObject running, verdict;

    [[nodiscard]] QString revisionBefore() const { return running.value("revision"_L1).toString(); }
    [[nodiscard]] QString revisionAfter() const { return verdict.value("revision"_L1).toString(); }
    [[nodiscard]] QString fileName() const { return QString::fromUtf8(draft.name); }
};

Result<Review> review(Client::AdminClient &client, const std::string &file)
{
    Review result;
    Result<PolicyText> draft = readPolicyText(file);
    if (!draft)
        return failure(draft.error());
    result.draft = *std::move(draft);
    const Result<QJsonObject> running = client.callSync("policy.get");
    if (!running)
        return failure(running.error());
    result.running = *running;
    const Result<QJsonObject> verdict = client.callSync(
        "policy.validate", {{u"text"_s, QString::fromUtf8(result.draft.text)}, {u"format"_s, formatName(result.draft.format)}});
    if (!verdict)
        return failure(verdict.error());
    result.verdict = *verdict;
    if (!verdict->value("ok"_L1).toBool()) {
        printDiagnostics(verdict->value("errors"_L1).toArray(), result.fileName());
        return failure("policy_invalid", u"%1 is not a valid policy"_s.arg(result.fileName()), {{u"errors"_s, verdict->value("errors"_L1)}});
    }
    return result;
}

void printReview(const Review &change)
{
    printBytes(unifiedDifference(change.running.value("text"_L1).toString(), QString::fromUtf8(change.draft.text), u"in force"_s, change.fileName()).toUtf8());
    printLine(u"revision %1 -> %2"_s.arg(shortRevision(change.revisionBefore()), shortRevision(change.revisionAfter())));
    const QJsonArray effects = change.verdict.value("difference"_L1).toArray();
    if (effects.isEmpty())
        printLine(u"no decision changes"_s);
    printDifference(effects);
    printDiagnostics(change.verdict.value("lint"_L1).toArray(), change.fileName());
}

QJsonObject reviewJson(const Review &change)
{
    return {{u"revision_before"_s, change.revisionBefore()}, {u"revision_after"_s, change.revisionAfter()},
        {u"difference"_s, change.verdict.value("difference"_L1)}, {u"lint"_s, change.verdict.value("lint"_L1)}};
}

int showReview(const Context &context, const Review &change)
{
    if (context.json)
        printJson(reviewJson(change));
    else
        printReview(change);
    return Done;
}

int diff(const Context &context, const Change &wanted)
{
    const Result<std::unique_ptr<Client::AdminClient>> client = context.admin();
    if (!client)
        return context.fail(client.error());
    const Result<Review> change = review(**client, wanted.file);
    if (!change)
        return context.fail(change.error());
    return showReview(context, *change);
}

/// Nothing is applied over a policy the caller has not seen: a script says which, a person is shown the difference and asked.
Result<QString> expectedRevision(const Change &wanted, const Review &change)
{
    if (!wanted.expectRevision.empty()) {
        const QString given = QString::fromStdString(wanted.expectRevision);
        if (given.size() >= 12 && change.revisionBefore().startsWith(given))
            return change.revisionBefore();
        return given;
    }
    if (!isInteractive())
        return failure("usage", u"expected --expect-revision when not on a terminal (the one in force is %1)"_s.arg(change.revisionBefore()));
    printReview(change);
    if (!wanted.yes && !confirm(u"Apply this policy?"_s))
        return failure("not_applied", u"nothing was applied"_s);
    return change.revisionBefore();
}

int apply(const Context &context, const Change &wanted)
{
    const Result<std::unique_ptr<Client::AdminClient>> client = context.admin();
    if (!client)
        return context.fail(client.error());
    const Result<Review> change = review(**client, wanted.file);
    if (!change)
        return context.fail(change.error());
    if (wanted.dryRun)
        return showReview(context, *change);
    const Result<QString> expected = expectedRevision(wanted, *change);
    if (!expected)
        return context.fail(expected.error());
    const Result<QJsonObject> reply = (*client)->callSync("policy.apply",
        {{u"text"_s, QString::fromUtf8(change->draft.text)}, {u"format"_s, formatName(change->draft.format)}, {u"if_revision"_s, *expected},
            {u"reason"_s, QString::fromStdString(wanted.reason)}});
    if (!reply)
        return context.fail(reply.error());
    QJsonObject summary = reviewJson(*change);
    summary.insert("entry"_L1, reply->value("entry"_L1));
    summary.insert("revision_after"_L1, reply->value("revision"_L1));
    if (context.json)
        printJson(summary);
    else
        printLine(u"applied: revision %1 -> %2 (entry %3)"_s.arg(shortRevision(change->revisionBefore()),
            shortRevision(reply->value("revision"_L1).toString()), reply->value("entry"_L1).toString()));
    return Done;
}

} // namespace

void addPolicyChanges(CLI::App &policy, Context &context)
{
    const auto wanted = std::make_shared<Change>();
    CLI::App *compare = policy.add_subcommand("diff", "what a file would change: text, decisions, lint");
    compare->add_option("FILE", wanted->file, "the policy, or - for standard input")->required()->type_name("FILE");
    compare->callback([&context, wanted] { context.choose([&context, wanted] { return diff(context, *wanted); }); });

    CLI::App *put = policy.add_subcommand("apply", "put a file in force");
    put->add_option("FILE", wanted->file, "the policy, or - for standard input")->required()->type_name("FILE");
    put->add_option("--expect-revision", wanted->expectRevision, "refuse unless this revision is in force (12 digits or more); needed without a terminal")
        ->type_name("REVISION");
    put->add_option("--reason", wanted->reason, "why, for the history and the audit log")->capture_default_str();
    put->add_flag("--dry-run", wanted->dryRun, "show the difference and stop");
    put->add_flag("--yes", wanted->yes, "do not ask on the terminal");
    put->callback([&context, wanted] { context.choose([&context, wanted] { return apply(context, *wanted); }); });
}

} // namespace Cofferdam::Ctl
