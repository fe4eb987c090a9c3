// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/policyeditor/model/secretguard.h"

#include "common/base/ids.h"

#include <QtCore/QCoreApplication>

#include <algorithm>
#include <array>
#include <cmath>

using namespace Qt::StringLiterals;

namespace Cofferdam::PolicyEditor {

namespace {

QString translated(const char *text) { return QCoreApplication::translate("SecretGuard", text); }

bool isWordByte(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' || c == '.' || c == '+' || c == '/'
        || c == '=' || c == '~';
}

bool isHex(QByteArrayView word)
{
    return std::all_of(word.begin(), word.end(), [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); });
}

/// Bits a byte of the word carries, by its own frequencies: a name stays low, random text is high.
double bitsPerByte(QByteArrayView word)
{
    std::array<int, 256> counts {};
    for (const char c : word)
        ++counts[uchar(c)];
    double bits = 0;
    for (const int count : counts) {
        if (count > 0)
            bits -= double(count) / double(word.size()) * std::log2(double(count) / double(word.size()));
    }
    return bits;
}

bool hasIssuerPrefix(QByteArrayView word)
{
    static constexpr std::array prefixes { "ghp_"_L1, "gho_"_L1, "ghs_"_L1, "github_pat_"_L1, "glpat-"_L1, "sk-"_L1, "sk_live_"_L1, "xoxb-"_L1,
        "xoxp-"_L1, "AKIA"_L1, "ASIA"_L1, "AIza"_L1, "hf_"_L1, "npm_"_L1, "pypi-"_L1, "eyJ"_L1 };
    return word.size() >= 16 && std::ranges::any_of(prefixes, [word](QLatin1StringView prefix) { return word.startsWith(QByteArrayView(prefix)); });
}

/// Long, of three kinds of characters, and as even as random text is: 43 characters of base64url carry about 4.8 bits each.
bool looksRandom(QByteArrayView word)
{
    const bool lower = std::any_of(word.begin(), word.end(), [](char c) { return c >= 'a' && c <= 'z'; });
    const bool upper = std::any_of(word.begin(), word.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
    const bool digit = std::any_of(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; });
    const bool path = word.contains('/') && (word.startsWith('/') || word.count('/') > 3);
    return word.size() >= 24 && lower && upper && digit && !path && bitsPerByte(word) > 3.6;
}

bool namesASecret(QByteArrayView key)
{
    static constexpr std::array names { "token"_L1, "tokens"_L1, "password"_L1, "passwd"_L1, "secret"_L1, "api_key"_L1, "apikey"_L1, "private_key"_L1,
        "bearer"_L1 };
    return std::ranges::any_of(names, [key](QLatin1StringView name) { return key == QByteArrayView(name); });
}

/// The key a value of this line belongs to, with the place where it starts; empty where there is none.
struct LineKey {
    QByteArray name;
    qsizetype start = -1;
};

LineKey keyBefore(QByteArrayView text, qsizetype lineStart, qsizetype wordStart)
{
    qsizetype at = wordStart;
    const auto back = [&](auto accepts) {
        while (at > lineStart && accepts(text[at - 1]))
            --at;
    };
    const auto blank = [](char c) { return c == ' ' || c == '\t'; };
    back([](char c) { return c == '"' || c == '\''; });
    back(blank);
    if (at == lineStart || text[at - 1] != ':')
        return {};
    --at;
    back(blank);
    back([](char c) { return c == '"' || c == '\''; });
    const qsizetype end = at;
    back([](char c) { return isWordByte(c); });
    return { text.sliced(at, end - at).toByteArray(), at > lineStart && (text[at - 1] == '"' || text[at - 1] == '\'') ? at - 1 : at };
}

SourceSpan spanOf(QByteArrayView text, qsizetype offset, qsizetype length)
{
    const QByteArrayView before = text.first(offset);
    return { int(before.count('\n')) + 1, int(offset - (before.lastIndexOf('\n') + 1)) + 1, offset, length };
}

/// A name for the variable from the nearest `id` of the same entry.
QByteArray variableFor(QByteArrayView text, qsizetype offset)
{
    QByteArray name("COFFERDAM_TOKEN");
    for (const QByteArrayView marker : { QByteArrayView("id:"), QByteArrayView("\"id\":") }) {
        qsizetype at = text.first(offset).lastIndexOf(marker);
        if (at < 0 || text.sliced(at, offset - at).count('\n') > 3)
            continue;
        at += marker.size();
        while (at < text.size() && (text[at] == ' ' || text[at] == '"' || text[at] == '\''))
            ++at;
        name += '_';
        for (; at < text.size() && isWordByte(text[at]); ++at)
            name += std::isalnum(uchar(text[at])) ? char(std::toupper(uchar(text[at]))) : '_';
        break;
    }
    return name;
}

QByteArray member(Policy::Format format, const QByteArray &key, const QByteArray &value)
{
    return format == Policy::Format::Json ? "\"" + key + "\": \"" + value + "\"" : key + ": " + value;
}

Secret makeSecret(QByteArrayView text, qsizetype lineStart, qsizetype start, qsizetype end, Policy::Format format)
{
    Secret secret;
    secret.span = spanOf(text, start, end - start);
    const LineKey key = keyBefore(text, lineStart, start);
    secret.key = key.name;
    qsizetype from = start;
    qsizetype to = end;
    if (key.start >= 0 && (namesASecret(key.name) || key.name.startsWith("token"))) {
        from = key.start;
        if (start > lineStart && (text[start - 1] == '"' || text[start - 1] == '\'') && to < text.size() && text[to] == text[start - 1])
            ++to;
    }
    const SourceSpan span = spanOf(text, from, to - from);
    const bool whole = from != start || key.start < 0;
    const QByteArray digest = sha256Hex(text.sliced(start, end - start));
    const QByteArray variable = variableFor(text, start);
    secret.fixes.append({ translated("Store as digest"), span, whole ? member(format, "token_sha256", digest) : digest });
    secret.fixes.append({ translated("Read from the variable %1").arg(QString::fromLatin1(variable)), span,
        whole ? member(format, "token_env", variable) : variable });
    return secret;
}

bool isSecretWord(QByteArrayView word, const QByteArray &key, bool comment)
{
    if (key == "token_sha256" && word.size() == 64 && isHex(word))
        return false;
    if (namesASecret(key) && word.size() >= 6)
        return true;
    if (key == "token_env" || key == "token_sha256")
        return hasIssuerPrefix(word) || looksRandom(word);
    return hasIssuerPrefix(word) || looksRandom(word) || (!comment && word.size() >= 32 && isHex(word) && bitsPerByte(word) > 3);
}

void scanLine(QList<Secret> &found, QByteArrayView text, qsizetype lineStart, qsizetype lineEnd, Policy::Format format)
{
    bool comment = false;
    for (qsizetype at = lineStart; at < lineEnd;) {
        comment = comment || (format == Policy::Format::Yaml && text[at] == '#');
        if (!isWordByte(text[at])) {
            ++at;
            continue;
        }
        const qsizetype start = at;
        while (at < lineEnd && isWordByte(text[at]))
            ++at;
        const QByteArrayView word = text.sliced(start, at - start);
        const bool isKey = at < lineEnd && text[at] == ':';
        if (word.size() >= 6 && !isKey && isSecretWord(word, keyBefore(text, lineStart, start).name, comment))
            found.append(makeSecret(text, lineStart, start, at, format));
    }
}

/// From the BEGIN line to the END line, or to the end of the text.
void findPrivateKeys(QList<Secret> &found, QByteArrayView text)
{
    static constexpr QByteArrayView begin("-----BEGIN ");
    for (qsizetype at = text.indexOf(begin); at >= 0; at = text.indexOf(begin, at + 1)) {
        const qsizetype lineEnd = text.indexOf('\n', at);
        if (!text.sliced(at, (lineEnd < 0 ? text.size() : lineEnd) - at).contains("PRIVATE KEY"))
            continue;
        const qsizetype tail = text.indexOf("-----END ", at);
        const qsizetype close = tail < 0 ? -1 : text.indexOf('\n', tail);
        Secret secret;
        secret.span = spanOf(text, at, (close < 0 ? text.size() : close) - at);
        secret.fixes.append({ translated("Take the private key out"), secret.span, {} });
        found.append(secret);
    }
}

} // namespace

