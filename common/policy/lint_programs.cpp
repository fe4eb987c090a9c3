// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/policy/lint.h"
#include "common/policy/textlist.h"

#include <algorithm>

/// Single endpoints and their parameters: L2 L9 L11 L24 L25.
using namespace Qt::StringLiterals;

namespace Cofferdam::Policy {

namespace {

void lintCommandLists(LintRun &run, const EffectiveRule &rule)
{
    for (const char *key : {"allow_commands", "deny_commands"}) {
        const auto param = rule.params.constFind(key);
        if (!rule.endpoint->startsPrograms || param == rule.params.constEnd() || param->value.isUndefined() || param->from.layer == Layer::Default)
            continue;
        run.add("L2", run.placeOf(param->from, "params"), u"%1 is all that fences the programs of %2"_s.arg(QLatin1StringView(key), textOf(param->from.rule)),
            u"count on it against mistakes only; leave the endpoint off for callers you do not trust"_s);
    }
}

void lintReach(LintRun &run, const EffectiveRule &rule)
{
    const bool browser = rule.endpoint->id == "browser_navigate" && !rule.listParam("allow_hosts");
    const bool proxy = rule.endpoint->id == "port_proxy" && !rule.listParam("allow_ports");
    if (browser || proxy)
        run.add("L9", run.placeOf(rule.enabled.from, "enabled"), u"%1 has no %2"_s.arg(textOf(rule.endpoint->id), browser ? u"allow_hosts"_s : u"allow_ports"_s),
            u"list what callers may reach"_s);
}

void lintQueryToken(LintRun &run, const EffectiveRule &rule)
{
    if (!rule.boolParam("query_token", false))
        return;
    const Provenance from = rule.params.value("query_token").from;
    Diagnostic &finding = run.add("L11", run.placeOf(from, "params.query_token"), u"%1 accepts a token in the address"_s.arg(textOf(rule.endpoint->id)),
        u"send the token in a header or as a subprotocol and write query_token: false"_s);
    if (run.isWritten(from))
        finding.replacement = "false";
}

void lintAudit(LintRun &run, const EffectiveRule &rule)
{
    if (rule.audit.value != "off" || !rule.endpoint->mutating)
        return;
    Diagnostic &finding = run.add("L24", run.placeOf(rule.audit.from, "audit"), u"audit is off by %1 for endpoints that change things"_s.arg(textOf(rule.audit.from.rule)),
        u"write audit: deny or audit: all"_s);
    if (run.isWritten(rule.audit.from))
        finding.replacement = "deny";
}

bool runsLong(const Endpoint &endpoint) { return endpoint.stream != StreamKind::None || endpoint.limit("timeout_s"); }

void lintRate(LintRun &run, const EffectiveRule &rule)
{
    if (!rule.limit("rate_per_minute") || rule.limit("max_concurrency") || !runsLong(*rule.endpoint))
        return;
    const Provenance from = rule.limits.value("rate_per_minute").from;
    run.add("L25", run.placeOf(from, "limits.rate_per_minute"), u"%1 sets a rate for long-running endpoints but not how many may run at once"_s.arg(textOf(from.rule)),
        u"add max_concurrency beside it"_s);
}

void lintAuditRequired(LintRun &run)
{
    const QByteArray &preset = run.policy.preset();
    if ((preset != "hardened" && preset != "locked") || run.policy.auditRequired())
        return;
    const auto &written = run.policy.document().auditRequired;
    Diagnostic &finding = run.add("L24", written ? LintPlace {written->span, "$.audit.required"} : run.presetPlace(),
        u"the preset %1 goes on without a record when the audit log cannot be written"_s.arg(textOf(preset)), u"write audit: {required: true}"_s);
    if (written)
        finding.replacement = "true";
}

} // namespace

void lintPrograms(LintRun &run)
{
    for (const EffectiveRule &rule : run.policy.rules()) {
        if (!rule.enabled.value)
            continue;
        lintCommandLists(run, rule);
        lintReach(run, rule);
        lintQueryToken(run, rule);
        lintAudit(run, rule);
        lintRate(run, rule);
    }
    lintAuditRequired(run);
}

} // namespace Cofferdam::Policy
