// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/checks/verdictcard.h"

#include "app/widgets/displaytext.h"
#include "app/widgets/elidedlabel.h"
#include "app/widgets/icons.h"
#include "app/widgets/styleparts.h"

#include <QtCore/QEvent>
#include <QtGui/QPainter>
#include <QtWidgets/QBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QPushButton>

using namespace Qt::StringLiterals;

namespace Cofferdam::App {

namespace {

QString codeSentence(const QString &code, const QJsonObject &answer)
{
    const QString scope = displayText(answer.value("scope"_L1).toString());
    if (code == "endpoint_disabled"_L1) return VerdictCard::tr("The endpoint is not enabled.");
    if (code.startsWith("scope"_L1)) return scope.isEmpty() ? VerdictCard::tr("A scope is missing.") : VerdictCard::tr("The scope %1 is missing.").arg(scope);
    if (code == "path_denied"_L1) return VerdictCard::tr("A deny pattern matches the path.");
    if (code == "path_outside"_L1 || code == "path_not_allowed"_L1) return VerdictCard::tr("The path is outside every allowed root.");
    if (code == "path_read_only"_L1) return VerdictCard::tr("The path may only be read.");
    if (code == "invalid_path"_L1) return VerdictCard::tr("That is not a path the service accepts.");
    if (code.startsWith("path_"_L1)) return VerdictCard::tr("The path rules refuse it (%1).").arg(code);
    return code.isEmpty() ? QString() : VerdictCard::tr("Refused with %1.").arg(displayText(code));
}

} // namespace

VerdictCard::VerdictCard(const QString &caption, QWidget *parent)
    : QFrame(parent)
    , m_caption(new QLabel(caption, this))
    , m_note(new QLabel(this))
    , m_icon(new QLabel(this))
    , m_word(new QLabel(this))
    , m_sentence(new QLabel(this))
    , m_rule(new ElidedLabel(this))
    , m_open(new QPushButton(tr("Open Rule"), this))
{
    m_caption->setFont(smallFont());
    m_caption->setForegroundRole(QPalette::PlaceholderText);
    m_note->setFont(smallFont());
    m_word->setFont(titleFont());
    m_sentence->setWordWrap(true);
    m_sentence->setTextFormat(Qt::PlainText);
    m_rule->setFont(monoFont());
    m_rule->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    m_open->setIcon(icon(u"open-rule"_s));
    m_open->setAutoDefault(false);
    connect(m_open, &QPushButton::clicked, this, [this] { Q_EMIT ruleRequested(m_answer); });
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(Space::large, Space::medium, Space::medium, Space::medium);
    column->setSpacing(Space::tiny);
    auto *captionRow = new QHBoxLayout;
    captionRow->addWidget(m_caption);
    captionRow->addWidget(m_note);
    captionRow->addStretch();
    column->addLayout(captionRow);
    auto *row = new QHBoxLayout;
    row->setSpacing(Space::medium);
    row->addWidget(m_icon, 0, Qt::AlignTop);
    auto *texts = new QVBoxLayout;
    texts->setSpacing(3);
    texts->addWidget(m_word);
    texts->addWidget(m_sentence);
    texts->addWidget(m_rule);
    row->addLayout(texts, 1);
    row->addWidget(m_open, 0, Qt::AlignVCenter);
    column->addLayout(row);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
}

void VerdictCard::setAnswer(const QJsonObject &answer)
{
    m_answer = answer;
    m_problem.clear();
    render();
}

void VerdictCard::setProblem(const QString &text)
{
    m_answer = {};
    m_problem = text;
    render();
}

void VerdictCard::setNote(const QString &text) { m_note->setText(text); }
QString VerdictCard::word() const { return m_word->text(); }
QString VerdictCard::sentence() const { return m_sentence->text(); }

QString VerdictCard::reasonOf(const QJsonObject &answer)
{
    const QString decision = answer.value("decision"_L1).toString();
    if (decision == "depends"_L1)
        return tr("The policy allows this path as written, but the file system decides: where a part of it is a symbolic link, the real target is judged when the call is made.");
    if (decision.startsWith("allow"_L1)) return tr("Every stage passes.");
    return codeSentence(answer.value("code"_L1).toString(), answer);
}

void VerdictCard::render()
{
    const bool failed = !m_problem.isEmpty();
    const DecisionLook look = failed ? DecisionLook {u"error"_s, tr("No answer"), Tone::Warning} : decisionLook(m_answer.value("decision"_L1).toString().toUtf8());
    m_tone = look.tone;
    m_icon->setPixmap(iconPixmap(look.iconName, toneColor(look.tone, palette()), 30, devicePixelRatioF()));
    m_word->setText(look.word);
    QPalette colors = palette();
    colors.setColor(QPalette::WindowText, toneColor(look.tone, palette()));
    m_word->setPalette(colors);
    m_sentence->setText(failed ? m_problem : reasonOf(m_answer));
    const QString rule = m_answer.value("rule"_L1).toString();
    const int line = m_answer.value("line"_L1).toInt();
    m_rule->setText(line > 0 ? tr("%1, line %2").arg(displayText(rule)).arg(line) : displayText(rule));
    m_rule->setVisible(!rule.isEmpty());
    m_open->setVisible(!rule.isEmpty());
    m_open->setAccessibleName(tr("Open rule %1").arg(rule));
    setAccessibleName(u"%1: %2. %3"_s.arg(m_caption->text(), look.word, m_sentence->text()));
    update();
}

void VerdictCard::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    Parts::roundedBox(painter, rect(), toneGround(m_tone, palette()), blend(toneColor(m_tone, palette()), palette().color(QPalette::Base), 0.35), Space::small);
}

void VerdictCard::changeEvent(QEvent *event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && (!m_answer.isEmpty() || !m_problem.isEmpty())) render();
}

} // namespace Cofferdam::App
