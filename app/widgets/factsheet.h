// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/widgets/theme.h"

#include <QtWidgets/QTextBrowser>

namespace Cofferdam::App {

/// One fact: a label and a value, the value in the fixed font, with a tone, as a link (linkActivated) or as a heading.
struct Fact {
    QString label {}, value {};
    Tone tone = Tone::Neutral;
    bool mono = false;
    QString link {};
    bool isHeading = false;
};

/// Labels and values that can be read, selected and copied, long paths broken anywhere. Values are escaped here: any text is safe.
class FactSheet : public QTextBrowser
{
    Q_OBJECT
public:
    explicit FactSheet(QWidget *parent = nullptr);
    void setFacts(const QList<Fact> &facts);

Q_SIGNALS:
    void linkActivated(const QString &link);

protected:
    void changeEvent(QEvent *event) override;

private:
    void render();
    QList<Fact> m_facts;
};

} // namespace Cofferdam::App
