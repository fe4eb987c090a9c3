// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtWidgets/QDialog>

namespace Cofferdam::PolicyEditor {

class DiffView;

/// Two texts in a window of their own; deletes itself when closed. GUI thread.
class CompareDialog : public QDialog
{
    Q_OBJECT
public:
    CompareDialog(const QString &title, QWidget *parent);
    void compare(const QString &beforeTitle, const QString &before, const QString &afterTitle, const QString &after);

private:
    DiffView *m_diff;
};

} // namespace Cofferdam::PolicyEditor
