// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/audit/auditmodel.h"

#include "app/audit/filteredit.h"
#include "app/widgets/displaytext.h"
#include "app/widgets/icons.h"

#include <QtCore/QDateTime>
#include <QtCore/QLocale>
#include <QtCore/QTimeZone>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Cofferdam::App {

namespace {

struct ColumnInfo {
    const char *id;
    const char *title;
    const char *term; ///< field and operator of the filter language; nullptr: none
};
constexpr ColumnInfo columns[] = {
    {"time", QT_TRANSLATE_NOOP("Cofferdam::App::AuditModel", "Time"), "since:"},
    {"identity", QT_TRANSLATE_NOOP("Cofferdam::App::AuditModel", "Identity"), "identity:"},
    {"endpoint", QT_TRANSLATE_NOOP("Cofferdam::App::AuditModel", "Endpoint"), "endpoint:"},
    {"decision", QT_TRANSLATE_NOOP("Cofferdam::App::AuditModel", "Decision"), "decision:"},
    {"code", QT_TRANSLATE_NOOP("Cofferdam::App::AuditModel", "Code"), "code:"},
    {"status", QT_TRANSLATE_NOOP("Cofferdam::App::AuditModel", "Status"), "status:"},
    {"path", QT_TRANSLATE_NOOP("Cofferdam::App::AuditModel", "Path"), "path~"},
    {"duration", QT_TRANSLATE_NOOP("Cofferdam::App::AuditModel", "Duration"), "duration:>="},
    {"rule", QT_TRANSLATE_NOOP("Cofferdam::App::AuditModel", "Rule"), "rule:"},
    {"method", QT_TRANSLATE_NOOP("Cofferdam::App::AuditModel", "Method"), "method:"},
    {"event", QT_TRANSLATE_NOOP("Cofferdam::App::AuditModel", "Event"), "event:"},
    {"bytes_in", QT_TRANSLATE_NOOP("Cofferdam::App::AuditModel", "Received"), "bytes_in:>="},
    {"bytes_out", QT_TRANSLATE_NOOP("Cofferdam::App::AuditModel", "Sent"), "bytes_out:>="},
    {"seq", QT_TRANSLATE_NOOP("Cofferdam::App::AuditModel", "No."), "seq:"},
};
static_assert(std::size(columns) == AuditModel::ColumnCount);

bool isNumber(int column)
{
    return column == AuditModel::Status || column == AuditModel::Duration || column == AuditModel::BytesIn || column == AuditModel::BytesOut
        || column == AuditModel::Seq;
}

/// A move names two paths; the filter takes one.
QByteArray firstPath(const QByteArray &joined)
{
    const qsizetype arrow = joined.indexOf(" \xe2\x86\x92 ");
    return arrow < 0 ? joined : joined.first(arrow);
}

} // namespace

AuditModel::AuditModel(QObject *parent) : QAbstractTableModel(parent)
{
    m_tick.setSingleShot(true);
    m_tick.setInterval(tickMs);
    connect(&m_tick, &QTimer::timeout, this, &AuditModel::flush);
}

void AuditModel::append(const QList<AuditRow> &rows)
{
    if (rows.isEmpty()) return;
    m_incoming += rows;
    if (!m_tick.isActive()) m_tick.start();
}

void AuditModel::flush()
{
    m_tick.stop();
    for (const AuditRow &row : std::as_const(m_incoming))
        m_store.append(row);
    m_incoming.clear();
    if (m_paused) {
        forget(m_capacity * 3 / 2); // what is being looked at stays as long as memory allows
        Q_EMIT waitingChanged();
        return;
    }
    const auto fresh = int(m_store.size() - m_visible);
    if (fresh > 0) {
        beginInsertRows({}, int(m_visible), int(m_store.size()) - 1);
        m_visible = m_store.size();
        endInsertRows();
    }
    forget(m_capacity);
    if (fresh > 0) Q_EMIT rowsAppended(fresh);
    Q_EMIT waitingChanged();
}

void AuditModel::forget(qsizetype most)
{
    while (m_store.size() > most + RecordStore::chunkRows) {
        const qsizetype oldest = qMin(m_store.oldestChunkSize(), m_visible);
        if (oldest > 0) beginRemoveRows({}, 0, int(oldest) - 1);
        m_forgotten += m_store.dropOldest();
        m_visible -= oldest;
        if (oldest > 0) {
            endRemoveRows();
            Q_EMIT rowsForgotten(int(oldest));
        }
    }
}

void AuditModel::prepend(const QList<AuditRow> &rows)
{
    const qsizetype room = qMax(qsizetype(0), m_capacity - m_store.size());
    const QList<AuditRow> fitting = rows.size() > room ? rows.last(room) : rows;
    if (fitting.isEmpty()) return;
    beginInsertRows({}, 0, int(fitting.size()) - 1);
    m_store.prepend(fitting);
    m_visible += fitting.size();
    endInsertRows();
    Q_EMIT rowsPrepended(int(fitting.size()));
}

void AuditModel::reset(const QList<AuditRow> &rows)
{
    beginResetModel();
    m_store.clear();
    m_incoming.clear();
    m_forgotten = 0;
    m_store.prepend(rows);
    m_visible = m_store.size();
    endResetModel();
    Q_EMIT waitingChanged();
}

void AuditModel::setPaused(bool paused)
{
    if (paused == m_paused) return;
    if (paused) flush();
    m_paused = paused;
    if (!paused) flush();
    Q_EMIT waitingChanged();
}

