// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/audit/tailfollower.h"

#include <QtWidgets/QTableView>

class QPushButton;
class QSettings;

namespace Cofferdam::App {

class AuditModel;

/// The view of the audit table: rows of one height, follow with release, the pill that says what is new, columns that can be hidden,
/// moved and are remembered. Rows that come or go above never move what is on the screen, nor the selection.
class AuditTable : public QTableView
{
    Q_OBJECT
public:
    explicit AuditTable(AuditModel &model, QWidget *parent = nullptr);

    [[nodiscard]] bool isFollowing() const { return m_follower.isFollowing(); }
    void follow();
    void release();
    void goToOldest();
    void resetColumns();
    void saveColumns(QSettings &settings) const;
    void restoreColumns(const QSettings &settings);
    [[nodiscard]] QList<QAction *> columnActions() const { return m_columnActions; }

Q_SIGNALS:
    void followChanged();
    void reachedOldest(); ///< scrolled to the first row: older ones may be wanted
    void rowActivated();

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void currentChanged(const QModelIndex &current, const QModelIndex &previous) override;
    void resizeEvent(QResizeEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;

private:
    void makeColumnActions();
    void scrolled();
    void appended(int count);
    void shifted(int rows);
    void updatePill();
    void notice();
    [[nodiscard]] bool isAtEnd() const;

    AuditModel &m_model;
    TailFollower m_follower;
    QPushButton *m_pill;
    QList<QAction *> m_columnActions;
    bool m_ownScroll = false; ///< the next scroll is ours, not the operator's
    bool m_wasFollowing = true;
};

} // namespace Cofferdam::App
