// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/audit/recordfacts.h"

#include "app/audit/auditrow.h"
#include "app/widgets/displaytext.h"
#include "app/widgets/icons.h"
#include "common/audit/lineview.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QDateTime>
#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtCore/QLocale>
#include <QtCore/QTimeZone>

using namespace Qt::StringLiterals;

namespace Cofferdam::App {

namespace {

QString tr(const char *text) { return QCoreApplication::translate("RecordFacts", text); }

QString timeOf(const QJsonObject &record)
{
    const qint64 utcMs = parseUtc(record.value("ts"_L1).toString());
    return QDateTime::fromMSecsSinceEpoch(utcMs).toString(u"yyyy-MM-dd HH:mm:ss.zzz t");
}

void addPaths(QList<Fact> &facts, const QJsonArray &paths)
{
    for (const QJsonValue &value : paths) {
        const QJsonObject path = value.toObject();
        facts.append({tr("Path, %1").arg(path.value("role"_L1).toString()), displayText(path.value("path"_L1).toString()), Tone::Neutral, true});
    }
}

} // namespace

QString stoppedAt(QByteArrayView code)
{
    if (code.isEmpty()) return {};
    if (code.startsWith("auth")) return tr("authentication");
    if (code == "endpoint_disabled") return tr("enabled");
    if (code.startsWith("scope")) return tr("scopes");
    if (code.startsWith("rate")) return tr("rate");
    if (code.startsWith("concurrency")) return tr("concurrency");
    if (code.startsWith("path") || code == "invalid_path") return tr("paths");
    if (code.startsWith("host") || code.startsWith("origin")) return tr("host and origin");
    if (code.startsWith("route") || code.startsWith("method")) return tr("routing");
    if (code.contains("limit") || code.contains("large") || code.startsWith("too_")) return tr("limits");
    return QString::fromUtf8(code);
}

QList<Fact> factsOf(const QJsonObject &record)
{
    const auto text = [&record](QLatin1StringView key) { return displayText(record.value(key).toString()); };
    const auto number = [&record](QLatin1StringView key) { return record.value(key).toInteger(-1); };
    QList<Fact> facts;
    facts.append({tr("Time"), timeOf(record)});
    facts.append({tr("Identity"), text("identity"_L1)});
    facts.append({tr("Peer"), text("peer"_L1)});
    facts.append({tr("Event"), text("event"_L1)});
    facts.append({tr("Method"), text("method"_L1)});
    facts.append({tr("Status"), record.contains("status"_L1) ? QString::number(number("status"_L1)) : QString()});
    facts.append({tr("Code"), text("code"_L1), Tone::Negative, true});
    addPaths(facts, record.value("paths"_L1).toArray());
    facts.append({tr("Duration"), displayDuration(number("duration_us"_L1))});
    facts.append({tr("Received"), displayBytes(number("bytes_in"_L1))});
    facts.append({tr("Sent"), displayBytes(number("bytes_out"_L1))});
    if (number("count"_L1) > 1) facts.append({tr("Stands for"), tr("%1 equal events").arg(number("count"_L1))});
    for (const auto &[key, label] : {std::pair {"session"_L1, tr("Session")}, {"agent"_L1, tr("Agent")}, {"task"_L1, tr("Task")}, {"object"_L1, tr("Object")}}) {
        if (!record.contains(key)) continue;
        facts.append({label, text(key), Tone::Neutral, true, u"filter:"_s + key + u':' + record.value(key).toString()});
    }
    const QJsonObject params = record.value("params"_L1).toObject();
    for (auto it = params.begin(); it != params.end(); ++it) {
        const QString value = it->isString() ? it->toString() : QString::fromUtf8(QJsonDocument(QJsonArray {*it}).toJson(QJsonDocument::Compact).sliced(1).chopped(1));
        facts.append({displayText(it.key()), displayText(value), Tone::Neutral, true});
    }
    facts.append({tr("Request"), text("request_id"_L1), Tone::Muted, true});
    facts.append({tr("Revision"), text("revision"_L1).left(16), Tone::Muted, true});
    facts.append({tr("Record"), number("seq"_L1) < 0 ? QString() : tr("no. %1").arg(QLocale().toString(number("seq"_L1))), Tone::Muted});
    return facts;
}

QByteArray exactLine(const QJsonObject &record)
{
    const QByteArray compact = QJsonDocument(record).toJson(QJsonDocument::Compact);
    const auto entry = Audit::parseLine(compact);
    if (!entry) return compact;
    QByteArray line;
    Audit::appendLine(line, entry->record, entry->position);
    return line;
}

QString tabbedText(const AuditRow &row)
{
    return QStringList {QDateTime::fromMSecsSinceEpoch(row.utcMs, QTimeZone::UTC).toString(Qt::ISODateWithMs), displayText(row.identity), displayText(row.endpoint),
        QString::fromUtf8(row.decision), QString::fromUtf8(row.code), row.status < 0 ? QString() : QString::number(row.status), displayText(row.path),
        displayDuration(row.durationUs), displayText(row.rule)}
        .join(u'\t');
}

QString markdownOf(const QJsonObject &record)
{
    QString text = u"**%1** `%2`\n\n"_s.arg(decisionLook(record.value("decision"_L1).toString().toUtf8()).word, record.value("endpoint"_L1).toString());
    for (const Fact &fact : factsOf(record)) {
        if (fact.value.isEmpty()) continue;
        text += u"- %1: "_s.arg(fact.label) + (fact.mono ? u"`"_s + QString(fact.value).replace(u'`', u"'"_s) + u"`"_s : fact.value) + u'\n';
    }
    return text + u"- %1: `%2`\n"_s.arg(tr("Rule"), displayText(record.value("rule"_L1).toString()));
}

QString commandOf(const AuditRow &row)
{
    QString command = u"cofferdamctl explain --identity "_s + shellQuoted(QString::fromUtf8(row.identity)) + u" -- "_s + shellQuoted(QString::fromUtf8(row.endpoint));
    if (!row.path.isEmpty()) command += u' ' + shellQuoted(QString::fromUtf8(row.path));
    return command;
}

QJsonObject checkArguments(const AuditRow &row, const QJsonObject &record)
{
    QJsonObject arguments {{u"identity"_s, QString::fromUtf8(row.identity)}, {u"endpoint"_s, QString::fromUtf8(row.endpoint)}, {u"run"_s, true}};
    const QJsonArray paths = record.value("paths"_L1).toArray();
    if (!row.path.isEmpty()) arguments.insert("path"_L1, paths.isEmpty() ? QString::fromUtf8(row.path) : paths.first().toObject().value("path"_L1).toString());
    arguments.insert("then"_L1, QJsonObject {{u"decision"_s, QString::fromUtf8(row.decision)}, {u"code"_s, QString::fromUtf8(row.code)},
        {u"rule"_s, QString::fromUtf8(row.rule)}, {u"revision"_s, record.value("revision"_L1)}, {u"utc_ms"_s, row.utcMs}});
    return arguments;
}

} // namespace Cofferdam::App
