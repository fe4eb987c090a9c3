// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/audit/lineview.h"

#include "common/protocol/jsonparser.h"
#include "common/protocol/utf8.h"

#include <QtCore/QJsonArray>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Cofferdam::Audit {

namespace {

constexpr std::array<const char *, FieldCount> Names {"seq", "boot", "ts", "mono_ns", "request_id", "event", "session", "object", "agent",
    "task", "identity", "endpoint", "method", "decision", "code", "status", "rule", "paths", "params", "peer", "duration_us", "bytes_in",
    "bytes_out", "revision", "count", "prev"};

/// Steps over the values of a JSON text; any fault makes it fail for good.
class Scanner
{
public:
    explicit Scanner(QByteArrayView text) : m_at(text.begin()), m_end(text.end()) { }

    [[nodiscard]] bool atEnd() const { return m_at == m_end; }
    [[nodiscard]] bool take(char c)
    {
        if (m_at == m_end || *m_at != c)
            return false;
        ++m_at;
        return true;
    }
    /// The text of the next value, empty on a fault.
    [[nodiscard]] QByteArrayView value()
    {
        const char *start = m_at;
        if (m_at == m_end)
            return {};
        const bool good = *m_at == '"' ? skipString() : *m_at == '{' || *m_at == '[' ? skipNested() : skipScalar();
        return good ? QByteArrayView(start, m_at) : QByteArrayView();
    }

private:
    bool skipString()
    {
        for (++m_at; m_at < m_end; ++m_at) {
            if (*m_at == '"') {
                ++m_at;
                return true;
            }
            if (*m_at == '\\' && ++m_at == m_end)
                return false;
            if (uchar(*m_at) < 0x20)
                return false;
        }
        return false;
    }
    bool skipNested()
    {
        int depth = 0;
        while (m_at < m_end) {
            const char c = *m_at;
            if (c == '"') {
                if (!skipString())
                    return false;
                continue;
            }
            ++m_at;
            if (c == '{' || c == '[')
                ++depth;
            else if ((c == '}' || c == ']') && --depth == 0)
                return true;
        }
        return false;
    }
    bool skipScalar()
    {
        const char *start = m_at;
        while (m_at < m_end && *m_at != ',' && *m_at != '}' && *m_at != ']')
            ++m_at;
        return m_at > start;
    }

    const char *m_at;
    const char *m_end;
};

QByteArrayView unquoted(QByteArrayView json)
{
    const bool string = json.size() >= 2 && json.front() == '"' && json.back() == '"';
    return string ? json.sliced(1, json.size() - 2) : QByteArrayView();
}

/// The character of \uXXXX at the start of escape (which begins behind the backslash); a lone half is U+FFFD.
int appendUnicodeEscape(QByteArray &out, QByteArrayView escape)
{
    bool good = false;
    const auto unit = [&good](QByteArrayView digits) { return char16_t(digits.toByteArray().toUShort(&good, 16)); };
    if (escape.size() < 5)
        return int(escape.size());
    const char16_t first = unit(escape.sliced(1, 4));
    if (QChar::isHighSurrogate(first) && escape.size() >= 11 && escape.sliced(5).startsWith("\\u")) {
        const char16_t second = unit(escape.sliced(7, 4));
        if (QChar::isLowSurrogate(second)) {
            appendUtf8(out, QChar::surrogateToUcs4(first, second));
            return 11;
        }
    }
    appendUtf8(out, !good || QChar::isSurrogate(first) ? U'\ufffd' : char32_t(first));
    return 5;
}

void appendUnescaped(QByteArray &out, QByteArrayView text)
{
    for (qsizetype i = 0; i < text.size();) {
        const qsizetype backslash = text.indexOf('\\', i);
        if (backslash < 0 || backslash + 1 == text.size()) {
            out += text.sliced(i);
            return;
        }
        out += text.sliced(i, backslash - i);
        i = backslash + 1;
        switch (text[i]) {
        case 'n': out += '\n'; break;
        case 't': out += '\t'; break;
        case 'r': out += '\r'; break;
        case 'b': out += '\b'; break;
        case 'f': out += '\f'; break;
        case 'u': i += appendUnicodeEscape(out, text.sliced(i)) - 1; break;
        default: out += text[i]; break;
        }
        ++i;
    }
}

QByteArrayView decoded(QByteArrayView json, QByteArray &scratch)
{
    const QByteArrayView inner = unquoted(json);
    if (inner.isEmpty() || !inner.contains('\\'))
        return inner;
    scratch.clear();
    appendUnescaped(scratch, inner);
    return scratch;
}

/// Calls take(key, value) for each member; false on a fault or when take says so.
template <typename Take>
bool eachMember(QByteArrayView object, Take take)
{
    Scanner scanner(object);
    if (!scanner.take('{'))
        return false;
    if (scanner.take('}'))
        return scanner.atEnd();
    for (;;) {
        const QByteArrayView key = unquoted(scanner.value());
        if (key.isEmpty() || !scanner.take(':'))
            return false;
        const QByteArrayView value = scanner.value();
        if (value.isEmpty() || !take(key, value))
            return false;
        if (scanner.take('}'))
            return scanner.atEnd();
        if (!scanner.take(','))
            return false;
    }
}

QByteArrayView memberOf(QByteArrayView object, QByteArrayView key)
{
    QByteArrayView found;
    const bool whole = eachMember(object, [&](QByteArrayView name, QByteArrayView value) {
        if (name == key)
            found = value;
        return true;
    });
    return whole ? found : QByteArrayView();
}

} // namespace