qint64 AuditModel::newestSeq() const
{
    if (!m_incoming.isEmpty()) return m_incoming.last().seq;
    return m_store.size() > 0 ? m_store.seq(m_store.size() - 1) : -1;
}

int AuditModel::rowOfSeq(qint64 seq) const
{
    qsizetype low = 0, high = m_visible; // rows are in the order of the log
    while (low < high) {
        const qsizetype middle = (low + high) / 2;
        if (m_store.seq(middle) < seq) low = middle + 1;
        else high = middle;
    }
    return low < m_visible && m_store.seq(low) == seq ? int(low) : -1;
}

void AuditModel::setTimeStyle(TimeStyle style)
{
    m_timeStyle = style;
    if (m_visible > 0) Q_EMIT dataChanged(index(0, Time), index(int(m_visible) - 1, Time), {Qt::DisplayRole});
}

int AuditModel::rowCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : int(m_visible); }
int AuditModel::columnCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : int(ColumnCount); }
QByteArray AuditModel::columnId(int column) { return columns[column].id; }

QString AuditModel::timeText(qint64 utcMs) const
{
    if (m_timeStyle == TimeStyle::Relative) {
        const qint64 seconds = qMax(qint64(0), (QDateTime::currentMSecsSinceEpoch() - utcMs) / 1000);
        if (seconds < 60) return tr("%1 s ago").arg(seconds);
        if (seconds < 3600) return tr("%1 min ago").arg(seconds / 60);
        if (seconds < 86400) return tr("%1 h ago").arg(seconds / 3600);
        return tr("%1 d ago").arg(seconds / 86400);
    }
    const QDateTime time = QDateTime::fromMSecsSinceEpoch(utcMs, QTimeZone::UTC);
    if (m_timeStyle == TimeStyle::Utc) return time.toString(u"yyyy-MM-dd HH:mm:ss'Z'");
    return time.toLocalTime().toString(u"yyyy-MM-dd HH:mm:ss");
}

QString AuditModel::text(const AuditRow &row, int column) const
{
    switch (column) {
    case Time: return timeText(row.utcMs);
    case Identity: return displayText(row.identity);
    case Endpoint: return displayText(row.endpoint);
    case Decision: {
        const QString word = decisionLook(row.decision).word;
        return row.count > 1 ? u"%1 ×%2"_s.arg(word).arg(row.count) : word;
    }
    case Code: return displayText(row.code);
    case Status: return row.status < 0 ? QString() : QString::number(row.status);
    case Path: return displayText(row.path);
    case Duration: return displayDuration(row.durationUs);
    case Rule: return displayText(row.rule);
    case Method: return displayText(row.method);
    case Event: return displayText(row.event);
    case BytesIn: return displayBytes(row.bytesIn);
    case BytesOut: return displayBytes(row.bytesOut);
    case Seq: return row.seq < 0 ? QString() : QLocale().toString(row.seq);
    default: return {};
    }
}

QVariant AuditModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || index.row() >= m_visible) return {};
    switch (role) {
    case Qt::DisplayRole: return text(m_store.at(index.row()), index.column());
    case Qt::ToolTipRole: {
        const AuditRow row = m_store.at(index.row());
        if (index.column() == Time)
            return QDateTime::fromMSecsSinceEpoch(row.utcMs).toString(Qt::ISODateWithMs) + u"\n"_s + QDateTime::fromMSecsSinceEpoch(row.utcMs, QTimeZone::UTC).toString(Qt::ISODateWithMs);
        return text(row, index.column());
    }
    case Qt::AccessibleTextRole: return u"%1: %2"_s.arg(headerData(index.column(), Qt::Horizontal, Qt::DisplayRole).toString(), text(m_store.at(index.row()), index.column()));
    case Qt::TextAlignmentRole: return int(Qt::AlignVCenter | (isNumber(index.column()) ? Qt::AlignRight : Qt::AlignLeft));
    default: return {};
    }
}

QVariant AuditModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount) return {};
    if (role == Qt::DisplayRole) return tr(columns[section].title);
    if (role == Qt::TextAlignmentRole) return int(Qt::AlignVCenter | (isNumber(section) ? Qt::AlignRight : Qt::AlignLeft));
    return {};
}

QString AuditModel::filterTerm(const QModelIndex &index) const
{
    if (!index.isValid()) return {};
    const AuditRow row = m_store.at(index.row());
    QByteArray value;
    switch (index.column()) {
    case Time: value = row.utcMs > 0 ? QDateTime::fromMSecsSinceEpoch(row.utcMs, QTimeZone::UTC).toString(Qt::ISODateWithMs).toLatin1() : QByteArray(); break;
    case Identity: value = row.identity; break;
    case Endpoint: value = row.endpoint; break;
    case Decision: value = row.decision; break;
    case Code: value = row.code; break;
    case Status: value = row.status < 0 ? QByteArray() : QByteArray::number(row.status); break;
    case Path: value = firstPath(row.path); break;
    case Duration: value = row.durationUs < 0 ? QByteArray() : QByteArray::number(row.durationUs); break;
    case Rule: value = row.rule; break;
    case Method: value = row.method; break;
    case Event: value = row.event; break;
    case BytesIn: value = row.bytesIn < 0 ? QByteArray() : QByteArray::number(row.bytesIn); break;
    case BytesOut: value = row.bytesOut < 0 ? QByteArray() : QByteArray::number(row.bytesOut); break;
    case Seq: value = QByteArray::number(row.seq); break;
    default: break;
    }
    return value.isEmpty() ? QString() : QLatin1StringView(columns[index.column()].term) + FilterEdit::quoted(QString::fromUtf8(value));
}

} // namespace Cofferdam::App
