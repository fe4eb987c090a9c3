// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/audit/recorddetails.h"

#include "app/audit/recordfacts.h"
#include "app/connection/session.h"
#include "app/widgets/chip.h"
#include "app/widgets/displaytext.h"
#include "app/widgets/elidedlabel.h"
#include "app/widgets/emptystate.h"
#include "app/widgets/icons.h"

#include <QtCore/QDateTime>
#include <QtCore/QTimeZone>
#include <QtGui/QAction>
#include <QtWidgets/QBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QPlainTextEdit>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QStackedWidget>

using namespace Qt::StringLiterals;

namespace Cofferdam::App {

namespace {

QLabel *heading(const QString &text, QWidget *parent)
{
    auto *label = new QLabel(text, parent);
    label->setFont(headingFont());
    return label;
}

/// The record as far as the table knows it: shown until the service answers, and when it cannot.
QJsonObject roughRecord(const AuditRow &row)
{
    QJsonObject record {{u"seq"_s, row.seq}, {u"ts"_s, QDateTime::fromMSecsSinceEpoch(row.utcMs, QTimeZone::UTC).toString(Qt::ISODateWithMs)},
        {u"identity"_s, QString::fromUtf8(row.identity)}, {u"method"_s, QString::fromUtf8(row.method)}, {u"event"_s, QString::fromUtf8(row.event)}};
    if (!row.code.isEmpty()) record.insert("code"_L1, QString::fromUtf8(row.code));
    if (row.status >= 0) record.insert("status"_L1, row.status);
    if (row.durationUs >= 0) record.insert("duration_us"_L1, row.durationUs);
    if (!row.path.isEmpty()) record.insert("paths"_L1, QJsonArray {QJsonObject {{u"role"_s, RecordDetails::tr("as logged")}, {u"path"_s, QString::fromUtf8(row.path)}}});
    return record;
}

} // namespace

RecordDetails::RecordDetails(Session &session, QWidget *parent)
    : QWidget(parent)
    , m_session(session)
    , m_stack(new QStackedWidget(this))
    , m_empty(new EmptyState(this))
    , m_decision(new Chip(this))
    , m_endpoint(new ElidedLabel(this))
    , m_rule(new ElidedLabel(this))
    , m_gate(new QLabel(this))
    , m_links(new QWidget(this))
    , m_facts(new FactSheet(this))
    , m_line(new QPlainTextEdit(this))
{
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    m_row.seq = -1;
    auto *outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->addWidget(m_stack);
    m_empty->set(u"details"_s, tr("No record selected"), tr("Choose a row to see the whole record and the rule that decided it."));
    m_stack->addWidget(m_empty);
    auto *body = new QWidget(this);
    m_stack->addWidget(body);
    auto *column = new QVBoxLayout(body);
    column->setContentsMargins(Space::large, Space::medium, Space::medium, Space::medium);
    column->setSpacing(6);
    auto *top = new QHBoxLayout;
    top->setSpacing(Space::small);
    QFont endpointFont = monoFont();
    endpointFont.setWeight(QFont::DemiBold);
    m_endpoint->setFont(endpointFont);
    top->addWidget(m_decision);
    top->addWidget(m_endpoint, 1);
    column->addLayout(top);
    column->addSpacing(Space::tiny);
    column->addWidget(heading(tr("Deciding rule"), body));
    m_rule->setFont(monoFont());
    column->addWidget(m_rule);
    m_gate->setForegroundRole(QPalette::PlaceholderText);
    m_gate->setWordWrap(true);
    column->addWidget(m_gate);
    auto *links = new QHBoxLayout(m_links);
    links->setContentsMargins(0, Space::tiny, 0, Space::tiny);
    links->setSpacing(Space::small);
    column->addWidget(m_links);
    column->addWidget(heading(tr("Facts"), body));
    m_facts->setAccessibleName(tr("Facts of the record"));
    m_facts->setProperty("pane", true);
    column->addWidget(m_facts, 3);
    column->addWidget(heading(tr("Line of the log"), body));
    m_line->setReadOnly(true);
    m_line->setFont(smallMonoFont());
    m_line->setWordWrapMode(QTextOption::WrapAnywhere);
    m_line->setAccessibleName(tr("Line of the log"));
    m_line->setTabChangesFocus(true);
    m_line->setMinimumHeight(64);
    column->addWidget(m_line, 1);
    connect(m_facts, &FactSheet::linkActivated, this, [this](const QString &link) {
        if (link.startsWith("filter:"_L1)) Q_EMIT filterRequested(link.sliced(7));
    });
}

void RecordDetails::addLinks(QAction *openRule, QAction *explain)
{
    for (QAction *action : {openRule, explain}) {
        auto *button = new QPushButton(m_links);
        button->setAutoDefault(false);
        button->setText(QString(action->text()).remove(u'&'));
        button->setIcon(action->icon());
        button->setEnabled(action->isEnabled());
        connect(action, &QAction::changed, button, [button, action] { button->setEnabled(action->isEnabled()); });
        connect(button, &QPushButton::clicked, action, &QAction::trigger);
        m_links->layout()->addWidget(button);
    }
    static_cast<QHBoxLayout *>(m_links->layout())->addStretch();
}

void RecordDetails::showRecord(const AuditRow &row)
{
    if (row.seq == m_row.seq && hasRecord()) return;
    m_row = row;
    m_record = {};
    m_problem.clear();
    m_complete = false;
    m_stack->setCurrentIndex(1);
    render();
    fetch();
}

void RecordDetails::clear()
{
    m_row = {};
    m_record = {};
    m_complete = true;
    m_stack->setCurrentIndex(0);
}

void RecordDetails::fetch()
{
    const qint64 seq = m_row.seq;
    m_session.ask(u"audit.query"_s, {{u"filter"_s, u"seq:%1"_s.arg(seq)}, {u"limit"_s, 1}}, this, [this, seq](const Result<QJsonValue> &result) {
        if (seq != m_row.seq) return;
        m_complete = true;
        if (result) {
            const QJsonArray records = result->toObject().value("records"_L1).toArray();
            if (!records.isEmpty()) m_record = records.last().toObject();
            else m_problem = tr("The service no longer has this record.");
        } else {
            m_problem = tr("The rest of the record is with the service: %1").arg(result.error().message);
        }
        render();
        Q_EMIT completed();
    });
}

void RecordDetails::render()
{
    const DecisionLook look = decisionLook(m_row.decision);
    m_decision->set(look.tone, look.iconName, look.word);
    m_endpoint->setText(displayText(m_row.endpoint));
    m_rule->setText(m_row.rule.isEmpty() ? tr("none") : displayText(m_row.rule));
    const QString stopped = stoppedAt(m_row.code);
    if (m_row.event == "admin") m_gate->setText(tr("The operator's own call: the policy does not judge it."));
    else m_gate->setText(stopped.isEmpty() ? tr("Every stage of the judgement passed.") : tr("The judgement stopped at: %1.").arg(stopped));
    m_facts->setFacts(factsOf(m_record.isEmpty() ? roughRecord(m_row) : m_record));
    m_line->setPlainText(m_record.isEmpty() ? m_problem : QString::fromUtf8(exactLine(m_record)));
}

} // namespace Cofferdam::App
