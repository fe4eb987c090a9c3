// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/audit/auditrow.h"
#include "common/base/result.h"

#include <QtCore/QJsonArray>
#include <QtCore/QJsonValue>
#include <QtCore/QList>
#include <QtCore/QObject>

namespace Cofferdam::App {

class AuditModel;
class Session;

/// Fills the model from the service: the newest matching page first, then what happens live, older pages on demand. Judges nothing
/// itself: the filter runs in the service. After a lost connection it asks for what came since; where that is too much it starts
/// over. Session and model must outlive it. GUI thread.
class AuditFeed : public QObject
{
    Q_OBJECT
public:
    static constexpr int firstPage = 2000;
    static constexpr int olderPage = 5000;

    AuditFeed(Session &session, AuditModel &model, QObject *parent = nullptr);

    void setFilter(const QString &filter); ///< empties the model and asks anew
    [[nodiscard]] QString filter() const { return m_filter; }
    void loadOlder();
    [[nodiscard]] bool hasOlder() const { return !m_cursor.isEmpty(); }
    [[nodiscard]] bool isLoading() const { return m_loading; }
    [[nodiscard]] bool isLoaded() const { return m_loaded; } ///< the first page of this filter has come
    [[nodiscard]] qint64 missedCount() const { return m_missed; } ///< the service had to leave out, this connection was too slow
    [[nodiscard]] QString problem() const { return m_problem; } ///< why the last request failed, for people

Q_SIGNALS:
    void changed();

private:
    void begin(bool resume);
    void subscribe(bool resume);
    void queryNewest(bool resume);
    void acceptNewest(const QJsonObject &answer, bool resume);
    void fail(const Error &error);
    void acceptEvent(const QJsonObject &params);
    [[nodiscard]] static QList<AuditRow> rowsOf(const QJsonArray &records);

    Session &m_session;
    AuditModel &m_model;
    QString m_filter, m_subscription, m_cursor, m_problem;
    QList<AuditRow> m_early; ///< live rows that came before the first page
    int m_generation = 0; ///< answers to an older filter are dropped
    qint64 m_missed = 0;
    bool m_loading = false, m_loaded = false, m_loadingOlder = false;
};

} // namespace Cofferdam::App
