// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/policy/document.h"

#include <QtCore/QJsonObject>

using namespace Qt::StringLiterals;

namespace Cofferdam::Policy {

namespace {

QString severityName(Severity severity)
{
    switch (severity) {
    case Severity::Error: return u"error"_s;
    case Severity::Warning: return u"warning"_s;
    case Severity::Note: return u"note"_s;
    }
    return {};
}

} // namespace

std::optional<Format> formatFromFileName(QByteArrayView name)
{
    if (name.endsWith(".json"))
        return Format::Json;
    if (name.endsWith(".yaml") || name.endsWith(".yml"))
        return Format::Yaml;
    return std::nullopt;
}

QString Diagnostic::toLine(const QString &fileName) const
{
    QString line = fileName + u':';
    if (span.isKnown())
        line += QString::number(span.line) + u':' + QString::number(span.column) + u':';
    line += u' ' + severityName(severity) + u": "_s + message;
    if (severity != Severity::Error)
        line += u" ["_s + QString::fromLatin1(id) + u']';
    if (!jsonPath.isEmpty())
        line += u" ("_s + QString::fromUtf8(jsonPath) + u')';
    return line;
}

QJsonObject Diagnostic::toJson() const
{
    QJsonObject object {{u"severity"_s, severityName(severity)}, {u"id"_s, QString::fromLatin1(id)}, {u"line"_s, span.line},
        {u"column"_s, span.column}, {u"offset"_s, qint64(span.offset)}, {u"length"_s, qint64(span.length)},
        {u"path"_s, QString::fromUtf8(jsonPath)}, {u"message"_s, message}};
    if (!why.isEmpty())
        object.insert(u"why"_s, why);
    if (!suggestion.isEmpty())
        object.insert(u"suggestion"_s, suggestion);
    if (!replacement.isEmpty())
        object.insert(u"replacement"_s, QString::fromUtf8(replacement));
    return object;
}

} // namespace Cofferdam::Policy
