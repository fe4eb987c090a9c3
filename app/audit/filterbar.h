// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QStringListModel>
#include <QtCore/QTimer>
#include <QtWidgets/QWidget>

#include <functional>

class QCompleter;
class QLabel;
class QSettings;

namespace Cofferdam::App {

class SearchField;

/// The filter's text with its validity in words, completion of fields and seen values, and history (arrow down in the empty
/// field). Applies by itself a moment after the last valid keystroke, at once with Enter; an invalid text is never applied.
class FilterBar : public QWidget
{
    Q_OBJECT
public:
    using Values = std::function<QList<QByteArray>(QByteArrayView field)>;

    explicit FilterBar(Values values, QWidget *parent = nullptr);
    [[nodiscard]] QString text() const;
    [[nodiscard]] QString applied() const { return m_applied; }
    void setText(const QString &text); ///< applied at once
    void focusField();
    /// "312 of many", "searching…": what stands behind a valid filter.
    void setState(const QString &text, bool busy);
    void saveState(QSettings &settings) const;
    void restoreState(const QSettings &settings);
    [[nodiscard]] QString validityText() const;
    [[nodiscard]] SearchField *field() const { return m_field; }

Q_SIGNALS:
    void filterApplied(const QString &text);
    void left(); ///< Esc in the empty field

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void edited();
    void apply();
    void complete(bool forced);
    void insert(const QString &candidate);
    void updateValidity();
    void remember(const QString &text);

    Values m_values;
    SearchField *m_field;
    QLabel *m_icon, *m_validity;
    QStringListModel m_candidates; ///< before the completer, which takes it when it is made
    QCompleter *m_completer;
    QTimer m_delay;
    QString m_applied, m_state;
    QStringList m_history;
    qsizetype m_start = 0, m_length = 0; ///< what a candidate replaces, bytes
    bool m_valid = true, m_busy = false, m_offersHistory = false;
};

} // namespace Cofferdam::App
