// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/policy/compiler.h"
#include "common/policy/lint.h"
#include "common/policy/textlist.h"

#include <algorithm>

/// Rules of the document against each other, the preset and the catalogue: L12 L14 L15 L16 L26.
using namespace Qt::StringLiterals;

namespace Cofferdam::Policy {

namespace {

using Kind = FieldRef::Kind;

/// What became of one field that a rule of the document sets, over all endpoints it applies to.
struct Fate {
    const RuleSource *source = nullptr;
    QByteArray field;
    SourceSpan span;
    bool matters = false; ///< somewhere it wins and changes something
    bool onlyGlobsWin = true; ///< wherever it lost, a glob outranked it
    QByteArray winner; ///< of the last endpoint where it lost
};

/// What holds where no rule says anything: the engine's own defaults.
QJsonValue builtInValue(const FieldRef &field)
{
    switch (field.kind) {
    case Kind::ReadOnly:
    case Kind::Nocase: return false;
    case Kind::Symlinks: return u"within"_s;
    case Kind::Hardlinks: return u"allow"_s;
    default: return QJsonValue(QJsonValue::Undefined);
    }
}

bool addsToUnion(const QList<Candidate> &bids, qsizetype at)
{
    for (const QJsonValue &item : bids[at].value.toArray()) {
        bool elsewhere = false;
        for (qsizetype i = 0; i < bids.size() && !elsewhere; ++i)
            elsewhere = i != at && bids[i].value.toArray().contains(item);
        if (!elsewhere)
            return true;
    }
    return false;
}

/// The winning bid at `at` says something else than what would hold without it.
bool changesAnything(const QList<Candidate> &bids, qsizetype at, const FieldRef &field)
{
    for (qsizetype i = 0; i < bids.size(); ++i) {
        if (i != at && (i > at || compareRank(*bids[i].source, *bids[at].source) == 0))
            return bids[i].value != bids[at].value;
    }
    return bids[at].value != builtInValue(field);
}

void judgeBids(const QList<Candidate> &bids, const FieldRef &field, QHash<QByteArray, Fate> &fates)
{
    const auto winner = std::find_if(bids.begin(), bids.end(), [](const Candidate &bid) { return bid.won; });
    for (qsizetype i = 0; i < bids.size(); ++i) {
        const Candidate &bid = bids[i];
        if (bid.source->layer != Layer::Policy)
            continue;
        Fate &fate = fates[bid.source->name + '|' + field.name()];
        fate.source = bid.source;
        fate.field = field.name();
        fate.span = bid.span;
        if (field.isUnion() ? addsToUnion(bids, i) : bid.won && changesAnything(bids, i, field)) {
            fate.matters = true;
        } else if (!bid.won && winner != bids.end()) {
            fate.winner = winner->source->name;
            fate.onlyGlobsWin = fate.onlyGlobsWin && winner->source->specificity == Specificity::Glob;
        } else {
            fate.onlyGlobsWin = false;
        }
    }
}

void lintFates(LintRun &run)
{
    QHash<QByteArray, Fate> fates;
    for (int i = 0; i < int(run.policy.rules().size()); ++i) {
        for (const FieldRef &field : fieldsOf(*run.policy.rule(i).endpoint))
            judgeBids(run.policy.mergeTable().candidates(i, field), field, fates);
    }
    for (const Fate &fate : std::as_const(fates)) {
        if (fate.matters)
            continue;
        const LintPlace place = run.placeOf(fate.source->provenance(fate.span), fate.field.constData());
        const QString rule = textOf(fate.source->name);
        if (fate.source->specificity == Specificity::Group && fate.onlyGlobsWin)
            run.add("L16", place, u"%1 of %2 has no effect: the glob of %3 outranks every group"_s.arg(textOf(fate.field), rule, textOf(fate.winner)),
                u"write a glob with a longer prefix, or the ids themselves"_s);
        else if (fate.winner.isEmpty())
            run.add("L12", place, u"%1 of %2 repeats what holds anyway"_s.arg(textOf(fate.field), rule), u"remove it"_s);
        else
            run.add("L12", place, u"%1 of %2 has no effect: %3 decides"_s.arg(textOf(fate.field), rule, textOf(fate.winner)), u"remove it, or change the other rule"_s);
    }
}

/// The preset's own answer for a field, or nothing where it has none.
const Candidate *presetBid(const QList<Candidate> &bids)
{
    const auto it = std::find_if(bids.begin(), bids.end(), [](const Candidate &bid) { return bid.source->layer == Layer::Preset; });
    return it == bids.end() ? nullptr : &*it;
}

void lintWideningOf(LintRun &run, int index, const FieldRef &field)
{
    const QList<Candidate> bids = run.policy.mergeTable().candidates(index, field);
    const auto winner = std::find_if(bids.begin(), bids.end(), [](const Candidate &bid) { return bid.won; });
    if (winner == bids.end() || winner->source->layer != Layer::Policy)
        return;
    const Candidate *preset = presetBid(bids);
    const bool switched = field.kind == Kind::Enabled && winner->value.toBool() && preset && !preset->value.toBool();
    const bool writable = field.kind == Kind::ReadOnly && !winner->value.toBool() && preset && preset->value.toBool();
    const bool unlimited = field.kind == Kind::Limit && winner->value.isNull()
        && std::any_of(bids.begin(), bids.end(), [](const Candidate &bid) { return !bid.value.isNull(); });
    const LintPlace place = run.placeOf(winner->source->provenance(winner->span), field.name().constData());
    const QString rule = textOf(winner->source->name);
    if (switched)
        run.add("L14", place, u"%1 enables what the preset %2 turned off"_s.arg(rule, textOf(run.policy.preset())), u"make sure that this is meant"_s);
    if (writable)
        run.add("L14", place, u"%1 lifts read_only of the preset %2"_s.arg(rule, textOf(run.policy.preset())), u"make sure that this is meant"_s);
    if (unlimited)
        run.add("L14", place, u"%1 lifts %2 altogether"_s.arg(rule, textOf(field.key)), u"write a number that is large enough"_s);
}

void lintWidening(LintRun &run, int index)
{
    for (const FieldRef &field : fieldsOf(*run.policy.rule(index).endpoint)) {
        if (field.kind == Kind::Enabled || field.kind == Kind::ReadOnly || field.kind == Kind::Limit)
            lintWideningOf(run, index, field);
    }
}

void lintBodyLimit(LintRun &run, const EffectiveRule &rule)
{
    const auto bound = rule.limits.value("max_request_bytes");
    const auto need = bodyBytesNeeded(rule);
    if (!rule.enabled.value || !bound.value || !need || *bound.value >= *need || bound.from.layer == Layer::Default)
        return;
    run.add("L15", run.placeOf(bound.from, "limits.max_request_bytes"),
        u"a body of %1 bytes cannot carry the %2 bytes that max_bytes allows %3"_s.arg(*bound.value).arg(*rule.limit("max_bytes")).arg(textOf(rule.endpoint->id)),
        u"leave max_request_bytes out, so that it follows max_bytes, or lower max_bytes"_s);
}

void lintEmptyGroups(LintRun &run)
{
    for (const Rule &rule : run.policy.document().rules) {
        if (!rule.selector.startsWith("group:") || (rule.fields.enabled && !rule.fields.enabled->value))
            continue;
        const QByteArray group = rule.selector.sliced(6);
        const QList<QByteArray> ids = endpointsOfGroup(group);
        if (std::none_of(ids.begin(), ids.end(), [](const QByteArray &id) { return findEndpoint(id)->built; }))
            run.add("L26", {rule.selectorSpan, "$." + rule.name}, u"no endpoint of the group %1 is built in this version"_s.arg(textOf(group)),
                u"leave it out until it is"_s);
    }
}

} // namespace

void lintRulesOfDocument(LintRun &run)
{
    if (run.policy.document().rules.isEmpty())
        return;
    lintFates(run);
    for (int i = 0; i < int(run.policy.rules().size()); ++i) {
        lintWidening(run, i);
        lintBodyLimit(run, run.policy.rule(i));
    }
    lintEmptyGroups(run);
}

} // namespace Cofferdam::Policy
