// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/policy/load_yamlbuilder.h"

#include "common/policy/load.h"
#include "common/protocol/utf8.h"

#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <istream>
#include <streambuf>

using namespace Qt::StringLiterals;

namespace Cofferdam::Policy::Load {

namespace {

/// Reads a text in place.
class ViewBuffer final : public std::streambuf
{
public:
    explicit ViewBuffer(QByteArrayView text)
    {
        char *begin = const_cast<char *>(text.data()); // setg wants it so; nothing is ever put
        setg(begin, begin, begin + text.size());
    }
};

Diagnostic syntaxFault(QByteArrayView text, qsizetype offset, const QString &message)
{
    const qsizetype at = std::clamp<qsizetype>(offset, 0, text.size());
    const QByteArrayView before = text.first(at);
    Diagnostic d;
    d.id = "bad_syntax"_ba;
    d.span = {1 + int(before.count('\n')), int(at - before.lastIndexOf('\n')), at, at < text.size() ? 1 : 0};
    d.jsonPath = "$"_ba;
    d.message = message;
    return d;
}

/// What must hold of the bytes before the parser sees them. It takes U+0004 for the end of the text and would drop the rest.
std::optional<Diagnostic> checkText(QByteArrayView text)
{
    if (text.size() > Caps::bytes)
        return syntaxFault(text, 0, u"expected at most %1 bytes, got %2"_s.arg(Caps::bytes).arg(text.size()));
    if (text.startsWith("\xef\xbb\xbf"))
        return syntaxFault(text, 0, u"expected a policy, got a byte order mark"_s);
    if (const qsizetype bad = firstInvalidUtf8(text); bad >= 0)
        return syntaxFault(text, bad, u"expected UTF-8, got byte 0x%1"_s.arg(uchar(text[bad]), 2, 16, '0'_L1));
    for (qsizetype i = 0; i < text.size(); ++i) {
        const uchar c = uchar(text[i]);
        if ((c < 0x20 && c != '\n' && c != '\r' && c != '\t') || c == 0x7f)
            return syntaxFault(text, i, u"expected text, got control character U+%1"_s.arg(uint(c), 4, 16, '0'_L1));
    }
    return std::nullopt;
}

/// The parser keeps every token of a line until it knows whether an open bracket begins a key, so a line is bounded before it sees it.
std::optional<Diagnostic> checkLines(QByteArrayView text)
{
    constexpr int deepest = 1000, most = 2 * Caps::nodes;
    int depth = 0, values = 0;
    bool blank = true, comment = false;
    for (qsizetype i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '\n') {
            depth = values = 0;
            blank = true;
            comment = false;
            continue;
        }
        comment = comment || (blank && c == '#');
        blank = blank && c == ' ';
        if (comment || !QByteArrayView("[]{},").contains(c))
            continue;
        depth = std::max(0, depth + (c == '[' || c == '{' ? 1 : c == ',' ? 0 : -1));
        if (depth > deepest)
            return syntaxFault(text, i, u"expected nesting of at most %1 levels"_s.arg(Caps::depth));
        if (++values > most)
            return syntaxFault(text, i, u"expected at most %1 values"_s.arg(Caps::nodes));
    }
    return std::nullopt;
}

/// A second document is a fault wherever it begins.
class NoMoreDocuments final : public YAML::EventHandler
{
public:
    void OnDocumentStart(const YAML::Mark &mark) override { throw YAML::ParserException(mark, "expected one document, got another"); }
    void OnDocumentEnd() override { }
    void OnNull(const YAML::Mark &, YAML::anchor_t) override { }
    void OnAlias(const YAML::Mark &, YAML::anchor_t) override { }
    void OnScalar(const YAML::Mark &, const std::string &, YAML::anchor_t, const std::string &) override { }
    void OnSequenceStart(const YAML::Mark &, const std::string &, YAML::anchor_t, YAML::EmitterStyle::value) override { }
    void OnSequenceEnd() override { }
    void OnMapStart(const YAML::Mark &, const std::string &, YAML::anchor_t, YAML::EmitterStyle::value) override { }
    void OnMapEnd() override { }
};

} // namespace

std::optional<Node> readYaml(QByteArrayView text, QList<Diagnostic> &diagnostics)
{
    std::optional<Diagnostic> unfit = checkText(text);
    if (!unfit)
        unfit = checkLines(text);
    if (unfit) {
        diagnostics.append(*std::move(unfit));
        return std::nullopt;
    }
    // The one place where yaml-cpp and its exceptions are.
    try {
        ViewBuffer buffer(text);
        std::istream stream(&buffer);
        YAML::Parser parser(stream);
        YamlBuilder builder(text, diagnostics);
        NoMoreDocuments none;
        if (parser.HandleNextDocument(builder))
            parser.HandleNextDocument(none);
        return builder.takeRoot();
    } catch (const YamlFault &fault) {
        diagnostics.append(fault.diagnostic);
    } catch (const YAML::Exception &exception) {
        diagnostics.append(syntaxFault(text, exception.mark.is_null() ? 0 : exception.mark.pos,
            u"expected YAML: %1"_s.arg(QString::fromStdString(exception.msg))));
    } catch (const std::exception &) {
        diagnostics.append(syntaxFault(text, 0, u"expected YAML, got a text that cannot be read"_s));
    }
    return std::nullopt;
}

} // namespace Cofferdam::Policy::Load
