// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/audit/recordstore.h"

#include <QtCore/QAbstractTableModel>
#include <QtCore/QTimer>

namespace Cofferdam::App {

/// The audit table: a window of at most capacity() rows over the service's log. What arrives is collected and announced in one
/// insert a tick; while paused it goes on collecting and shows nothing of it. GUI thread, no display.
class AuditModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column { Time, Identity, Endpoint, Decision, Code, Status, Path, Duration, Rule, Method, Event, BytesIn, BytesOut, Seq, ColumnCount };
    enum class TimeStyle { Local, Utc, Relative };
    static constexpr qsizetype defaultCapacity = 1'000'000;
    static constexpr int tickMs = 33;

    explicit AuditModel(QObject *parent = nullptr);

    void setCapacity(qsizetype rows) { m_capacity = rows; }
    [[nodiscard]] qsizetype capacity() const { return m_capacity; }
    void append(const QList<AuditRow> &rows); ///< announced at the next tick
    void flush(); ///< the tick
    void prepend(const QList<AuditRow> &rows); ///< older than all, oldest first; what does not fit is left out
    void reset(const QList<AuditRow> &rows = {});
    void setPaused(bool paused);
    [[nodiscard]] bool isPaused() const { return m_paused; }
    [[nodiscard]] qsizetype waitingCount() const { return m_store.size() - m_visible + m_incoming.size(); }
    [[nodiscard]] bool isFull() const { return m_store.size() >= m_capacity; }
    [[nodiscard]] qint64 forgottenCount() const { return m_forgotten; } ///< rows that left the window at its old end
    [[nodiscard]] qint64 newestSeq() const; ///< -1 when empty, waiting rows included

    void setTimeStyle(TimeStyle style);
    [[nodiscard]] TimeStyle timeStyle() const { return m_timeStyle; }
    [[nodiscard]] AuditRow row(int row) const { return m_store.at(row); }
    [[nodiscard]] int rowOfSeq(qint64 seq) const; ///< -1 where it is not in the window
    [[nodiscard]] const RecordStore &store() const { return m_store; }

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    [[nodiscard]] static QByteArray columnId(int column); ///< for settings
    /// The term of the filter language that finds the cell's value ("identity:reader"); empty where there is none.
    [[nodiscard]] QString filterTerm(const QModelIndex &index) const;

Q_SIGNALS:
    void rowsAppended(int count);
    void rowsPrepended(int count);
    void rowsForgotten(int count);
    void waitingChanged();

private:
    [[nodiscard]] QString text(const AuditRow &row, int column) const;
    [[nodiscard]] QString timeText(qint64 utcMs) const;
    void forget(qsizetype most);

    RecordStore m_store;
    QList<AuditRow> m_incoming;
    QTimer m_tick;
    qsizetype m_visible = 0;
    qsizetype m_capacity = defaultCapacity;
    qint64 m_forgotten = 0;
    TimeStyle m_timeStyle = TimeStyle::Local;
    bool m_paused = false;
};

} // namespace Cofferdam::App
