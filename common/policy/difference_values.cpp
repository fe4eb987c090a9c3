// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/policy/difference.h"
#include "common/policy/textlist.h"

#include <QtCore/QSet>

#include <algorithm>
#include <limits>

using namespace Qt::StringLiterals;

namespace Cofferdam::Policy {

namespace {

using Kind = Difference::Kind;

/// Minimum values and the like: a larger number leaves callers less.
bool largerIsNarrower(const QByteArray &key) { return key.startsWith("min_"); }

QString limitText(const std::optional<qint64> &value) { return value ? QString::number(*value) : u"no limit"_s; }

/// idle_timeout_s: 0 means none, so it is the widest; so is no value at all.
Kind limitKind(const QByteArray &key, const std::optional<qint64> &before, const std::optional<qint64> &after)
{
    const auto width = [](const std::optional<qint64> &value, bool zeroIsNone) {
        return !value || (zeroIsNone && *value == 0) ? std::numeric_limits<qint64>::max() : *value;
    };
    const LimitKey *row = findLimitKey(key);
    const bool zeroIsNone = row && row->zeroAllowed;
    const qint64 was = width(before, zeroIsNone);
    const qint64 is = width(after, zeroIsNone);
    if (was == is)
        return Kind::Changed;
    return (is > was) != largerIsNarrower(key) ? Kind::Wider : Kind::Narrower;
}

void compareLimits(QList<Difference> &out, const QByteArray &identity, const EffectiveRule &before, const EffectiveRule &after)
{
    for (const LimitDefault &limit : before.endpoint->limits) {
        const auto was = before.limits.value(limit.key);
        const auto is = after.limits.value(limit.key);
        if (was.value == is.value)
            continue;
        const Kind kind = limitKind(limit.key, was.value, is.value);
        const QString verb = kind == Kind::Wider ? u"` gets more of "_s : kind == Kind::Narrower ? u"` gets less of "_s : u"` has another "_s;
        out.append({kind, identity, before.endpoint->id, {}, "limits." + limit.key,
            u'`' + textOf(identity) + verb + textOf(limit.key) + u" with "_s + textOf(before.endpoint->id) + u": "_s + limitText(is.value)
                + u" instead of "_s + limitText(was.value), was.from.rule, is.from.rule});
    }
}

QString valueText(const QJsonValue &value)
{
    if (value.isArray())
        return u'[' + textOf(bytesList(value.toArray()).join(", ")) + u']';
    if (value.isBool())
        return value.toBool() ? u"true"_s : u"false"_s;
    return value.isUndefined() || value.isNull() ? u"not set"_s : value.toVariant().toString();
}

/// hide_host and read_only take something away when they are true; every other flag permits.
bool trueIsNarrower(const QByteArray &key) { return key == "hide_host" || key == "read_only"; }

Kind listKind(const QByteArray &key, const QJsonValue &before, const QJsonValue &after)
{
    const bool denies = key.startsWith("deny_");
    const auto setOf = [](const QJsonValue &value) {
        const QList<QByteArray> list = bytesList(value.toArray());
        return QSet<QByteArray>(list.begin(), list.end());
    };
    if (!denies && before.isUndefined() != after.isUndefined())
        return after.isUndefined() ? Kind::Wider : Kind::Narrower;
    const QSet<QByteArray> was = setOf(before);
    const QSet<QByteArray> is = setOf(after);
    const bool grew = is.contains(was);
    if (!grew && !was.contains(is))
        return Kind::Changed;
    return grew != denies ? Kind::Wider : Kind::Narrower;
}

Kind paramKind(const QByteArray &key, const QJsonValue &before, const QJsonValue &after)
{
    const ParamKey *row = findParamKey(key);
    switch (row ? row->kind : ParamKind::Bool) {
    case ParamKind::Bool: return after.toBool() != trueIsNarrower(key) ? Kind::Wider : Kind::Narrower;
    case ParamKind::OctalMode: {
        const int was = before.toString().toInt(nullptr, 8);
        const int is = after.toString().toInt(nullptr, 8);
        if ((was | is) == is)
            return Kind::Wider;
        return (was | is) == was ? Kind::Narrower : Kind::Changed;
    }
    case ParamKind::Integer: return (after.toInteger() > before.toInteger()) != largerIsNarrower(key) ? Kind::Wider : Kind::Narrower;
    case ParamKind::StringList:
    case ParamKind::IntegerOrRangeList: return listKind(key, before, after);
    }
    return Kind::Changed;
}

bool sameValue(const QJsonValue &a, const QJsonValue &b)
{
    if (!a.isArray() || !b.isArray())
        return a == b;
    QList<QByteArray> left = bytesList(a.toArray());
    QList<QByteArray> right = bytesList(b.toArray());
    std::sort(left.begin(), left.end());
    std::sort(right.begin(), right.end());
    return left == right;
}

void compareParams(QList<Difference> &out, const QByteArray &identity, const EffectiveRule &before, const EffectiveRule &after)
{
    for (const ParamDefault &param : before.endpoint->params) {
        const auto was = before.params.value(param.key);
        const auto is = after.params.value(param.key);
        if (sameValue(was.value, is.value))
            continue;
        const Kind kind = paramKind(param.key, was.value, is.value);
        const QString verb = kind == Kind::Wider ? u"` may do more with "_s : kind == Kind::Narrower ? u"` may do less with "_s : u"` may do other things with "_s;
        out.append({kind, identity, before.endpoint->id, {}, "params." + param.key,
            u'`' + textOf(identity) + verb + textOf(before.endpoint->id) + u": "_s + textOf(param.key) + u" is "_s + valueText(is.value) + u" instead of "_s
                + valueText(was.value), was.from.rule, is.from.rule});
    }
}

} // namespace

void compareRules(QList<Difference> &out, const QByteArray &identity, const EffectiveRule &before, const EffectiveRule &after)
{
    comparePaths(out, identity, before, after);
    compareLimits(out, identity, before, after);
    compareParams(out, identity, before, after);
}

void compareAudit(QList<Difference> &out, const EffectiveRule &before, const EffectiveRule &after)
{
    const bool inUse = (before.enabled.value || after.enabled.value) && before.endpoint->built;
    if (before.audit.value == after.audit.value || !inUse)
        return;
    out.append({Kind::Changed, {}, before.endpoint->id, {}, "audit",
        u"audit of "_s + textOf(before.endpoint->id) + u" is "_s + textOf(after.audit.value) + u" instead of "_s + textOf(before.audit.value),
        before.audit.from.rule, after.audit.from.rule});
}

} // namespace Cofferdam::Policy
