// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/policy/completion_place.h"

#include <algorithm>

namespace Cofferdam::Policy::Completing {

namespace {

bool isSpace(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

/// Braces and brackets, in JSON and in YAML's flow style, up to their end or to the offset.
class FlowScan
{
public:
    FlowScan(QByteArrayView text, bool yaml) : m_text(text), m_yaml(yaml) { }

    /// Scans from at; returns where the outermost bracket closed, or the size of the text.
    qsizetype run(qsizetype at)
    {
        for (m_at = at; m_at < m_text.size(); ++m_at) {
            step(m_text[m_at]);
            if (m_closed)
                return m_at + 1;
        }
        return m_at;
    }

    [[nodiscard]] bool isOpen() const { return !m_frames.isEmpty(); }

    [[nodiscard]] Spot spot(QList<QByteArray> path) const
    {
        for (const Frame &frame : m_frames) {
            if (frame.list)
                path.append("-");
            else if (frame.hasKey)
                path.append(frame.key);
        }
        const Frame last = m_frames.value(m_frames.size() - 1);
        Spot spot {path, last.list ? Spot::Due::Item : last.hasKey ? Spot::Due::Value : Spot::Due::Key, m_word, m_quote != '\0'};
        if (last.list)
            spot.path.removeLast();
        return spot;
    }

private:
    struct Frame {
        bool list = false;
        bool hasKey = false;
        QByteArray key;
    };

    void step(char c)
    {
        if (m_quote != '\0') {
            inString(c);
            return;
        }
        switch (c) {
        case '"': begin(c); return;
        case '{': open(false); return;
        case '[': open(true); return;
        case '}':
        case ']': close(); return;
        case ',': next(); return;
        case ':':
            if (endsKey()) {
                m_frames.last().key = m_word;
                m_frames.last().hasKey = true;
                clearWord();
                return;
            }
            break;
        case '\'':
            if (m_yaml && m_word.isEmpty()) {
                begin(c);
                return;
            }
            break;
        case '#':
            if (m_yaml && m_at > 0 && isSpace(m_text[m_at - 1])) {
                m_at = std::max(m_at, m_text.indexOf('\n', m_at) < 0 ? m_text.size() - 1 : m_text.indexOf('\n', m_at));
                return;
            }
            break;
        default: break;
        }
        plain(c);
    }

    void plain(char c)
    {
        if (isSpace(c)) {
            m_wordOver = !m_word.isEmpty() || m_wordQuoted;
            return;
        }
        if (m_wordOver)
            clearWord();
        m_word += c;
    }

    void begin(char quote)
    {
        clearWord();
        m_quote = quote;
    }

    void inString(char c)
    {
        if (c == '\\' && m_quote == '"' && m_at + 1 < m_text.size()) {
            m_word += m_text[++m_at];
        } else if (c == m_quote) {
            m_quote = '\0';
            m_wordQuoted = true;
            m_wordOver = true;
        } else {
            m_word += c;
        }
    }

    void open(bool list)
    {
        m_frames.append({list, false, {}});
        clearWord();
    }

    void close()
    {
        if (!m_frames.isEmpty())
            m_frames.removeLast();
        clearWord();
        m_closed = m_frames.isEmpty();
    }

    void next()
    {
        clearWord();
        if (!m_frames.isEmpty())
            m_frames.last().hasKey = false;
    }

    [[nodiscard]] bool endsKey() const
    {
        if (m_frames.isEmpty() || m_frames.last().list || m_frames.last().hasKey)
            return false;
        return !m_yaml || m_wordQuoted || m_at + 1 >= m_text.size() || isSpace(m_text[m_at + 1]);
    }

    void clearWord()
    {
        m_word.clear();
        m_wordOver = m_wordQuoted = false;
    }

    QByteArrayView m_text;
    bool m_yaml;
    qsizetype m_at = 0;
    QList<Frame> m_frames;
    QByteArray m_word;
    char m_quote = '\0';
    bool m_wordOver = false;
    bool m_wordQuoted = false;
    bool m_closed = false;
};

/// YAML's block style, line by line.
class BlockScan
{
public:
    explicit BlockScan(QByteArrayView text) : m_text(text) { }

    Spot run()
    {
        qsizetype at = 0;
        for (;;) {
            const qsizetype newline = m_text.indexOf('\n', at);
            const qsizetype end = newline < 0 ? m_text.size() : newline;
            const qsizetype after = line(at, end, newline < 0);
            if (m_done)
                return m_spot;
            at = std::max(after, end + 1);
            if (after > end + 1) // a flow collection ended on a later line: go on behind that line
                at = m_text.indexOf('\n', after) < 0 ? m_text.size() : m_text.indexOf('\n', after) + 1;
        }
    }

private:
    struct Level {
        qsizetype column = 0;
        QByteArray key; ///< "-" for an item
    };

    /// Takes one line; last: it ends at the offset, so the spot is here. Returns where the scan stands.
    qsizetype line(qsizetype begin, qsizetype end, bool last)
    {
        qsizetype at = begin;
        while (at < end && m_text[at] == ' ')
            ++at;
        const bool blank = at == end || m_text[at] == '#' || m_text[at] == '\r';
        if (blank && !last)
            return end;
        bool item = false;
        while (at < end && m_text[at] == '-' && (at + 1 == end || m_text[at + 1] == ' ')) {
            leave(at - begin, true);
            m_levels.append({at - begin, "-"});
            item = true;
            for (++at; at < end && m_text[at] == ' '; ++at) { }
        }
        const qsizetype column = at - begin;
        const qsizetype colon = keyEnd(at, end);
        if (colon < 0)
            return withoutKey(at, end, column, item, last);
        leave(column, false);
        m_levels.append({column, unquoted(m_text.sliced(at, colon - at))});
        for (at = colon + 1; at < end && m_text[at] == ' '; ++at) { }
        return value(at, end, Spot::Due::Value, last);
    }

    qsizetype withoutKey(qsizetype at, qsizetype end, qsizetype column, bool item, bool last)
    {
        if (item && at < end && (m_text[at] == '{' || m_text[at] == '['))
            return value(at, end, Spot::Due::Item, last);
        if (!last)
            return end;
        leave(column, false);
        QList<QByteArray> path = keys();
        // "- wo|": the item of a list of words, or the first key of a map; the keys above tell which.
        finish(path, Spot::Due::Key, m_text.sliced(at, end - at));
        if (item && !path.isEmpty() && path.last() == "-" && path.value(path.size() - 2) != "tokens" && path.value(path.size() - 2) != "operators") {
            m_spot.due = Spot::Due::Item;
            m_spot.path.removeLast();
        }
        return end;
    }

    qsizetype value(qsizetype at, qsizetype end, Spot::Due due, bool last)
    {
        if (at < end && (m_text[at] == '{' || m_text[at] == '[')) {
            FlowScan flow(m_text, true);
            const qsizetype stop = flow.run(at);
            if (flow.isOpen()) {
                m_spot = flow.spot(keys());
                m_done = true;
            } else if (last) {
                finish(keys(), due, {});
            }
            return stop;
        }
        if (last)
            finish(keys(), due, m_text.sliced(at, end - at));
        return end;
    }

    void finish(const QList<QByteArray> &path, Spot::Due due, QByteArrayView rest)
    {
        const bool quoted = rest.startsWith('"') || rest.startsWith('\'');
        const bool open = quoted && (rest.size() == 1 || rest.back() != rest.front());
        m_spot = {path, due, unquoted(rest), open};
        m_done = true;
    }

    /// Closes the levels that a line at column ends. A list may stand at the column of its key.
    void leave(qsizetype column, bool forItem)
    {
        while (!m_levels.isEmpty()) {
            const Level &top = m_levels.last();
            const bool stays = top.column < column || (forItem && top.column == column && top.key != "-");
            if (stays)
                return;
            m_levels.removeLast();
        }
    }

    /// Where the colon of a key at the head of a line is, or -1.
    qsizetype keyEnd(qsizetype at, qsizetype end) const
    {
        char quote = '\0';
        for (qsizetype i = at; i < end; ++i) {
            const char c = m_text[i];
            if (quote != '\0')
                quote = c == quote ? '\0' : quote;
            else if ((c == '"' || c == '\'') && i == at)
                quote = c;
            else if (c == '{' || c == '[' || (c == '#' && i > at && m_text[i - 1] == ' '))
                return -1;
            else if (c == ':' && i > at && (i + 1 == end || m_text[i + 1] == ' '))
                return i;
        }
        return -1;
    }

    [[nodiscard]] QList<QByteArray> keys() const
    {
        QList<QByteArray> path;
        for (const Level &level : m_levels)
            path.append(level.key);
        return path;
    }

    static QByteArray unquoted(QByteArrayView text)
    {
        QByteArray word = text.trimmed().toByteArray();
        if (word.startsWith('"') || word.startsWith('\'')) {
            const char quote = word.front();
            word.remove(0, 1);
            if (word.endsWith(quote))
                word.chop(1);
        }
        return word;
    }

    QByteArrayView m_text;
    QList<Level> m_levels;
    Spot m_spot;
    bool m_done = false;
};

} // namespace

Spot spotAt(QByteArrayView text, qsizetype offset, Format format)
{
    const QByteArrayView before = text.first(std::clamp<qsizetype>(offset, 0, text.size()));
    if (format == Format::Yaml)
        return BlockScan(before).run();
    FlowScan scan(before, false);
    scan.run(0);
    return scan.spot({});
}

} // namespace Cofferdam::Policy::Completing
