// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/documents.h"

#include "app/ctl/output.h"
#include "common/base/atomicfile.h"

#include <QtCore/QFile>

#include <cstdio>

using namespace Qt::StringLiterals;

namespace Cofferdam::Ctl {

namespace {

/// Above the loader's cap of 1 MiB, so that the loader says what is wrong.
constexpr qint64 readCap = 4 << 20;

Result<QByteArray> readStandardInput()
{
    QFile input;
    if (!input.open(stdin, QIODevice::ReadOnly))
        return failure("io_error", u"standard input cannot be read"_s);
    return input.read(readCap);
}

} // namespace

Result<PolicyText> readPolicyText(const std::string &file)
{
    PolicyText policy;
    policy.name = QByteArray::fromStdString(file);
    const bool piped = policy.name == "-";
    const std::optional<Policy::Format> format = piped ? Policy::Format::Yaml : Policy::formatFromFileName(policy.name);
    if (!format)
        return failure("usage", u"expected a name that ends in .yaml, .yml or .json, got %1"_s.arg(QString::fromUtf8(policy.name)));
    Result<QByteArray> text = piped ? readStandardInput() : readWholeFile(policy.name, readCap);
    if (!text)
        return failure(text.error());
    policy.text = *std::move(text);
    policy.format = piped && policy.text.trimmed().startsWith('{') ? Policy::Format::Json : *format;
    return policy;
}

QString formatName(Policy::Format format)
{
    return format == Policy::Format::Json ? u"json"_s : u"yaml"_s;
}

QString diagnosticLine(const QJsonObject &diagnostic, const QString &fileName)
{
    Policy::Diagnostic line;
    const QString severity = diagnostic.value("severity"_L1).toString();
    line.severity = severity == "error"_L1 ? Policy::Severity::Error
        : severity == "warning"_L1         ? Policy::Severity::Warning
                                           : Policy::Severity::Note;
    line.id = diagnostic.value("id"_L1).toString().toUtf8();
    line.span.line = diagnostic.value("line"_L1).toInt();
    line.span.column = diagnostic.value("column"_L1).toInt();
    line.jsonPath = diagnostic.value("path"_L1).toString().toUtf8();
    line.message = diagnostic.value("message"_L1).toString();
    line.why = diagnostic.value("why"_L1).toString();
    line.suggestion = diagnostic.value("suggestion"_L1).toString();
    return line.toLine(fileName);
}

void printDiagnostics(const QJsonArray &diagnostics, const QString &fileName)
{
    for (const QJsonValue &diagnostic : diagnostics)
        printLine(diagnosticLine(diagnostic.toObject(), fileName));
}

void printDifference(const QJsonArray &difference)
{
    for (const QJsonValue &value : difference) {
        const QJsonObject change = value.toObject();
        printLine(u"  %1: %2"_s.arg(change.value("kind"_L1).toString().replace(u'_', u' '), change.value("text"_L1).toString()));
    }
}

} // namespace Cofferdam::Ctl