QList<Secret> findSecrets(QByteArrayView text, Policy::Format format)
{
    QList<Secret> found;
    findPrivateKeys(found, text);
    const qsizetype keys = found.size();
    for (qsizetype start = 0; start < text.size();) {
        const qsizetype feed = text.indexOf('\n', start);
        const qsizetype end = feed < 0 ? text.size() : feed;
        const bool insideKey = std::any_of(found.cbegin(), found.cbegin() + keys,
            [start](const Secret &key) { return start >= key.span.offset && start < key.span.offset + key.span.length; });
        if (!insideKey)
            scanLine(found, text, start, end, format);
        start = end + 1;
    }
    std::ranges::sort(found, {}, [](const Secret &secret) { return secret.span.offset; });
    return found;
}

Policy::Diagnostic secretDiagnostic(const Secret &secret)
{
    Policy::Diagnostic diagnostic;
    diagnostic.severity = Policy::Severity::Error;
    diagnostic.id = "inline_secret";
    diagnostic.span = secret.span;
    diagnostic.message = translated("this looks like a secret; a policy holds a digest or the name of a variable, never the value");
    diagnostic.why = translated("whoever can read the file, its history or a backup could use it");
    return diagnostic;
}

bool speaksOf(const Policy::Diagnostic &problem, const Secret &secret)
{
    return (problem.id == "inline_secret" || problem.id == "inline_token") && problem.span.line == secret.span.line;
}

QByteArray withoutSecrets(QByteArrayView text, const QList<Secret> &secrets)
{
    QByteArray cleaned;
    qsizetype from = 0;
    for (const Secret &secret : secrets) {
        if (secret.span.offset < from)
            continue;
        cleaned += text.sliced(from, secret.span.offset - from);
        cleaned += "SECRET_TAKEN_OUT";
        from = secret.span.offset + secret.span.length;
    }
    return cleaned.append(text.sliced(from));
}

} // namespace Cofferdam::PolicyEditor
