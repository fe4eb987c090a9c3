// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QCryptographicHash>
#include <QtCore/QJsonArray>
#include <QtCore/QObject>
#include <QtCore/QSaveFile>

class QProgressDialog;
class QWidget;

namespace Cofferdam::App {

class Session;

/// Writes every record that matches the filter to a .jsonl (newest page first, so that nothing is held in memory) or .csv file, and
/// beside it FILE.manifest.json: filter, count, first and last time, SHA-256. A cancelled or failed export leaves no file.
/// Deletes itself after finished().
class AuditExport : public QObject
{
    Q_OBJECT
public:
    AuditExport(Session &session, QString filter, QString fileName, QObject *parent = nullptr);
    void start();
    void cancel();
    void showProgress(QWidget *parent); ///< a dialog with Cancel when it takes longer than half a second

    [[nodiscard]] static QByteArray csvLine(const QJsonObject &record);
    [[nodiscard]] static QByteArray csvHeader();

Q_SIGNALS:
    void finished(const QString &sentence, bool ok);

private:
    void next();
    void write(const QJsonArray &records);
    void end(const QString &problem);
    [[nodiscard]] bool writeManifest();

    Session &m_session;
    QString m_filter, m_cursor;
    QSaveFile m_file;
    QCryptographicHash m_digest {QCryptographicHash::Sha256};
    QProgressDialog *m_dialog = nullptr;
    QString m_first, m_last;
    qint64 m_count = 0;
    bool m_csv = false, m_ended = false;
};

} // namespace Cofferdam::App
