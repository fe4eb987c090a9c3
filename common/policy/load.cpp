// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/policy/load.h"

#include "common/protocol/jsonparser.h"
#include "common/protocol/utf8.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Cofferdam::Policy {

namespace Load {

namespace {

bool isName(QByteArrayView key)
{
    return !key.isEmpty() && std::ranges::all_of(key, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
    });
}

/// "/auth/tokens/0" → "$.auth.tokens[0]"
QByteArray pathOfPointer(const QString &pointer)
{
    QByteArray path = "$"_ba;
    for (QByteArray step : pointer.toUtf8().split('/').sliced(1)) {
        step.replace("~1", "/").replace("~0", "~");
        bool isIndex = false;
        const qlonglong index = step.toLongLong(&isIndex);
        path = isIndex ? pathWithIndex(path, index) : pathWithKey(path, step);
    }
    return path;
}

Diagnostic fromJsonError(const Error &error, const QByteArray &id)
{
    Diagnostic d;
    d.id = id;
    d.span = error.span.value_or(SourceSpan {});
    d.jsonPath = pathOfPointer(error.details.value("pointer"_L1).toString());
    d.message = error.message;
    return d;
}

} // namespace

QByteArray pathWithKey(const QByteArray &path, QByteArrayView key)
{
    if (isName(key))
        return path + '.' + key.toByteArray();
    QByteArray result = path + '[';
    appendJsonString(result, key);
    return result + ']';
}

QByteArray pathWithIndex(const QByteArray &path, qsizetype index) { return path + '[' + QByteArray::number(index) + ']'; }

std::optional<Node> readJson(QByteArrayView text, QList<Diagnostic> &diagnostics)
{
    QList<Error> duplicates;
    Result<Node> root = parseJson(text, {Caps::bytes, Caps::depth, Caps::nodes}, &duplicates);
    for (const Error &error : duplicates)
        diagnostics.append(fromJsonError(error, "duplicate_key"_ba));
    if (root)
        return std::move(*root);
    diagnostics.append(fromJsonError(root.error(), "bad_syntax"_ba));
    return std::nullopt;
}

} // namespace Load

LoadResult loadDocument(QByteArrayView text, Format format, const QByteArray &fileName)
{
    LoadResult result;
    Document document;
    document.fileName = fileName;
    document.format = format;
    const std::optional<Node> root
        = format == Format::Json ? Load::readJson(text, result.diagnostics) : Load::readYaml(text, result.diagnostics);
    if (root) {
        document.text = text.toByteArray(); // within the caps by now
        Load::validate(*root, document, result.diagnostics);
    }
    std::ranges::stable_sort(result.diagnostics, {}, [](const Diagnostic &d) { return d.span.offset; });
    const bool failed = std::ranges::any_of(result.diagnostics, [](const Diagnostic &d) { return d.severity == Severity::Error; });
    if (root && !failed)
        result.document = std::move(document);
    return result;
}

} // namespace Cofferdam::Policy
