// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/widgets/theme.h"

#include <QtCore/QJsonObject>
#include <QtWidgets/QFrame>

class QAction;
class QLabel;
class QPushButton;

namespace Cofferdam::App {

class ElidedLabel;

/// One answer in a box: icon, word and tone of the decision, in a sentence why, the deciding rule and a button to its line.
class VerdictCard : public QFrame
{
    Q_OBJECT
public:
    /// caption: whose answer it is ("Running policy").
    explicit VerdictCard(const QString &caption, QWidget *parent = nullptr);
    void setAnswer(const QJsonObject &answer); ///< of policy.explain, or {decision, code, rule, revision} of an audit record
    void setProblem(const QString &text); ///< instead of an answer
    void setNote(const QString &text); ///< a line in the caption ("differs from the running policy")
    [[nodiscard]] QString word() const;
    [[nodiscard]] QString sentence() const;
    [[nodiscard]] QJsonObject answer() const { return m_answer; }

    /// "denied by scopes: files:write is missing" and the like.
    [[nodiscard]] static QString reasonOf(const QJsonObject &answer);

Q_SIGNALS:
    void ruleRequested(const QJsonObject &answer);

protected:
    void paintEvent(QPaintEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void render();
    QJsonObject m_answer;
    QString m_problem;
    Tone m_tone = Tone::Neutral;
    QLabel *m_caption, *m_note, *m_icon, *m_word, *m_sentence;
    ElidedLabel *m_rule;
    QPushButton *m_open;
};

} // namespace Cofferdam::App
