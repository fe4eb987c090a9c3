// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/policy/glob.h"

#include <algorithm>
#include <bitset>

using namespace Qt::StringLiterals;

namespace Cofferdam::Policy {

namespace {

constexpr qsizetype maxPatternBytes = 4096;
constexpr qsizetype maxComponents = 256;

uchar lower(uchar c) { return c >= 'A' && c <= 'Z' ? uchar(c + 32) : c; }
uchar upper(uchar c) { return c >= 'a' && c <= 'z' ? uchar(c - 32) : c; }

/// The index of the `]` that closes the class opened at `at`, or -1. A `]` right after the opening (or its `!`) is a member.
qsizetype classEnd(QByteArrayView pattern, qsizetype at)
{
    qsizetype i = at + 1;
    if (i < pattern.size() && (pattern[i] == '!' || pattern[i] == '^'))
        ++i;
    if (i < pattern.size() && pattern[i] == ']')
        ++i;
    return pattern.indexOf(']', i);
}

/// The members between the brackets, without the negation sign.
QByteArrayView classMembers(QByteArrayView pattern, qsizetype at, qsizetype end, bool *negated)
{
    qsizetype i = at + 1;
    *negated = pattern[i] == '!' || pattern[i] == '^';
    if (*negated)
        ++i;
    return pattern.sliced(i, end - i);
}

bool membersHold(QByteArrayView members, uchar c)
{
    for (qsizetype i = 0; i < members.size(); ++i) {
        const auto first = uchar(members[i]);
        if (i + 2 < members.size() && members[i + 1] == '-') {
            if (c >= first && c <= uchar(members[i + 2]))
                return true;
            i += 2;
        } else if (c == first) {
            return true;
        }
    }
    return false;
}

bool hasBackwardRange(QByteArrayView members)
{
    for (qsizetype i = 0; i + 2 < members.size(); ++i) {
        if (members[i + 1] != '-')
            continue;
        if (uchar(members[i]) > uchar(members[i + 2]))
            return true;
        i += 2;
    }
    return false;
}

/// One pattern element other than `*` against one byte; *next is where the following element starts.
bool elementMatches(QByteArrayView pattern, qsizetype at, uchar c, bool nocase, qsizetype *next)
{
    *next = at + 1;
    if (pattern[at] == '?')
        return true;
    if (pattern[at] == '[') {
        const qsizetype end = classEnd(pattern, at);
        if (end >= 0) {
            *next = end + 1;
            bool negated = false;
            const QByteArrayView members = classMembers(pattern, at, end, &negated);
            const bool held = nocase ? membersHold(members, lower(c)) || membersHold(members, upper(c)) : membersHold(members, c);
            return held != negated;
        }
    }
    return nocase ? lower(uchar(pattern[at])) == lower(c) : uchar(pattern[at]) == c;
}

bool literalMatches(QByteArrayView text, QByteArrayView name, bool nocase)
{
    if (!nocase)
        return text == name;
    return text.size() == name.size() && text.compare(name, Qt::CaseInsensitive) == 0;
}

std::unexpected<Error> badPattern(QByteArrayView pattern, const QString &what)
{
    return failure("bad_pattern", u"pattern "_s + QString::fromUtf8(pattern.first(std::min<qsizetype>(pattern.size(), 80))) + u' ' + what);
}

/// Nothing, or what is wrong with one component.
QString componentFault(QByteArrayView component)
{
    if (component == "." || component == "..")
        return u"has a dot component, which no resolved path has"_s;
    for (qsizetype i = 0; i < component.size(); ++i) {
        if (component[i] != '[')
            continue;
        const qsizetype end = classEnd(component, i);
        if (end < 0)
            return u"has a '[' that is not closed in its component"_s;
        bool negated = false;
        if (hasBackwardRange(classMembers(component, i, end, &negated)))
            return u"has a range that runs backwards"_s;
        i = end;
    }
    return {};
}

/// The next component of a path or pattern at *at, which moves behind it; empty when there is none left.
QByteArrayView takeComponent(QByteArrayView text, qsizetype *at)
{
    while (*at < text.size() && text[*at] == '/')
        ++*at;
    const qsizetype start = *at;
    const qsizetype slash = text.indexOf('/', start);
    *at = slash < 0 ? text.size() : slash;
    return text.sliced(start, *at - start);
}

} // namespace

bool isGlob(QByteArrayView text)
{
    return std::any_of(text.begin(), text.end(), [](char c) { return c == '*' || c == '?' || c == '['; });
}

// Every element but `*` takes exactly one byte, so only the last `*` needs to be remembered: no more than pattern × name steps.
bool nameMatches(QByteArrayView pattern, QByteArrayView name, bool nocase)
{
    qsizetype p = 0;
    qsizetype n = 0;
    qsizetype starPattern = -1;
    qsizetype starName = 0;
    while (n < name.size()) {
        qsizetype next = p;
        if (p < pattern.size() && pattern[p] == '*') {
            starPattern = ++p;
            starName = n;
        } else if (p < pattern.size() && elementMatches(pattern, p, uchar(name[n]), nocase, &next)) {
            p = next;
            ++n;
        } else if (starPattern >= 0) {
            p = starPattern;
            n = ++starName;
        } else {
            return false;
        }
    }
    while (p < pattern.size() && pattern[p] == '*')
        ++p;
    return p == pattern.size();
}

/// The set of pattern positions that are live after some components of a path. All prefixes are judged in one pass, so that
/// ancestors cost nothing extra and no pattern makes it more than components × components.
class Glob::Walk
{
public:
    explicit Walk(const Glob &glob) : m_glob(glob) { enter(m_live, 0); }