QByteArrayView fieldName(Field field) { return Names[size_t(field)]; }

std::optional<Field> fieldFromName(QByteArrayView name)
{
    const auto it = std::ranges::find(Names, name);
    return it == Names.end() ? std::nullopt : std::optional(Field(it - Names.begin()));
}

std::optional<LineView> LineView::parse(QByteArrayView line)
{
    LineView view;
    size_t expected = 0; // our own lines keep their order: nearly every key is found at the first try or a few further on
    const bool good = eachMember(line, [&](QByteArrayView key, QByteArrayView value) {
        for (size_t i = 0; i < FieldCount; ++i) {
            const size_t index = (expected + i) % FieldCount;
            if (key != QByteArrayView(Names[index]))
                continue;
            if (!view.m_values[index].isEmpty())
                return false;
            view.m_values[index] = value;
            expected = index + 1;
            return true;
        }
        return true;
    });
    return good ? std::optional(view) : std::nullopt;
}

QByteArrayView LineView::text(Field field, QByteArray &scratch) const
{
    const QByteArrayView value = raw(field);
    return value.startsWith('"') ? decoded(value, scratch) : value;
}

QByteArray LineView::text(Field field) const
{
    QByteArray scratch;
    return text(field, scratch).toByteArray();
}

std::optional<qint64> LineView::number(Field field) const
{
    bool good = false;
    const qint64 value = raw(field).toLongLong(&good);
    return good ? std::optional(value) : std::nullopt;
}

bool LineView::anyPath(const std::function<bool(QByteArrayView)> &test) const
{
    Scanner scanner(raw(Field::Paths));
    QByteArray scratch;
    if (!scanner.take('['))
        return false;
    do {
        const QByteArrayView note = scanner.value();
        const QByteArrayView bytes = unquoted(memberOf(note, "path_base64"));
        if (!bytes.isEmpty() ? test(QByteArray::fromBase64(bytes.toByteArray())) : test(decoded(memberOf(note, "path"), scratch)))
            return true;
    } while (scanner.take(','));
    return false;
}

QByteArrayView JsonRecordView::text(Field field, QByteArray &scratch) const
{
    const QJsonValue value = m_object.value(QLatin1StringView(fieldName(field)));
    if (value.isDouble())
        scratch = QByteArray::number(value.toInteger());
    else if (value.isObject() || value.isArray())
        scratch = canonicalJson(value);
    else
        scratch = value.toString().toUtf8();
    return scratch;
}

std::optional<qint64> JsonRecordView::number(Field field) const
{
    const QJsonValue value = m_object.value(QLatin1StringView(fieldName(field)));
    return value.isDouble() ? std::optional(value.toInteger()) : std::nullopt;
}

bool JsonRecordView::anyPath(const std::function<bool(QByteArrayView)> &test) const
{
    const QJsonArray notes = m_object.value("paths"_L1).toArray();
    return std::ranges::any_of(notes, [&test](const auto &note) {
        const QString bytes = note.toObject().value("path_base64"_L1).toString();
        return test(bytes.isEmpty() ? note.toObject().value("path"_L1).toString().toUtf8() : QByteArray::fromBase64(bytes.toLatin1()));
    });
}

Result<Entry> parseLine(QByteArrayView line)
{
    const Result<Node> node = parseJson(line);
    const std::optional<LineView> view = node ? LineView::parse(line) : std::nullopt;
    if (!view)
        return failure("invalid_json", node ? u"expected a line of the audit log"_s : node.error().message);
    Entry entry;
    Record &r = entry.record;
    const std::pair<Field, QByteArray *> texts[] = {{Field::RequestId, &r.requestId}, {Field::Event, &r.event}, {Field::Session, &r.session},
        {Field::Object, &r.object}, {Field::Agent, &r.agent}, {Field::Task, &r.task}, {Field::Identity, &r.identity},
        {Field::Endpoint, &r.endpoint}, {Field::Method, &r.method}, {Field::Decision, &r.decision}, {Field::Code, &r.code},
        {Field::Rule, &r.rule}, {Field::Peer, &r.peer}, {Field::Revision, &r.revision}, {Field::Boot, &entry.position.boot},
        {Field::Prev, &entry.position.prev}};
    for (const auto &[field, target] : texts)
        *target = view->text(field);
    r.status = int(view->number(Field::Status).value_or(0));
    r.durationUs = view->number(Field::DurationUs).value_or(-1);
    r.bytesIn = view->number(Field::BytesIn).value_or(-1);
    r.bytesOut = view->number(Field::BytesOut).value_or(-1);
    r.count = view->number(Field::Count).value_or(0);
    if (const Node *params = node->find("params"))
        r.params = params->toJson().toObject();
    if (const Node *paths = node->find("paths")) {
        for (const Node &note : paths->items) {
            const Node *role = note.find("role");
            const Node *path = note.find("path");
            const Node *bytes = note.find("path_base64");
            r.paths.append({role ? role->text : QByteArray(), bytes ? QByteArray::fromBase64(bytes->text) : path ? path->text : QByteArray()});
        }
    }
    entry.position.seq = quint64(view->number(Field::Seq).value_or(0));
    entry.position.monotonicNs = view->number(Field::MonoNs).value_or(0);
    entry.position.utcMs = QDateTime::fromString(QString::fromLatin1(view->text(Field::Ts)), Qt::ISODateWithMs).toMSecsSinceEpoch();
    return entry;
}

} // namespace Cofferdam::Audit
