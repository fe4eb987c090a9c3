// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/policyeditor/historydialog.h"

#include "app/policyeditor/diffview.h"
#include "app/policyeditor/panehelpers.h"
#include "app/widgets/banner.h"

#include <QtCore/QPointer>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QHeaderView>
#include <QtWidgets/QLabel>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QSplitter>
#include <QtWidgets/QTreeView>
#include <QtWidgets/QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Cofferdam::PolicyEditor {

HistoryDialog::HistoryDialog(PolicyDesk &desk, QWidget *parent)
    : QDialog(parent)
    , m_desk(desk)
    , m_table(new QTreeView(this))
    , m_diff(new DiffView(this))
    , m_banner(new App::Banner(this))
    , m_reason(new QLineEdit(this))
    , m_restore(new QPushButton(tr("Restore this revision"), this))
{
    setWindowTitle(tr("Policy history"));
    setAttribute(Qt::WA_DeleteOnClose);
    resize(980, 660);
    m_table->setModel(&m_model);
    prepareTable(m_table, tr("Applied policies, newest first"), HistoryModel::ReasonColumn);
    m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_diff->setEmptyText(tr("Nothing to compare"), tr("Choose one revision to compare it with the running policy, or two to compare them."));
    m_reason->setPlaceholderText(tr("Why this one again?"));
    auto *label = new QLabel(tr("&Reason"), this);
    label->setBuddy(m_reason);
    auto *close = new QPushButton(tr("Close"), this);
    close->setDefault(true);
    m_restore->setAutoDefault(false);

    auto *split = new QSplitter(Qt::Vertical, this);
    split->setChildrenCollapsible(false);
    split->addWidget(m_table);
    split->addWidget(m_diff);
    split->setSizes({ 220, 380 });
    auto *bottom = new QHBoxLayout;
    bottom->setSpacing(App::Space::small);
    bottom->addWidget(label);
    bottom->addWidget(m_reason, 1);
    bottom->addWidget(m_restore);
    bottom->addWidget(close);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(App::Space::large, App::Space::large, App::Space::large, App::Space::large);
    layout->setSpacing(App::Space::medium);
    layout->addWidget(m_banner);
    layout->addWidget(split, 1);
    layout->addLayout(bottom);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &HistoryDialog::selectionChanged);
    connect(m_restore, &QPushButton::clicked, this, &HistoryDialog::restore);
    connect(close, &QPushButton::clicked, this, &QDialog::accept);
    connect(&desk, &PolicyDesk::stateChanged, this, &HistoryDialog::compare);
    refresh();
    selectionChanged();
}

void HistoryDialog::refresh()
{
    m_desk.session().ask(u"policy.history"_s, {}, this, [this](const Result<QJsonValue> &answer) {
        if (!answer) {
            fail(tr("The history could not be read: %1"), answer.error());
            return;
        }
        m_model.setEntries((*answer)["entries"_L1].toArray());
        selectionChanged();
    });
}

void HistoryDialog::fail(const QString &what, const Error &error) { m_banner->set(App::Tone::Negative, u"error"_s, what.arg(error.message)); }

void HistoryDialog::selectionChanged()
{
    const QModelIndexList rows = m_table->selectionModel()->selectedRows();
    const bool one = rows.size() == 1;
    const bool restorable = one && !m_model.revisions()[rows.constFirst().row()].current;
    m_restore->setEnabled(restorable && m_desk.running().editable && !m_desk.session().isObserver());
    m_restore->setText(one && !restorable ? tr("This is the running one") : tr("Restore this revision"));
    compare();
}

const QString *HistoryDialog::textOf(const QByteArray &entry)
{
    if (const auto known = m_texts.constFind(entry); known != m_texts.constEnd())
        return &*known;
    if (m_asked.contains(entry))
        return nullptr;
    m_asked.insert(entry);
    m_desk.session().ask(u"policy.history"_s, { { u"entry"_s, QString::fromUtf8(entry) } }, this, [this, entry](const Result<QJsonValue> &answer) {
        m_asked.remove(entry);
        if (!answer) {
            fail(tr("The revision could not be read: %1"), answer.error());
            return;
        }
        m_texts.insert(entry, (*answer)["text"_L1].toString());
        compare();
    });
    return nullptr;
}

void HistoryDialog::compare()
{
    QList<int> rows;
    for (const QModelIndex &index : m_table->selectionModel()->selectedRows())
        rows.append(index.row());
    std::ranges::sort(rows, std::greater {});
    if (rows.isEmpty() || rows.size() > 2) {
        m_diff->compare({}, {}, {}, {});
        return;
    }
    const auto title = [this](int row) {
        return m_model.index(row, HistoryModel::RevisionColumn).data().toString() + u" · "_s
            + m_model.index(row, HistoryModel::TimeColumn).data().toString();
    };
    const QString *older = textOf(m_model.revisions()[rows.constFirst()].entry);
    if (rows.size() == 1) {
        if (older)
            m_diff->compare(title(rows.constFirst()), *older, tr("Running policy"), m_desk.running().text);
        return;
    }
    const QString *newer = textOf(m_model.revisions()[rows.constLast()].entry);
    older = m_texts.contains(m_model.revisions()[rows.constFirst()].entry) ? &m_texts[m_model.revisions()[rows.constFirst()].entry] : nullptr;
    if (older && newer)
        m_diff->compare(title(rows.constFirst()), *older, title(rows.constLast()), *newer);
}

void HistoryDialog::restore()
{
    const QModelIndexList rows = m_table->selectionModel()->selectedRows();
    if (rows.size() != 1)
        return;
    m_restore->setEnabled(false);
    m_desk.revert(m_model.revisions()[rows.constFirst().row()].entry, m_reason->text().trimmed(),
        [this, self = QPointer(this)](const Result<QJsonValue> &answer) {
            if (!self)
                return;
            if (!answer) {
                fail(tr("Not restored: %1"), answer.error());
                selectionChanged();
                return;
            }
            m_banner->set(App::Tone::Positive, u"check"_s, tr("Restored as a new revision: the old text is in force again."));
            refresh();
        });
}

} // namespace Cofferdam::PolicyEditor
