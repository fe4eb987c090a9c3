// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/audit/filterbar.h"

#include "app/widgets/icons.h"
#include "app/widgets/searchfield.h"
#include "common/audit/filter.h"

#include <QtCore/QDateTime>
#include <QtCore/QSettings>
#include <QtGui/QKeyEvent>
#include <QtWidgets/QAbstractItemView>
#include <QtWidgets/QBoxLayout>
#include <QtWidgets/QCompleter>
#include <QtWidgets/QLabel>

using namespace Qt::StringLiterals;

namespace Cofferdam::App {

namespace {
constexpr int applyDelayMs = 400;
constexpr qsizetype historyCap = 30;
}

FilterBar::FilterBar(Values values, QWidget *parent)
    : QWidget(parent)
    , m_values(std::move(values))
    , m_field(new SearchField(tr("Filter, for example  decision:deny endpoint:files_* path~/home/user/out"), this))
    , m_icon(new QLabel(this))
    , m_validity(new QLabel(this))
    , m_completer(new QCompleter(&m_candidates, this))
{
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(6);
    row->addWidget(m_field, 1);
    row->addSpacing(Space::tiny);
    row->addWidget(m_icon);
    row->addWidget(m_validity);
    m_field->setAccessibleName(tr("Audit filter"));
    m_field->setFont(monoFont());
    m_field->setMinimumWidth(180);
    m_field->setProperty("pane", true);
    m_field->installEventFilter(this);
    m_validity->setTextFormat(Qt::PlainText);
    m_completer->setWidget(m_field);
    m_completer->setCompletionMode(QCompleter::UnfilteredPopupCompletion);
    m_completer->popup()->setFont(monoFont());
    m_delay.setSingleShot(true);
    m_delay.setInterval(applyDelayMs);
    connect(&m_delay, &QTimer::timeout, this, &FilterBar::apply);
    connect(m_field, &QLineEdit::textEdited, this, [this] {
        edited();
        complete(false);
    });
    connect(m_field, &QLineEdit::textChanged, this, [this](const QString &now) {
        if (now.isEmpty()) edited(); // the clear button edits without saying so
    });
    connect(m_field, &QLineEdit::returnPressed, this, [this] {
        apply();
        remember(m_applied);
    });
    connect(m_field, &SearchField::escaped, this, &FilterBar::left);
    connect(m_completer, qOverload<const QString &>(&QCompleter::activated), this, &FilterBar::insert);
    updateValidity();
}

QString FilterBar::text() const { return m_field->text(); }
QString FilterBar::validityText() const { return m_validity->text(); }

void FilterBar::setText(const QString &text)
{
    m_field->setText(text);
    edited();
    apply();
    remember(m_applied);
}

void FilterBar::focusField()
{
    m_field->setFocus(Qt::ShortcutFocusReason);
    m_field->selectAll();
}

void FilterBar::setState(const QString &text, bool busy)
{
    m_state = text;
    m_busy = busy;
    updateValidity();
}

void FilterBar::edited()
{
    updateValidity();
    if (m_valid && m_field->text().trimmed() != m_applied) m_delay.start();
    else m_delay.stop();
}

void FilterBar::apply()
{
    m_delay.stop();
    const QString text = m_field->text().trimmed();
    if (!m_valid || text == m_applied) return;
    m_applied = text;
    Q_EMIT filterApplied(text);
    updateValidity();
}

void FilterBar::updateValidity()
{
    const auto filter = Audit::Filter::parse(m_field->text().toUtf8(), QDateTime::currentMSecsSinceEpoch());
    m_valid = filter.has_value();
    Tone tone = Tone::Muted;
    QString iconName = u"filter"_s, words = m_state;
    if (!m_valid) {
        tone = Tone::Negative;
        iconName = u"error"_s;
        const int byte = filter.error().span ? filter.error().span->column : 1;
        const qsizetype column = QString::fromUtf8(m_field->text().toUtf8().first(qBound(0, byte - 1, int(m_field->text().toUtf8().size())))).size() + 1;
        words = tr("Column %1: %2").arg(column).arg(filter.error().message);
    } else if (m_field->text().trimmed() != m_applied || m_busy) {
        tone = Tone::Warning;
        iconName = u"depends"_s;
        words = m_busy ? tr("Searching…") : tr("Valid, applied in a moment");
    } else if (!m_applied.isEmpty()) {
        tone = Tone::Positive;
        iconName = u"allow"_s;
    }
    m_icon->setPixmap(iconPixmap(iconName, toneColor(tone, palette()), 16, devicePixelRatioF()));
    QPalette colors = palette();
    colors.setColor(QPalette::WindowText, toneColor(tone, palette()));
    m_validity->setPalette(colors);
    m_validity->setText(words);
    m_validity->setToolTip(words);
    m_field->setAccessibleDescription(words);
}

void FilterBar::complete(bool forced)
{
    const QByteArray text = m_field->text().toUtf8();
    const qsizetype cursor = m_field->text().first(m_field->cursorPosition()).toUtf8().size();
    QStringList offered;
    m_offersHistory = forced && text.trimmed().isEmpty() && !m_history.isEmpty();
    if (m_offersHistory) {
        offered = m_history;
    } else {
        const Audit::FilterCompletion found = Audit::completeFilter(text, cursor, m_values);
        m_start = found.start;
        m_length = found.length;
        const bool wanted = forced || found.length > 0 || !found.field.isEmpty();
        for (const auto &candidate : found.candidates) {
            if (wanted && candidate.text != text.mid(found.start, found.length)) offered.append(QString::fromUtf8(candidate.text));
        }
    }
    m_candidates.setStringList(offered);
    if (offered.isEmpty()) return m_completer->popup()->hide();
    QRect place = m_field->rect();
    place.setWidth(qMin(m_field->width(), 420));
    m_completer->complete(place);
}

void FilterBar::insert(const QString &candidate)
{
    if (m_offersHistory) return setText(candidate);
    QByteArray text = m_field->text().toUtf8();
    text.replace(m_start, m_length, candidate.toUtf8());
    m_field->setText(QString::fromUtf8(text));
    m_field->setCursorPosition(int(QString::fromUtf8(text.first(m_start)).size() + candidate.size()));
    edited();
    if (candidate.endsWith(u':')) QMetaObject::invokeMethod(this, [this] { complete(false); }, Qt::QueuedConnection);
}

void FilterBar::remember(const QString &text)
{
    if (text.isEmpty()) return;
    m_history.removeAll(text);
    m_history.prepend(text);
    if (m_history.size() > historyCap) m_history.removeLast();
}

bool FilterBar::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_field && event->type() == QEvent::KeyPress) {
        const auto *key = static_cast<QKeyEvent *>(event);
        const bool asks = key->key() == Qt::Key_Down || (key->key() == Qt::Key_Space && key->modifiers() == Qt::ControlModifier);
        if (asks && !m_completer->popup()->isVisible()) {
            complete(true);
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

void FilterBar::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_completer) updateValidity();
}

void FilterBar::saveState(QSettings &settings) const
{
    settings.setValue("filter"_L1, m_applied);
    settings.setValue("filter_history"_L1, m_history);
}

void FilterBar::restoreState(const QSettings &settings)
{
    m_history = settings.value("filter_history"_L1).toStringList();
    setText(settings.value("filter"_L1).toString());
}

} // namespace Cofferdam::App