    void feed(QByteArrayView name)
    {
        std::bitset<maxComponents + 1> next;
        for (qsizetype i = 0; i < m_glob.m_components.size(); ++i) {
            if (!m_live.test(size_t(i)))
                continue;
            const Component &component = m_glob.m_components[i];
            if (component.anyDepth)
                enter(next, i);
            else if (m_glob.nameFits(component, name))
                enter(next, i + 1);
        }
        m_live = next;
    }
    [[nodiscard]] bool isAccepted() const { return m_live.test(size_t(m_glob.m_components.size())); }
    [[nodiscard]] bool isDead() const { return m_live.none(); }

private:
    // `**` may span nothing, so being at it is also being behind it.
    void enter(std::bitset<maxComponents + 1> &set, qsizetype at) const
    {
        set.set(size_t(at));
        while (at < m_glob.m_components.size() && m_glob.m_components[at].anyDepth)
            set.set(size_t(++at));
    }

    const Glob &m_glob;
    std::bitset<maxComponents + 1> m_live;
};

bool Glob::nameFits(const Component &component, QByteArrayView name) const
{
    return component.literal ? literalMatches(component.text, name, m_nocase) : nameMatches(component.text, name, m_nocase);
}

Result<Glob> Glob::compile(QByteArrayView pattern, bool nocase)
{
    if (pattern.size() > maxPatternBytes)
        return badPattern(pattern, u"is over 4096 bytes"_s);
    if (pattern.contains('\0'))
        return badPattern({}, u"holds a NUL byte"_s);
    Glob glob;
    glob.m_pattern = pattern.toByteArray();
    glob.m_nocase = nocase;
    glob.m_nameOnly = !pattern.contains('/');
    glob.m_anchored = pattern.startsWith('/');
    if (!glob.m_nameOnly && !glob.m_anchored)
        glob.m_components.append({"**", true, false});
    for (qsizetype at = 0; at < pattern.size();) {
        const QByteArrayView text = takeComponent(pattern, &at);
        if (text.isEmpty())
            break;
        if (const QString fault = componentFault(text); !fault.isEmpty())
            return badPattern(pattern, fault);
        const bool anyDepth = text == "**";
        if (anyDepth && !glob.m_components.isEmpty() && glob.m_components.last().anyDepth)
            continue;
        glob.m_components.append({text.toByteArray(), anyDepth, !isGlob(text)});
    }
    if (glob.m_components.isEmpty() && pattern != "/")
        return badPattern(pattern, u"is empty"_s);
    if (glob.m_components.size() > maxComponents)
        return badPattern(pattern, u"has over 256 components"_s);
    return glob;
}

bool Glob::matches(QByteArrayView absolutePath) const
{
    if (m_pattern.isEmpty())
        return false;
    if (m_nameOnly)
        return nameFits(m_components.first(), absolutePath.sliced(absolutePath.lastIndexOf('/') + 1));
    Walk walk(*this);
    qsizetype at = 0;
    for (QByteArrayView name = takeComponent(absolutePath, &at); !name.isEmpty() && !walk.isDead(); name = takeComponent(absolutePath, &at))
        walk.feed(name);
    return walk.isAccepted();
}

bool Glob::nameMatchesBelow(QByteArrayView absolutePath, qsizetype rootEnd) const
{
    qsizetype at = rootEnd;
    for (QByteArrayView name = takeComponent(absolutePath, &at); !name.isEmpty(); name = takeComponent(absolutePath, &at)) {
        if (nameFits(m_components.first(), name))
            return true;
    }
    return nameFits(m_components.first(), absolutePath.sliced(absolutePath.lastIndexOf('/') + 1));
}

bool Glob::matchesWithAncestors(QByteArrayView absolutePath, QByteArrayView root) const
{
    if (m_pattern.isEmpty())
        return false;
    const qsizetype rootEnd = m_anchored || root == "/" ? 0 : std::min(root.size(), absolutePath.size());
    if (m_nameOnly)
        return nameMatchesBelow(absolutePath, rootEnd);
    Walk walk(*this);
    if (m_anchored && walk.isAccepted())
        return true;
    qsizetype at = 0;
    for (QByteArrayView name = takeComponent(absolutePath, &at); !name.isEmpty(); name = takeComponent(absolutePath, &at)) {
        walk.feed(name);
        if (walk.isAccepted() && (at > rootEnd || at == absolutePath.size()))
            return true;
        if (walk.isDead())
            return false;
    }
    return walk.isAccepted();
}

bool Glob::couldMatchBelow(QByteArrayView directory) const
{
    if (m_pattern.isEmpty())
        return false;
    Walk walk(*this);
    if (m_nameOnly || walk.isAccepted())
        return true;
    qsizetype at = 0;
    for (QByteArrayView name = takeComponent(directory, &at); !name.isEmpty(); name = takeComponent(directory, &at)) {
        walk.feed(name);
        if (walk.isAccepted())
            return true;
        if (walk.isDead())
            return false;
    }
    return true;
}

} // namespace Cofferdam::Policy
