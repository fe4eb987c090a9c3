// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/checks/checkform.h"

#include "app/connection/session.h"
#include "app/widgets/theme.h"

#include <QtCore/QJsonDocument>
#include <QtCore/QRegularExpression>
#include <QtCore/QSignalBlocker>
#include <QtWidgets/QAbstractItemView>
#include <QtWidgets/QBoxLayout>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QCompleter>
#include <QtWidgets/QLabel>
#include <QtWidgets/QLineEdit>

using namespace Qt::StringLiterals;

namespace Cofferdam::App {

namespace {

QLabel *addRow(QVBoxLayout &column, const QString &text, QWidget *field)
{
    auto *label = new QLabel(text, field->parentWidget());
    label->setBuddy(field);
    label->setFont(smallFont());
    label->setForegroundRole(QPalette::PlaceholderText);
    field->setAccessibleName(QString(text).remove(u'&'));
    column.addWidget(label);
    column.addWidget(field);
    column.addSpacing(Space::small);
    return label;
}

void keepText(QComboBox &box, const QStringList &entries)
{
    const QString text = box.currentText();
    const QSignalBlocker quiet(box);
    box.clear();
    box.addItems(entries);
    box.setCurrentIndex(box.findText(text));
    box.setEditText(text);
}

} // namespace

CheckForm::CheckForm(Session &session, QWidget *parent)
    : QWidget(parent)
    , m_session(session)
    , m_identity(new QComboBox(this))
    , m_endpoint(new QComboBox(this))
    , m_op(new QComboBox(this))
    , m_scopes(new QLineEdit(this))
    , m_path(new QLineEdit(this))
    , m_params(new QLineEdit(this))
    , m_summary(new QLabel(this))
    , m_problem(new QLabel(this))
{
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(Space::tiny);
    m_identity->setObjectName(u"identity"_s);
    m_identity->setProperty("pane", true);
    addRow(*column, tr("&Identity"), m_identity);
    m_scopesLabel = addRow(*column, tr("&Scopes, with blanks between"), m_scopes);
    addRow(*column, tr("E&ndpoint"), m_endpoint);
    m_summary->setWordWrap(true);
    m_summary->setFont(smallFont());
    m_summary->setForegroundRole(QPalette::PlaceholderText);
    column->addWidget(m_summary);
    column->addSpacing(Space::tiny);
    m_pathLabel = addRow(*column, tr("&Path"), m_path);
    m_opLabel = addRow(*column, tr("&Operation"), m_op);
    addRow(*column, tr("Pa&rameters, as JSON"), m_params);
    m_problem->setWordWrap(true);
    column->addWidget(m_problem);
    for (QComboBox *box : {m_identity, m_endpoint}) {
        box->setEditable(true);
        box->setInsertPolicy(QComboBox::NoInsert);
        box->completer()->setCompletionMode(QCompleter::PopupCompletion);
        box->completer()->setFilterMode(Qt::MatchContains);
        box->lineEdit()->setFont(monoFont());
        connect(box, &QComboBox::editTextChanged, this, &CheckForm::updateFields);
        connect(box->lineEdit(), &QLineEdit::returnPressed, this, &CheckForm::submitted);
    }
    m_identity->lineEdit()->setPlaceholderText(tr("choose one, or leave empty for free scopes"));
    m_endpoint->lineEdit()->setPlaceholderText(tr("for example files_read"));
    m_scopes->setPlaceholderText(u"files:read net:fetch"_s);
    m_path->setPlaceholderText(u"/home/user/out/report.txt"_s);
    m_params->setPlaceholderText(u"{\"overwrite\": true}"_s);
    m_op->addItem(tr("what the endpoint does"), QString());
    for (const QString &op : {u"read"_s, u"write"_s, u"delete"_s, u"exec"_s})
        m_op->addItem(op, op);
    for (QLineEdit *field : {m_scopes, m_path, m_params}) {
        field->setFont(monoFont());
        field->setClearButtonEnabled(true);
        connect(field, &QLineEdit::textChanged, this, &CheckForm::updateFields);
        connect(field, &QLineEdit::returnPressed, this, &CheckForm::submitted);
    }
    connect(m_op, &QComboBox::currentIndexChanged, this, &CheckForm::updateFields);
    connect(&session, &Session::identitiesChanged, this, &CheckForm::fillIdentities);
    connect(&session, &Session::policyChanged, this, &CheckForm::fillIdentities);
    connect(&session, &Session::catalogueChanged, this, &CheckForm::fillEndpoints);
    fillIdentities();
    fillEndpoints();
}

void CheckForm::fillIdentities()
{
    QStringList ids = m_session.identityIds();
    for (const QJsonValue &value : m_session.policy().value("effective"_L1).toObject().value("identities"_L1).toArray()) {
        const QString id = value.toObject().value("id"_L1).toString();
        if (!id.isEmpty() && !ids.contains(id)) ids.append(id);
    }
    keepText(*m_identity, ids);
    updateFields();
}

void CheckForm::fillEndpoints()
{
    keepText(*m_endpoint, m_session.endpointIds());
    updateFields();
}

bool CheckForm::asksScopes() const { return m_identity->currentText().trimmed().isEmpty(); }

QJsonObject CheckForm::endpointInfo() const
{
    for (const QJsonValue &value : m_session.catalogue().value("endpoints"_L1).toArray()) {
        if (value.toObject().value("id"_L1).toString() == m_endpoint->currentText().trimmed()) return value.toObject();
    }
    return {};
}

QString CheckForm::problem() const
{
    const QString endpoint = m_endpoint->currentText().trimmed();
    if (endpoint.isEmpty()) return tr("Choose an endpoint.");
    if (!m_session.catalogue().isEmpty() && endpointInfo().isEmpty()) return tr("There is no endpoint “%1”.").arg(endpoint);
    const QString params = m_params->text().trimmed();
    if (!params.isEmpty()) {
        QJsonParseError error;
        const QJsonDocument document = QJsonDocument::fromJson(params.toUtf8(), &error);
        if (error.error != QJsonParseError::NoError) return tr("Parameters, character %1: %2").arg(error.offset + 1).arg(error.errorString());
        if (!document.isObject()) return tr("Parameters are one JSON object, like {\"overwrite\": true}.");
    }
    return {};
}

QJsonObject CheckForm::question() const
{
    if (!problem().isEmpty()) return {};
    QJsonObject question {{u"endpoint"_s, m_endpoint->currentText().trimmed()}};
    static const QRegularExpression separators(u"[\\s,]+"_s);
    if (asksScopes()) question.insert("scopes"_L1, QJsonArray::fromStringList(m_scopes->text().split(separators, Qt::SkipEmptyParts)));
    else question.insert("identity"_L1, m_identity->currentText().trimmed());
    if (!m_path->text().isEmpty() && m_path->isEnabled()) question.insert("path"_L1, m_path->text());
    if (const QString op = m_op->currentData().toString(); !op.isEmpty() && m_op->isEnabled()) question.insert("op"_L1, op);
    if (!m_params->text().trimmed().isEmpty()) question.insert("params"_L1, QJsonDocument::fromJson(m_params->text().toUtf8()).object());
    return question;
}

void CheckForm::fill(const QJsonObject &arguments)
{
    m_identity->setEditText(arguments.value("identity"_L1).toString());
    m_endpoint->setEditText(arguments.value("endpoint"_L1).toString());
    m_path->setText(arguments.value("path"_L1).toString());
    m_op->setCurrentIndex(qMax(0, m_op->findData(arguments.value("op"_L1).toString())));
    QStringList scopes;
    for (const QJsonValue &scope : arguments.value("scopes"_L1).toArray())
        scopes.append(scope.toString());
    m_scopes->setText(scopes.join(u' '));
    const QJsonObject params = arguments.value("params"_L1).toObject();
    m_params->setText(params.isEmpty() ? QString() : QString::fromUtf8(QJsonDocument(params).toJson(QJsonDocument::Compact)));
}

void CheckForm::focusFirst() { m_identity->setFocus(Qt::ShortcutFocusReason); }

void CheckForm::updateFields()
{
    m_scopes->setVisible(asksScopes());
    m_scopesLabel->setVisible(asksScopes());
    const QJsonObject endpoint = endpointInfo();
    const bool takesPaths = endpoint.isEmpty() || !endpoint.contains("paths"_L1) || !endpoint.value("paths"_L1).toArray().isEmpty();
    for (QWidget *widget : {static_cast<QWidget *>(m_path), static_cast<QWidget *>(m_op)})
        widget->setEnabled(takesPaths);
    QString summary = endpoint.value("summary"_L1).toString();
    if (!summary.isEmpty()) summary = u"%1 %2 — %3"_s.arg(endpoint.value("method"_L1).toString(), endpoint.value("path"_L1).toString(), summary);
    if (!takesPaths) summary += u"  "_s + tr("It takes no path.");
    m_summary->setText(summary);
    m_summary->setVisible(!summary.isEmpty());
    const QString missing = m_endpoint->currentText().isEmpty() ? QString() : problem();
    m_problem->setText(missing);
    m_problem->setVisible(!missing.isEmpty());
    QPalette colors = palette();
    colors.setColor(QPalette::WindowText, toneColor(Tone::Negative, colors));
    m_problem->setPalette(colors);
    Q_EMIT changed();
}

} // namespace Cofferdam::App
