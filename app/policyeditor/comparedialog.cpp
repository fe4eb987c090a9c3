// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/policyeditor/comparedialog.h"

#include "app/policyeditor/diffview.h"
#include "app/widgets/theme.h"

#include <QtWidgets/QDialogButtonBox>
#include <QtWidgets/QVBoxLayout>

namespace Cofferdam::PolicyEditor {

CompareDialog::CompareDialog(const QString &title, QWidget *parent)
    : QDialog(parent)
    , m_diff(new DiffView(this))
{
    setWindowTitle(title);
    setAttribute(Qt::WA_DeleteOnClose);
    resize(940, 600);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(App::Space::large, App::Space::large, App::Space::large, App::Space::large);
    layout->setSpacing(App::Space::medium);
    layout->addWidget(m_diff, 1);
    layout->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
}

void CompareDialog::compare(const QString &beforeTitle, const QString &before, const QString &afterTitle, const QString &after)
{
    m_diff->compare(beforeTitle, before, afterTitle, after);
}

} // namespace Cofferdam::PolicyEditor
