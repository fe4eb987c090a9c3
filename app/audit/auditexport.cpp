// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/audit/auditexport.h"

#include "app/audit/recordfacts.h"
#include "app/connection/session.h"

#include <QtCore/QJsonDocument>
#include <QtCore/QLocale>
#include <QtWidgets/QProgressDialog>

using namespace Qt::StringLiterals;

namespace Cofferdam::App {

namespace {

constexpr int pageSize = 10'000;
constexpr const char *csvColumns[]
    = {"seq", "ts", "identity", "endpoint", "method", "decision", "code", "status", "rule", "path", "duration_us", "bytes_in", "bytes_out", "request_id", "revision"};

/// Quoted, and a text that a spreadsheet would run as a formula made harmless.
QByteArray cell(QByteArray text)
{
    if (!text.isEmpty() && QByteArrayView("=+-@\t\r").contains(text.front()) && text != "-") text.prepend('\'');
    text.replace('"', "\"\"");
    return '"' + text + '"';
}

} // namespace

AuditExport::AuditExport(Session &session, QString filter, QString fileName, QObject *parent)
    : QObject(parent), m_session(session), m_filter(std::move(filter)), m_file(fileName), m_csv(fileName.endsWith(".csv"_L1, Qt::CaseInsensitive))
{
    connect(&session, &Session::stateChanged, this, [this] {
        if (!m_session.isConnected()) end(tr("the connection was lost"));
    });
}

void AuditExport::start()
{
    if (!m_file.open(QIODevice::WriteOnly)) return end(m_file.errorString());
    if (m_csv) {
        m_file.write(csvHeader());
        m_digest.addData(csvHeader());
    }
    next();
}

void AuditExport::showProgress(QWidget *parent)
{
    m_dialog = new QProgressDialog(tr("Writing records…"), tr("Cancel"), 0, 0, parent);
    m_dialog->setAttribute(Qt::WA_DeleteOnClose);
    m_dialog->setMinimumDuration(500);
    m_dialog->setWindowModality(Qt::WindowModal);
    connect(m_dialog, &QProgressDialog::canceled, this, &AuditExport::cancel);
    connect(this, &AuditExport::finished, m_dialog, &QProgressDialog::reset);
}

void AuditExport::cancel() { end(tr("it was cancelled")); }

void AuditExport::next()
{
    QJsonObject params {{u"filter"_s, m_filter}, {u"limit"_s, pageSize}};
    if (!m_cursor.isEmpty()) params.insert("cursor"_L1, m_cursor);
    m_session.ask(u"audit.query"_s, params, this, [this](const Result<QJsonValue> &result) {
        if (m_ended) return;
        if (!result) return end(result.error().message);
        const QJsonObject answer = result->toObject();
        write(answer.value("records"_L1).toArray());
        m_cursor = answer.value("cursor"_L1).toVariant().toString();
        if (m_cursor.isEmpty()) return end({});
        next();
    });
}

void AuditExport::write(const QJsonArray &records)
{
    for (qsizetype i = records.size() - 1; i >= 0; --i) { // pages go back in time, so do the lines
        const QJsonObject record = records.at(i).toObject();
        const QByteArray line = m_csv ? csvLine(record) : exactLine(record) + '\n';
        m_file.write(line);
        m_digest.addData(line);
        m_first = record.value("ts"_L1).toString();
        if (m_last.isEmpty()) m_last = m_first;
    }
    m_count += records.size();
    if (m_dialog) {
        m_dialog->setLabelText(tr("%1 records written…").arg(QLocale().toString(m_count)));
        m_dialog->setValue(0);
    }
}

QByteArray AuditExport::csvHeader()
{
    QByteArray line;
    for (const char *column : csvColumns)
        line += (line.isEmpty() ? "" : ",") + cell(column);
    return line + "\r\n";
}

QByteArray AuditExport::csvLine(const QJsonObject &record)
{
    QByteArray line;
    for (const char *column : csvColumns) {
        const QLatin1StringView key(column);
        const QString text = key == "path"_L1 ? record.value("paths"_L1).toArray().first().toObject().value("path"_L1).toString() : record.value(key).toVariant().toString();
        line += (line.isEmpty() ? "" : ",") + cell(text.toUtf8());
    }
    return line + "\r\n";
}

bool AuditExport::writeManifest()
{
    const QJsonObject manifest {{u"filter"_s, m_filter}, {u"records"_s, m_count}, {u"first"_s, m_first}, {u"last"_s, m_last}, {u"order"_s, u"newest first"_s},
        {u"sha256"_s, QString::fromLatin1(m_digest.result().toHex())}, {u"service"_s, m_session.hello().value("service_version"_L1)}};
    QSaveFile file(m_file.fileName() + u".manifest.json"_s);
    return file.open(QIODevice::WriteOnly) && file.write(QJsonDocument(manifest).toJson()) > 0 && file.commit();
}

void AuditExport::end(const QString &problem)
{
    if (m_ended) return;
    m_ended = true;
    QString reason = problem;
    if (reason.isEmpty() && (!m_file.commit() || !writeManifest())) reason = m_file.errorString();
    else if (!reason.isEmpty()) m_file.cancelWriting();
    Q_EMIT finished(reason.isEmpty() ? tr("%1 records were written to %2").arg(QLocale().toString(m_count), m_file.fileName()) : tr("Nothing was exported: %1").arg(reason), reason.isEmpty());
    deleteLater();
}

} // namespace Cofferdam::App
