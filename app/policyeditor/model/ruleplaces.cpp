// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/policyeditor/model/ruleplaces.h"

#include "common/policy/glob.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Cofferdam::PolicyEditor {

namespace {

/// How exactly a selector names an endpoint: its id, a glob by its length, a group, the defaults.
qsizetype exactness(QByteArrayView selector, QByteArrayView endpoint)
{
    if (selector == endpoint)
        return 1'000'000;
    if (selector.isEmpty())
        return 0;
    return selector.startsWith("group:") ? 1 : 1 + selector.size();
}

/// The byte behind the last line that is deeper than the line of start: where an indented block ends.
qsizetype endOfBlock(QByteArrayView text, qsizetype start)
{
    const auto depthAt = [text](qsizetype at) {
        qsizetype depth = 0;
        while (at + depth < text.size() && text[at + depth] == ' ')
            ++depth;
        return at + depth >= text.size() || text[at + depth] == '\n' ? qsizetype(-1) : depth;
    };
    const qsizetype lineStart = text.first(start).lastIndexOf('\n') + 1;
    const qsizetype depth = depthAt(lineStart);
    qsizetype feed = text.indexOf('\n', start);
    while (feed >= 0) {
        const qsizetype next = depthAt(feed + 1);
        if (next >= 0 && next <= depth && text[feed + 1 + next] != '}' && text[feed + 1 + next] != ']')
            return feed + 1;
        feed = text.indexOf('\n', feed + 1);
    }
    return text.size();
}

} // namespace

bool selectorCovers(QByteArrayView selector, QByteArrayView endpoint)
{
    const Policy::Endpoint *known = Policy::findEndpoint(endpoint);
    if (selector.startsWith("group:"))
        return known && known->group == selector.sliced(6);
    return selector.isEmpty() || selector == endpoint || (Policy::isGlob(selector) && Policy::nameMatches(selector, endpoint));
}

SourceSpan placeOfRule(const Policy::CompiledPolicy &policy, const QByteArray &rule)
{
    const qsizetype colon = rule.indexOf(':');
    const bool layered = rule.startsWith("policy:");
    const QByteArray name = layered ? rule.sliced(colon + 1) : rule;
    for (const Policy::Rule &candidate : policy.document().rules) {
        if (candidate.name == name || (layered && candidate.name == rule))
            return candidate.selectorSpan;
    }
    if (const auto &preset = policy.document().preset; preset && rule.startsWith("preset:"))
        return preset->span;
    return {};
}

SourceSpan placeOfEndpoint(const Policy::CompiledPolicy &policy, const QByteArray &endpoint)
{
    const Policy::Rule *best = nullptr;
    for (const Policy::Rule &candidate : policy.document().rules) {
        const bool covers = selectorCovers(candidate.selector, endpoint);
        if (covers && (!best || exactness(candidate.selector, endpoint) >= exactness(best->selector, endpoint)))
            best = &candidate;
    }
    return best ? best->selectorSpan : SourceSpan {};
}

QByteArray endpointAt(const Policy::CompiledPolicy &policy, qsizetype offset, const QByteArray &preferred)
{
    const QByteArrayView text = policy.document().text;
    const Policy::Rule *around = nullptr;
    for (const Policy::Rule &candidate : policy.document().rules) {
        const SourceSpan &span = candidate.selectorSpan;
        if (!span.isKnown() || candidate.selector.isEmpty() || span.offset > text.size())
            continue;
        const qsizetype lineStart = text.first(span.offset).lastIndexOf('\n') + 1;
        if (lineStart <= offset && offset < endOfBlock(text, span.offset) && (!around || span.offset > around->selectorSpan.offset))
            around = &candidate;
    }
    if (!around)
        return {};
    if (!preferred.isEmpty() && selectorCovers(around->selector, preferred))
        return preferred;
    const auto &all = Policy::endpoints();
    const auto first = std::ranges::find_if(all, [around](const Policy::Endpoint &endpoint) { return selectorCovers(around->selector, endpoint.id); });
    return first == all.end() ? QByteArray() : first->id;
}

} // namespace Cofferdam::PolicyEditor
