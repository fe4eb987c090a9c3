// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "service/pathguard/pathguard.h"

#include "service/pathguard/resolution.h"

namespace Cofferdam::PathGuard {

Guard::Guard(const Policy::PathRules &rules, const RootSet &roots, Resolver resolver)
    : m_rules(rules)
    , m_roots(roots)
    , m_resolver(resolver)
{
}

Result<ResolvedPath> Guard::resolve(QByteArrayView raw, const ResolveOptions &options) const
{
    return Resolution(m_rules, m_roots, m_resolver, options, raw).run();
}

std::optional<Policy::PathRules::Refusal> Guard::judge(QByteArrayView resolvedPath, Policy::PathRole role) const
{
    return judgeResolved(m_rules, m_roots, resolvedPath, role);
}

bool Guard::entryAllowed(QByteArrayView directoryPath, QByteArrayView name, Policy::PathRole role) const
{
    return !judge(joined(directoryPath, name), role);
}

bool Guard::linkTargetAllowed(QByteArrayView directoryPath, QByteArrayView target) const
{
    return !target.isEmpty() && !judge(Policy::normalisePath(target, directoryPath), Policy::PathRole::Read);
}

} // namespace Cofferdam::PathGuard
